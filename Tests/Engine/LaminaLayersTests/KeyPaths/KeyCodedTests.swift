// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import Testing

/// Key-value coding of animations and emitter cells, and the key paths of layers that are more than properties.
@Suite struct KeyCodedTests {
  private final class Gauge: CALayer {
    var told: [String] = []
    override func value(forUndefinedKey key: String) -> Any? {
      key == "twice" ? opacity * 2 : super.value(forUndefinedKey: key)
    }
    override func setValue(_ value: Any?, forUndefinedKey key: String) {
      told.append(key)
      super.setValue(value, forUndefinedKey: key)
    }
  }

  private final class Named: CABasicAnimation {
    override func value(forUndefinedKey key: String) -> Any? { super.value(forUndefinedKey: key) ?? "no \(key)" }
  }

  @Test("a subclass answers for the keys that are no properties")
  func undefinedKeys() {
    let gauge = Gauge()
    gauge.opacity = 0.25
    #expect(gauge.value(forKey: "twice") as? Float == 0.5 && gauge.value(forKeyPath: "twice") as? Float == 0.5)
    #expect(gauge.value(forKey: "unit") == nil)
    gauge.setValue("bar", forKey: "unit")
    gauge.setValue(0.5, forKey: "opacity")
    gauge.setValue(3, forKeyPath: "limit")
    #expect(gauge.told == ["unit", "limit"] && gauge.opacity == 0.5)
    #expect(gauge.value(forKey: "unit") as? String == "bar" && gauge.value(forKeyPath: "limit") as? Int == 3)
    let animation = Named(keyPath: "opacity")
    #expect(animation.value(forKey: "purpose") as? String == "no purpose")
    animation.setValue("fade", forKey: "purpose")
    #expect(
      animation.value(forKey: "purpose") as? String == "fade"
        && animation.value(forKey: "keyPath") as? String == "opacity")
    let cell = CAEmitterCell()
    cell.setValue(7, forUndefinedKey: "kind")
    #expect(cell.value(forKey: "kind") as? Int == 7 && cell.value(forUndefinedKey: "kind") as? Int == 7)
  }

  static var animations: [CAAnimation] {
    [
      CAAnimation(), CAPropertyAnimation(), CABasicAnimation(), CAKeyframeAnimation(), CASpringAnimation(),
      CAAnimationGroup(), CATransition(),
    ]
  }

  @Test("timing and names by key, in every class of animations")
  func timing() throws {
    for fresh in Self.animations {
      let animation = try #require(fresh.copy() as? CAAnimation)
      let numbers = ["beginTime", "duration", "speed", "timeOffset", "repeatCount", "repeatDuration"]
      for (index, key) in numbers.enumerated() {
        animation.setValue(index + 2, forKey: key)
        #expect(animation.value(forKey: key) as? Double == Double(index + 2))
        #expect(animation.value(forKeyPath: key) as? Double == Double(index + 2))
      }
      #expect((animation.beginTime, animation.duration, animation.speed) == (2, 3, 4))
      animation.setValue(true, forKey: "autoreverses")
      animation.setValue(false, forKey: "removedOnCompletion")
      animation.setValue(CAMediaTimingFillMode.both, forKey: "fillMode")
      #expect(animation.autoreverses && !animation.isRemovedOnCompletion && animation.fillMode == .both)
      #expect(animation.value(forKey: "isRemovedOnCompletion") as? Bool == false)
      #expect(animation.value(forKey: "fillMode") as? String == "both")
      animation.setValue(CAMediaTimingFunction(name: .easeIn), forKey: "timingFunction")
      #expect(animation.timingFunction == CAMediaTimingFunction(name: .easeIn))
      animation.setValue(nil, forKey: "timingFunction")
      #expect(animation.timingFunction == nil)
      #expect(type(of: animation).defaultValue(forKey: "speed") as? Double == 1)
      #expect(type(of: animation).defaultValue(forKey: "nothing") == nil)
    }
  }

  @Test("what each class adds")
  func added() throws {
    let keyframes = CAKeyframeAnimation(keyPath: "position")
    keyframes.setValue([CGPoint.zero, CGPoint(x: 1, y: 2)], forKey: "values")
    keyframes.setValue([0, 0.5, 1], forKey: "keyTimes")
    keyframes.setValue("cubic", forKey: "calculationMode")
    keyframes.setValue("auto", forKey: "rotationMode")
    keyframes.setValue(CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil), forKey: "path")
    keyframes.setValue([CAMediaTimingFunction(name: .linear)], forKey: "timingFunctions")
    keyframes.setValue([1, -1], forKeyPath: "tensionValues")
    #expect(keyframes.values?.count == 2 && keyframes.keyTimes == [0, 0.5, 1] && keyframes.tensionValues == [1, -1])
    #expect(keyframes.calculationMode == .cubic && keyframes.rotationMode == .rotateAuto && keyframes.path != nil)
    #expect(keyframes.timingFunctions?.count == 1 && keyframes.value(forKey: "keyPath") as? String == "position")

    let spring = CASpringAnimation(keyPath: "position.x")
    for (key, number) in [("mass", 2.0), ("stiffness", 30), ("damping", 4), ("initialVelocity", 5)] {
      spring.setValue(number, forKey: key)
      #expect(spring.value(forKey: key) as? Double == number)
    }
    spring.setValue(CGPoint(x: 3, y: 4), forKey: "toValue")
    spring.setValue(true, forKey: "additive")
    #expect(spring.toValue as? CGPoint == CGPoint(x: 3, y: 4) && spring.isAdditive)
    #expect(spring.value(forKey: "settlingDuration") as? Double == spring.settlingDuration)
    #expect(CASpringAnimation.defaultValue(forKey: "damping") as? Double == 10)

    let group = CAAnimationGroup()
    group.setValue([spring, keyframes], forKey: "animations")
    #expect(group.animations?.count == 2)
    let transition = CATransition()
    transition.setValue("push", forKey: "type")
    transition.setValue(CATransitionSubtype.fromTop, forKey: "subtype")
    transition.setValue(0.25, forKey: "startProgress")
    #expect(transition.type == .push && transition.subtype == .fromTop && transition.startProgress == 0.25)
  }

  @Test("any other key is kept as in a dictionary, goes with copies, and leads on by key path")
  func strangers() throws {
    final class Titled: CABasicAnimation {
      override class func defaultValue(forKey key: String) -> Any? {
        key == "title" ? "none" : super.defaultValue(forKey: key)
      }
    }
    let layer = CALayer()
    let titled = Titled()
    #expect(titled.value(forKey: "title") as? String == "none")
    titled.setValue(layer, forKey: "layer")
    titled.setValue(["page": 7], forKey: "info")
    titled.setValue(41.5, forKeyPath: "layer.position.x")
    titled.setValue(8, forKeyPath: "info.page")
    #expect(layer.position.x == 41.5 && titled.value(forKeyPath: "layer.position.x") as? Double == 41.5)
    #expect(titled.value(forKeyPath: "info.page") as? Int == 8)
    let copy = try #require(titled.copy() as? CAAnimation)
    #expect(copy.value(forKey: "layer") as? CALayer === layer)
    titled.setValue(nil, forKey: "layer")
    #expect(titled.value(forKey: "layer") == nil)
  }

  @Test("every property of emitter cells by key, and components by key path")
  func cells() throws {
    let cell = CAEmitterCell()
    for key in LayerKeyTable.cell.keys {
      guard case .number = key.type else { continue }
      cell.setValue(3, forKey: key.name)
      #expect(cell.value(forKey: key.name) as? Double == 3, "\(key.name)")
      #expect(CAEmitterCell.defaultValue(forKey: key.name) as? Double != 3, "\(key.name)")
    }
    cell.setValue(0.5, forKeyPath: "contentsRect.size.width")
    cell.setValue(false, forKey: "isEnabled")
    cell.setValue(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), forKey: "color")
    #expect(cell.contentsRect.width == 0.5 && !cell.isEnabled && cell.color?.straight == [1, 0, 0, 1])
    let inner = CAEmitterCell()
    cell.setValue([inner], forKey: "emitterCells")
    cell.setValue("mine", forKey: "kind")
    cell.style = ["flavour": "sweet"]
    #expect(cell.emitterCells?.first === inner && cell.value(forKey: "kind") as? String == "mine")
    #expect(cell.value(forKey: "flavour") as? String == "sweet")
    #expect(CAEmitterCell.defaultValue(forKey: "lifetime") as? Double == 0)
  }

  @Test("what cannot be set changes nothing and is told")
  func failures() async {
    // The handler is the process's.
    await #expect(processExitsWith: .success) {
      nonisolated(unsafe) var told: [String] = []
      CALayer.keyPathFailureHandler = { told.append("\($0)") }
      let keyframes = CAKeyframeAnimation(keyPath: "position")
      keyframes.setValue("long", forKey: "duration")
      keyframes.setValue(Double.nan, forKey: "beginTime")
      keyframes.setValue([1, "two"], forKey: "keyTimes")
      keyframes.setValue([1], forKey: "timingFunctions")
      keyframes.setValue(5, forKeyPath: "position.nothing")
      precondition(keyframes.value(forKeyPath: "no.where") == nil)
      CASpringAnimation().setValue(1, forKey: "settlingDuration")
      let cell = CAEmitterCell()
      cell.setValue([cell], forKey: "emitterCells")
      precondition(cell.emitterCells == nil && keyframes.duration == 0 && keyframes.beginTime == 0)
      precondition(keyframes.keyTimes == nil && keyframes.timingFunctions == nil)
      precondition(told.count == 8, "\(told)")
      precondition(told[0] == "'duration' takes a number, not String")
      precondition(told[6] == "'settlingDuration' of CASpringAnimation can only be read", told[6])
      precondition(told[7] == "'emitterCells' would put a layer inside itself", told[7])
    }
  }

  @Test("getters' names, sublayers by name, and what only programs have")
  func layers() throws {
    final class Owner: CALayerDelegate {}
    let (layer, owner) = (CALayer(), Owner())
    layer.setValue(true, forKey: "isHidden")
    layer.setValue(true, forKeyPath: "isOpaque")
    layer.setValue(false, forKey: "isDoubleSided")
    layer.setValue(true, forKey: "isGeometryFlipped")
    #expect(layer.isHidden && layer.isOpaque && !layer.isDoubleSided && layer.isGeometryFlipped)
    #expect(layer.value(forKey: "hidden") as? Bool == true && layer.value(forKeyPath: "isHidden") as? Bool == true)
    layer.setValue(CAAutoresizingMask([.layerWidthSizable, .layerMaxYMargin]).rawValue, forKey: "autoresizingMask")
    layer.setValue("RGBAh", forKey: "contentsFormat")
    layer.setValue(owner, forKey: "delegate")
    layer.setValue(["position": NSNull()], forKeyPath: "actions")
    #expect(layer.autoresizingMask == [.layerWidthSizable, .layerMaxYMargin] && layer.contentsFormat == .RGBA16Float)
    #expect(layer.delegate === owner && layer.value(forKey: "delegate") as? Owner === owner)
    #expect(layer.actions?.count == 1 && layer.action(forKey: "position") == nil)
    #expect(throws: KeyPathError.self) { try layer.setLayerValue("nobody", forKeyPath: "delegate") }

    let (hand, tip) = (CALayer(), CALayer())
    hand.name = "hand.long"
    tip.name = "tip"
    layer.sublayers = [CALayer(), hand]
    hand.addSublayer(tip)
    layer.setValue(0.5, forKeyPath: "sublayers.hand.long.opacity")
    layer.setValue(9, forKeyPath: "sublayers.hand.long.sublayers.tip.position.x")
    #expect(hand.opacity == 0.5 && tip.position.x == 9)
    #expect(layer.value(forKeyPath: "sublayers.hand.long.opacity") as? Float == 0.5)
    #expect((layer.value(forKeyPath: "sublayers") as? [CALayer])?.count == 2)
  }

  @Test("the sixteen entries of a transform are set as they are, and leave the others")
  func entries() throws {
    let layer = CALayer()
    layer.transform = CATransform3DMakeRotation(0.7, 0.2, 0.3, 1)
    let before = layer.transform
    layer.setValue(-1.0 / 500, forKeyPath: "transform.m34")
    #expect(layer.value(forKeyPath: "transform.m34") as? Double == -1.0 / 500)
    var wanted = before
    wanted.m34 = -1.0 / 500
    #expect(layer.transform == wanted)
    for row in 1...4 {
      for column in 1...4 {
        layer.setValue(row * 10 + column, forKeyPath: "sublayerTransform.m\(row)\(column)")
      }
    }
    let all = layer.sublayerTransform
    #expect((all.m11, all.m14, all.m23, all.m32, all.m41, all.m44) == (11, 14, 23, 32, 41, 44))
    let lift = CABasicAnimation(keyPath: "transform.m43")
    lift.fromValue = 0
    lift.toValue = 10
    lift.duration = 1
    layer.add(lift, forKey: nil)
    let shown = TreeSnapshot(of: layer, at: 0.5)
    #expect(shown.problems.isEmpty && shown.nodes[0].properties.transform.m43 == 5)
    #expect(shown.nodes[0].properties.transform.m34 == -1.0 / 500)
  }

  @Test("several keys at once, with NSNull for what has no value")
  func several() throws {
    let layer = CALayer()
    layer.setValuesForKeys([
      "opacity": 0.25, "hidden": true, "name": "needle", "position": CGPoint(x: 1, y: 2), "tag": 7,
    ])
    #expect(layer.opacity == 0.25 && layer.isHidden && layer.name == "needle" && layer.position == CGPoint(x: 1, y: 2))
    let told = layer.dictionaryWithValues(forKeys: ["opacity", "tag", "backgroundColor"])
    #expect(told.count == 3 && told["opacity"] as? Double == 0.25 && told["tag"] as? Int == 7)
    #expect(told["backgroundColor"] is NSNull)
    layer.setValuesForKeys(["name": NSNull(), "tag": NSNull()])
    #expect(layer.name == nil && layer.value(forKey: "tag") == nil)
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.setValuesForKeys(["duration": 3, "toValue": 1, "fromValue": NSNull()])
    #expect(animation.duration == 3 && animation.toValue as? Int == 1 && animation.fromValue == nil)
    #expect(animation.dictionaryWithValues(forKeys: ["duration", "byValue"])["byValue"] is NSNull)
    let cell = CAEmitterCell()
    cell.setValuesForKeys(["birthRate": 5, "name": "spark"])
    #expect(cell.birthRate == 5 && cell.dictionaryWithValues(forKeys: ["name"])["name"] as? String == "spark")
  }

  @Test("what is written for several keys goes through a subclass's setter")
  func overridden() {
    final class Gauge: CALayer {
      var heard: [String] = []
      override func setValue(_ value: Any?, forKey key: String) {
        heard.append(key)
        super.setValue(value, forKey: key)
      }
    }
    let gauge = Gauge()
    gauge.setValuesForKeys(["opacity": 1, "level": 2])
    #expect(gauge.heard == ["level", "opacity"])
  }
}
