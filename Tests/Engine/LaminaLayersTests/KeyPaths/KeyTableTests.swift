// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import Testing

/// The rows of the key table, compared with Apple's documentation of the properties by name.
@Suite struct KeyTableTests {
  /// The properties of every layer that animate by themselves: those of Apple's list of animatable properties, and
  /// those that its header calls animatable, but for what `unlisted` names.
  static let ofLayers: Set<String> = [
    "anchorPoint", "anchorPointZ", "backgroundColor", "borderColor", "borderWidth", "bounds", "contents",
    "contentsCenter", "contentsRect", "cornerRadius", "doubleSided", "hidden", "masksToBounds", "opacity", "position",
    "shadowColor", "shadowOffset", "shadowOpacity", "shadowRadius", "sublayerTransform", "transform", "zPosition",
  ]

  /// The keys that special layers add.
  static let added: [LayerKind: Set<String>] = [
    .shape: [
      "fillColor", "lineDashPhase", "lineWidth", "miterLimit", "strokeColor", "strokeEnd", "strokeStart",
    ],
    .gradient: ["colors", "endPoint", "locations", "startPoint"],
    .text: ["fontSize", "foregroundColor"],
    .replicator: [
      "instanceAlphaOffset", "instanceBlueOffset", "instanceColor", "instanceCount", "instanceDelay",
      "instanceGreenOffset", "instanceRedOffset", "instanceTransform",
    ],
    .emitter: [
      "birthRate", "emitterDepth", "emitterPosition", "emitterSize", "emitterZPosition", "lifetime", "scale", "spin",
      "velocity",
    ],
  ]

  /// Documented as animatable, but only by an animation that a program adds: paths, as Apple says of both; the filters
  /// and the mask, which Lamina replaces at once.
  static let unlisted: Set<String> = [
    "path", "shadowPath", "filters", "backgroundFilters", "compositingFilter", "mask", "sublayers",
  ]

  @Test("TIME-10: these animate by themselves, and no others", arguments: LayerKind.allCases)
  func implicit(_ kind: LayerKind) throws {
    let wanted = Self.ofLayers.union(Self.added[kind] ?? [])
    let table = LayerKeyTable.of(kind)
    let rows = Set(table.keys.filter { $0.animates == .implicitly }.map(\.name))
    #expect(rows == wanted, "\(rows.symmetricDifference(wanted))")
    #expect(rows.isDisjoint(with: Self.unlisted))
    // A layer answers as the rows say, for all keys and for names that are no keys.
    let layer = kind.makeLayer()
    for key in table.keys.map(\.name) + ["nonsense", "position.x", ""] {
      let action = layer.action(forKey: key)
      #expect((action != nil) == wanted.contains(key), "\(kind.className) \(key)")
      if wanted.contains(key) {
        let animation = try #require(action as? CABasicAnimation)
        #expect(animation.keyPath == key && animation.toValue == nil && animation.fromValue != nil, "\(key)")
      }
    }
  }

  @Test("no key animates by itself and cannot be set, or is a second name", arguments: LayerKind.allCases)
  func consistent(_ kind: LayerKind) {
    for key in LayerKeyTable.of(kind).keys {
      #expect(!key.isReadOnly || key.animates == .never, "\(key.name)")
      #expect(!key.isAlias || key.animates == .explicitly, "\(key.name)")
    }
  }

  @Test("animations are refused by these, and by no others", arguments: LayerKind.allCases)
  func never(_ kind: LayerKind) {
    let rows = Set(LayerKeyTable.of(kind).keys.filter { $0.animates == .never }.map(\.name))
    #expect(rows == KeyPathAnimationTests.fixed, "\(rows.symmetricDifference(KeyPathAnimationTests.fixed))")
  }

  @Test("the default is what a new object has, of layers, cells and animations")
  func defaults() {
    for kind in LayerKind.allCases {
      let (fresh, table) = (kind.makeLayer(), LayerKeyTable.of(kind))
      for key in table.keys { #expect(table.standardValue(for: key.name) == key.value(of: fresh), "\(key.name)") }
      #expect(table.standardValue(for: "nonsense") == nil)
    }
    #expect(CALayer.defaultValue(forKey: "anchorPoint") as? CGPoint == CGPoint(x: 0.5, y: 0.5))
    #expect(CALayer.defaultValue(forKey: "shadowOffset") as? CGSize == CGSize(width: 0, height: -3))
    #expect(CALayer.defaultValue(forKey: "shadowRadius") as? Double == 3)
    #expect(CALayer.defaultValue(forKey: "speed") as? Double == 1)
    #expect(CAShapeLayer.defaultValue(forKey: "miterLimit") as? Double == 10)
    #expect(CAReplicatorLayer.defaultValue(forKey: "instanceCount") as? Int == 1)
    #expect(LayerKeyTable.cell.standardValue(for: "velocity") == .number(0))
    #expect(CABasicAnimation.defaultValue(forKey: "removedOnCompletion") as? Bool == true)
    #expect(LayerKeyTable.filter.standardValue(for: "enabled") == .bool(true))
  }

  @Test("a property that is set after a snapshot leaves all others as they are, here and there")
  func rareProperties() throws {
    let layer = CALayer()
    let outline = CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil)
    let values: [(key: String, first: LayerValue, second: LayerValue)] = [
      (
        "sublayerTransform", .transform(CATransform3DMakeScale(2, 3, 4)),
        .transform(CATransform3DMakeRotation(1, 0, 0, 1))
      ),
      ("shadowColor", .color(CGColor(straight: [1, 0, 0, 1])), .color(CGColor(straight: [0, 1, 0, 1]))),
      ("shadowOpacity", .number(0.25), .number(0.5)),
      ("shadowOffset", .size(CGSize(width: 5, height: 6)), .size(CGSize(width: 7, height: 8))),
      ("shadowRadius", .number(9), .number(10)), ("shadowPath", .path(outline), .none),
      ("rasterizationScale", .number(2), .number(3)), ("name", .string("first"), .string("second")),
    ]
    for value in values { try LayerKeyPath(value.key, for: layer).write(value.first, layer) }
    layer.mask = CALayer()
    layer.filters = [CAFilter(type: "colorInvert")]
    for changed in values {
      let before = layer.properties
      try LayerKeyPath(changed.key, for: layer).write(changed.second, layer)
      for other in values {
        let wanted = other.key == changed.key ? other.second : other.first
        #expect(try LayerKeyPath(other.key, for: layer).read(layer) == wanted, "\(other.key) after \(changed.key)")
      }
      #expect(layer.properties.extras?.hasMask == true && layer.properties.extras?.hasFilters == true)
      #expect(before.extras !== layer.properties.extras && before.extras?.name == "first", "\(changed.key)")
      #expect(before.extras?.shadowOpacity == 0.25 && before.extras?.shadowRadius == 9, "\(changed.key)")
      try LayerKeyPath(changed.key, for: layer).write(changed.first, layer)
    }
  }
}
