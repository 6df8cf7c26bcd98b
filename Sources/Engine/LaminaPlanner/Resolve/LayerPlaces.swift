// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import LaminaGeometry
package import LaminaLayers

/// The places of a snapshot's layers on the canvas, for tools that point at layers.
///
/// Culled and hidden layers have places as well: nothing is drawn to find them, and no plan is needed.
package struct LayerPlaces {
  /// The size of the canvas.
  package let canvas: PixelSize
  private let snapshot: TreeSnapshot
  /// The map from layer space to the canvas for each node; `nil` if the geometry is not finite.
  private let maps: [Homography?]

  /// Finds the places of all layers.
  ///
  /// - Parameters:
  ///   - snapshot: The tree.
  ///   - options: The options of the picture.
  /// - Throws: `PlanError` for an invalid canvas.
  /// - Complexity: O(n) in the number of layers.
  package init(_ snapshot: TreeSnapshot, options: PlanOptions) throws(PlanError) {
    let canvas = try Canvas(of: snapshot, options: options)
    self.canvas = canvas.pixelSize
    self.snapshot = snapshot
    maps = Self.maps(of: snapshot, targetFromRoot: canvas.targetFromRoot)
  }

  /// The plane that sublayers are flattened into, and the transform from their space to it.
  private struct Inside {
    var targetFromPlane: Homography?
    var planeFromSublayers: CATransform3D?
  }

  private static func maps(of snapshot: TreeSnapshot, targetFromRoot: Homography) -> [Homography?] {
    var maps: [Homography?] = []
    var insides: [Inside] = []
    maps.reserveCapacity(snapshot.nodes.count)
    insides.reserveCapacity(snapshot.nodes.count)
    for (index, node) in snapshot.nodes.enumerated() {
      let properties = node.properties
      guard node.parent >= 0 else {
        let isFlipped = properties.flags.contains(.geometryFlipped)
        let map =
          isFlipped
          ? LayerProperties.flip(about: properties.bounds).concatenating(targetFromRoot) : targetFromRoot
        maps.append(map)
        insides.append(Inside(targetFromPlane: map, planeFromSublayers: properties.sublayerSpace))
        continue
      }
      var around = insides[Int(node.parent)]
      // A mask lies in its layer's space, and not in the space of the sublayers.
      if snapshot.nodes[Int(node.parent)].mask == Int32(index) {
        around = Inside(targetFromPlane: maps[Int(node.parent)], planeFromSublayers: nil)
      }
      guard let own = properties.superlayerMatrix(), let plane = around.targetFromPlane else {
        maps.append(nil)
        insides.append(Inside(targetFromPlane: nil, planeFromSublayers: nil))
        continue
      }
      let matrix = around.planeFromSublayers.map { CATransform3DConcat(own, $0) } ?? own
      let map = Homography(matrix).concatenating(plane)
      maps.append(map.isFinite ? map : nil)
      let space = properties.sublayerSpace
      if properties.flags.contains(.keepsDepth) {
        let inner = space.map { CATransform3DConcat($0, matrix) } ?? matrix
        insides.append(Inside(targetFromPlane: plane, planeFromSublayers: inner))
      } else {
        insides.append(Inside(targetFromPlane: map.isFinite ? map : nil, planeFromSublayers: space))
      }
    }
    return maps
  }

  /// The corners of a layer's bounds on the canvas; none if no part of the bounds lies in front of the eye.
  ///
  /// - Parameter node: The layer's index in the snapshot.
  /// - Returns: A convex polygon in target pixels, which extends beyond the canvas by at most the canvas' sides.
  package func corners(of node: Int) -> [SIMD2<Double>] {
    guard maps.indices.contains(node), let map = maps[node] else { return [] }
    let bounds = snapshot.nodes[node].properties.bounds.standardized
    let low = SIMD2(Double(bounds.minX), Double(bounds.minY))
    let high = SIMD2(Double(bounds.maxX), Double(bounds.maxY))
    guard low - low == .zero, high - high == .zero else { return [] }
    let sides = SIMD2(Double(canvas.width), Double(canvas.height))
    var polygon = map.image(ofBoxFrom: low, to: high)
    polygon.clip(to: ConvexPolygon(boxFrom: -sides, to: sides * 2))
    return polygon.vertices.filter { $0 - $0 == .zero }
  }

  /// The map from a layer's own space to the canvas; `nil` if it is not finite.
  package func targetFromLayer(_ node: Int) -> Homography? { maps.indices.contains(node) ? maps[node] : nil }
}
