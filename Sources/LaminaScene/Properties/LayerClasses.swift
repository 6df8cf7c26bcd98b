import LaminaLayers

/// The classes of layers that documents name.
enum LayerClasses {
  typealias LayerClass = ObjectClass<CALayer>

  /// The class of a name, `nil` when it is not one of ours.
  static func named(_ name: String) -> LayerClass? { byName[name] }

  /// What an unknown class of layers is drawn as.
  static let plain = LayerClass("CALayer", PropertyTables.layer) { CALayer() }

  private static let all: [LayerClass] = [plain]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
