// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import LaminaTestSupport
import Testing

/// Exif blocks, and the meaning of the eight orientations.
enum OrientationSample {
  /// A TIFF block whose first directory holds a width and an orientation.
  static func exif(_ orientation: Int, littleEndian: Bool) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      let big = PNGBuilder.bigEndian(value, bytes: bytes)
      return littleEndian ? big.reversed() : big
    }
    func short(_ tag: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(3, 2) + number(1, 4) + number(value, 2) + [0, 0]
    }
    return Array((littleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
      + short(0x0100, 3) + short(0x0112, orientation) + number(0, 4)
  }

  /// Checks that a picture stands upright.
  ///
  /// The Exif standard says which side of the upright picture the stored row 0 and column 0 are.
  static func check(
    _ image: CGImage, orientation: Int, stored: (width: Int, height: Int), tolerance: Int = 0,
    pixel: (_ x: Int, _ y: Int) -> SIMD4<UInt8>
  ) {
    let (lastX, lastY) = (stored.width - 1, stored.height - 1)
    let swaps = orientation >= 5
    #expect((image.width, image.height) == (swaps ? stored.height : stored.width, swaps ? stored.width : stored.height))
    let difference = largestDifference(image) { x, y in
      switch orientation {
      case 2: pixel(lastX - x, y)  // row 0 top, column 0 right
      case 3: pixel(lastX - x, lastY - y)  // bottom, right
      case 4: pixel(x, lastY - y)  // bottom, left
      case 5: pixel(y, x)  // left, top
      case 6: pixel(y, lastY - x)  // right, top
      case 7: pixel(lastX - y, lastY - x)  // right, bottom
      case 8: pixel(lastX - y, x)  // left, bottom
      default: pixel(x, y)
      }
    }
    #expect(difference <= tolerance)
  }
}
