// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Core Animation has two ways of mixing two colours. On the screen they are mixed as they are encoded, in sRGB.
// `render(in:)` leaves gradients to Core Graphics, which converts their colours to the space "Generic RGB" first: its
// gamma is 1.8 and it contains neither the greens nor the blues of sRGB, so that (0, 0, 255) is returned as (4, 51,
// 255).
//
// Renderers only mix encoded colours. A gradient in the other space gets more stops: as many as are needed for an error
// below half a level between any two stops.

import Foundation

/// The space in which the colours of a gradient are mixed.
///
/// - Conformance: GRAD-1; both measured, on published pictures of screens and on pictures by `render(in:)`.
package enum GradientMixing: String, Sendable, BitwiseCopyable {
  /// sRGB as it is encoded, as screens show it.
  case encoded
  /// Generic RGB, as `render(in:)` draws it.
  case genericRGB = "generic-rgb"
}

/// Apple's Generic RGB: gamma 1.8, its own primaries, the white of sRGB.
enum GenericRGB {
  /// The greatest number of times that a span is halved.
  private static let maximumDepth = 5

  /// Stops with which mixing encoded colours gives the same result as mixing in this space.
  static func mixing(_ stops: [GradientContent.Stop]) -> [GradientContent.Stop] {
    let ends = stops.map { Self.components(of: $0.straight) }
    guard let first = ends.first else { return stops }
    var result = [GradientContent.Stop(location: stops[0].location, straight: encoded(first))]
    for index in stops.indices.dropFirst() {
      let (before, after) = (stops[index - 1].location, stops[index].location)
      if after > before {
        divide(ends[index - 1], ends[index], before, after, depth: 0, into: &result)
      }
      result.append(GradientContent.Stop(location: after, straight: encoded(ends[index])))
    }
    return result
  }

  /// Adds the stops between two stops, without both ends.
  private static func divide(
    _ start: SIMD4<Double>, _ end: SIMD4<Double>, _ from: Float, _ to: Float, depth: Int,
    into stops: inout [GradientContent.Stop]
  ) {
    let middle = (start + end) / 2
    let straight = encoded(middle)
    let off = straight - (encoded(start) + encoded(end)) / 2
    guard depth < maximumDepth, max(off.max(), -off.min()) > 0.3 / 255 else { return }
    let place = (from + to) / 2
    guard place > from, place < to else { return }
    divide(start, middle, from, place, depth: depth + 1, into: &stops)
    stops.append(GradientContent.Stop(location: place, straight: straight))
    divide(middle, end, place, to, depth: depth + 1, into: &stops)
  }

  /// Rows of the map from linear sRGB to linear Generic RGB: the colorants of both profiles, with white unchanged.
  private static let fromLinear = (
    SIMD3(0.975_098_3, 0.027_106_3, -0.002_204_6), SIMD3(-0.020_177_9, 1.054_323_4, -0.034_145_5),
    SIMD3(0.001_723_2, 0.001_551_0, 0.996_725_8)
  )
  /// Rows of the inverse map.
  private static let toLinear = (
    SIMD3(1.024_988_9, -0.026_352_8, 0.001_363_9), SIMD3(0.019_559_2, 0.947_929_7, 0.032_511_1),
    SIMD3(-0.001_803_0, -0.001_429_8, 1.003_232_8)
  )

  /// Straight sRGB components converted to this space, clamped to it.
  private static func components(of straight: SIMD4<Float>) -> SIMD4<Double> {
    let linear = straight.mapped { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    let generic = product(fromLinear, linear).mapped { pow(min(max($0, 0), 1), 1 / 1.8) }
    return SIMD4(generic.x, generic.y, generic.z, Double(straight.w))
  }

  /// Straight sRGB components of a colour in this space, clamped to the range that can be shown.
  private static func encoded(_ components: SIMD4<Double>) -> SIMD4<Float> {
    let generic = SIMD3(components.x, components.y, components.z).mapped { pow($0, 1.8) }
    let shown = product(toLinear, generic).mapped { value in
      let value = min(max(value, 0), 1)
      return value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
    }
    return SIMD4<Float>(SIMD4(shown.x, shown.y, shown.z, components.w))
  }

  private static func product(
    _ rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>), _ column: SIMD3<Double>
  ) -> SIMD3<Double> {
    SIMD3((rows.0 * column).sum(), (rows.1 * column).sum(), (rows.2 * column).sum())
  }
}

extension SIMD4<Float> {
  fileprivate func mapped(_ transform: (Double) -> Double) -> SIMD3<Double> {
    SIMD3(transform(Double(x)), transform(Double(y)), transform(Double(z)))
  }
}

extension SIMD3<Double> {
  fileprivate func mapped(_ transform: (Double) -> Double) -> SIMD3<Double> {
    SIMD3(transform(x), transform(y), transform(z))
  }
}
