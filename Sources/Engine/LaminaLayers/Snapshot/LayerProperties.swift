// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import LaminaGeometry
package import LaminaGraphics

/// The kind of the layer that a snapshot node was made from.
@frozen @usableFromInline package enum LayerKind: UInt8, Sendable {
  case layer, transform, shape, gradient, text, replicator, emitter, scroll, tiled

  /// Whether two kinds are equal. From other modules, the operator would be called through a witness, for every layer.
  @inlinable package func `is`(_ other: LayerKind) -> Bool { rawValue == other.rawValue }
}

/// The boolean properties of a layer, packed.
@frozen @usableFromInline package struct LayerFlags: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt16
  @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Whether a flag is set. From other modules, the protocol's own function would be called through a witness, for
  /// every bit of every layer.
  @inlinable package func contains(_ flag: LayerFlags) -> Bool { rawValue & flag.rawValue == flag.rawValue }

  @inlinable package static var hidden: LayerFlags { LayerFlags(rawValue: 1 << 0) }
  @inlinable package static var masksToBounds: LayerFlags { LayerFlags(rawValue: 1 << 1) }
  @inlinable package static var doubleSided: LayerFlags { LayerFlags(rawValue: 1 << 2) }
  @inlinable package static var geometryFlipped: LayerFlags { LayerFlags(rawValue: 1 << 3) }
  @inlinable package static var allowsGroupOpacity: LayerFlags { LayerFlags(rawValue: 1 << 4) }
  @inlinable package static var allowsEdgeAntialiasing: LayerFlags { LayerFlags(rawValue: 1 << 5) }
  @inlinable package static var opaque: LayerFlags { LayerFlags(rawValue: 1 << 6) }
  @inlinable package static var shouldRasterize: LayerFlags { LayerFlags(rawValue: 1 << 7) }
  /// `transform` is not the identity; the flag saves comparing sixteen numbers per layer.
  @inlinable package static var transformed: LayerFlags { LayerFlags(rawValue: 1 << 8) }
  /// The contents are out of date.
  @inlinable package static var needsDisplay: LayerFlags { LayerFlags(rawValue: 1 << 9) }
  /// The sublayers are out of place.
  @inlinable package static var needsLayout: LayerFlags { LayerFlags(rawValue: 1 << 10) }
  /// A delegate was asked to draw and does not implement the method.
  @inlinable package static var unanswered: LayerFlags { LayerFlags(rawValue: 1 << 11) }

  /// The layer's sublayers are not flattened into its plane but keep their depth in the space around it (`D3-7`).
  @inlinable package static var keepsDepth: LayerFlags { LayerFlags(rawValue: 1 << 12) }

  /// The layer has animations.
  @inlinable package static var animated: LayerFlags { LayerFlags(rawValue: 1 << 13) }
  /// The layer's time differs from its superlayer's.
  @inlinable package static var timed: LayerFlags { LayerFlags(rawValue: 1 << 14) }

  /// A new layer's flags.
  package static let initial: LayerFlags = [.doubleSided, .allowsGroupOpacity, .allowsEdgeAntialiasing]
}

/// The place of `contents` in its layer where aspect or size differ. The names are Apple's: in layer space "top" is
/// maximum y and "bottom" minimum y.
///
/// - Conformance: CONTENT-2
package enum ContentsGravity: UInt8, Sendable {
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  case resize, resizeAspect, resizeAspectFill
}

/// The placing and the sampling of a layer's picture.
package struct ContentsProperties: Sendable {
  package var rect = CGRect(x: 0, y: 0, width: 1, height: 1)
  package var center = CGRect(x: 0, y: 0, width: 1, height: 1)
  package var scale: CGFloat = 1
  package var minificationFilterBias: Float = 0
  package var gravity = ContentsGravity.resize
  package var magnificationFilter = ContentsFilter.linear
  package var minificationFilter = ContentsFilter.linear

  package init() {}
}

/// The frequently used properties of a layer that can show in a picture, as plain values.
///
/// A `CALayer` stores one such value and a snapshot copies it whole, with one exclusive access and two reference
/// counts: therefore a snapshot costs a fraction of a microsecond per layer. Values are stored as they were set; the
/// planner applies the rules for values out of range.
package struct LayerProperties: Sendable {
  package var bounds = CGRect.zero
  package var position = CGPoint.zero
  package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  package var zPosition: CGFloat = 0
  package var anchorPointZ: CGFloat = 0
  package var transform = CATransform3DIdentity
  package var cornerRadius: CGFloat = 0
  package var borderWidth: CGFloat = 0
  package var backgroundColor: CGColor?
  package var borderColor: CGColor? = CGColor(straight: [0, 0, 0, 1])
  package var opacity: Float = 1
  package var flags = LayerFlags.initial
  /// Bits 1 minXminY, 2 maxXminY, 4 minXmaxY, 8 maxXmaxY.
  package var maskedCorners: UInt8 = 15
  package var cornerCurve = CornerCurve.circular
  /// Bits 1 left, 2 right, 4 bottom (minimum y), 8 top (maximum y).
  package var edgeAntialiasingMask: UInt8 = 15
  package var kind = LayerKind.layer
  package var contents: CGImage?
  package var contentsProperties = ContentsProperties()
  /// Rarely set properties; `nil` where all have their defaults.
  package var extras: LayerExtras?

  package init() {}
}

/// The properties that few layers set, shared by reference until one of the layers changes them.
///
/// Immutable once shared: `CALayer` makes a copy before it writes (`isKnownUniquelyReferenced`), so a
/// snapshot may hold it on any thread.
package final class LayerExtras: @unchecked Sendable {
  /// The properties. They are one value, so that a copy leaves none out.
  package struct Values {
    package var sublayerTransform = CATransform3DIdentity
    package var shadowColor: CGColor? = CGColor(straight: [0, 0, 0, 1])
    package var shadowOpacity: Float = 0
    package var shadowOffset = CGSize(width: 0, height: -3)
    package var shadowRadius: CGFloat = 3
    package var shadowPath: CGPath?
    package var rasterizationScale: CGFloat = 1
    package var dynamicRange = DynamicRangeProperties()
    package var hasMask = false
    /// A mask was set that is the layer itself or one of its superlayers; it is not used.
    package var hasCyclicMask = false
    package var hasFilters = false
    package var hasBackgroundFilters = false
    package var hasCompositingFilter = false
    /// The name for paths in diagnostics.
    package var name: String?

    package init() {}
  }

  /// All properties. Only the holder of the sole reference may write.
  package var values: Values

  /// Makes a new object with given values or the defaults.
  package init(_ values: Values = Values()) {
    self.values = values
  }

  // The properties that readers of snapshots use. By name, as a subscript by key path costs a microsecond per layer.
  package var sublayerTransform: CATransform3D { values.sublayerTransform }
  package var shadowColor: CGColor? { values.shadowColor }
  package var shadowOpacity: Float { values.shadowOpacity }
  package var shadowOffset: CGSize { values.shadowOffset }
  package var shadowRadius: CGFloat { values.shadowRadius }
  package var shadowPath: CGPath? { values.shadowPath }
  package var rasterizationScale: CGFloat { values.rasterizationScale }
  package var hasMask: Bool { values.hasMask }
  package var hasCyclicMask: Bool { values.hasCyclicMask }
  package var hasFilters: Bool { values.hasFilters }
  package var hasBackgroundFilters: Bool { values.hasBackgroundFilters }
  package var hasCompositingFilter: Bool { values.hasCompositingFilter }
  package var name: String? { values.name }
}

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
