// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// The shape that particles start from.
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a shape from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// One point.
  public static let point = CAEmitterLayerEmitterShape(rawValue: "point")
  /// A line along x.
  public static let line = CAEmitterLayerEmitterShape(rawValue: "line")
  /// A rectangle.
  public static let rectangle = CAEmitterLayerEmitterShape(rawValue: "rectangle")
  /// A box.
  public static let cuboid = CAEmitterLayerEmitterShape(rawValue: "cuboid")
  /// A circle.
  public static let circle = CAEmitterLayerEmitterShape(rawValue: "circle")
  /// A ball.
  public static let sphere = CAEmitterLayerEmitterShape(rawValue: "sphere")
}

/// The part of the shape that particles start from.
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The corners or the centre of the shape.
  public static let points = CAEmitterLayerEmitterMode(rawValue: "points")
  /// The outline of the shape.
  public static let outline = CAEmitterLayerEmitterMode(rawValue: "outline")
  /// The surface of the shape.
  public static let surface = CAEmitterLayerEmitterMode(rawValue: "surface")
  /// The whole volume of the shape.
  public static let volume = CAEmitterLayerEmitterMode(rawValue: "volume")
}

/// The order and the blending of particles.
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Particles are drawn cell by cell, the oldest at the back.
  public static let unordered = CAEmitterLayerRenderMode(rawValue: "unordered")
  /// Particles are drawn with the oldest at the back.
  public static let oldestFirst = CAEmitterLayerRenderMode(rawValue: "oldestFirst")
  /// Particles are drawn with the oldest in front.
  public static let oldestLast = CAEmitterLayerRenderMode(rawValue: "oldestLast")
  /// Particles are drawn by depth, from back to front.
  public static let backToFront = CAEmitterLayerRenderMode(rawValue: "backToFront")
  /// The colours of particles are added up.
  public static let additive = CAEmitterLayerRenderMode(rawValue: "additive")
}

/// A layer that emits particles, which are drawn over all its other content.
///
/// The place of every particle follows from the seed and the time alone, so any frame may be drawn without the frames
/// before it. The simulation begins when the layer's own time is 0; the particle with number n of a cell is born at (n
/// + 1) / birthRate.
///
///     let sparks = CAEmitterLayer()
///     sparks.emitterPosition = CGPoint(x: 100, y: 200)
///     let spark = CAEmitterCell()
///     spark.contents = picture
///     spark.birthRate = 200
///     spark.lifetime = 2
///     spark.velocity = 120
///     spark.emissionLongitude = -.pi / 2
///     spark.emissionRange = .pi / 4
///     sparks.emitterCells = [spark]
///
/// - Conformance: EMIT-1
open class CAEmitterLayer: CALayer {
  /// The kinds of particles that are emitted.
  ///
  /// - Default: `nil`.
  open var emitterCells: [CAEmitterCell]?

  /// The factor of the cells' birth rates. Default 1. Animatable.
  open var birthRate: Float = 1 {
    willSet { willChange("birthRate") }
    didSet { didChange("birthRate") }
  }
  /// The factor of the cells' lifetimes. Default 1. Animatable.
  open var lifetime: Float = 1 {
    willSet { willChange("lifetime") }
    didSet { didChange("lifetime") }
  }

  /// The centre of the shape that particles start from.
  ///
  /// - Units: points, in this layer's coordinate space.
  /// - Default: zero. Animatable.
  open var emitterPosition = CGPoint.zero {
    willSet { willChange("emitterPosition") }
    didSet { didChange("emitterPosition") }
  }
  /// The depth of that centre, in points. Default 0. Animatable.
  open var emitterZPosition: CGFloat = 0 {
    willSet { willChange("emitterZPosition") }
    didSet { didChange("emitterZPosition") }
  }
  /// The size of the shape, in points. Default zero. Animatable.
  open var emitterSize = CGSize.zero {
    willSet { willChange("emitterSize") }
    didSet { didChange("emitterSize") }
  }
  /// The depth of the shape, in points. Default 0. Animatable.
  open var emitterDepth: CGFloat = 0 {
    willSet { willChange("emitterDepth") }
    didSet { didChange("emitterDepth") }
  }
  /// The shape that particles start from, which also decides the direction of an ``CAEmitterCell/emissionLongitude`` of
  /// 0.
  ///
  /// - Range: A name that is none of Apple's counts as `point`.
  /// - Default: `point`.
  /// - Conformance: EMIT-2
  open var emitterShape: CAEmitterLayerEmitterShape = .point
  /// The part of the shape that particles start from. Default `volume`.
  open var emitterMode: CAEmitterLayerEmitterMode = .volume
  /// The order and the blending of particles. Default `unordered`.
  open var renderMode: CAEmitterLayerRenderMode = .unordered
  /// Whether particles keep their depth, as in a `CATransformLayer`. Default `false`.
  open var preservesDepth = false
  /// The factor of the cells' velocities. Default 1. Animatable.
  open var velocity: Float = 1 {
    willSet { willChange("velocity") }
    didSet { didChange("velocity") }
  }
  /// The factor of the cells' scales. Default 1. Animatable.
  open var scale: Float = 1 {
    willSet { willChange("scale") }
    didSet { didChange("scale") }
  }
  /// The factor of the cells' spins. Default 1. Animatable.
  open var spin: Float = 1 {
    willSet { willChange("spin") }
    didSet { didChange("spin") }
  }
  /// The number added to the cells' spins, in radians per second; known from Apple's own files. Default 0.
  open var spinBias: Float = 0
  /// The seed of the random numbers. Default 0.
  open var seed: UInt32 = 0

  /// Makes an empty layer.
  public override init() {
    super.init()
    properties.kind = .emitter
  }

  /// Makes a copy of a layer's own values; see ``CALayer/init(layer:)``. The cells are shared.
  public override init(layer: Any) {
    super.init(layer: layer)
    properties.kind = .emitter
    guard let layer = layer as? CAEmitterLayer else { return }
    emitterCells = layer.emitterCells
    birthRate = layer.birthRate
    lifetime = layer.lifetime
    emitterPosition = layer.emitterPosition
    emitterZPosition = layer.emitterZPosition
    emitterSize = layer.emitterSize
    emitterDepth = layer.emitterDepth
    emitterShape = layer.emitterShape
    emitterMode = layer.emitterMode
    renderMode = layer.renderMode
    preservesDepth = layer.preservesDepth
    velocity = layer.velocity
    scale = layer.scale
    spin = layer.spin
    spinBias = layer.spinBias
    seed = layer.seed
  }

  /// Makes a layer from an archive; see ``CALayer/init(coder:)``.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  package override func snapshotContent(_ moment: SnapshotMoment) -> LayerContent? {
    EmitterContent(self, time: moment.localTime, rate: moment.rate).map(LayerContent.emitter)
  }
}
