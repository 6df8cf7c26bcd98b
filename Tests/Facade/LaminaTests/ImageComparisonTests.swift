// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaTestSupport
import Testing

/// The comparison that `lamina compare`, `lamina verify` and the render tests use.
@Suite struct ImageComparisonTests {
  static func picture(_ pixels: [[UInt8]], width: Int) throws -> CGImage {
    try #require(
      CGImage(width: width, height: pixels.count / width, premultipliedRGBA: Array(pixels.joined())))
  }

  @Test("equal pictures do not differ")
  func equal() throws {
    let picture = try #require(CGImage.filled(width: 3, height: 2, premultiplied: [1, 2, 3, 4]))
    let comparison = try #require(ImageComparison(picture, picture))
    #expect(comparison.largest == 0 && comparison.mean == 0 && comparison.differingPixels == 0)
    #expect(comparison.description == "largest difference 0, mean 0.0000, 0 of 6 pixels differ (0.00 %)")
    #expect(comparison.picture?.pixel(2, 1) == [0, 0, 0, 255])
  }

  @Test("counts by pixel, finds the largest and where it is")
  func counts() throws {
    let a = try Self.picture([[0, 0, 0, 255], [10, 0, 0, 255], [0, 0, 0, 255], [0, 0, 0, 255]], width: 2)
    let b = try Self.picture([[0, 1, 0, 255], [10, 0, 0, 255], [0, 0, 0, 255], [5, 0, 2, 250]], width: 2)
    let comparison = try #require(ImageComparison(a, b, tolerance: 1))
    #expect(comparison.largest == 5)
    #expect(comparison.worstX == 1 && comparison.worstY == 1)
    #expect(comparison.differingPixels == 2)
    #expect(comparison.pixelsOverTolerance == 1)
    #expect(comparison.mean == 13.0 / 16)
    #expect(comparison.picture?.pixel(1, 1) == [255, 255, 255, 255])
    #expect(comparison.picture?.pixel(0, 0) == [51, 51, 51, 255])
  }

  @Test("pictures of different sizes cannot be compared")
  func sizes() throws {
    let a = try #require(CGImage.filled(width: 3, height: 2, premultiplied: [0, 0, 0, 0]))
    let b = try #require(CGImage.filled(width: 2, height: 3, premultiplied: [0, 0, 0, 0]))
    #expect(ImageComparison(a, b) == nil)
    #expect(PictureExpectation.mismatch(a, b) == "the sizes differ: 3 x 2 and 2 x 3 px")
  }

  @Test(
    "numbers have so many places in every locale",
    arguments: [
      (0.0, 2, "0.00"), (1.005, 1, "1.0"), (12.3456, 2, "12.35"), (-1.5, 1, "-1.5"), (-0.001, 2, "0.00"),
      (0.999, 2, "1.00"), (3, 0, "3"), (1e20, 2, "1e+20"), (.infinity, 2, "inf"),
    ])
  func places(_ value: Double, _ places: Int, _ text: String) {
    #expect(value.formatted(places: places) == text)
  }
}
