// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import LaminaGeometry
package import LaminaLayers

/// Where the layers of a snapshot lie on the canvas, for tools that point at them.
///
/// Culled and hidden layers have a place, too: nothing is drawn for it, and nothing is asked of a plan.
package struct LayerPlaces {
  /// The size of the canvas.
  package let canvas: PixelSize
  private let snapshot: TreeSnapshot
  /// Layer to canvas for each node; `nil` where the geometry is no finite number.
  private let maps: [Homography?]

  /// Finds the places.
  ///
  /// - Parameters:
  ///   - snapshot: The tree.
  ///   - options: Those of the picture.
  /// - Throws: `PlanError` for a canvas that cannot be.
  /// - Complexity: O(n) in the number of layers.
  package init(_ snapshot: TreeSnapshot, options: PlanOptions) throws(PlanError) {
    let canvas = try Canvas(of: snapshot, options: options)
    self.canvas = canvas.pixelSize
    self.snapshot = snapshot
    maps = Self.maps(of: snapshot, targetFromRoot: canvas.targetFromRoot)
  }

  /// The plane that sublayers are flattened into, and what lies between them and it.
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
      // A mask lies in its layer, and not among its sublayers.
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

  /// The corners of a layer's bounds on the canvas; none where nothing of it lies before the eye.
  ///
  /// - Parameter node: Its number in the snapshot.
  /// - Returns: A convex polygon, target pixels, at most a canvas' sides outside of the canvas.
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

  /// The way from a layer's own space to the canvas; `nil` where it is no finite number.
  package func targetFromLayer(_ node: Int) -> Homography? { maps.indices.contains(node) ? maps[node] : nil }
}
