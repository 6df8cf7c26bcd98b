// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
internal import LaminaGeometry
public import LaminaLayers
internal import LaminaPlan
internal import LaminaPlanner

extension CALayer {
  /// The layer that is visible at a point, where this layer is drawn as the root of a picture.
  ///
  /// The result follows the drawn picture, unlike `hitTest(_:)`: `zPosition`, depth, intersections in space, back
  /// faces, rounded corners, clips, and transparent parts of pictures all count. Of several translucent layers it is
  /// the nearest. Edges count up to the middle of their antialiasing. Layers are taken at their model values, without
  /// animations.
  ///
  ///     let face = cube.topmostLayer(at: CGPoint(x: 120, y: 80))   // the face that is in front
  ///
  /// - Parameter point: A point in this layer's coordinate space, which is the picture's: a layer's own position
  ///   and transform do not move it as a root.
  /// - Returns: This layer or one inside it; `nil` outside the bounds, and where nothing is drawn.
  /// - Complexity: O(n): the tree is planned as for drawing it. To ask for many points, ask
  ///   ``topmostLayers(at:)``.
  /// - Conformance: GEO-8, choice
  public func topmostLayer(at point: CGPoint) -> CALayer? {
    topmostLayers(at: [point])[0]
  }

  /// The layers that are visible at each of several points; see ``topmostLayer(at:)``.
  ///
  /// - Parameter points: Points in this layer's coordinate space.
  /// - Returns: One result for each point, in the same order.
  public func topmostLayers(at points: [CGPoint]) -> [CALayer?] {
    let bounds = self.bounds.standardized
    let places = points.map { point in
      SIMD2(
        Double(point.x - bounds.minX), Double(isGeometryFlipped ? bounds.maxY - point.y : point.y - bounds.minY))
    }
    var options = PlanOptions()
    options.limits.pixels = .max
    // Layers away from the points need not be planned.
    options.region = PixelRect(around: places)
    let snapshot = TreeSnapshot(ofModel: self)
    var planner = Planner(options: options)
    planner.plansPartAlone = true
    guard let plan = try? planner.plan(snapshot) else { return points.map { _ in nil } }
    let nodes = places.map { plan.topmostNode(at: $0) }
    let layers = layers(at: Set(nodes.compactMap { $0 }))
    return nodes.map { $0.flatMap { layers[$0] } }
  }

  /// The layers of this tree at given numbers. Layers are numbered in pre-order, as in snapshots.
  private func layers(at numbers: Set<Int32>) -> [Int32: CALayer] {
    var found: [Int32: CALayer] = [:]
    var open = [self]
    var number: Int32 = 0
    while found.count < numbers.count, let layer = open.popLast() {
      if numbers.contains(number) { found[number] = layer }
      number += 1
      open.append(contentsOf: (layer.sublayers ?? []).reversed())
    }
    return found
  }
}

extension PixelRect {
  /// The pixels that hold some points, with a margin of one pixel; `nil` where no point is finite.
  fileprivate init?(around points: [SIMD2<Double>]) {
    var (low, high) = (SIMD2<Double>(repeating: .infinity), SIMD2<Double>(repeating: -.infinity))
    for point in points where point - point == .zero {
      low.replace(with: point, where: point .< low)
      high.replace(with: point, where: point .> high)
    }
    guard low.x <= high.x else { return nil }
    func whole(_ value: Double) -> Int32 { Int32(clamping: min(max(value.rounded(.down), -0x1p29), 0x1p29)) }
    self.init(minX: whole(low.x) - 1, minY: whole(low.y) - 1, maxX: whole(high.x) + 2, maxY: whole(high.y) + 2)
  }
}
