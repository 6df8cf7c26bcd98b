// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaScene
import Testing

/// Values that are assigned and put back, as workers do with documents that they keep.
@Suite struct RestorationTests {
  /// Texts that values of a type may be read from.
  private static func texts(for type: LayerValueType) -> [String] {
    switch type {
    case .number: ["3", "0.5", "1"]
    case .bool: ["true", "false"]
    case .point, .size: ["3 4"]
    case .rect: ["1 2 3 4"]
    case .color: ["0.25 0.5 1"]
    case .transform: ["rotate(30deg)", "1 0 0 0 0 1 0 0 0 0 1 0 5 6 0 1"]
    case .path: ["M 1 1 L 2 2"]
    case .string: ["other"]
    case .word(let words): words
    case .numbers: ["0 0.25 1"]
    case .colors: ["1 0 0; 0 1 0"]
    case .image, .object: []
    }
  }

  private static func values(of layer: CALayer) -> [String: LayerValue] {
    Dictionary(
      LayerKeyTable.of(layer).keys.map { ($0.name, $0.value(of: layer)) }, uniquingKeysWith: { first, _ in first })
  }

  @Test("every property that is said to be put back is, and no other one has changed", arguments: LayerKind.allCases)
  func properties(_ kind: LayerKind) throws {
    let layer = kind.makeLayer()
    layer.name = "it"
    layer.bounds = CGRect(x: 1, y: 2, width: 30, height: 40)
    layer.transform = CATransform3DMakeRotation(0.3, 1, 2, 3)
    let root = CALayer()
    root.addSublayer(layer)
    let scene = Scene(root: root)
    let table = LayerKeyTable.of(layer)
    let paths = table.keys.map { ($0.name, $0.type) } + table.componentPaths.map { ($0.path, $0.component.type) }
    var (restored, refused) = (0, Set<String>())
    for (path, type) in paths {
      for text in Self.texts(for: type) {
        let before = Self.values(of: layer)
        var restoration = SceneRestoration()
        guard (try? scene.assign("it.\(path)", text, limits: SceneLimits(), restoration: &restoration)) != nil else {
          continue
        }
        guard restoration.restore() else {
          refused.insert(path)
          // A value that cannot be put back is not kept; here it is, by hand.
          for key in table.keys { before[key.name].map { _ = key.set($0, on: layer) } }
          continue
        }
        restored += 1
        let after = Self.values(of: layer)
        for (name, value) in before { #expect(after[name] == value, "\(path) = \(text) leaves \(name) changed") }
      }
    }
    #expect(restored > 40)
    #expect(refused.contains("bounds") && refused.contains("frame") && refused.contains("name"))
    #expect(!refused.contains("backgroundColor") && !refused.contains("opacity") && !refused.contains("position.x"))
  }

  @Test("several values of one property are put back to the first")
  func order() throws {
    let root = CALayer()
    root.name = "it"
    root.opacity = 0.25
    let scene = Scene(root: root)
    var restoration = SceneRestoration()
    for value in ["0.5", "0.75"] {
      try scene.assign("it.opacity", value, limits: SceneLimits(), restoration: &restoration)
    }
    #expect(root.opacity == 0.75)
    #expect(restoration.restore() && root.opacity == 0.25)
  }

  @Test("values of filters and cells, which layers may share, are not said to be put back")
  func shared() throws {
    let layer = CALayer()
    layer.name = "it"
    let filter = CAFilter(type: "gaussianBlur")
    filter.name = "blur"
    layer.filters = [filter]
    var restoration = SceneRestoration()
    try Scene(root: layer).assign("it.filters.blur.inputRadius", "4", limits: SceneLimits(), restoration: &restoration)
    #expect(!restoration.isWhole && !restoration.restore())
  }
}
