// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// All keys of one class, its superclasses' included, for key paths, documents, the writer and animations.
package struct LayerKeyTable: Sendable {
  /// Apple's name of the class.
  package let className: String
  /// The keys that the class adds, then the keys that every layer has.
  package let keys: [LayerKey]
  /// The keys that the class adds, then the keys that every layer has, each in alphabetical order.
  package let keysInWritingOrder: [LayerKey]
  private let byName: [String: LayerKey]
  /// All valid key paths: keys, and components of keys.
  let paths: [String: LayerKeyPath.Step]
  /// Makes an object of the class, with its defaults.
  package let makeObject: @Sendable () -> AnyObject

  /// - Parameter makeObject: Makes a new object of the class.
  init(
    _ className: String, adding added: [LayerKey], to common: [LayerKey] = [],
    of makeObject: @escaping @Sendable () -> AnyObject
  ) {
    self.className = className
    self.makeObject = makeObject
    keys = added + common
    keysInWritingOrder = added.sorted { $0.name < $1.name } + common.sorted { $0.name < $1.name }
    var byName: [String: LayerKey] = [:]
    var paths: [String: LayerKeyPath.Step] = [:]
    for key in keys where byName[key.name] == nil {
      byName[key.name] = key
      paths[key.name] = LayerKeyPath.Step(key: key, component: nil)
      for component in PropertyComponent.components(of: key.type) {
        paths[key.name + "." + component.rawValue] = LayerKeyPath.Step(key: key, component: component)
      }
    }
    self.byName = byName
    self.paths = paths
  }

  /// Returns the key with a name.
  package func key(_ name: String) -> LayerKey? { byName[name] }

  /// Returns the value of a key on a new object of the class; `nil` for an unknown key.
  package func standardValue(for name: String) -> LayerValue? { key(name)?.read(makeObject()) }

  /// The component paths of the class's keys that documents may use: `position.x` and so on, but no entries of
  /// matrices.
  package var componentPaths: [(path: String, key: LayerKey, component: PropertyComponent)] {
    paths.compactMap { path, step in
      guard step.key.isInDocuments, let component = step.component, component.matrixEntry == nil else { return nil }
      return (path, step.key, component)
    }
  }

  /// The names of all key paths.
  package var pathNames: some Sequence<String> { paths.keys }

  /// Returns the table of a layer's class; subclasses from outside use the table of the class that they extend.
  package static func of(_ layer: CALayer) -> LayerKeyTable { tables[Int(layer.properties.kind.rawValue)] }

  /// The table of a kind of layers.
  package static func of(_ kind: LayerKind) -> LayerKeyTable { tables[Int(kind.rawValue)] }

  /// The table of emitter cells.
  package static let cell = LayerKeyTable("CAEmitterCell", adding: LayerKey.cellKeys) { CAEmitterCell() }

  private static let tables: [LayerKeyTable] = LayerKind.allCases.map { kind in
    LayerKeyTable(kind.className, adding: LayerKey.added(by: kind), to: LayerKey.layerKeys) { kind.makeLayer() }
  }
}

extension LayerKind: CaseIterable {
  /// Every kind, in the order of its raw values.
  @usableFromInline package static let allCases: [LayerKind] = [
    .layer, .transform, .shape, .gradient, .text, .replicator, .emitter, .scroll, .tiled,
  ]

  /// Makes a layer of the kind, with its defaults.
  package func makeLayer() -> CALayer {
    switch self {
    case .layer: CALayer()
    case .transform: CATransformLayer()
    case .shape: CAShapeLayer()
    case .gradient: CAGradientLayer()
    case .text: CATextLayer()
    case .replicator: CAReplicatorLayer()
    case .emitter: CAEmitterLayer()
    case .scroll: CAScrollLayer()
    case .tiled: CATiledLayer()
    }
  }
}
