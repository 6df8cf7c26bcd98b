// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// No property of a Lottie file is dropped in silence: each is drawn, reported, or without effect for a reason that is
/// written down.
@Suite struct LottiePropertyTests {
  static let list = "docs/lottie-properties.list"

  @Test("each property alone does what the list says", arguments: LottieProperties.objects)
  func property(_ object: PropertyObject) throws {
    let folder = try TemporaryFolder()
    for (name, red) in [("one.png", 220), ("two.png", 20), ("inner/one.png", 120)] as [(String, UInt8)] {
      let image = try #require(CGImage(width: 4, height: 4) { x, y in SIMD4(red, UInt8(x * 60), UInt8(y * 60), 255) })
      let url = URL(fileURLWithPath: folder.path(name))
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(PNGEncoder().encode(image)).write(to: url)
    }
    let check = PropertyCheck(list: try PropertyList(Self.list)) { text in
      try LottieReader().read(Array(text.utf8), named: "test.json", baseDirectory: folder.path(""))
    }
    try check.check(object)
  }

  @Test("every line of the list is tried, and everything that is tried is in the list")
  func isComplete() throws {
    let check = PropertyCheck(list: try PropertyList(Self.list)) { _ in throw CancellationError() }
    #expect(check.problems(LottieProperties.objects) == [])
  }
}
