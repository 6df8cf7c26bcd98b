// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina

/// The pixels of a picture, for cutting, turning and putting together.
struct PixelGrid: Equatable {
  var width: Int
  var height: Int
  var pixels: [SIMD4<UInt8>]

  init(_ image: CGImage) {
    width = image.width
    height = image.height
    pixels = (0..<(width * height)).map { index in
      let start = 4 * index
      return SIMD4(image.premultipliedRGBA[start..<(start + 4)])
    }
  }

  init(width: Int, height: Int, pixel: (_ x: Int, _ y: Int) -> SIMD4<UInt8>) {
    self.width = width
    self.height = height
    pixels = (0..<(width * height)).map { pixel($0 % width, $0 / width) }
  }

  subscript(x: Int, y: Int) -> SIMD4<UInt8> {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  /// Left and right exchanged.
  var mirrored: PixelGrid {
    PixelGrid(width: width, height: height) { self[width - 1 - $0, $1] }
  }

  /// Turned clockwise by a quarter: the top becomes the right side.
  var turned: PixelGrid {
    PixelGrid(width: height, height: width) { self[$1, height - 1 - $0] }
  }

  /// The part of a size at a place; the place and the size lie inside.
  func cropped(x: Int, y: Int, width: Int, height: Int) -> PixelGrid {
    PixelGrid(width: width, height: height) { self[x + $0, y + $1] }
  }

  /// The picture of these pixels.
  var image: CGImage? {
    CGImage(width: width, height: height) { self[$0, $1] }
  }

  /// The largest difference of any component, and how many pixels differ by more than `levels`.
  func difference(from other: PixelGrid, over levels: Int) -> (largest: Int, pixels: Int) {
    var (largest, count) = (0, 0)
    for (a, b) in zip(pixels, other.pixels) where a != b {
      let most = Int((a.replacing(with: b, where: b .> a) &- a.replacing(with: b, where: b .< a)).max())
      largest = max(largest, most)
      if most > levels { count += 1 }
    }
    return (largest, count)
  }
}
