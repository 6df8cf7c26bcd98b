import LaminaLayers

/// The classes of objects that documents name.
enum LayerClasses {
  typealias LayerClass = ObjectClass<CALayer>

  /// The class of layers of a name, `nil` when it is not one of ours.
  static func named(_ name: String) -> LayerClass? { byName[name] }

  /// What an unknown class of layers is drawn as.
  static let plain = layerClass("CALayer", []) { CALayer() }

  /// What an emitter emits.
  static let cell = ObjectClass("CAEmitterCell", PropertyTables.cell) { CAEmitterCell() }

  private static let byName: [String: LayerClass] = {
    let all = [
      plain,
      layerClass("CATransformLayer", []) { CATransformLayer() },
      layerClass("CAShapeLayer", PropertyTables.shape) { CAShapeLayer() },
      layerClass("CAGradientLayer", PropertyTables.gradient) { CAGradientLayer() },
      layerClass("CATextLayer", PropertyTables.text) { CATextLayer() },
      layerClass("CAScrollLayer", PropertyTables.scroll) { CAScrollLayer() },
      layerClass("CAReplicatorLayer", PropertyTables.replicator) { CAReplicatorLayer() },
      layerClass("CATiledLayer", PropertyTables.tiled) { CATiledLayer() },
      layerClass("CAEmitterLayer", PropertyTables.emitter) { CAEmitterLayer() },
    ]
    return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  }()

  /// A class of layers: what it adds wins over what every layer has.
  private static func layerClass(
    _ name: String, _ added: [PropertyTables.LayerBinding], make: @escaping @Sendable () -> CALayer
  ) -> LayerClass {
    LayerClass(name, PropertyTables.layer + added, make: make)
  }
}
