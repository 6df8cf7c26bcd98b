// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import LaminaPlan

/// The shadow of a layer, with all rules for ranges applied.
///
/// - Conformance: SHADOW-1, SHADOW-2, SHADOW-3
struct LayerShadow {
  /// The colour, premultiplied, 0...1, including the shadow's opacity.
  var color: SIMD4<Float>
  /// The offset in layer space; points.
  var offset: SIMD2<Double>
  /// The standard deviation; points. 0 is a hard edge.
  var sigma: Double

  /// The greatest standard deviation; beyond it, the shadow of any layer that fits a canvas is less than half a level.
  static let largestSigma = 1e6

  /// Fails if no shadow shows.
  init?(_ extras: LayerExtras) {
    color = ResolvedStyle.shown(extras.shadowColor) * ResolvedStyle.unit(extras.shadowOpacity)
    offset = SIMD2(Double(extras.shadowOffset.width), Double(extras.shadowOffset.height))
    sigma = extras.shadowRadius > 0 ? min(Double(extras.shadowRadius), Self.largestSigma) : 0
    let sum = offset.x + offset.y
    guard color.w > 0, sum - sum == 0 else { return nil }
  }

  /// The distance by which the shadow extends beyond its caster, without the offset; points.
  var reach: Double { sigma * Double(ShadowOperation.reach) }
}

extension RoundedRectangle {
  /// The rectangle moved by an offset.
  func moved(by offset: SIMD2<Double>) -> RoundedRectangle {
    var result = self
    result.minimum += offset
    result.maximum += offset
    return result
  }

  /// The bounding box with a margin of `distance`: minimum x, y, maximum x, y.
  func box(outsetBy distance: Double) -> SIMD4<Double> {
    box + SIMD4(-distance, -distance, distance, distance)
  }

  /// Whether another rounded rectangle lies inside, including edges and curves.
  ///
  /// Both are convex, so the other's edges and points along its corners are tested. They may lie a thousandth of a
  /// point outside, so that equal corners count.
  func contains(_ other: RoundedRectangle) -> Bool {
    let slack = 1e-3
    guard other.minimum.x >= minimum.x - slack, other.minimum.y >= minimum.y - slack,
      other.maximum.x <= maximum.x + slack, other.maximum.y <= maximum.y + slack
    else { return false }
    guard radii != .zero else { return true }
    if minimum == other.minimum, maximum == other.maximum, corner.code == other.corner.code {
      return !any(other.radii .< radii)
    }
    var grown = self
    grown.minimum -= slack
    grown.maximum += slack
    for corner in 0..<4 {
      let isRight = corner == 1 || corner == 2
      let isBottom = corner >= 2
      let radius = other.radii[corner]
      let reach = radius * other.corner.reach
      for step in 0...4 where radius > 0 || step == 0 {
        let slope = Double(step) / 4
        let largest = radius * other.corner.extent(slope)
        for swapped in [false, true] {
          let from = swapped ? SIMD2(slope * largest, largest) : SIMD2(largest, slope * largest)
          let inward = SIMD2(repeating: reach) - from
          let point = SIMD2(
            isRight ? other.maximum.x - inward.x : other.minimum.x + inward.x,
            isBottom ? other.maximum.y - inward.y : other.minimum.y + inward.y)
          guard grown.contains(point) else { return false }
        }
      }
    }
    return true
  }
}
