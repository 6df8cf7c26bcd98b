// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGeometry
public import LaminaGraphics

/// How the inside of a path is found.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a rule from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Inside is where the path winds around a point.
  public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
  /// Inside is where a ray crosses the path an odd number of times.
  public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

/// How the ends of a stroke look.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a cap from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Cut off at the end.
  public static let butt = CAShapeLayerLineCap(rawValue: "butt")
  /// A half circle beyond the end.
  public static let round = CAShapeLayerLineCap(rawValue: "round")
  /// Half the width beyond the end.
  public static let square = CAShapeLayerLineCap(rawValue: "square")
}

/// How the corners of a stroke look.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a join from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Sharp, up to the miter limit.
  public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
  /// Rounded.
  public static let round = CAShapeLayerLineJoin(rawValue: "round")
  /// Cut off.
  public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

/// A layer that draws a path over its background and contents, and under its sublayers.
///
/// The path is drawn as sharp as it is shown, whatever transform the layer is under, and kept while only its colours or
/// the transform change.
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
  /// The shape. It is copied when it is set, and not cut at the bounds.
  ///
  /// Animated, two paths of the same elements move into one another element by element; where a line meets a curve it
  /// counts as the curve whose control points lie at the line's ends, as pictures by Core Animation show. Paths of
  /// other elements, or of more or fewer, jump half way, which is reported.
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

  /// How the inside is found.
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

  /// Where along the path the stroke starts.
  ///
  /// The length says in which piece; inside a curve, a share of its length is that share of its parameter.
  ///
  /// - Units: fractions of the path's length.
  /// - Range: `0...1`; others draw as the nearer end, NaN as 0.
  /// - Default: 0. Animatable.
  open var strokeStart: CGFloat = 0 {
    willSet { willChange("strokeStart") }
    didSet { didChange("strokeStart") }
  }

  /// Where along the path the stroke ends.
  ///
  /// - Units: fractions of the path's length.
  /// - Range: `0...1`; others draw as the nearer end, NaN as 1. Before `strokeStart` nothing is stroked.
  /// - Default: 1. Animatable.
  open var strokeEnd: CGFloat = 1 {
    willSet { willChange("strokeEnd") }
    didSet { didChange("strokeEnd") }
  }

  /// The width of the stroke, half of it on each side of the path.
  ///
  /// - Units: points, in this layer's coordinate space.
  /// - Range: above 0; others stroke nothing.
  /// - Default: 1. Animatable.
  open var lineWidth: CGFloat = 1 {
    willSet { willChange("lineWidth") }
    didSet { didChange("lineWidth") }
  }

  /// How long a sharp corner may get before it is cut off, against the line width.
  ///
  /// - Range: `1...`; others draw as 1.
  /// - Default: 10. Animatable.
  open var miterLimit: CGFloat = 10 {
    willSet { willChange("miterLimit") }
    didSet { didChange("miterLimit") }
  }

  /// How the ends look.
  ///
  /// - Default: `butt`.
  open var lineCap: CAShapeLayerLineCap = .butt {
    didSet { markChanged() }
  }

  /// How the corners look.
  ///
  /// - Default: `miter`.
  open var lineJoin: CAShapeLayerLineJoin = .miter {
    didSet { markChanged() }
  }

  /// How far into the dash pattern the stroke starts.
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
  /// - Range: A negative length, or a sum of 0, draws a whole line.
  /// - Default: `nil`, a whole line.
  open var lineDashPattern: [NSNumber]? {
    didSet { markChanged() }
  }

  /// Whether the path is drawn anew wherever it is shown, so that its edges are the exact area that it covers under any
  /// affine transform; without, a picture of it is kept that serves while it moves and turns.
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

  /// Makes a layer of what an archive holds; see ``CALayer/init(coder:)``.
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
  /// What draws; names that are none of Apple's are the default.
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
