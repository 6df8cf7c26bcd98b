// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// The part of each pixel that shapes cover: drawn by Cairo at four times the size and averaged.
struct AreaReference {
  let width: Int
  let height: Int
  /// 0...1, row by row.
  private(set) var coverage: [Double]

  private static let enlargement = 4

  /// Adds up nothing yet.
  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    coverage = Array(repeating: 0, count: width * height)
  }

  /// The inside of a path under `targetFromPath`.
  static func fill(
    _ path: CGPath, _ rule: CGPathFillRule = .winding, _ targetFromPath: CGAffineTransform, _ width: Int, _ height: Int
  ) -> AreaReference {
    make(width, height, targetFromPath) {
      PathRasterizer.coverage(of: path, fillRule: rule, pixelFromPath: $0, within: $1)
    }
  }

  /// The stroke of a path under `targetFromPath`.
  static func stroke(
    _ path: CGPath, _ style: StrokeStyle, _ targetFromPath: CGAffineTransform, _ width: Int, _ height: Int
  ) -> AreaReference {
    make(width, height, targetFromPath) {
      PathRasterizer.coverage(of: path, stroke: style, pixelFromPath: $0, within: $1)
    }
  }

  private static func make(
    _ width: Int, _ height: Int, _ map: CGAffineTransform, _ draw: (CGAffineTransform, PixelRect) -> CoverageMask
  ) -> AreaReference {
    var result = AreaReference(width: width, height: height)
    let scale = CGFloat(enlargement)
    let region = PixelRect(
      minX: 0, minY: 0, maxX: Int32(width * enlargement), maxY: Int32(height * enlargement))
    let mask = draw(map.concatenating(CGAffineTransform(scaleX: scale, y: scale)), region)
    for y in 0..<height * enlargement {
      for x in 0..<width * enlargement {
        let share = Double(mask.coverage(x: x, y: y)) / 255 / Double(enlargement * enlargement)
        result.coverage[y / enlargement * width + x / enlargement] += share
      }
    }
    return result
  }

  /// How far the alpha of a picture is off, in levels: at most, and on average over pixels that are partly covered.
  func difference(from image: CGImage) -> (largest: Double, mean: Double) {
    var (largest, sum, count) = (0.0, 0.0, 0.0)
    for index in coverage.indices {
      let (expected, actual) = (coverage[index] * 255, Double(image.premultipliedRGBA[4 * index + 3]))
      largest = max(largest, abs(expected - actual))
      guard expected > 0.5 && expected < 254.5 || actual > 0 && actual < 255 else { continue }
      sum += abs(expected - actual)
      count += 1
    }
    return (largest, count > 0 ? sum / count : 0)
  }
}
