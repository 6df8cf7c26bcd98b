// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
package import LaminaGeometry

// Conversion between the spaces of two layers: up to the nearest common superlayer, and down again. Every level
// flattens into its superlayer's plane; a CATransformLayer does not, so the conversion up through such layers is in
// space.
//
// Layers of different trees are converted as if their roots were sublayers of one space; `nil` stands for that space.

extension CALayer {
  /// Returns the image of a point, independently of overrides of `convert(_:from:)`.
  static func image(of point: CGPoint, from source: CALayer?, to destination: CALayer?) -> CGPoint {
    map(from: source, to: destination).image(of: point)
  }

  /// Returns the box of a rectangle's image, independently of overrides of `convert(_:from:)`.
  static func box(of rect: CGRect, from source: CALayer?, to destination: CALayer?) -> CGRect {
    map(from: source, to: destination).boundingBox(of: rect) ?? .null
  }

  private static func map(from source: CALayer?, to destination: CALayer?) -> Homography {
    let meeting = nearestCommonSuperlayer(source, destination)
    let up = source.flatMap { $0.ancestorFromLayer(meeting) } ?? .identity
    let down = destination.flatMap { $0.ancestorFromLayer(meeting) }?.inverted() ?? .identity
    return up.concatenating(down)
  }

  /// Returns the map from this layer's plane to the plane of a layer above it.
  ///
  /// - Parameter ancestor: A layer above this one, or this one; `nil` is the space outside the tree.
  /// - Returns: `nil` where any geometry on the path is not finite.
  package final func ancestorFromLayer(_ ancestor: CALayer?) -> Homography? {
    var result = Homography.identity
    var layer = self
    while layer !== ancestor {
      let (step, next) = layer.climb(to: ancestor)
      guard let step else { return nil }
      result = result.concatenating(step)
      guard let next else { break }
      layer = next
    }
    return result.isFinite ? result : nil
  }

  /// Returns the map from this layer's plane to the nearest layer above that flattens, but no further than `ancestor`.
  private func climb(to ancestor: CALayer?) -> (step: Homography?, next: CALayer?) {
    guard let superlayer = superlayerReference else { return (properties.superlayerFromLayer(), nil) }
    let sublayerSpace = properties(asMaskOf: superlayer) ? nil : superlayer.properties.sublayerSpace
    guard superlayer.properties.flags.contains(.keepsDepth), superlayer !== ancestor else {
      return (properties.superlayerFromLayer(in: sublayerSpace), superlayer)
    }
    guard let space = superlayer.flatteningSpace(below: ancestor) else { return (nil, nil) }
    return (properties.superlayerFromLayer(in: space.matrix), space.layer)
  }

  /// Whether this layer is `superlayer`'s mask, which its sublayerTransform does not move.
  private func properties(asMaskOf superlayer: CALayer) -> Bool {
    superlayer.attachments?.mask === self
  }

  /// Returns, for a transform layer, the map from its sublayers' space to the nearest layer above that flattens.
  ///
  /// - Returns: `nil` where any geometry on the path is not finite; a `nil` layer is the space outside the tree.
  final func flatteningSpace(below ancestor: CALayer?) -> (matrix: CATransform3D, layer: CALayer?)? {
    var matrix = properties.sublayerSpace ?? CATransform3DIdentity
    var layer: CALayer? = self
    while let current = layer, current.properties.flags.contains(.keepsDepth), current !== ancestor {
      guard let step = current.properties.superlayerMatrix() else { return nil }
      matrix = CATransform3DConcat(matrix, step)
      layer = current.superlayerReference
      if let sublayerSpace = layer?.properties.sublayerSpace { matrix = CATransform3DConcat(matrix, sublayerSpace) }
    }
    return (matrix, layer)
  }

  /// Returns the deepest common superlayer of two layers, which may be one of them; `nil` where there is none.
  static func nearestCommonSuperlayer(_ first: CALayer?, _ second: CALayer?) -> CALayer? {
    guard var first, var second else { return nil }
    var (firstDepth, secondDepth) = (first.depth, second.depth)
    while first !== second {
      if firstDepth >= secondDepth {
        guard let next = first.superlayerReference else { return nil }
        first = next
        firstDepth -= 1
      } else {
        guard let next = second.superlayerReference else { return nil }
        second = next
        secondDepth -= 1
      }
    }
    return first
  }

  /// The number of layers above this one.
  private var depth: Int {
    var depth = 0
    var layer = superlayerReference
    while let current = layer {
      depth += 1
      layer = current.superlayerReference
    }
    return depth
  }
}

extension Homography {
  /// Returns the image of a point; where w is 0, the point itself.
  fileprivate func image(of point: CGPoint) -> CGPoint {
    let image = homogeneous(SIMD2(Double(point.x), Double(point.y)))
    guard image.z != 0 else { return point }
    return CGPoint(x: image.x / image.z, y: image.y / image.z)
  }
}
