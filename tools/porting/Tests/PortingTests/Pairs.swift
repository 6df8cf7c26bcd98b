// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Porting
import Testing

/// A source text and its expected result.
struct Pair: CustomTestStringConvertible {
  var name: String
  var source: String
  var result: String
  var left: [String] = []

  var testDescription: String { name }
}

/// Ports one file, or several of one program.
func port(_ texts: String...) -> [PortedFile] {
  Porter().port(texts.enumerated().map { (path: "File\($0).swift", bytes: Array($1.utf8)) })
}

func text(_ file: PortedFile) -> String { String(decoding: file.bytes, as: UTF8.self) }
