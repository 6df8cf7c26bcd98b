// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import Testing

/// The values that animations compute: TIME-4 to TIME-7 and TIME-9.
@Suite struct AnimationValueTests {
  private func shown(_ layer: CALayer, at time: Double) -> LayerProperties {
    TreeSnapshot(of: layer, at: time).nodes[0].properties
  }

  private func x(_ layer: CALayer, at time: Double) -> Double { Double(shown(layer, at: time).position.x) }

  @Test("from, to and by in all combinations")
  func ends() {
    let rows: [(from: Double?, to: Double?, by: Double?, start: Double, end: Double)] = [
      (10, 20, nil, 10, 20), (10, 20, 99, 10, 20), (10, nil, 5, 10, 15), (nil, 20, 5, 15, 20), (10, nil, nil, 10, 100),
      (nil, 20, nil, 100, 20), (nil, nil, 5, 100, 105), (nil, nil, nil, 100, 100),
    ]
    for row in rows {
      // Once as plain numbers and once through a scratch layer.
      for path in ["position.x", "shadowRadius"] {
        let layer = CALayer()
        layer.position.x = 100
        layer.shadowRadius = 100
        let animation = CABasicAnimation(keyPath: path)
        (animation.fromValue, animation.toValue, animation.byValue) = (row.from, row.to, row.by)
        animation.duration = 1
        layer.add(animation, forKey: nil)
        for (time, wanted) in [(0, row.start), (0.5, (row.start + row.end) / 2), (1, row.end), (1.01, 100)] {
          let properties = shown(layer, at: time)
          let value = path == "position.x" ? properties.position.x : properties.extras?.shadowRadius ?? 3
          #expect(abs(Double(value) - wanted) < 1e-9, "\(path) \(row) at \(time)")
        }
      }
    }
  }

  @Test("animations of one property apply in the order in which they were added, additive ones add")
  func order() {
    let layer = CALayer()
    layer.position.x = 1
    func add(_ from: Double, _ to: Double, additive: Bool) {
      let animation = CABasicAnimation(keyPath: "position.x")
      (animation.fromValue, animation.toValue) = (from, to)
      animation.isAdditive = additive
      animation.duration = 1
      layer.add(animation, forKey: nil)
    }
    add(0, 10, additive: true)
    #expect(x(layer, at: 0.5) == 6)
    add(100, 200, additive: false)
    #expect(x(layer, at: 0.5) == 150)
    add(0, 10, additive: true)
    #expect(x(layer, at: 0.5) == 155)
    #expect(x(layer, at: 2) == 1)
  }

  @Test("cumulative cycles go on where the one before ended, but not when they reverse")
  func cumulative() {
    let layer = CALayer()
    let animation = CABasicAnimation(keyPath: "position.x")
    (animation.fromValue, animation.toValue) = (0, 10)
    animation.isCumulative = true
    (animation.duration, animation.repeatCount) = (1, 3)
    layer.add(animation, forKey: "a")
    for (time, wanted) in [(0.5, 5.0), (1, 10), (1.5, 15), (2.25, 22.5), (3, 30)] {
      #expect(abs(x(layer, at: time) - wanted) < 1e-9, "at \(time)")
    }
    animation.autoreverses = true
    layer.add(animation, forKey: "a")
    #expect(x(layer, at: 1.5) == 5 && x(layer, at: 2.5) == 5)

    let turn = CABasicAnimation(keyPath: "transform")
    turn.fromValue = CATransform3DIdentity
    turn.toValue = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    turn.isCumulative = true
    (turn.duration, turn.repeatCount) = (1, 4)
    layer.add(turn, forKey: "b")
    let half = shown(layer, at: 1.5).transform
    #expect(abs(half.m11 - cos(0.75 * .pi)) < 1e-9 && abs(half.m12 - sin(0.75 * .pi)) < 1e-9)
  }

  @Test("transforms mix by their parts, in the plane and in space")
  func transforms() {
    func mix(_ a: CATransform3D, _ b: CATransform3D, _ p: Double) -> CATransform3D { TransformMix(from: a, to: b)(p) }
    let turned = CATransform3DMakeRotation(.pi * 0.75, 0, 0, 1)
    let quarter = mix(CATransform3DIdentity, turned, 1.0 / 3)
    #expect(KeyPathAnimationTests.isNear(.transform(quarter), .transform(CATransform3DMakeRotation(.pi / 4, 0, 0, 1))))
    let mirrored = mix(CATransform3DIdentity, CATransform3DMakeScale(-1, 1, 1), 0.5)
    #expect(abs(mirrored.m11) < 1e-12 && mirrored.m22 == 1)
    // The shorter way from -170 to 170 degrees passes 180.
    let degrees = Double.pi / 180
    let near = mix(
      CATransform3DMakeRotation(-170 * degrees, 0, 0, 1), CATransform3DMakeRotation(170 * degrees, 0, 0, 1), 0.5)
    #expect(abs(near.m11 + 1) < 1e-9)
    let tilted = mix(CATransform3DIdentity, CATransform3DMakeRotation(.pi / 2, 0, 1, 0), 0.5)
    #expect(KeyPathAnimationTests.isNear(.transform(tilted), .transform(CATransform3DMakeRotation(.pi / 4, 0, 1, 0))))
    let axis = mix(CATransform3DIdentity, CATransform3DMakeRotation(2, 1, 2, 3), 0.25)
    #expect(KeyPathAnimationTests.isNear(.transform(axis), .transform(CATransform3DMakeRotation(0.5, 1, 2, 3))))
    var deep = CATransform3DIdentity
    deep.m34 = -1 / 500
    #expect(abs(mix(CATransform3DIdentity, deep, 0.5).m34 + 1 / 1000) < 1e-12)
    let grown = mix(CATransform3DMakeScale(0, 0, 1), CATransform3DMakeRotation(1, 0, 0, 1), 0.5)
    #expect(
      KeyPathAnimationTests.isNear(
        .transform(grown), .transform(CATransform3DScale(CATransform3DMakeRotation(1, 0, 0, 1), 0.5, 0.5, 1))))
    var broken = CATransform3DIdentity
    broken.m11 = .nan
    #expect(mix(broken, deep, 0.75) == deep)
  }

  @Test("components of one transform add up, whatever their order")
  func components() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeScale(2, 2, 1)
    for (path, value) in [("transform.rotation.z", Double.pi / 2), ("transform.translation.x", 30)] {
      let animation = CABasicAnimation(keyPath: path)
      animation.toValue = value
      animation.duration = 1
      layer.add(animation, forKey: nil)
    }
    let transform = shown(layer, at: 1).transform
    #expect(abs(transform.m12 - 2) < 1e-9 && abs(transform.m41 - 30) < 1e-9 && abs(transform.m11) < 1e-9)
  }

  @Test("TIME-9: a boolean is on while either end wants it on")
  func booleans() {
    for (from, to, half, start, end) in [(false, true, true, false, true), (true, false, true, true, false)] {
      let layer = CALayer()
      let animation = CABasicAnimation(keyPath: "hidden")
      (animation.fromValue, animation.toValue) = (from, to)
      animation.duration = 1
      animation.fillMode = .both
      layer.add(animation, forKey: nil)
      for (time, wanted) in [(0, start), (1e-6, half), (0.999, half), (1, end)] {
        #expect(shown(layer, at: time).flags.contains(.hidden) == wanted, "\(from) to \(to) at \(time)")
      }
    }
  }

  @Test("colours mix straight, and one that is not there is the other, clear")
  func colors() {
    let layer = CALayer()
    let animation = CABasicAnimation(keyPath: "backgroundColor")
    animation.fromValue = CGColor(straight: [1, 1, 1, 1])
    animation.toValue = CGColor(straight: [0, 0, 0, 0])
    animation.duration = 1
    layer.add(animation, forKey: "a")
    #expect(shown(layer, at: 0.5).backgroundColor == CGColor(straight: [0.5, 0.5, 0.5, 0.5]))
    animation.fromValue = nil
    animation.toValue = CGColor(straight: [0, 1, 0, 1])
    layer.add(animation, forKey: "a")
    #expect(shown(layer, at: 0.5).backgroundColor == CGColor(straight: [0, 1, 0, 0.5]))
  }

  @Test("paths and arrays of unequal structure jump half way and are reported")
  func unequal() {
    let layer = CAShapeLayer()
    let (box, round) = (
      CGPath(rect: CGRect(x: 0, y: 0, width: 9, height: 9), transform: nil),
      CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 9, height: 9), transform: nil)
    )
    let animation = CABasicAnimation(keyPath: "path")
    (animation.fromValue, animation.toValue, animation.duration) = (box, round, 1)
    layer.add(animation, forKey: nil)
    for (time, wanted) in [(0.49, box), (0.51, round)] {
      let snapshot = TreeSnapshot(of: layer, at: time)
      guard case .shape(let content)? = snapshot.contents.first else { return #expect(Bool(false)) }
      #expect(content.path.path == wanted)
      #expect(snapshot.problems.map(\.problem.code) == ["unequal-values"])
    }
    let current = CAShapeLayer()
    current.path = box
    animation.fromValue = nil
    current.add(animation, forKey: nil)
    #expect(TreeSnapshot(of: current, at: 0.5).problems.map(\.problem.code) == ["unequal-values"])
  }

  @Test("a line meets a curve as the curve whose control points lie at its ends")
  func linesAndCurves() {
    func path(_ body: (CGMutablePath) -> Void) -> CGPath {
      let path = CGMutablePath()
      path.move(to: .zero)
      body(path)
      path.closeSubpath()
      return path
    }
    let (a, b, c) = (CGPoint(x: 0, y: 8), CGPoint(x: 4, y: 8), CGPoint(x: 8, y: 0))
    let one = path { $0.addLine(to: c) }
    let animation = CABasicAnimation(keyPath: "path")
    (animation.fromValue, animation.duration) = (one, 1)
    let layer = CAShapeLayer()
    for (two, wanted) in [
      (
        path { $0.addCurve(to: c, control1: a, control2: b) },
        path { $0.addCurve(to: c, control1: CGPoint(x: 0, y: 4), control2: CGPoint(x: 6, y: 4)) }
      ),
      (
        path { $0.addQuadCurve(to: c, control: CGPoint(x: 6, y: 9)) },
        path { $0.addCurve(to: c, control1: CGPoint(x: 2, y: 3), control2: CGPoint(x: 7.333333, y: 3)) }
      ),
    ] {
      animation.toValue = two
      layer.add(animation, forKey: "a")
      let snapshot = TreeSnapshot(of: layer, at: 0.5)
      #expect(snapshot.problems.isEmpty)
      guard case .shape(let content)? = snapshot.contents.first else { return #expect(Bool(false)) }
      let (shown, elements) = (content.path.path.elements, wanted.elements)
      #expect(shown.types == elements.types)
      #expect(zip(shown.points, elements.points).allSatisfy { hypot($0.x - $1.x, $0.y - $1.y) < 1e-5 })
    }
  }

  @Test("values of a wrong type count as not set and are reported")
  func wrongTypes() {
    let layer = CALayer()
    layer.position.x = 100
    let animation = CABasicAnimation(keyPath: "position.x")
    (animation.fromValue, animation.toValue, animation.duration) = ("ten", 200, 1)
    layer.add(animation, forKey: nil)
    #expect(x(layer, at: 0.5) == 150)
    #expect(TreeSnapshot(of: layer).problems.map(\.problem.code) == ["invalid-animation-value"])
    let keyframes = CAKeyframeAnimation(keyPath: "position.x")
    keyframes.values = [0, "one", CGPoint.zero, 10, Double.nan]
    keyframes.duration = 1
    layer.add(keyframes, forKey: nil)
    #expect(x(layer, at: 0.5) == 5)
    keyframes.values = []
    layer.removeAllAnimations()
    layer.add(keyframes, forKey: nil)
    #expect(x(layer, at: 0.5) == 100)
    #expect(TreeSnapshot(of: layer).problems.count == 1)
  }

  @Test("value functions make transforms of numbers")
  func valueFunctions() throws {
    let layer = CALayer()
    let spin = CABasicAnimation(keyPath: "transform")
    spin.valueFunction = CAValueFunction(name: .rotateZ)
    (spin.fromValue, spin.toValue, spin.duration) = (0, 4 * Double.pi, 1)
    layer.add(spin, forKey: "a")
    #expect(abs(shown(layer, at: 0.125).transform.m12 - 1) < 1e-9)
    let grow = CAKeyframeAnimation(keyPath: "transform")
    grow.valueFunction = CAValueFunction(name: .scale)
    grow.values = [[1, 1, 1], [3, 5, 7]]
    grow.duration = 1
    layer.add(grow, forKey: "a")
    let half = shown(layer, at: 0.5).transform
    #expect(half.m11 == 2 && half.m22 == 3 && half.m33 == 4)
    #expect(CAValueFunction(name: CAValueFunctionName(rawValue: "twist")) == nil)
  }

  @Test("TIME-6: groups cut their animations off and do not stretch them; one without a duration has the group's")
  func groups() {
    let layer = CALayer()
    layer.opacity = 0.25
    let long = CABasicAnimation(keyPath: "position.x")
    (long.fromValue, long.toValue, long.duration) = (0, 100, 10)
    let late = CABasicAnimation(keyPath: "position.y")
    (late.fromValue, late.toValue, late.duration, late.beginTime) = (0, 100, 1, 1)
    let same = CABasicAnimation(keyPath: "opacity")
    (same.fromValue, same.toValue) = (0, 1)
    let group = CAAnimationGroup()
    group.animations = [long, late, same]
    (group.duration, group.repeatCount) = (2, 2)
    layer.add(group, forKey: nil)
    let rows: [(Double, Double, Double, Double)] = [
      (0, 0, 0, 0), (1, 10, 0, 0.5), (1.5, 15, 50, 0.75), (2, 0, 0, 0), (3.5, 15, 50, 0.75), (4, 20, 100, 1),
      (4.1, 0, 0, 0.25),
    ]
    for (time, x, y, opacity) in rows {
      let properties = shown(layer, at: time)
      #expect(abs(properties.position.x - x) < 1e-9 && abs(properties.position.y - y) < 1e-9, "at \(time)")
      #expect(abs(Double(properties.opacity) - opacity) < 1e-6, "at \(time)")
    }
  }

  @Test("groups a thousand deep, wide ones and one that holds itself")
  func deepGroups() {
    let leaf = CABasicAnimation(keyPath: "position.x")
    (leaf.fromValue, leaf.toValue) = (0, 100)
    var animation: CAAnimation = leaf
    for _ in 0..<20_000 {
      let group = CAAnimationGroup()
      group.animations = [animation]
      group.duration = 1
      animation = group
    }
    let layer = CALayer()
    layer.add(animation, forKey: "deep")
    #expect(abs(x(layer, at: 0.5) - 50) < 1e-6)

    let own = CAAnimationGroup()
    own.duration = 1
    own.animations = [leaf, own, own]
    layer.add(own, forKey: "own")
    #expect(TreeSnapshot(of: layer, at: 0.5).problems.map(\.problem.code) == ["too-many-animations"])
    own.animations = nil
  }

  @Test("colours of two spaces are mixed in sRGB, as they are drawn")
  func colorsOfTwoSpaces() throws {
    let displayP3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let colors = [
      CGColor(red: 0.2, green: 0.5, blue: 0.9, alpha: 1), CGColor(gray: 0.4, alpha: 0.5),
      CGColor(srgbRed: 1, green: 0.25, blue: 0, alpha: 0.25),
      try #require(CGColor(colorSpace: displayP3, components: [1, 0.5, 0, 1])),
    ]
    for path in ["backgroundColor", "shadowColor"] {
      for from in colors {
        for to in colors {
          let layer = CALayer()
          let animation = CABasicAnimation(keyPath: path)
          (animation.fromValue, animation.toValue, animation.duration, animation.fillMode) = (from, to, 1, .both)
          layer.add(animation, forKey: nil)
          for time in [0, 0.25, 1] {
            let properties = shown(layer, at: time)
            let color = path == "backgroundColor" ? properties.backgroundColor : properties.extras?.shadowColor
            let wanted = from.straight + (to.straight - from.straight) * Float(time)
            let difference = try #require(color).straight - wanted
            #expect((difference * difference).sum() < 1e-12, "\(path) \(from) \(to) \(time)")
          }
        }
      }
    }
  }
}
