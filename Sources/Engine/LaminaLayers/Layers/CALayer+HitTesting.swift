// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry

// Hit testing with an explicit stack, so that deep trees do not overflow the thread's stack.

extension CALayer {
  /// One layer on the path down the tree.
  private struct Visit {
    var layer: CALayer
    /// The point in this layer's space, or in the space of the nearest layer above that flattens.
    var point: CGPoint
    /// The transform from the sublayers' space to the space of `point`; `nil` is the identity.
    var sublayerSpace: CATransform3D?
    /// The number of sublayers still to be asked.
    var remaining: Int
  }

  /// Lamina's own classes, which are tested here without calls of `hitTest(_:)`.
  private static let knownClasses: Set<ObjectIdentifier> = Set(
    [
      CALayer.self, CATransformLayer.self, CAShapeLayer.self, CAGradientLayer.self, CATextLayer.self,
      CAScrollLayer.self, CAReplicatorLayer.self, CATiledLayer.self, CAEmitterLayer.self,
    ].map { ObjectIdentifier($0) })

  /// The result of `hitTest(_:)`.
  final func deepestLayer(at point: CGPoint) -> CALayer? {
    let space =
      superlayerReference.map { superlayer in
        superlayer.properties.flags.contains(.keepsDepth)
          ? superlayer.flatteningSpace(below: nil)?.matrix : superlayer.properties.sublayerSpace
      } ?? nil
    guard let first = visit(at: point, in: space) else { return nil }
    var stack = [first]
    while let top = stack.indices.last {
      if stack[top].remaining > 0 {
        stack[top].remaining -= 1
        let visit = stack[top]
        let sublayer = visit.layer.sublayerStorage[visit.remaining]
        if !Self.knownClasses.contains(ObjectIdentifier(type(of: sublayer))) {
          if let hit = sublayer.hitTest(visit.point) { return hit }
        } else if let next = sublayer.visit(at: visit.point, in: visit.sublayerSpace) {
          stack.append(next)
        }
      } else {
        let visit = stack.removeLast()
        if !visit.layer.properties.flags.contains(.keepsDepth), visit.layer.contains(visit.point) { return visit.layer }
      }
    }
    return nil
  }

  /// Makes a visit of this layer, unless neither it nor a layer inside it can be hit.
  private func visit(at point: CGPoint, in sublayerSpace: CATransform3D?) -> Visit? {
    // NaN is not above 0 either.
    guard !properties.flags.contains(.hidden), properties.opacity > 0 else { return nil }
    if properties.flags.contains(.keepsDepth) {
      guard var matrix = properties.superlayerMatrix() else { return nil }
      if let sublayerSpace { matrix = CATransform3DConcat(matrix, sublayerSpace) }
      if let own = properties.sublayerSpace { matrix = CATransform3DConcat(own, matrix) }
      return Visit(layer: self, point: point, sublayerSpace: matrix, remaining: sublayerStorage.count)
    }
    guard let layerFromSpace = properties.superlayerFromLayer(in: sublayerSpace)?.inverted() else { return nil }
    let image = layerFromSpace.homogeneous(SIMD2(Double(point.x), Double(point.y)))
    guard image.z > 0 else { return nil }
    let local = CGPoint(x: image.x / image.z, y: image.y / image.z)
    if properties.flags.contains(.masksToBounds), !contains(local) { return nil }
    return Visit(
      layer: self, point: local, sublayerSpace: properties.sublayerSpace, remaining: sublayerStorage.count)
  }
}
