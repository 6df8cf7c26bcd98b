public import Foundation
public import LaminaGeometry
public import LaminaGraphics

// How a layer looks: corners, edges, groups and shadow.

extension CALayer {
  /// Which corners `cornerRadius` rounds.
  ///
  /// - Range: the four corners; other bits are dropped.
  /// - Default: all four. Animatable.
  /// - Conformance: CLIP-2
  public final var maskedCorners: CACornerMask {
    get { CACornerMask(rawValue: UInt(properties.maskedCorners)) }
    set { properties.maskedCorners = UInt8(newValue.rawValue & 15) }
  }

  /// The curve of the rounded corners.
  ///
  /// - Range: A name that is none of Apple's is stored and draws as `circular`.
  /// - Default: `circular`.
  /// - Conformance: CLIP-3
  public final var cornerCurve: CALayerCornerCurve {
    get {
      attachments?.unknownNames.cornerCurve
        ?? (properties.flags.contains(.continuousCorners) ? .continuous : .circular)
    }
    set {
      properties.flags.set(.continuousCorners, to: newValue == .continuous)
      keepUnknown(newValue, at: \.cornerCurve, isKnown: newValue == .continuous || newValue == .circular)
    }
  }

  /// How much further than its radius a corner of `curve` reaches along the edges.
  ///
  /// - Returns: 1.528665 for `continuous`, otherwise 1.
  /// - Conformance: CLIP-3
  public static func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? CGFloat(ContinuousCorner.expansion) : 1
  }

  /// Whether `opacity` fades the layer and its sublayers as one picture rather than each by itself.
  ///
  /// A layer that ``shouldRasterize`` makes a picture of fades as one in any case.
  ///
  /// - Default: ``allowsGroupOpacityByDefault``.
  /// - Conformance: GROUP-1
  public final var allowsGroupOpacity: Bool {
    get { properties.flags.contains(.allowsGroupOpacity) }
    set { properties.flags.set(.allowsGroupOpacity, to: newValue) }
  }

  /// Whether the edges named by ``edgeAntialiasingMask`` are smooth.
  ///
  /// - Default: `true`.
  /// - Conformance: GROUP-3 (the default is our choice)
  public final var allowsEdgeAntialiasing: Bool {
    get { properties.flags.contains(.allowsEdgeAntialiasing) }
    set { properties.flags.set(.allowsEdgeAntialiasing, to: newValue) }
  }

  /// Which edges are smooth where ``allowsEdgeAntialiasing`` is true.
  ///
  /// - Range: the four edges; other bits are dropped.
  /// - Default: all four.
  /// - Conformance: GROUP-3
  public final var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { CAEdgeAntialiasingMask(rawValue: UInt32(properties.edgeAntialiasingMask)) }
    set { properties.edgeAntialiasingMask = UInt8(newValue.rawValue & 15) }
  }

  /// Whether what the layer draws for itself covers all of its bounds; stored, takes effect with the display cycle.
  ///
  /// - Default: `false`.
  /// - Conformance: CONTENT-6
  public final var isOpaque: Bool {
    get { properties.flags.contains(.opaque) }
    set { properties.flags.set(.opaque, to: newValue) }
  }
}

extension CALayer {
  /// The colour of the shadow; its alpha counts too.
  ///
  /// - Default: opaque black. Animatable.
  /// - Conformance: SHADOW-1, SHADOW-3
  public final var shadowColor: CGColor? {
    get { self[extra: \.shadowColor] }
    set { change("shadowColor") { self[extra: \.shadowColor] = newValue } }
  }

  /// How opaque the shadow is; a layer casts one where this is above 0.
  ///
  /// - Range: `0...1`; others are stored and draw as the nearer end, NaN as 0.
  /// - Default: 0. Animatable.
  /// - Conformance: SHADOW-1
  public final var shadowOpacity: Float {
    get { self[extra: \.shadowOpacity] }
    set { change("shadowOpacity") { self[extra: \.shadowOpacity] = newValue } }
  }

  /// How far the shadow is moved.
  ///
  /// - Units: points, in this layer's coordinate space.
  /// - Default: (0, -3), which is upwards where y points down. Animatable.
  /// - Conformance: SHADOW-1, SHADOW-3
  public final var shadowOffset: CGSize {
    get { self[extra: \.shadowOffset] }
    set { change("shadowOffset") { self[extra: \.shadowOffset] = newValue } }
  }

  /// The standard deviation of the shadow's blur.
  ///
  /// - Units: points, in this layer's coordinate space.
  /// - Range: `0...`; a negative one and NaN draw as 0, a hard edge.
  /// - Default: 3. Animatable.
  /// - Conformance: SHADOW-2
  public final var shadowRadius: CGFloat {
    get { self[extra: \.shadowRadius] }
    set { change("shadowRadius") { self[extra: \.shadowRadius] = newValue } }
  }

  /// The shape that casts the shadow, in place of what the layer draws.
  ///
  /// The path is copied.
  ///
  /// - Units: points, in this layer's coordinate space.
  /// - Default: `nil`. Animatable.
  /// - Conformance: SHADOW-5
  public final var shadowPath: CGPath? {
    get { self[extra: \.shadowPath] }
    set { self[extra: \.shadowPath] = newValue?.copy() }
  }
}
