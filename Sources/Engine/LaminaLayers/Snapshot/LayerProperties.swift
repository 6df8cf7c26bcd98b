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
