// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// A URI of the form `data:image/png;base64,…`: a file inside an attribute.
enum DataURI {
  /// Returns the bytes after the comma, decoded according to the part before it.
  static func bytes(of text: String) throws(ValueProblem) -> [UInt8] {
    guard let comma = text.firstIndex(of: ",") else {
      throw ValueProblem("is a data URI without data", code: "bad-image")
    }
    let body = String(text[text.index(after: comma)...])
    if text[..<comma].lowercased().hasSuffix(";base64") {
      // Writers wrap long lines, and some escape characters without need.
      let unescaped = body.contains("%") ? body.removingPercentEncoding ?? body : body
      guard let data = Data(base64Encoded: unescaped, options: .ignoreUnknownCharacters), !data.isEmpty else {
        throw ValueProblem("is a data URI that is not in base64", code: "bad-image")
      }
      return Array(data)
    }
    guard let unescaped = body.removingPercentEncoding, !unescaped.isEmpty else {
      throw ValueProblem("is a data URI that cannot be decoded", code: "bad-image")
    }
    return Array(unescaped.utf8)
  }
}
