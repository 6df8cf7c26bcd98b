// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaExport
import Testing

@Suite struct TreeMaterialTests {
  /// The digest of a tree with a text whose string is animated.
  private func material(_ strings: [String], size: Double = 20) throws -> String {
    let text = CATextLayer()
    text.bounds = CGRect(x: 0, y: 0, width: 200, height: 30)
    text.fontSize = size
    let count = CAKeyframeAnimation(keyPath: "string")
    (count.values, count.calculationMode, count.duration) = (strings, .discrete, 1)
    text.add(count, forKey: nil)
    return try FrameSource(text).material(of: [], options: RenderOptions())
  }

  @Test("each text of an animation counts, and so does the font, whose letters are drawn when they come first")
  func texts() throws {
    let usual = try material(["12", "21", "11"])
    #expect(try material(["12", "21", "11"]) == usual)
    // The last one has no new letter; it is told apart all the same.
    #expect(try material(["12", "21", "22"]) != usual)
    #expect(try material(["12", "21"]) != usual)
    #expect(try material(["12", "21", "11"], size: 21) != usual)
  }
}
