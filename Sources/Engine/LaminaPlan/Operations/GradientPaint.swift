// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import LaminaGraphics

/// A gradient as the paint of a box, which lies on the box's fill and under its border.
///
/// Two linear functions of the layer point, `X = first.x * x + first.y * y + first.z` and `Y` from `second`
/// likewise, give the place between the stops: axial `X`, radial `sqrt(X^2 + Y^2)`, conic the angle of (X, Y) in
/// turns, 0...1. Outside the first and last location their colours extend. Between two stops straight components
/// mix linearly; the result is premultiplied per pixel.
///
/// - Conformance: GRAD-1, GRAD-2
package struct GradientPaint: Sendable, Hashable {
  package var kind: GradientContent.Kind
  /// The function from layer points to X; w is unused and 0.
  package var first: SIMD4<Float>
  /// The function from layer points to Y; w is unused and 0.
  package var second: SIMD4<Float>
  /// The range of the gradient's stops in `RenderPlan.gradientStops`; at least one.
  package var stops: Range<Int32>
}

extension GradientPaint {
  /// Maps a gradient in unit space to a layer's bounds: minimum x, y, maximum x, y.
  ///
  /// - Returns: `nil` if the gradient draws nothing: the bounds have no size, a radius is 0, or values are not finite.
  package init?(_ content: GradientContent, bounds: SIMD4<Double>, stops: Range<Int32>) {
    let size = SIMD2(bounds.z - bounds.x, bounds.w - bounds.y)
    guard size.x > 0, size.y > 0 else { return nil }
    let start = SIMD2(Double(content.start.x), Double(content.start.y))
    let axis = SIMD2(Double(content.end.x), Double(content.end.y)) - start
    // Unit space: (p - minimum) / size; relative to the start.
    let offset = -SIMD2(bounds.x, bounds.y) / size - start
    var (x, y) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    switch content.kind {
    case .axial:
      let squared = (axis * axis).sum()
      // Without a direction, every point lies beyond the end.
      guard squared > 0 else {
        x = [0, 0, 2]
        break
      }
      x = SIMD3(axis.x / size.x, axis.y / size.y, (axis * offset).sum()) / squared
    case .radial:
      guard axis.x != 0, axis.y != 0 else { return nil }
      x = SIMD3(1 / size.x, 0, offset.x) / abs(axis.x)
      y = SIMD3(0, 1 / size.y, offset.y) / abs(axis.y)
    case .conic:
      let length = (axis * axis).sum().squareRoot()
      let direction = length > 0 ? axis / length : [1, 0]
      x = SIMD3(direction.x / size.x, direction.y / size.y, (direction * offset).sum())
      let across = SIMD2(-direction.y, direction.x)
      y = SIMD3(across.x / size.x, across.y / size.y, (across * offset).sum())
    }
    kind = content.kind
    first = SIMD4(Float(x.x), Float(x.y), Float(x.z), 0)
    second = SIMD4(Float(y.x), Float(y.y), Float(y.z), 0)
    let sum = first + second
    guard sum - sum == .zero else { return nil }
    self.stops = stops
  }
}

extension GradientPaint {
  /// The alpha at a layer point: the scalar equivalent of the renderers' gradients, for queries of single points.
  func alpha(at point: SIMD2<Double>, stops: ArraySlice<GradientContent.Stop>) -> Double {
    guard let first = stops.first, let last = stops.last else { return 0 }
    let (a, b) = (SIMD3<Double>(point.x, point.y, 1), SIMD4<Double>(self.first))
    let x = (a * SIMD3(b.x, b.y, b.z)).sum()
    let c = SIMD4<Double>(second)
    let y = (a * SIMD3(c.x, c.y, c.z)).sum()
    let place: Double
    switch kind {
    case .axial: place = x
    case .radial: place = (x * x + y * y).squareRoot()
    case .conic:
      let turns = atan2(y, x) / (2 * .pi)
      place = turns < 0 ? turns + 1 : turns
    }
    if place <= Double(first.location) { return Double(first.straight.w) }
    for (before, after) in zip(stops, stops.dropFirst()) where place < Double(after.location) {
      let share = (place - Double(before.location)) / Double(after.location - before.location)
      return Double(before.straight.w) + Double(after.straight.w - before.straight.w) * share
    }
    return Double(last.straight.w)
  }
}
