// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The place of `contents` in a layer where the sizes differ.
///
/// "Top" is maximum y and "bottom" minimum y, so in a space with y down they look swapped. Any other name is kept and
/// draws as `center`.
///
/// - Conformance: CONTENT-2
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a gravity from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Centred, not resized.
  public static let center = CALayerContentsGravity(rawValue: "center")
  /// Centred at maximum y, not resized.
  public static let top = CALayerContentsGravity(rawValue: "top")
  /// Centred at minimum y, not resized.
  public static let bottom = CALayerContentsGravity(rawValue: "bottom")
  /// Centred at minimum x, not resized.
  public static let left = CALayerContentsGravity(rawValue: "left")
  /// Centred at maximum x, not resized.
  public static let right = CALayerContentsGravity(rawValue: "right")
  /// In the corner of minimum x and maximum y, not resized.
  public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
  /// In the corner of maximum x and maximum y, not resized.
  public static let topRight = CALayerContentsGravity(rawValue: "topRight")
  /// In the corner of minimum x and minimum y, not resized.
  public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
  /// In the corner of maximum x and minimum y, not resized.
  public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
  /// Stretched to the bounds.
  public static let resize = CALayerContentsGravity(rawValue: "resize")
  /// Scaled to fit inside the bounds, keeping its aspect.
  public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
  /// Scaled to fill the bounds, keeping its aspect; the excess overflows.
  public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

/// The sampling of `contents`. Any other name is kept and draws as `linear`.
///
/// - Conformance: CONTENT-5
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a filter from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Blends the four nearest texels.
  public static let linear = CALayerContentsFilter(rawValue: "linear")
  /// Takes the nearest texel.
  public static let nearest = CALayerContentsFilter(rawValue: "nearest")
  /// Blends between two sizes of the picture.
  public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")
}

/// The pixel format of a layer's own bitmap. Stored without effect: every bitmap has 8-bit RGBA.
public struct CALayerContentsFormat: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a format from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// 8 bits for each of red, green, blue and alpha.
  public static let RGBA8Uint = CALayerContentsFormat(rawValue: "RGBA8")
  /// 16-bit float for each of red, green, blue and alpha.
  public static let RGBA16Float = CALayerContentsFormat(rawValue: "RGBAh")
  /// 8 bits of grey.
  public static let gray8Uint = CALayerContentsFormat(rawValue: "Gray8")
  /// The format that suits the drawing.
  public static let automatic = CALayerContentsFormat(rawValue: "Automatic")
}

/// The curve of rounded corners. Any other name is kept and draws as `circular`.
///
/// - Conformance: CLIP-3
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a curve from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A quarter of a circle.
  public static let circular = CALayerCornerCurve(rawValue: "circular")
  /// A curve whose curvature sets in gradually, 1.528665 radii from the corner.
  public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}

/// Some of the four corners of a layer.
///
/// - Conformance: CLIP-2
public struct CACornerMask: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Makes a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Minimum x, minimum y: top left where y points down.
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
  /// Maximum x, minimum y.
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  /// Minimum x, maximum y.
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
  /// Maximum x, maximum y.
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
}

/// Some of the four edges of a layer.
///
/// - Conformance: GROUP-3
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Makes a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The edge at minimum x.
  public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1)
  /// The edge at maximum x.
  public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 2)
  /// The edge at minimum y.
  public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 4)
  /// The edge at maximum y.
  public static let layerTopEdge = CAEdgeAntialiasingMask(rawValue: 8)
}

/// The parts of a layer that give way when its superlayer changes size; see ``CALayer/autoresizingMask``.
public struct CAAutoresizingMask: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Makes a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The margin at minimum x.
  public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1)
  /// The width.
  public static let layerWidthSizable = CAAutoresizingMask(rawValue: 2)
  /// The margin at maximum x.
  public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 4)
  /// The margin at minimum y.
  public static let layerMinYMargin = CAAutoresizingMask(rawValue: 8)
  /// The height.
  public static let layerHeightSizable = CAAutoresizingMask(rawValue: 16)
  /// The margin at maximum y.
  public static let layerMaxYMargin = CAAutoresizingMask(rawValue: 32)
}
