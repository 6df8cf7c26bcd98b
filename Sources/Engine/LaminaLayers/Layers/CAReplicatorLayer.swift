// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGeometry
public import LaminaGraphics

/// A layer that shows its sublayers several times, each copy moved, coloured and delayed relative to the one before.
///
/// The sublayers are kept once, however many copies there are. All copies are in one space: `zPosition` and
/// three-dimensional transforms order them among each other, otherwise later copies lie over earlier ones.
///
///     let dots = CAReplicatorLayer()
///     dots.instanceCount = 12
///     dots.instanceTransform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
///     dots.addSublayer(dot)
///
/// - Conformance: REPL-1
open class CAReplicatorLayer: CALayer {
  /// The number of copies, the sublayers themselves included.
  ///
  /// - Range: `0...`; a negative one draws as 0.
  /// - Default: 1. Animatable.
  open var instanceCount = 1 {
    willSet { willChange("instanceCount") }
    didSet { didChange("instanceCount") }
  }

  /// Whether the copies keep their depth, as in a ``CATransformLayer``; the layer then draws nothing itself.
  ///
  /// - Default: `false`.
  /// - Conformance: D3-7, documented
  open var preservesDepth: Bool {
    get { properties.flags.contains(.keepsDepth) }
    set {
      if newValue { properties.flags.insert(.keepsDepth) } else { properties.flags.remove(.keepsDepth) }
    }
  }

  /// The delay of each copy's time relative to the copy before.
  ///
  /// - Units: seconds.
  /// - Default: 0. Animatable.
  open var instanceDelay: CFTimeInterval = 0 {
    willSet { willChange("instanceDelay") }
    didSet { didChange("instanceDelay") }
  }

  /// The transform of each copy relative to the copy before, about the middle of the layer.
  ///
  /// - Default: the identity. Animatable.
  open var instanceTransform = CATransform3DIdentity {
    willSet { willChange("instanceTransform") }
    didSet { didChange("instanceTransform") }
  }

  /// The colour by which the first copy's colours are multiplied.
  ///
  /// - Default: opaque white. Animatable.
  open var instanceColor: CGColor? = CGColor(straight: [1, 1, 1, 1]) {
    willSet { willChange("instanceColor") }
    didSet { didChange("instanceColor") }
  }

  /// The number added to the red of that colour for each copy. Default 0. Animatable.
  open var instanceRedOffset: Float = 0 {
    willSet { willChange("instanceRedOffset") }
    didSet { didChange("instanceRedOffset") }
  }
  /// The number added to the green of that colour for each copy. Default 0. Animatable.
  open var instanceGreenOffset: Float = 0 {
    willSet { willChange("instanceGreenOffset") }
    didSet { didChange("instanceGreenOffset") }
  }
  /// The number added to the blue of that colour for each copy. Default 0. Animatable.
  open var instanceBlueOffset: Float = 0 {
    willSet { willChange("instanceBlueOffset") }
    didSet { didChange("instanceBlueOffset") }
  }
  /// The number added to the alpha of that colour for each copy. Default 0. Animatable.
  open var instanceAlphaOffset: Float = 0 {
    willSet { willChange("instanceAlphaOffset") }
    didSet { didChange("instanceAlphaOffset") }
  }

  /// Makes an empty layer.
  public override init() {
    super.init()
    properties.kind = .replicator
  }

  /// Makes a copy of a layer's own values; see ``CALayer/init(layer:)``.
  public override init(layer: Any) {
    super.init(layer: layer)
    properties.kind = .replicator
    guard let layer = layer as? CAReplicatorLayer else { return }
    instanceCount = layer.instanceCount
    preservesDepth = layer.preservesDepth
    instanceDelay = layer.instanceDelay
    instanceTransform = layer.instanceTransform
    instanceColor = layer.instanceColor
    instanceRedOffset = layer.instanceRedOffset
    instanceGreenOffset = layer.instanceGreenOffset
    instanceBlueOffset = layer.instanceBlueOffset
    instanceAlphaOffset = layer.instanceAlphaOffset
  }

  /// Makes a layer from an archive; see ``CALayer/init(coder:)``.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  package override var patternColorNames: [String] { instanceColor?.isPattern == true ? ["instanceColor"] : [] }

  package override func snapshotContent(_ moment: SnapshotMoment) -> LayerContent? {
    var color = instanceColor?.straight ?? SIMD4(repeating: 1)
    color.replace(with: 0, where: .!(color .> 0))
    color.replace(with: 1, where: color .> 1)
    guard instanceCount != 1 || color != SIMD4(repeating: 1) else { return nil }
    let bounds = properties.bounds
    let rate = instanceDelay == 0 ? 1 : moment.rate
    return .replicator(
      ReplicatorContent(
        count: instanceCount, transform: instanceTransform, center: CGPoint(x: bounds.midX, y: bounds.midY),
        color: color,
        offsets: SIMD4(instanceRedOffset, instanceGreenOffset, instanceBlueOffset, instanceAlphaOffset),
        delay: rate == 0 ? 0 : instanceDelay / rate))
  }
}
