// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGeometry
public import LaminaGraphics

/// The rule for the inside of a path.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a rule from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A point is inside if the path winds around it.
  public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
  /// A point is inside if a ray from it crosses the path an odd number of times.
  public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

/// The shape of the ends of a stroke.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a cap from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The stroke is cut off at the end.
  public static let butt = CAShapeLayerLineCap(rawValue: "butt")
  /// A half circle is added beyond the end.
  public static let round = CAShapeLayerLineCap(rawValue: "round")
  /// Half the width is added beyond the end.
  public static let square = CAShapeLayerLineCap(rawValue: "square")
}

/// The shape of the corners of a stroke.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a join from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Corners are sharp, up to the miter limit.
  public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
  /// Corners are rounded.
  public static let round = CAShapeLayerLineJoin(rawValue: "round")
  /// Corners are cut off.
  public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

/// A layer that draws a path over its background and contents, and under its sublayers.
///
/// The path is drawn in the resolution in which it shows, whatever the layer's transform, and kept while only its
/// colours or the transform change.
///
///     let ring = CAShapeLayer()
///     ring.path = CGPath(ellipseIn: CGRect(x: 10, y: 10, width: 80, height: 80), transform: nil)
///     ring.fillColor = nil
///     ring.strokeColor = CGColor(srgbRed: 0, green: 0.5, blue: 1, alpha: 1)
///     ring.lineWidth = 6
///     ring.strokeEnd = 0.75
///
/// - Conformance: SHAPE-1
open class CAShapeLayer: CALayer {
  /// The shape. It is copied when it is set, and not clipped to the bounds.
  ///
  /// When the property is animated, two paths of the same elements are mixed element by element; a line is mixed with a
  /// curve as the curve whose control points lie at the line's ends, as pictures by Core Animation show. Paths whose
  /// elements differ in kind or number jump half way, which is reported.
  ///
  /// - Units: points, in this layer's coordinate space.
  /// - Default: `nil`. Animatable.
  /// - Conformance: SHAPE-1, TIME-5
  open var path: CGPath? {
    didSet {
      path = path?.copy()
      keyedPath = nil
      markChanged()
    }
  }

  /// The colour inside the path.
  ///
  /// - Default: opaque black; `nil` fills nothing. Animatable.
  open var fillColor: CGColor? = CGColor(straight: [0, 0, 0, 1]) {
    willSet { willChange("fillColor") }
    didSet { didChange("fillColor") }
  }

  /// The rule for the inside of the path.
  ///
  /// - Range: A name that is none of Apple's is stored and draws as `nonZero`.
  /// - Default: `nonZero`.
  open var fillRule: CAShapeLayerFillRule = .nonZero {
    didSet { markChanged() }
  }

  /// The colour along the path.
  ///
  /// - Default: `nil`, which strokes nothing. Animatable.
  open var strokeColor: CGColor? {
    willSet { willChange("strokeColor") }
    didSet { didChange("strokeColor") }
  }

  /// The position along the path at which the stroke starts.
  ///
  /// The length decides the piece of the path; inside a curve, a fraction of its length is taken as a fraction of its
  /// parameter.
  ///
  /// - Units: fractions of the path's length.
  /// - Range: `0...1`; other values draw as the nearer end, NaN as 0.
  /// - Default: 0. Animatable.
  open var strokeStart: CGFloat = 0 {
    willSet { willChange("strokeStart") }
    didSet { didChange("strokeStart") }
  }

  /// The position along the path at which the stroke ends.
  ///
  /// - Units: fractions of the path's length.
  /// - Range: `0...1`; other values draw as the nearer end, NaN as 1. Before `strokeStart` nothing is stroked.
  /// - Default: 1. Animatable.
  open var strokeEnd: CGFloat = 1 {
    willSet { willChange("strokeEnd") }
    didSet { didChange("strokeEnd") }
  }

  /// The width of the stroke, half of it on each side of the path.
  ///
  /// - Units: points, in this layer's coordinate space.
  /// - Range: above 0; other values stroke nothing.
  /// - Default: 1. Animatable.
  open var lineWidth: CGFloat = 1 {
    willSet { willChange("lineWidth") }
    didSet { didChange("lineWidth") }
  }

  /// The maximum length of a sharp corner before it is cut off, relative to the line width.
  ///
  /// - Range: `1...`; other values draw as 1.
  /// - Default: 10. Animatable.
  open var miterLimit: CGFloat = 10 {
    willSet { willChange("miterLimit") }
    didSet { didChange("miterLimit") }
  }

  /// The shape of the ends of the stroke.
  ///
  /// - Default: `butt`.
  open var lineCap: CAShapeLayerLineCap = .butt {
    didSet { markChanged() }
  }

  /// The shape of the corners of the stroke.
  ///
  /// - Default: `miter`.
  open var lineJoin: CAShapeLayerLineJoin = .miter {
    didSet { markChanged() }
  }

  /// The offset into the dash pattern at which the stroke starts.
  ///
  /// - Units: points.
  /// - Default: 0. Animatable.
  open var lineDashPhase: CGFloat = 0 {
    willSet { willChange("lineDashPhase") }
    didSet { didChange("lineDashPhase") }
  }

  /// The lengths of dashes and gaps in turn.
  ///
  /// - Units: points.
  /// - Range: A pattern with a negative length, or with a sum of 0, draws a solid line.
  /// - Default: `nil`, a solid line.
  open var lineDashPattern: [NSNumber]? {
    didSet { markChanged() }
  }

  /// Whether the path is drawn anew wherever it shows, so that its edges have exact coverage under any affine
  /// transform; otherwise a picture of the path is kept and used while it moves and rotates.
  package var drawsExactEdges = false {
    didSet { markChanged() }
  }

  /// The path as a key, made when a snapshot first needs it.
  private var keyedPath: KeyedPath?

  /// Makes an empty layer.
  public override init() {
    super.init()
    properties.kind = .shape
  }

  /// Makes a copy of a layer's own values; see ``CALayer/init(layer:)``.
  public override init(layer: Any) {
    super.init(layer: layer)
    properties.kind = .shape
    guard let layer = layer as? CAShapeLayer else { return }
    path = layer.path
    fillColor = layer.fillColor
    fillRule = layer.fillRule
    strokeColor = layer.strokeColor
    strokeStart = layer.strokeStart
    strokeEnd = layer.strokeEnd
    lineWidth = layer.lineWidth
    miterLimit = layer.miterLimit
    lineCap = layer.lineCap
    lineJoin = layer.lineJoin
    lineDashPhase = layer.lineDashPhase
    lineDashPattern = layer.lineDashPattern
    drawsExactEdges = layer.drawsExactEdges
    keyedPath = layer.keyed
  }

  /// Makes a layer from an archive; see ``CALayer/init(coder:)``.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// The path as a key, made once.
  private var keyed: KeyedPath? {
    if keyedPath == nil { keyedPath = path.map(KeyedPath.init) }
    return keyedPath
  }

  package override var patternColorNames: [String] {
    (fillColor?.isPattern == true ? ["fillColor"] : []) + (strokeColor?.isPattern == true ? ["strokeColor"] : [])
  }

  package override func snapshotContent(_ moment: SnapshotMoment) -> LayerContent? {
    guard let keyed else { return nil }
    let style = StrokeStyle(
      width: lineWidth, cap: lineCap.geometry, join: lineJoin.geometry, miterLimit: miterLimit,
      dashPhase: lineDashPhase, dashLengths: (lineDashPattern ?? []).map { CGFloat($0.doubleValue) })
    var content = ShapeContent(
      path: keyed, fill: fillColor, fillRule: fillRule == .evenOdd ? .evenOdd : .winding, stroke: strokeColor,
      strokeStyle: style, strokeStart: strokeStart, strokeEnd: strokeEnd)
    content?.hasExactEdges = drawsExactEdges || moment.reference == .context
    return content.map(LayerContent.shape)
  }
}

extension CAShapeLayerLineCap {
  /// The cap that is drawn; names that are none of Apple's draw as the default.
  fileprivate var geometry: CGLineCap {
    switch self {
    case .round: .round
    case .square: .square
    default: .butt
    }
  }
}

extension CAShapeLayerLineJoin {
  fileprivate var geometry: CGLineJoin {
    switch self {
    case .round: .round
    case .bevel: .bevel
    default: .miter
    }
  }
}
