// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics

/// The colours of a gradient between two of its stops: `start + slope * place`, straight, 0...1, from `location` on.
package struct GradientSpan: BitwiseCopyable, Sendable {
  package var location: Float
  package var start: SIMD4<Float>
  package var slope: SIMD4<Float>

  init(location: Float, start: SIMD4<Float>, slope: SIMD4<Float> = .zero) {
    (self.location, self.start, self.slope) = (location, start, slope)
  }
}

extension RenderPlan {
  /// The spans of a gradient in order, the first from minus infinity, the last to infinity; at least two. A gradient
  /// without stops is clear.
  package func spans(of gradient: GradientPaint) -> [GradientSpan] {
    let stops = gradientStops[Int(gradient.stops.lowerBound)..<Int(gradient.stops.upperBound)]
    guard let first = stops.first, let last = stops.last else {
      return [GradientSpan(location: -.infinity, start: .zero), GradientSpan(location: 0, start: .zero)]
    }
    var result = [GradientSpan(location: -.infinity, start: first.straight)]
    for (before, after) in zip(stops, stops.dropFirst()) where after.location > before.location {
      let slope = (after.straight - before.straight) / (after.location - before.location)
      result.append(
        GradientSpan(location: before.location, start: before.straight - slope * before.location, slope: slope))
    }
    result.append(GradientSpan(location: last.location, start: last.straight))
    return result
  }

  /// Whether every stop of a gradient is opaque.
  package func isOpaque(_ gradient: GradientPaint) -> Bool {
    gradientStops[Int(gradient.stops.lowerBound)..<Int(gradient.stops.upperBound)].allSatisfy { $0.straight.w >= 1 }
  }
}
