// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaScene
import Testing

@Suite struct PathTests {
  private func parse(_ text: String) throws -> CGPath {
    var scanner = ValueScanner(text)
    return try ValueGrammar.path(&scanner)
  }

  @Test func operators() throws {
    let expected = CGMutablePath()
    expected.move(to: CGPoint(x: 7.4, y: 29))
    expected.addLine(to: CGPoint(x: 3, y: 29))
    expected.addCurve(to: CGPoint(x: 1, y: 27), control1: CGPoint(x: 1.9, y: 29), control2: CGPoint(x: 1, y: 28.1))
    expected.addQuadCurve(to: CGPoint(x: 5, y: 6), control: CGPoint(x: 3, y: 4))
    expected.closeSubpath()
    expected.move(to: CGPoint(x: -0.00001, y: 1))
    expected.addLine(to: CGPoint(x: 2, y: 2))
    let text = "7.4 29 m 3 29 l 1.9 29 1 28.1 1 27 c 3 4 5 6 q h -1e-5 1 m 2 2 l"
    #expect(try parse(text) == expected)
    #expect(try parse(text.replacingOccurrences(of: " ", with: ",")) == expected)
  }

  @Test("empty paths", arguments: ["", "   "])
  func empty(_ text: String) throws {
    #expect(try parse(text).isEmpty)
  }

  @Test(
    "what is no path",
    arguments: [
      "1 m", "1 2", "1 2 l", "1 2 m 3 l", "1 2 m 3 4 5 6 7 c", "1 2 m 3 4 x", "m", "1 2 m nan 4 l", "1 2 m inf 4 l",
      "1 2 m 1 2 3 4 5 6 7 c", "h", "1 2 m 1 h",
    ])
  func refusal(_ text: String) {
    #expect(throws: ValueProblem.self) { try parse(text) }
  }

  @Test func longPath() throws {
    let text = "0 0 m " + String(repeating: "1.5 2.25 l ", count: 200_000)
    #expect(try parse(text).currentPoint == CGPoint(x: 1.5, y: 2.25))
  }
}
