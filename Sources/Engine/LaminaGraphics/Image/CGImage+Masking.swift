// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Pictures with parts removed: by masks, by other pictures, by colours.

public import Foundation
internal import LaminaGeometry

extension CGImage {
  /// Returns the picture limited by a mask.
  ///
  /// - Parameter mask: A mask, which keeps this picture where the mask paints; or a picture, which keeps it in
  ///   proportion to its brightness: white all, black nothing. A mask of another size is stretched over this picture.
  /// - Returns: `nil` when this is a mask itself.
  /// - Complexity: O(pixels of this picture).
  public func masking(_ mask: CGImage) -> CGImage? {
    guard !isMask else { return nil }
    let levels = mask.isMask ? mask.alphas : mask.brightness
    var pixels = premultipliedRGBA
    let columns = StretchedAxis(from: mask.width, to: width)
    let rows = StretchedAxis(from: mask.height, to: height)
    for y in 0..<height {
      let (top, bottom, down) = rows[y]
      for x in 0..<width {
        let (left, right, across) = columns[x]
        func level(_ column: Int, _ row: Int) -> Double { Double(levels[row * mask.width + column]) }
        let above = level(left, top) + (level(right, top) - level(left, top)) * across
        let below = level(left, bottom) + (level(right, bottom) - level(left, bottom)) * across
        let share = UInt8(clamping: (above + (below - above) * down).rounded())
        let first = 4 * (y * width + x)
        for index in first..<(first + 4) {
          pixels[index] = Premultiplication.premultiplied(pixels[index], alpha: share)
        }
      }
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }

  /// Returns the picture without the pixels whose colour lies in a range.
  ///
  /// - Parameter components: The least and the greatest level of red, of green and of blue, 0...255, before
  ///   multiplication by alpha. Pixels within all three ranges become transparent.
  /// - Returns: `nil` when there are fewer than six numbers, a number is not finite, the picture is a mask, or it has
  ///   alpha, as on Apple's platforms.
  /// - Complexity: O(`width * height`).
  public func copy(maskingColorComponents components: [CGFloat]) -> CGImage? {
    guard !isMask, isOpaque, components.count >= 6, components.prefix(6).allSatisfy(\.isFinite) else { return nil }
    var pixels = premultipliedRGBA
    for first in stride(from: 0, to: pixels.count, by: 4) {
      let isInside = (0..<3).allSatisfy { index in
        let level = CGFloat(pixels[first + index])
        return level >= components[2 * index] && level <= components[2 * index + 1]
      }
      if isInside { for index in first..<(first + 4) { pixels[index] = 0 } }
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }

  /// The alpha of each pixel.
  var alphas: [UInt8] {
    bytesPerPixel == 1 ? bytes : stride(from: 3, to: bytes.count, by: 4).map { bytes[$0] }
  }

  /// The brightness of each pixel on black: Rec. 709 weights on encoded values, exact for greys.
  var brightness: [UInt8] {
    let pixels = premultipliedRGBA
    return stride(from: 0, to: pixels.count, by: 4).map { start in
      let red = 13933 * Int(pixels[start])
      let green = 46871 * Int(pixels[start + 1])
      let blue = 4732 * Int(pixels[start + 2])
      return UInt8((red + green + blue + 32768) >> 16)
    }
  }
}

/// For each sample of a row, the two nearest samples of another row that is stretched over it, and the position between
/// them.
private struct StretchedAxis {
  private let source: Int
  private let step: Double

  init(from source: Int, to target: Int) {
    self.source = source
    step = Double(source) / Double(target)
  }

  subscript(index: Int) -> (low: Int, high: Int, fraction: Double) {
    let place = min(max((Double(index) + 0.5) * step - 0.5, 0), Double(source - 1))
    let low = Int(clamping: place.rounded(.down))
    return (low, min(low + 1, source - 1), place - Double(low))
  }
}
