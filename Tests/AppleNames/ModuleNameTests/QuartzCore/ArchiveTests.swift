// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import QuartzCore
import Testing

/// A layer of a program's own, as Apple's documentation has them.
class ArchivedGauge: CALayer {
  var level = 0.0
  var settings: [String] = []

  override init() { super.init() }

  override init(layer: Any) { super.init(layer: layer) }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    level = coder.decodeDouble(forKey: "level")
  }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(level, forKey: "level")
  }

  override var cornerRadius: CGFloat {
    didSet { settings.append("cornerRadius") }
  }

  override func shouldArchiveValue(forKey key: String) -> Bool {
    key != "borderWidth" && super.shouldArchiveValue(forKey: key)
  }
}

/// Layers, animations and cells go through Foundation's archives.
@Suite struct ArchiveTests {
  static func roundTrip<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
  }

  /// A value of a property's type that is not its default.
  static func value(of key: LayerKey, on object: AnyObject) -> LayerValue? {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0.1, y: 1e-9))
    path.addQuadCurve(to: CGPoint(x: 1, y: 2), control: CGPoint(x: 1.0 / 3, y: 1e20))
    path.addCurve(to: .zero, control1: CGPoint(x: 1, y: 1), control2: CGPoint(x: -2, y: 2))
    path.addLine(to: CGPoint(x: 5, y: 5))
    path.closeSubpath()
    let color = CGColor(straight: [1.09, -0.0158, 1.0 / 3, 0.1])
    switch key.type {
    case .number(.integer, _), .number(.bits, _): return .number(5)
    case .number(_, true): return .number(.infinity)
    case .number(.float, _): return .number(Double(Float(1.0 / 3)))
    case .number: return .number(1.0 / 3)
    case .bool: return .bool(key.value(of: object) != .bool(true))
    case .point: return .point(CGPoint(x: 0.1, y: -2.0 / 3))
    case .size: return .size(CGSize(width: 0.1, height: 2.0 / 3))
    case .rect: return .rect(CGRect(x: 0.1, y: -1e-7, width: 1.0 / 3, height: 4e9))
    case .color: return .color(color)
    case .transform:
      var transform = CATransform3DMakeRotation(0.7, 0.3, 0.2, 1)
      transform.m34 = -1.0 / 350
      return .transform(transform)
    case .path: return .path(path)
    case .image:
      return CGImage(
        width: 2, height: 2, premultipliedRGBA: [1, 2, 3, 4, 200, 100, 50, 255] + [0, 0, 0, 0, 7, 7, 7, 7]
      )
      .map(LayerValue.image)
    case .string: return .string("text < \"é\" & 'c'\n\u{1F600}")
    case .word(let words): return words.last.map(LayerValue.string)
    case .numbers: return .numbers([1, 2.5])
    case .colors: return .colors([color, CGColor(straight: [0, 0, 0, 1])])
    case .object: return nil
    }
  }

  static func isEqual(_ one: LayerValue, _ other: LayerValue) -> Bool {
    if case (.image(let a), .image(let b)) = (one, other) {
      return a.width == b.width && a.height == b.height && a.premultipliedRGBA == b.premultipliedRGBA
    }
    return one == other
  }

  @Test("every property of every class of layers", arguments: LayerKind.allCases)
  func properties(_ kind: LayerKind) throws {
    let layer = kind.makeLayer()
    let table = LayerKeyTable.of(kind)
    var count = 0
    for key in table.keys where !key.isReadOnly && !key.isAlias {
      guard let value = Self.value(of: key, on: layer) else { continue }
      #expect(key.set(value, on: layer), "\(key.name)")
      count += 1
    }
    #expect(count > 40)
    let copy = try Self.roundTrip(layer)
    #expect(type(of: copy) == type(of: layer) && copy.properties.kind == kind)
    for key in table.keys {
      if case .object = key.type { continue }
      #expect(Self.isEqual(key.value(of: copy), key.value(of: layer)), "\(key.name): \(key.value(of: copy))")
    }
    let plain = try Self.roundTrip(kind.makeLayer())
    for key in table.keys {
      #expect(Self.isEqual(key.value(of: plain), key.value(of: kind.makeLayer())), "\(key.name) of a new layer")
    }
    #expect(plain.properties.flags == kind.makeLayer().properties.flags)
  }

  @Test("what is not set to its default is not in the archive, and colours that are nil stay so")
  func defaults() throws {
    let layer = CALayer()
    layer.borderColor = nil
    let copy = try Self.roundTrip(layer)
    #expect(copy.borderColor == nil && copy.shadowColor != nil)
    func size(_ layer: CALayer) throws -> Int {
      try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true).count
    }
    #expect(try size(CALayer()) < 400)
  }

  @Test("trees with masks, filters, styles, actions, constraints and keys of their own")
  func trees() throws {
    let (root, card, mask, leaf) = (CALayer(), CAShapeLayer(), CALayer(), CAGradientLayer())
    root.sublayers = [card, CALayer()]
    card.addSublayer(leaf)
    card.mask = mask
    mask.cornerRadius = 4
    leaf.name = "leaf"
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(4, forKey: "inputRadius")
    blur.name = "soft"
    blur.isEnabled = false
    root.filters = [blur]
    root.compositingFilter = "multiplyBlendMode"
    root.style = ["page": 3, "inner": ["list": [CGPoint(x: 1, y: 2), "two", true]]]
    root.actions = ["position": NSNull(), "opacity": CABasicAnimation(keyPath: "opacity")]
    root.layoutManager = CAConstraintLayoutManager()
    root.autoresizingMask = [.layerHeightSizable]
    card.addConstraint(
      CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .maxY, scale: 0.5, offset: -3))
    root.setValue(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), forKey: "tint")
    root.setValue(CATransform3DMakeScale(2, 3, 4), forKey: "stretch")

    let copy = try Self.roundTrip(root)
    let cardCopy = try #require(copy.sublayers?.first as? CAShapeLayer)
    #expect(copy.sublayers?.count == 2 && cardCopy.superlayer === copy)
    #expect(cardCopy.mask?.cornerRadius == 4 && cardCopy.sublayers?.first is CAGradientLayer)
    #expect(cardCopy.sublayers?.first?.name == "leaf")
    let soft = try #require(copy.filters?.first as? CAFilter)
    #expect(soft.type == "gaussianBlur" && soft.name == "soft" && !soft.isEnabled)
    #expect(
      soft.value(forKey: "inputRadius") as? Double == 4 && copy.compositingFilter as? String == "multiplyBlendMode")
    #expect(copy.style?["page"] as? Int == 3)
    let list = (copy.style?["inner"] as? [String: Any])?["list"] as? [Any]
    #expect(list?[0] as? CGPoint == CGPoint(x: 1, y: 2) && list?[1] as? String == "two" && list?[2] as? Bool == true)
    #expect(copy.actions?["position"] is NSNull)
    #expect((copy.actions?["opacity"] as? CABasicAnimation)?.keyPath == "opacity")
    #expect(copy.layoutManager is CAConstraintLayoutManager && copy.autoresizingMask == [.layerHeightSizable])
    let constraint = try #require(cardCopy.constraints?.first)
    #expect((constraint.attribute, constraint.sourceAttribute) == (.midX, .maxY))
    #expect((constraint.sourceName, constraint.scale, constraint.offset) == ("superlayer", 0.5, -3))
    #expect((copy.value(forKey: "tint") as? CGColor)?.straight == [1, 0, 0, 1])
    #expect(copy.value(forKey: "stretch") as? CATransform3D == CATransform3DMakeScale(2, 3, 4))
  }

  @Test("animations with their keys and values, in every class")
  func animations() throws {
    let layer = CALayer()
    let spring = CASpringAnimation(keyPath: "position")
    spring.fromValue = CGPoint(x: 1, y: 2)
    spring.toValue = NSValue(point: CGPoint(x: 3, y: 4))
    (spring.stiffness, spring.damping, spring.initialVelocity, spring.duration) = (50, 3, 2, 7)
    spring.timingFunction = CAMediaTimingFunction(controlPoints: 0.1, -0.5, 0.2, 1.5)
    let keyframes = CAKeyframeAnimation(keyPath: "backgroundColor")
    keyframes.values = [
      CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1),
    ]
    keyframes.keyTimes = [0, 1]
    keyframes.timingFunctions = [CAMediaTimingFunction(name: .easeIn)]
    keyframes.calculationMode = .discrete
    keyframes.repeatCount = .infinity
    let group = CAAnimationGroup()
    group.animations = [spring, keyframes]
    (group.beginTime, group.fillMode, group.isRemovedOnCompletion) = (1e-100, .both, false)
    group.setValue("mine", forKey: "tag")
    let turn = CABasicAnimation(keyPath: "transform")
    turn.valueFunction = CAValueFunction(name: .rotateZ)
    turn.byValue = 2
    turn.isAdditive = true
    let push = CATransition()
    (push.type, push.subtype, push.startProgress) = (.push, .fromTop, 0.25)
    layer.add(group, forKey: "group")
    layer.add(turn, forKey: nil)
    layer.add(push, forKey: nil)

    let copy = try Self.roundTrip(layer)
    #expect(copy.animationKeys() == ["group", kCATransition] && copy.addedAnimations.count == 3)
    let groupCopy = try #require(copy.animation(forKey: "group") as? CAAnimationGroup)
    #expect((groupCopy.beginTime, groupCopy.fillMode, groupCopy.isRemovedOnCompletion) == (1e-100, .both, false))
    #expect(groupCopy.value(forKey: "tag") as? String == "mine")
    let springCopy = try #require(groupCopy.animations?.first as? CASpringAnimation)
    #expect((springCopy.stiffness, springCopy.damping, springCopy.initialVelocity) == (50, 3, 2))
    #expect(springCopy.fromValue as? CGPoint == CGPoint(x: 1, y: 2))
    #expect(springCopy.toValue as? CGPoint == CGPoint(x: 3, y: 4) && springCopy.timingFunction == spring.timingFunction)
    let framesCopy = try #require(groupCopy.animations?.last as? CAKeyframeAnimation)
    #expect(framesCopy.values as? [CGColor] == keyframes.values as? [CGColor] && framesCopy.keyTimes == [0, 1])
    #expect(framesCopy.timingFunctions == keyframes.timingFunctions && framesCopy.repeatCount == .infinity)
    #expect(framesCopy.calculationMode == .discrete)
    let turnCopy = try #require(copy.addedAnimations[1].animation as? CABasicAnimation)
    #expect(turnCopy.valueFunction?.name == .rotateZ && turnCopy.byValue as? Int == 2 && turnCopy.isAdditive)
    let pushCopy = try #require(copy.animation(forKey: kCATransition) as? CATransition)
    #expect((pushCopy.type, pushCopy.subtype, pushCopy.startProgress) == (.push, .fromTop, 0.25))
    // Their pictures are equal.
    for time in [0.5, 3.0, 6] {
      let (one, other) = (TreeSnapshot(of: layer, at: time), TreeSnapshot(of: copy, at: time))
      #expect(one.nodes.last?.properties.position == other.nodes.last?.properties.position)
      #expect(one.nodes.last?.properties.transform == other.nodes.last?.properties.transform)
    }
  }

  @Test("emitter cells, nested ones too")
  func cells() throws {
    let emitter = CAEmitterLayer()
    let (cell, inner) = (CAEmitterCell(), CAEmitterCell())
    for key in LayerKeyTable.cell.keys where !key.isReadOnly && !key.isAlias {
      if let value = Self.value(of: key, on: cell) { key.set(value, on: cell) }
    }
    inner.birthRate = 7
    cell.emitterCells = [inner]
    cell.setValue("kept", forKey: "other")
    emitter.emitterCells = [cell, CAEmitterCell()]
    let copy = try Self.roundTrip(emitter)
    let cellCopy = try #require(copy.emitterCells?.first)
    #expect(copy.emitterCells?.count == 2 && cellCopy.emitterCells?.first?.birthRate == 7)
    for key in LayerKeyTable.cell.keys {
      if case .object = key.type { continue }
      #expect(Self.isEqual(key.value(of: cellCopy), key.value(of: cell)), "\(key.name)")
    }
    #expect(cellCopy.value(forKey: "other") as? String == "kept")
  }

  @Test("a class of a program's own adds to what is archived, leaves out, and has its setters called")
  func subclasses() throws {
    let gauge = ArchivedGauge()
    (gauge.level, gauge.cornerRadius, gauge.borderWidth) = (0.75, 3, 2)
    let root = CALayer()
    root.addSublayer(gauge)
    let copy = try #require(try Self.roundTrip(root).sublayers?.first as? ArchivedGauge)
    #expect((copy.level, copy.cornerRadius, copy.borderWidth) == (0.75, 3, 0))
    #expect(copy.settings == ["cornerRadius"])
    #expect(
      try NSKeyedUnarchiver.unarchivedObject(
        ofClass: ArchivedGauge.self,
        from: NSKeyedArchiver.archivedData(withRootObject: gauge, requiringSecureCoding: true))?.level == 0.75)
  }
}
