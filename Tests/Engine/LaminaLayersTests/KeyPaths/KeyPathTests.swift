// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import Testing

@Suite struct KeyPathTests {
  @Test func theMeasuredExampleStandsUpright() throws {
    // GEO-9: rotation.x = rotation.z = pi/2 leaves a 3.5 x 50 layer 50 along z and 3.5 along y.
    for order in [["x", "z"], ["z", "x"]] {
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 3.5, height: 50)
      for axis in order { layer.setValue(Double.pi / 2, forKeyPath: "transform.rotation.\(axis)") }
      let width = layer.transform.carry([3.5, 0, 0, 1])
      let height = layer.transform.carry([0, 50, 0, 1])
      #expect(abs(width.x) < 1e-12 && abs(abs(width.y) - 3.5) < 1e-12 && abs(width.z) < 1e-12)
      #expect(abs(height.x) < 1e-12 && abs(height.y) < 1e-12 && abs(abs(height.z) - 50) < 1e-12)
      #expect(layer.value(forKeyPath: "transform.rotation.x") as? Double == .pi / 2)
      #expect(layer.value(forKeyPath: "transform.rotation.z") as? Double == .pi / 2)
    }
  }

  @Test(arguments: [
    "transform.rotation.x", "transform.rotation.y", "transform.rotation.z", "transform.scale.x", "transform.scale.y",
    "transform.scale.z", "transform.translation.x", "transform.translation.y", "transform.translation.z",
  ])
  func oneComponentKeepsTheOthers(_ path: String) throws {
    for perspective in [false, true] {
      let layer = CALayer()
      if perspective { layer.transform.m34 = -1 / 500 }
      let values: [(String, Double)] = [
        ("rotation.x", 0.3), ("rotation.y", -0.7), ("rotation.z", 1.1), ("scale.x", 2), ("scale.y", 0.5),
        ("scale.z", 3), ("translation.x", 4), ("translation.y", -5), ("translation.z", 6),
      ]
      for (name, value) in values { try layer.setLayerValue(value, forKeyPath: "transform." + name) }
      try layer.setLayerValue(1.25, forKeyPath: path)
      for (name, value) in values {
        let read = try #require(layer.value(forKeyPath: "transform." + name) as? Double)
        #expect(abs(read - ("transform." + name == path ? 1.25 : value)) < 1e-12, "\(name) after \(path)")
      }
    }
  }

  @Test func decompositionIsStable() throws {
    // Any turn, scale, mirror, shear and perspective goes through its components unharmed.
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
      var transform = CATransform3DMakeRotation(random(-4...4), random(-1...1), random(-1...1), random(-1...1))
      transform = CATransform3DScale(transform, random(-2...2), random(-2...2), random(-2...2))
      transform.m21 += random(-0.5...0.5)
      transform = CATransform3DConcat(transform, CATransform3DMakeTranslation(random(-9...9), 3, 4))
      if Bool.random(using: &generator) { transform.m34 = -1 / 400 }
      let again = TransformComponents(transform).transform
      for (one, other) in zip(
        [transform.row1, transform.row2, transform.row3, transform.row4],
        [again.row1, again.row2, again.row3, again.row4])
      {
        let difference = one - other
        #expect((difference * difference).sum() < 1e-20)
      }
    }
  }

  @Test(arguments: [-3.0, -2, -1, 0, 1, 2, 3])
  func anglesBeyondAQuarterTurnReadBack(_ angle: Double) throws {
    for axis in ["x", "y", "z"] {
      let layer = CALayer()
      layer.setValue(0.4, forKeyPath: "transform.rotation.\(axis)")
      layer.setValue(angle, forKeyPath: "transform.rotation.\(axis)")
      let read = try #require(layer.value(forKeyPath: "transform.rotation.\(axis)") as? Double)
      #expect(abs(read - angle) < 1e-12)
    }
  }

  @Test func zeroScaleKeepsTheTurn() throws {
    let layer = CALayer()
    layer.setValue(0.5, forKeyPath: "transform.rotation.z")
    layer.setValue(0, forKeyPath: "transform.scale.y")
    #expect(abs(try #require(layer.value(forKeyPath: "transform.rotation") as? Double) - 0.5) < 1e-12)
    #expect(layer.value(forKeyPath: "transform.scale.y") as? Double == 0)
    layer.setValue(1, forKeyPath: "transform.scale.y")
    #expect(abs(layer.transform.m11 - cos(0.5)) < 1e-12 && abs(layer.transform.m22 - cos(0.5)) < 1e-12)
  }

  @Test func componentsOfPointsSizesAndRectangles() throws {
    let layer = CALayer()
    layer.setValue(5, forKeyPath: "position.x")
    layer.setValue(CGFloat(6), forKeyPath: "position.y")
    layer.setValue(Float(30), forKeyPath: "bounds.size.width")
    layer.setValue(CGPoint(x: 1, y: 2), forKeyPath: "bounds.origin")
    layer.setValue(0.25, forKeyPath: "anchorPoint.x")
    layer.setValue(7, forKeyPath: "shadowOffset.width")
    #expect(layer.position == CGPoint(x: 5, y: 6))
    #expect(layer.bounds == CGRect(x: 1, y: 2, width: 30, height: 0))
    #expect(layer.anchorPoint == CGPoint(x: 0.25, y: 0.5) && layer.shadowOffset == CGSize(width: 7, height: -3))
    #expect(layer.value(forKeyPath: "bounds.origin.y") as? Double == 2)
    #expect(layer.value(forKeyPath: "bounds.size") as? CGSize == CGSize(width: 30, height: 0))
    layer.setValue(CGSize(width: 3, height: 4), forKeyPath: "transform.translation")
    layer.setValue(2, forKeyPath: "transform.scale")
    #expect(layer.transform == CATransform3DScale(CATransform3DMakeTranslation(3, 4, 0), 2, 2, 2))
    layer.setValue(4, forKeyPath: "transform.scale.xy")
    #expect(try #require(layer.value(forKeyPath: "transform.scale") as? Double) == 10.0 / 3)
    layer.setValue(0.5, forKeyPath: "sublayerTransform.rotation")
    #expect(abs(layer.sublayerTransform.m11 - cos(0.5)) < 1e-15)
  }

  @Test func valuesOfEveryType() throws {
    let layer = CAShapeLayer()
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
    let picture = try #require(CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 255]))
    layer.setValue(path, forKey: "path")
    layer.setValue(picture, forKey: "contents")
    layer.setValue(true, forKey: "hidden")
    layer.setValue(1, forKey: "masksToBounds")
    layer.setValue("round", forKey: "lineJoin")
    layer.setValue(CAShapeLayerLineCap.square, forKey: "lineCap")
    layer.setValue([1, 2.5], forKey: "lineDashPattern")
    layer.setValue(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), forKey: "fillColor")
    layer.setValue(nil, forKey: "backgroundColor")
    layer.setValue("name", forKey: "name")
    layer.setValue(Double.infinity, forKey: "repeatCount")
    #expect(layer.path == path && layer.contents as? CGImage === picture && layer.isHidden && layer.masksToBounds)
    #expect(layer.lineJoin == .round && layer.lineCap == .square && layer.lineDashPattern == [1, 2.5])
    #expect(layer.fillColor == CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1) && layer.name == "name")
    #expect(layer.repeatCount == .infinity && layer.value(forKey: "hidden") as? Bool == true)
    #expect(layer.value(forKey: "opacity") as? Float == 1 && layer.value(forKey: "lineWidth") as? NSNumber == 1)
    let gradient = CAGradientLayer()
    gradient.setValue([CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)], forKeyPath: "colors")
    #expect(gradient.colors?.count == 1)
    let emitter = CAEmitterLayer()
    let cell = CAEmitterCell()
    cell.name = "smoke"
    emitter.setValue([cell], forKey: "emitterCells")
    emitter.setValue(25, forKeyPath: "emitterCells.smoke.birthRate")
    #expect(cell.birthRate == 25 && emitter.value(forKeyPath: "emitterCells.smoke.birthRate") as? Int == 25)
  }

  @Test func everyKeyReadsAndWritesItsOwnValue() throws {
    for kind in LayerKind.allCases {
      let layer = kind.makeLayer()
      for key in LayerKeyTable.of(kind).keys where !key.isReadOnly && !key.isAlias {
        let path = try LayerKeyPath(key.name, for: layer)
        let value = try path.read(layer)
        try path.write(value, layer)
        #expect(try path.read(layer) == value, "\(key.name) of \(kind.className)")
      }
    }
  }

  @Test func arbitraryKeysAndDefaults() {
    final class Dial: CALayer {
      override class func defaultValue(forKey key: String) -> Any? {
        key == "angle" ? 0.5 : super.defaultValue(forKey: key)
      }
    }
    let dial = Dial()
    #expect(dial.value(forKey: "angle") as? Double == 0.5)
    dial.setValue(0.75, forKey: "angle")
    dial.setValue(["a": 1], forKey: "table")
    #expect(dial.value(forKey: "angle") as? Double == 0.75)
    #expect((dial.value(forKeyPath: "table.a")) as? Int == 1)
    dial.setValue(2, forKeyPath: "table.a")
    #expect(dial.value(forKeyPath: "table.a") as? Int == 2)
    dial.setValue(nil, forKey: "angle")
    #expect(dial.value(forKey: "angle") as? Double == 0.5)
    dial.style = ["mood": "calm"]
    #expect(dial.value(forKey: "mood") as? String == "calm")
    #expect(CALayer.defaultValue(forKey: "opacity") as? Float == 1)
    #expect(CAShapeLayer.defaultValue(forKey: "lineWidth") as? Double == 1)
    #expect(CALayer.defaultValue(forKey: "lineWidth") == nil)
    #expect((Dial(layer: dial).value(forKeyPath: "table.a")) as? Int == 2)
  }
}

@Suite struct KeyPathErrorTests {
  @Test func wrongPathsAndTypesNameBoth() {
    let layer = CALayer()
    func message(_ value: Any?, _ path: String) -> String {
      do {
        try layer.setLayerValue(value, forKeyPath: path)
        return ""
      } catch { return error.description }
    }
    #expect(message(1, "opacty") == "CALayer has no key path 'opacty'; did you mean 'opacity'?")
    #expect(message(1, "transform.rotation.w").contains("'transform.rotation.x'"))
    #expect(message("red", "opacity") == "'opacity' takes a number, not String")
    #expect(message(1, "backgroundColor") == "'backgroundColor' takes a CGColor, not Int")
    #expect(message(nil, "position.x") == "'position.x' takes a number, not nil")
    #expect(message(Double.nan, "cornerRadius") == "'cornerRadius' takes a number, and nan is out of its range")
    #expect(message(1e300, "opacity") == "'opacity' takes a number, and 1e+300 is out of its range")
    #expect(message(layer, "superlayer") == "'superlayer' of CALayer can only be read")
    #expect(message([layer], "sublayers") == "'sublayers' would put a layer inside itself")
    #expect(message(layer, "mask") == "'mask' would put a layer inside itself")
    #expect(message(CGRect.zero, "bounds.size").hasPrefix("'bounds.size' takes a size, not"))
    #expect(throws: KeyPathError.self) {
      try LayerKeyPath("strokeEnd", for: CAShapeLayer()).setNumber(0, in: CALayer())
    }
    #expect(throws: KeyPathError.self) {
      try CAReplicatorLayer().setLayerValue(1.5, forKeyPath: "instanceCount")
    }
    #expect(throws: KeyPathError.self) { try layer.layerValue(forKeyPath: "emitterCells.a.scale") }
  }

  @Test func appleSpellingNeverTraps() {
    let before = CALayer.keyPathFailureHandler
    CALayer.keyPathFailureHandler = { _ in }
    defer { CALayer.keyPathFailureHandler = before }
    let layer = CAEmitterLayer()
    for path in [
      "", ".", "..", "a.b", "position.", ".x", "position.x.y", "emitterCells.", "emitterCells..", "bounds.q",
    ] {
      layer.setValue(1, forKeyPath: path)
      layer.setValue(CGPoint.zero, forKeyPath: path)
      _ = layer.value(forKeyPath: path)
    }
    for key in LayerKeyTable.of(layer).keys {
      for value in [1, "x", CGRect.null, Double.nan, [1, 2], NSNull(), layer, CGFloat.infinity] as [Any] {
        layer.setValue(value, forKey: key.name)
      }
    }
    #expect(layer.sublayers == nil && layer.mask == nil)
  }

  @Test func nearNames() {
    #expect(NearNames.nearest(to: "positoin", in: ["position", "opacity"]) == ["position"])
    #expect(NearNames.nearest(to: "Title", in: ["title", "titles", "photo"]) == ["title", "titles"])
    #expect(NearNames.nearest(to: "zzzz", in: ["title"]).isEmpty)
  }
}
