// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import LaminaScene
import Testing

@Suite struct ColorTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var text: String
    var opacity = 1.0
    var straight: SIMD4<Float>
    var testDescription: String { "\(text) opacity \(opacity)" }
  }

  static let samples: [Sample] = [
    Sample(text: "1 0.5 0", straight: [1, 0.5, 0, 1]),
    Sample(text: "1,0.5;0", straight: [1, 0.5, 0, 1]),
    Sample(text: "1 0.5 0 0.25", straight: [1, 0.5, 0, 0.25]),
    Sample(text: "0.5", straight: [0.5, 0.5, 0.5, 1]),
    Sample(text: "1 1 1", opacity: 0.45, straight: [1, 1, 1, 0.45]),
    Sample(text: "1 1 1 0.5", opacity: 0.5, straight: [1, 1, 1, 0.25]),
    Sample(text: "1.09 -0.0158 -0.01812", straight: [1.09, -0.0158, -0.01812, 1]),
    Sample(text: "1 1 1", opacity: 3, straight: [1, 1, 1, 1]),
    Sample(text: "#ff0000", straight: [1, 0, 0, 1]),
    Sample(text: "#F00", straight: [1, 0, 0, 1]),
    Sample(text: "#0f08", straight: [0, 1, 0, Float(136.0 / 255)]),
    Sample(text: "#33669980", straight: [0.2, 0.4, 0.6, Float(128.0 / 255)]),
    Sample(text: " #ffffff ", opacity: 0.5, straight: [1, 1, 1, 0.5]),
  ]

  @Test("colours", arguments: samples)
  func color(_ sample: Sample) throws {
    var scanner = ValueScanner(sample.text)
    let color = try ValueGrammar.color(&scanner, opacity: sample.opacity)
    #expect(color == CGColor(straight: sample.straight))
  }

  @Test(
    "what is no colour",
    arguments: [
      "", "red", "1 2", "1 2 3 4 5", "#", "#12", "#12345", "#1234567", "#123456789", "#gg0000", "nan 0 0", "inf 0 0",
      "1e300 0 0", "#fff 1",
    ])
  func refusal(_ text: String) {
    var scanner = ValueScanner(text)
    #expect((try? ValueGrammar.color(&scanner)) == nil)
  }
}
