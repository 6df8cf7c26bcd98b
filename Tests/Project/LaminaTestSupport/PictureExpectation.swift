// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Lamina

/// Reading and judging pictures in tests.
package enum PictureExpectation {
  /// Compares two pictures.
  ///
  /// - Parameters:
  ///   - actual: What was drawn.
  ///   - expected: What it is to look like.
  ///   - tolerance: Levels by which a component may differ.
  ///   - pixels: How many pixels may differ by more.
  /// - Returns: What is wrong, in one line, or `nil` where all is well.
  package static func mismatch(_ actual: CGImage, _ expected: CGImage, tolerance: Int = 0, pixels: Int = 0) -> String? {
    guard let comparison = ImageComparison(actual, expected, tolerance: tolerance) else {
      return "the sizes differ: \(actual.width) x \(actual.height) and \(expected.width) x \(expected.height) px"
    }
    guard comparison.pixelsOverTolerance > pixels else { return nil }
    return "\(comparison); over the tolerance of \(tolerance) in \(comparison.pixelsOverTolerance) pixels"
  }
}

extension CGImage {
  /// The premultiplied red, green, blue and alpha of a pixel, counted from the top left.
  package func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let start = 4 * (y * width + x)
    return Array(premultipliedRGBA[start..<(start + 4)])
  }

  /// A picture of one colour.
  package static func filled(width: Int, height: Int, premultiplied: [UInt8]) -> CGImage? {
    CGImage(
      width: width, height: height,
      premultipliedRGBA: Array(repeatElement(premultiplied, count: width * height).joined()))
  }
}
