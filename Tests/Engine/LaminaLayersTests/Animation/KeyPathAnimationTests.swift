// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import Testing

/// Every key path animates and lands on its end value.
@Suite struct KeyPathAnimationTests {
  private static func image(_ shade: UInt8) -> CGImage {
    CGImage(width: 2, height: 2, premultipliedRGBA: [UInt8](repeating: shade, count: 16), isOpaque: false)
  }
  static let images = [image(40), image(200)]

  /// Paths that animations leave alone.
  static let fixed: Set<String> = [
    "beginTime", "duration", "speed", "timeOffset", "repeatCount", "repeatDuration", "autoreverses", "fillMode",
    "superlayer", "sublayers", "mask", "style", "name", "needsDisplayOnBoundsChange", "drawsAsynchronously",
    "autoresizingMask", "contentsFormat", "delegate", "actions", "layoutManager", "constraints",
  ]

  /// Two values of a type.
  static func values(of type: LayerValueType) -> (LayerValue, LayerValue)? {
    switch type {
    case .number(.integer, _): (.number(2), .number(5))
    case .number(.bits, _): (.number(1), .number(3))
    case .number: (.number(0.25), .number(0.75))
    case .bool: (.bool(false), .bool(true))
    case .point: (.point(CGPoint(x: 1, y: 2)), .point(CGPoint(x: 5, y: 8)))
    case .size: (.size(CGSize(width: 1, height: 2)), .size(CGSize(width: 5, height: 8)))
    case .rect:
      (.rect(CGRect(x: 1, y: 2, width: 30, height: 40)), .rect(CGRect(x: 5, y: 8, width: 60, height: 20)))
    case .color: (.color(CGColor(straight: [1, 0, 0.5, 1])), .color(CGColor(straight: [0, 1, 0.25, 0.5])))
    case .transform:
      (.transform(CATransform3DMakeRotation(0.5, 0, 0, 1)), .transform(CATransform3DMakeRotation(1, 1, 2, 3)))
    case .path:
      (
        .path(CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)),
        .path(CGPath(rect: CGRect(x: 5, y: 5, width: 30, height: 20), transform: nil))
      )
    case .image: (.image(images[0]), .image(images[1]))
    case .string: (.string("from"), .string("to"))
    case .word(let words): (.string(words[0]), .string(words[words.count - 1]))
    case .numbers: (.numbers([0, 0.5]), .numbers([0.25, 1]))
    case .colors:
      (
        .colors([CGColor(straight: [1, 0, 0, 1]), CGColor(straight: [0, 0, 0, 1])]),
        .colors([CGColor(straight: [0, 0, 1, 1]), CGColor(straight: [1, 1, 1, 1])])
      )
    case .object: nil
    }
  }

  static func boxed(_ value: LayerValue) -> Any {
    switch value {
    case .number(let value): value
    case .bool(let value): value
    case .point(let value): value
    case .size(let value): value
    case .rect(let value): value
    case .color(let value): value
    case .transform(let value): value
    case .path(let value): value
    case .image(let value): value
    case .string(let value): value
    case .numbers(let value): value
    case .colors(let value): value
    case .object(let value): value
    case .none: NSNull()
    }
  }

  static func isNear(_ one: LayerValue, _ other: LayerValue) -> Bool {
    if case .transform(let a) = one, case .transform(let b) = other {
      return zip(Mirror(reflecting: a).children, Mirror(reflecting: b).children).allSatisfy { one, other in
        abs((one.value as? CGFloat ?? 0) - (other.value as? CGFloat ?? 0)) < 1e-6
      }
    }
    if case .number(let a) = one, case .number(let b) = other { return abs(a - b) < 1e-6 }
    if case .size(let a) = one, case .size(let b) = other {
      return abs(a.width - b.width) < 1e-6 && abs(a.height - b.height) < 1e-6
    }
    if case .rect(let a) = one, case .rect(let b) = other {
      return zip([a.minX, a.minY, a.width, a.height], [b.minX, b.minY, b.width, b.height]).allSatisfy {
        abs($0 - $1) < 1e-6
      }
    }
    if case .bool(let a) = one, case .number(let b) = other { return (b != 0) == a }
    return one == other
  }

  static func check(_ text: String, on layer: CALayer, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let path = try LayerKeyPath(text, for: layer)
    guard let (from, to) = values(of: path.type) else { return }
    let untouched = try path.read(layer)
    for kind in 0..<2 {
      let animation: CAPropertyAnimation
      if kind == 0 {
        let basic = CABasicAnimation(keyPath: text)
        basic.fromValue = boxed(from)
        basic.toValue = boxed(to)
        animation = basic
      } else {
        let keyframes = CAKeyframeAnimation(keyPath: text)
        keyframes.values = [boxed(from), boxed(from), boxed(to)]
        animation = keyframes
      }
      animation.duration = 1
      animation.fillMode = .both
      animation.isRemovedOnCompletion = false
      layer.add(animation, forKey: "test")
      for (time, wanted) in [(-1.0, from), (0, from), (1, to), (2, to)] {
        MediaClock.time = time
        let shown = try path.read(try #require(layer.presentation()))
        #expect(
          isNear(shown, wanted), "\(layer.properties.kind) \(text) at \(time): \(shown), not \(wanted)",
          sourceLocation: sourceLocation)
      }
      for time in [0.3, 0.5, 0.7] {
        let snapshot = TreeSnapshot(of: layer, at: time)
        #expect(snapshot.problems.isEmpty, "\(text): \(snapshot.problems)", sourceLocation: sourceLocation)
      }
      MediaClock.time = 0
      #expect(
        isNear(try path.read(layer), untouched), "\(text): the layer itself changed", sourceLocation: sourceLocation)
      layer.removeAnimation(forKey: "test")
    }
  }

  @Test("every key path of every class", arguments: LayerKind.allCases)
  func all(_ kind: LayerKind) throws {
    let layer = kind.makeLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 50)
    let table = LayerKeyTable.of(kind)
    var checked = 0
    for text in table.pathNames.sorted() where !Self.fixed.contains(text) {
      try Self.check(text, on: layer)
      checked += 1
    }
    #expect(checked > 80)
  }

  @Test("what cannot be animated is reported with the layer's path, and left alone")
  func fixedKeys() throws {
    let (root, layer) = (CALayer(), CALayer())
    layer.name = "leaf"
    root.addSublayer(layer)
    for text in Self.fixed.union(["nonsense", "position.z", "filters.none.inputRadius", "emitterCells.a.scale", ""]) {
      let animation = CABasicAnimation(keyPath: text)
      animation.toValue = 1
      animation.fillMode = .both
      animation.duration = 1
      layer.add(animation, forKey: "test")
      let snapshot = TreeSnapshot(of: root, at: 0.5)
      #expect(snapshot.problems.count == 1, "\(text): \(snapshot.problems)")
      #expect(snapshot.problems.first.map { snapshot.layerPath(of: Int($0.node)) } == "CALayer[0]/leaf")
    }
  }

  @Test("inputs of filters")
  func filters() throws {
    let layer = CALayer()
    let blur = CAFilter(type: "gaussianBlur")
    blur.name = "soft"
    blur.setValue(3, forKey: "inputRadius")
    layer.filters = [blur]
    try Self.check("filters.soft.inputRadius", on: layer)
    #expect(blur.value(forKey: "inputRadius") as? Int == 3)
  }

  @Test("properties of emitter cells, nested ones too")
  func cells() throws {
    let layer = CAEmitterLayer()
    let (smoke, spark) = (CAEmitterCell(), CAEmitterCell())
    smoke.name = "smoke"
    spark.name = "spark"
    smoke.emitterCells = [spark]
    layer.emitterCells = [smoke]
    for key in LayerKeyTable.cell.pathNames.sorted() where !["name", "style"].contains(key) {
      try Self.check("emitterCells.smoke.\(key)", on: layer)
      try Self.check("emitterCells.smoke.emitterCells.spark.\(key)", on: layer)
    }
  }
}
