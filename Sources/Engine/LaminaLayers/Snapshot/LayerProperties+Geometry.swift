// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import LaminaGeometry

// The map from a layer's own coordinates to its superlayer's:
//
//   flip (isGeometryFlipped) * T(-anchor, -anchorPointZ) * transform * T(position, zPosition)
//     * the superlayer's sublayerTransform about the superlayer's anchor
//
// with anchor = bounds.origin + anchorPoint * size. The flip mirrors about the middle of the bounds and comes
// first, so that anchorPoint, transform and position act outside it (GEO-2, GEO-4).

extension LayerProperties {
  /// The point of the bounds that lies on `position`, not flipped.
  ///
  /// - Units: points, in the layer's space without `geometryFlipped`.
  @inline(__always) private var anchor: SIMD2<Double> {
    SIMD2(
      Double(bounds.origin.x) + Double(anchorPoint.x) * Double(bounds.size.width),
      Double(bounds.origin.y) + Double(anchorPoint.y) * Double(bounds.size.height))
  }

  /// Twice the centre of the bounds in y: in a flipped layer, y becomes this minus y.
  @inline(__always) private var flipSum: Double {
    2 * Double(bounds.origin.y) + Double(bounds.size.height)
  }

  /// The map from this layer's plane to its superlayer's plane.
  ///
  /// - Parameter sublayerSpace: The superlayer's ``sublayerSpace``, where it has one.
  /// - Returns: `nil` where any number of the geometry is NaN or infinite, or the result overflows.
  /// - Conformance: GEO-2, GEO-4, D3-1
  package func superlayerFromLayer(in sublayerSpace: CATransform3D? = nil) -> Homography? {
    if let sublayerSpace {
      guard let matrix = superlayerMatrix() else { return nil }
      let result = PlaneInSpace(matrix).concatenating(sublayerSpace).flattened
      return result.isFinite ? result : nil
    }
    return withUnsafePointer(to: self) { $0.superlayerFromLayer }
  }

  /// The map from this layer's space to its superlayer's, z included, without any sublayerTransform.
  ///
  /// - Returns: `nil` where any number of the geometry is NaN or infinite, or the result overflows.
  /// - Conformance: GEO-2, GEO-4
  package func superlayerMatrix() -> CATransform3D? {
    let anchor = self.anchor
    var rows = (transform.row1, transform.row2, transform.row3, transform.row4)
    rows.3 -= rows.0 * anchor.x + rows.1 * anchor.y + rows.2 * Double(anchorPointZ)
    let position = SIMD4(Double(self.position.x), Double(self.position.y), Double(zPosition), 0)
    rows.0 += position * rows.0.w
    rows.1 += position * rows.1.w
    rows.2 += position * rows.2.w
    rows.3 += position * rows.3.w
    if flags.contains(.geometryFlipped) {
      rows.3 += rows.1 * flipSum
      rows.1 = -rows.1
    }
    let result = CATransform3D(rows: rows)
    return result.isFinite ? result : nil
  }

  /// Returns the map of `isGeometryFlipped`: y mirrored about the middle of `bounds`.
  ///
  /// - Conformance: GEO-4
  package static func flip(about bounds: CGRect) -> Homography {
    Homography(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 2 * Double(bounds.origin.y) + Double(bounds.size.height))
  }

  /// The map of `sublayerTransform`, about this layer's anchor; `nil` where it is the identity.
  ///
  /// In a flipped layer the anchor is still the point that lies on `position`, in flipped coordinates. A matrix that is
  /// not finite is returned unchanged: every sublayer's map then is `nil`.
  ///
  /// - Conformance: GEO-2; the flipped case is our choice
  package var sublayerSpace: CATransform3D? {
    guard let extras, !CATransform3DIsIdentity(extras.sublayerTransform) else { return nil }
    var anchor = self.anchor
    if flags.contains(.geometryFlipped) { anchor.y = flipSum - anchor.y }
    let toAnchor = CATransform3DMakeTranslation(CGFloat(anchor.x), CGFloat(anchor.y), anchorPointZ)
    let fromAnchor = CATransform3DMakeTranslation(CGFloat(-anchor.x), CGFloat(-anchor.y), -anchorPointZ)
    return CATransform3DConcat(CATransform3DConcat(fromAnchor, extras.sublayerTransform), toAnchor)
  }
}

extension UnsafePointer<LayerProperties> {
  /// The map from the layer's plane to its superlayer's, where the superlayer has no ``LayerProperties/sublayerSpace``.
  /// Read in place: a method of the layer itself would be called with a copy, which costs more than the map.
  ///
  /// - Returns: `nil` where any number of the geometry is NaN or infinite, or the result overflows.
  /// - Conformance: GEO-2, GEO-4, D3-1
  package var superlayerFromLayer: Homography? {
    let (bounds, anchorPoint, flags) = (pointee.bounds, pointee.anchorPoint, pointee.flags)
    let anchor = SIMD2(
      Double(bounds.origin.x) + Double(anchorPoint.x) * Double(bounds.size.width),
      Double(bounds.origin.y) + Double(anchorPoint.y) * Double(bounds.size.height))
    let position = SIMD2(Double(pointee.position.x), Double(pointee.position.y))
    let depth = Double(pointee.anchorPointZ)
    var result: Homography
    if flags.contains(.transformed) {
      result = Homography(pointee.transform)
      let row3 = SIMD3(
        Double(pointee.transform.m31), Double(pointee.transform.m32), Double(pointee.transform.m34))
      result.translation -= result.x * anchor.x + result.y * anchor.y + row3 * depth
      // T(position) adds position * w to every row; w is 0, 0, 1 unless there is perspective.
      result.x += SIMD3(position.x, position.y, 0) * result.x.z
      result.y += SIMD3(position.x, position.y, 0) * result.y.z
      result.translation += SIMD3(position.x, position.y, 0) * result.translation.z
    } else {
      // No array literals: a vector made from one goes through memory, for every layer.
      result = Homography(
        x: SIMD3(1, 0, 0), y: SIMD3(0, 1, 0), translation: SIMD3(position.x - anchor.x, position.y - anchor.y, 1))
    }
    if flags.contains(.geometryFlipped) {
      result.translation += result.y * (2 * Double(bounds.origin.y) + Double(bounds.size.height))
      result.y = -result.y
    }
    // Depth does not show in the plane, but a layer whose depth is not finite is invalid all the same.
    let sum = result.x + result.y + result.translation
    let check = sum.x + sum.y + sum.z + Double(pointee.zPosition) + depth
    return check - check == 0 ? result : nil
  }
}
