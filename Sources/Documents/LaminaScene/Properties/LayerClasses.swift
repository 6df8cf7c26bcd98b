// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaLayers

/// The classes of objects that documents name.
enum LayerClasses {
  typealias LayerClass = ObjectClass<CALayer>

  /// Returns the class of layers with a name, `nil` when it is not one of Lamina's.
  static func named(_ name: String) -> LayerClass? { byName[name] }

  /// The class as which an unknown class of layers is drawn.
  static let plain = layerClass(.layer)

  /// The class of emitter cells.
  static let cell = ObjectClass("CAEmitterCell", PropertyTables.cell) { CAEmitterCell() }

  private static let byName: [String: LayerClass] = Dictionary(
    uniqueKeysWithValues: LayerKind.allCases.map { ($0.className, $0 == .layer ? plain : layerClass($0)) })

  private static func layerClass(_ kind: LayerKind) -> LayerClass {
    LayerClass(kind.className, PropertyTables.layer(kind), make: kind.makeLayer)
  }
}
