// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// Trees as deep as a document may make them, on ordinary stacks.
@Suite struct DeepTreeTests {
  @Test(
    "a tree 100,000 levels deep is drawn or refused, and freed, on a stack of any size", arguments: ["8192", "256"])
  func deep(kilobytesOfStack: String) throws {
    let folder = try TemporaryFolder()
    let depth = 100_000
    let open = String(repeating: "<CALayer bounds=\"0 0 8 8\" backgroundColor=\"1 0 0\"><sublayers>", count: depth)
    let close = String(repeating: "</sublayers></CALayer>", count: depth)
    try folder.write(
      "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\">\(open)\(close)</caml>", to: "deep.caml")
    let outcome = try LaminaTool.shell(
      "ulimit -s \(kilobytesOfStack); lamina render deep.caml -o deep.png --renderer cpu -q", in: folder.url)
    #expect(!outcome.isSignal && [0, 65].contains(outcome.status), "\(outcome.errors)")
    #expect(folder.contents == (outcome.status == 0 ? ["deep.caml", "deep.png"] : ["deep.caml"]))
  }

  @Test("the limit on elements refuses such a tree by its line")
  func refused() throws {
    let folder = try TemporaryFolder()
    let open = String(repeating: "<CALayer><sublayers>\n", count: 2_000)
    let close = String(repeating: "</sublayers></CALayer>", count: 2_000)
    try folder.write("<caml>\(open)\(close)</caml>", to: "deep.caml")
    let outcome = try LaminaTool.run(
      ["render", "deep.caml", "-o", "deep.png", "--max-elements", "1000"], in: folder.url)
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("lamina: error: deep.caml:500:"))
    #expect(folder.contents == ["deep.caml"])
  }
}
