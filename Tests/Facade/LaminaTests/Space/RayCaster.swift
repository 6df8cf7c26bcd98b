// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The layer at a pixel, found by another way than the planner's: every layer's plane is met with the line of sight,
// by the rules alone, and the nearest wins. It knows nothing of order, cutting, coverage or clips.

import Foundation
import Lamina

/// A space of opaque layers, as a line of sight meets them.
struct RayCaster {
  /// One layer with a colour, and where its plane lies.
  private struct Plane {
    var layer: CALayer
    /// Row vectors: layer point times this, divided by w, is (x, y, depth) on the canvas.
    var rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)
    var bounds: CGRect
    var order: Int
  }

  private var planes: [Plane] = []

  /// Takes the space of `root`'s sublayers; sublayers of transform layers stand in it too.
  ///
  /// Anything deeper is not looked at: sublayers of the layers themselves must stay inside them.
  init(_ root: CALayer) {
    add(root.sublayers ?? [], RayCaster.about(root, root.sublayerTransform))
  }

  private mutating func add(_ layers: [CALayer], _ space: CATransform3D) {
    for layer in layers {
      let (anchorX, anchorY) = RayCaster.anchor(of: layer)
      var matrix = CATransform3DMakeTranslation(-anchorX, -anchorY, -layer.anchorPointZ)
      matrix = CATransform3DConcat(matrix, layer.transform)
      matrix = CATransform3DConcat(
        matrix, CATransform3DMakeTranslation(layer.position.x, layer.position.y, layer.zPosition))
      matrix = CATransform3DConcat(matrix, space)
      if layer is CATransformLayer {
        add(layer.sublayers ?? [], CATransform3DConcat(RayCaster.about(layer, layer.sublayerTransform), matrix))
        continue
      }
      let rows = (
        SIMD4<Double>(matrix.m11, matrix.m12, matrix.m13, matrix.m14),
        SIMD4<Double>(matrix.m21, matrix.m22, matrix.m23, matrix.m24),
        SIMD4<Double>(matrix.m41, matrix.m42, matrix.m43, matrix.m44)
      )
      planes.append(Plane(layer: layer, rows: rows, bounds: layer.bounds, order: planes.count))
    }
  }

  private static func anchor(of layer: CALayer) -> (CGFloat, CGFloat) {
    (
      layer.bounds.origin.x + layer.anchorPoint.x * layer.bounds.width,
      layer.bounds.origin.y + layer.anchorPoint.y * layer.bounds.height
    )
  }

  private static func about(_ layer: CALayer, _ transform: CATransform3D) -> CATransform3D {
    let (x, y) = anchor(of: layer)
    let there = CATransform3DMakeTranslation(-x, -y, -layer.anchorPointZ)
    return CATransform3DConcat(
      CATransform3DConcat(there, transform), CATransform3DMakeTranslation(x, y, layer.anchorPointZ))
  }

  /// The single-sided layers whose backs face the viewer.
  var facingAway: [CALayer] { planes.filter { !isFacing($0, 1) }.map(\.layer) }

  /// The layer seen at a point of the canvas.
  ///
  /// - Returns: `.none` near an edge of any layer, where antialiasing mixes, and where two planes meet.
  func hit(_ x: Double, _ y: Double, margin: Double = 1.5) -> CALayer?? {
    var hits: [(depth: Double, order: Int, layer: CALayer)] = []
    for plane in planes {
      let (a, b, c) = plane.rows
      guard let (point, w) = meet(plane, x, y), w > 0, isFacing(plane, w) else { continue }
      let depth = (a.z * point.x + b.z * point.y + c.z) / w
      switch place(of: point, in: plane, at: SIMD2(x, y), w, margin) {
      case .inside: hits.append((depth, plane.order, plane.layer))
      case .outside: break
      case .near: return .none
      }
    }
    hits.sort { ($0.depth, $0.order) > ($1.depth, $1.order) }
    guard hits.count > 1 else { return .some(hits.first?.layer) }
    // Where two planes meet, the nearest changes within the pixel.
    return hits[0].depth - hits[1].depth > 2 ? .some(hits[0].layer) : .none
  }

  /// The layer seen at a point of the canvas, where the same one is seen all around it; layers behind it do not
  /// matter.
  ///
  /// - Returns: `.none` where another layer, or none, is seen a pixel away.
  func frontAround(_ x: Double, _ y: Double, margin: Double = 1) -> CALayer?? {
    let middle = front(x, y)
    for step in 0..<8 {
      let angle = Double(step) * .pi / 4
      if front(x + margin * cos(angle), y + margin * sin(angle)) !== middle { return .none }
    }
    return .some(middle)
  }

  /// The nearest layer on the line of sight.
  private func front(_ x: Double, _ y: Double) -> CALayer? {
    var nearest: (depth: Double, layer: CALayer?) = (-.infinity, nil)
    for plane in planes {
      guard let (point, w) = meet(plane, x, y), w > 0, isFacing(plane, w) else { continue }
      let bounds = plane.bounds
      guard point.x >= bounds.minX, point.x <= bounds.maxX, point.y >= bounds.minY, point.y <= bounds.maxY else {
        continue
      }
      let (a, b, c) = plane.rows
      let depth = (a.z * point.x + b.z * point.y + c.z) / w
      if depth >= nearest.depth { nearest = (depth, plane.layer) }
    }
    return nearest.layer
  }

  /// Where a line of sight meets a plane, in the layer's points, and w there.
  private func meet(_ plane: Plane, _ x: Double, _ y: Double) -> (SIMD2<Double>, Double)? {
    // (X, Y, 1) * rows = (x w, y w, z w, w): three equations for X, Y and w.
    let (a, b, c) = plane.rows
    let first = SIMD3(a.x - x * a.w, b.x - x * b.w, c.x - x * c.w)
    let second = SIMD3(a.y - y * a.w, b.y - y * b.w, c.y - y * c.w)
    let determinant = first.x * second.y - first.y * second.x
    guard abs(determinant) > 1e-12 else { return nil }
    let point = SIMD2(
      (first.y * second.z - first.z * second.y) / determinant, (first.z * second.x - first.x * second.z) / determinant)
    return (point, a.w * point.x + b.w * point.y + c.w)
  }

  private enum Place { case inside, outside, near }

  /// Whether a point is inside by `margin` pixels, or outside by as many.
  private func place(
    of point: SIMD2<Double>, in plane: Plane, at screen: SIMD2<Double>, _ w: Double, _ margin: Double
  ) -> Place {
    let (a, b, _) = plane.rows
    // How the screen changes along the layer's axes.
    let alongX = (SIMD2(a.x, a.y) - screen * a.w) / w
    let alongY = (SIMD2(b.x, b.y) - screen * b.w) / w
    let area = abs(alongX.x * alongY.y - alongX.y * alongY.x)
    // Across edges of constant x, a step in x counts by the distance between lines along y.
    let perX = area / (alongY * alongY).sum().squareRoot()
    let perY = area / (alongX * alongX).sum().squareRoot()
    let bounds = plane.bounds
    let distances = [
      (point.x - bounds.minX) * perX, (bounds.maxX - point.x) * perX, (point.y - bounds.minY) * perY,
      (bounds.maxY - point.y) * perY,
    ]
    guard let least = distances.min() else { return .near }
    return least > margin ? .inside : least < -margin ? .outside : .near
  }

  private func isFacing(_ plane: Plane, _ w: Double) -> Bool {
    guard !plane.layer.isDoubleSided else { return true }
    let (a, b, c) = plane.rows
    // The sign of the projected area's derivative: a triple product of x, y and w.
    let determinant =
      a.x * (b.y * c.w - b.w * c.y) - a.y * (b.x * c.w - b.w * c.x) + a.w * (b.x * c.y - b.y * c.x)
    return determinant > 0
  }
}
