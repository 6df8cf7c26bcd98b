// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

/// The gradients of a plan with their stops.
struct GradientTable {
  private(set) var paints: [GradientPaint] = []
  private(set) var stops: [GradientContent.Stop] = []

  subscript(gradient: GradientHandle) -> GradientPaint { paints[gradient.index] }

  /// The stops of a gradient.
  func stops(of gradient: GradientPaint) -> ArraySlice<GradientContent.Stop> {
    stops[Int(gradient.stops.lowerBound)..<Int(gradient.stops.upperBound)]
  }

  /// Appends another table.
  mutating func append(_ other: GradientTable) {
    let shift = Int32(stops.count)
    for var paint in other.paints {
      paint.stops = (paint.stops.lowerBound + shift)..<(paint.stops.upperBound + shift)
      paints.append(paint)
    }
    stops += other.stops
  }

  /// Adds a gradient.
  ///
  /// - Parameter bounds: The bounds of its layer, in layer space: minimum x, y, maximum x, y.
  /// - Returns: The handle of the gradient; `nil` if it paints nothing.
  mutating func add(_ content: GradientContent, bounds: SIMD4<Double>) -> GradientHandle? {
    let start = Int32(stops.count)
    guard
      let paint = GradientPaint(content, bounds: bounds, stops: start..<(start + Int32(content.stops.count)))
    else { return nil }
    paints.append(paint)
    stops += content.stops
    return GradientHandle(paints.count - 1)
  }
}
