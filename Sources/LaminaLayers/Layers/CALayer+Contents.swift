public import Foundation
import LaminaGraphics

// How a layer places and samples its picture.

extension CALayer {
  /// Where the picture lies when its size is not that of the bounds.
  ///
  /// - Range: A name that is none of Apple's is stored and draws as `center`.
  /// - Default: `resize`.
  /// - Conformance: CONTENT-2
  public final var contentsGravity: CALayerContentsGravity {
    get { attachments?.unknownNames.contentsGravity ?? properties.contentsProperties.gravity.name }
    set {
      let known = ContentsGravity(name: newValue)
      properties.contentsProperties.gravity = known ?? .center
      keepUnknown(newValue, at: \.contentsGravity, isKnown: known != nil)
    }
  }

  /// The part of the picture that shows.
  ///
  /// - Units: fractions of the picture's size.
  /// - Range: any finite rectangle; outside 0...1 the edge pixels extend. An empty one or one that is not finite
  ///   is stored and draws no picture.
  /// - Default: (0, 0, 1, 1). Animatable.
  /// - Conformance: CONTENT-3
  public final var contentsRect: CGRect {
    get { properties.contentsProperties.rect }
    set { change("contentsRect") { properties.contentsProperties.rect = newValue } }
  }

  /// The part of the picture that stretches both ways when it is resized; what is around it keeps its thickness.
  ///
  /// - Units: fractions of `contentsRect`.
  /// - Range: inside 0...1; others are stored and draw as what of them is inside. Zero width or height means one
  ///   pixel centred there.
  /// - Default: (0, 0, 1, 1). Animatable.
  /// - Conformance: CONTENT-4
  public final var contentsCenter: CGRect {
    get { properties.contentsProperties.center }
    set { change("contentsCenter") { properties.contentsProperties.center = newValue } }
  }

  /// How the picture is sampled where one of its pixels covers at least one on the screen.
  ///
  /// - Range: A name that is none of Apple's is stored and draws as `linear`.
  /// - Default: `linear`.
  /// - Conformance: CONTENT-5
  public final var magnificationFilter: CALayerContentsFilter {
    get { attachments?.unknownNames.magnificationFilter ?? properties.contentsProperties.magnificationFilter.name }
    set {
      let known = ContentsFilter(name: newValue)
      properties.contentsProperties.magnificationFilter = known ?? .linear
      keepUnknown(newValue, at: \.magnificationFilter, isKnown: known != nil)
    }
  }

  /// How the picture is sampled where one pixel on the screen covers more than one of its own.
  ///
  /// - Range: A name that is none of Apple's is stored and draws as `linear`.
  /// - Default: `linear`.
  /// - Conformance: CONTENT-5
  public final var minificationFilter: CALayerContentsFilter {
    get { attachments?.unknownNames.minificationFilter ?? properties.contentsProperties.minificationFilter.name }
    set {
      let known = ContentsFilter(name: newValue)
      properties.contentsProperties.minificationFilter = known ?? .linear
      keepUnknown(newValue, at: \.minificationFilter, isKnown: known != nil)
    }
  }

  /// What is added to the level of detail in trilinear minification: above 0 is softer, below sharper.
  ///
  /// - Range: any number; NaN and infinities are stored and draw as 0.
  /// - Default: 0.
  /// - Conformance: CONTENT-5
  public final var minificationFilterBias: Float {
    get { properties.contentsProperties.minificationFilterBias }
    set { properties.contentsProperties.minificationFilterBias = newValue }
  }

  /// How the bitmap that the layer draws for itself stores its pixels; stored and without effect.
  ///
  /// - Default: `RGBA8Uint`.
  public final var contentsFormat: CALayerContentsFormat {
    get { self[attachment: \.contentsFormat, else: .RGBA8Uint] }
    set { self[attachment: \.contentsFormat, else: .RGBA8Uint] = newValue }
  }

  /// Whether a change of the bounds' size calls for drawing again; stored, takes effect with the display cycle.
  ///
  /// - Default: `false`.
  /// - Conformance: CONTENT-6
  public final var needsDisplayOnBoundsChange: Bool {
    get { self[attachment: \.needsDisplayOnBoundsChange, else: false] }
    set { self[attachment: \.needsDisplayOnBoundsChange, else: false] = newValue }
  }

  /// Whether drawing may happen on another thread; stored, never changes the picture.
  ///
  /// - Default: `false`.
  public final var drawsAsynchronously: Bool {
    get { self[attachment: \.drawsAsynchronously, else: false] }
    set { self[attachment: \.drawsAsynchronously, else: false] = newValue }
  }

  /// Keeps a name that the snapshot's enumerations cannot hold, or forgets the one before it.
  final func keepUnknown<Name>(
    _ name: Name, at path: WritableKeyPath<UnknownNames, Name?>, isKnown: Bool
  ) {
    if isKnown {
      attachments?.unknownNames[keyPath: path] = nil
    } else {
      self[attachment: \.unknownNames, else: UnknownNames()][keyPath: path] = name
    }
  }
}

extension ContentsGravity {
  private static let byName: [CALayerContentsGravity: ContentsGravity] = [
    .center: .center, .top: .top, .bottom: .bottom, .left: .left, .right: .right, .topLeft: .topLeft,
    .topRight: .topRight, .bottomLeft: .bottomLeft, .bottomRight: .bottomRight, .resize: .resize,
    .resizeAspect: .resizeAspect, .resizeAspectFill: .resizeAspectFill,
  ]

  /// The gravity of that name, if it is one of the twelve.
  init?(name: CALayerContentsGravity) {
    guard let gravity = Self.byName[name] else { return nil }
    self = gravity
  }

  /// Its public name.
  var name: CALayerContentsGravity {
    CALayerContentsGravity(rawValue: "\(self)")
  }
}

extension ContentsFilter {
  /// The filter of that name, if it is one of the three.
  init?(name: CALayerContentsFilter) {
    switch name {
    case .nearest: self = .nearest
    case .linear: self = .linear
    case .trilinear: self = .trilinear
    default: return nil
    }
  }

  /// Its public name.
  var name: CALayerContentsFilter {
    switch self {
    case .nearest: .nearest
    case .linear: .linear
    case .trilinear: .trilinear
    }
  }
}
