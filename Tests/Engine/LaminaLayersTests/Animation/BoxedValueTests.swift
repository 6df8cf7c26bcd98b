// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import Testing

/// Values in `NSValue`, as programs for Apple's platforms write them.
@Suite struct BoxedValueTests {
  static let transform = CATransform3DTranslate(CATransform3DMakeRotation(1, 1, 2, 3), 4, 5, 6)

  @Test("what is put in comes out")
  func boxes() {
    let affine = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    #expect(NSValue(cgPoint: CGPoint(x: 1, y: 2)).cgPointValue == CGPoint(x: 1, y: 2))
    #expect(NSValue(cgSize: CGSize(width: 1, height: 2)).cgSizeValue == CGSize(width: 1, height: 2))
    #expect(NSValue(cgRect: CGRect(x: 1, y: 2, width: 3, height: 4)).cgRectValue.maxX == 4)
    #expect(NSValue(cgAffineTransform: affine).cgAffineTransformValue == affine)
    #expect(NSValue(caTransform3D: Self.transform).caTransform3DValue == Self.transform)
  }

  @Test("what a box does not hold comes out as nothing, without a crash")
  func foreign() {
    let boxes = [NSNumber(value: 3), NSValue(range: NSRange(location: 1, length: 2)), NSValue(point: .zero)]
    for box in boxes {
      #expect(CATransform3DIsIdentity(box.caTransform3DValue) && box.cgAffineTransformValue == .identity)
      #expect(box.cgRectValue == .zero && box.cgSizeValue == .zero && box.cgPointValue == .zero)
    }
  }

  @Test("animations and key paths take them")
  func animated() throws {
    let layer = CALayer()
    let move = CABasicAnimation(keyPath: "position")
    (move.fromValue, move.toValue) = (NSValue(cgPoint: .zero), NSValue(cgPoint: CGPoint(x: 10, y: 20)))
    let grow = CAKeyframeAnimation(keyPath: "bounds")
    grow.values = [10, 30].map { NSValue(cgRect: CGRect(x: 0, y: 0, width: $0, height: $0)) }
    let shift = CABasicAnimation(keyPath: "shadowOffset")
    (shift.fromValue, shift.toValue) = (NSValue(cgSize: .zero), NSValue(cgSize: CGSize(width: 4, height: 8)))
    let turn = CABasicAnimation(keyPath: "transform")
    turn.fromValue = NSValue(caTransform3D: CATransform3DIdentity)
    turn.toValue = NSValue(cgAffineTransform: CGAffineTransform(translationX: 6, y: 0))
    for animation in [move, grow, shift, turn] {
      animation.duration = 1
      layer.add(animation, forKey: nil)
    }
    let snapshot = TreeSnapshot(of: layer, at: 0.5)
    let shown = snapshot.nodes[0].properties
    #expect(snapshot.problems.isEmpty)
    #expect(shown.position == CGPoint(x: 5, y: 10) && shown.bounds.width == 20 && shown.transform.m41 == 3)
    #expect(shown.extras?.shadowOffset == CGSize(width: 2, height: 4))
    layer.setValue(NSValue(caTransform3D: Self.transform), forKeyPath: "sublayerTransform")
    #expect(layer.sublayerTransform == Self.transform)
    layer.setValue(NSValue(cgPoint: CGPoint(x: 7, y: 8)), forKey: "position")
    #expect(layer.position == CGPoint(x: 7, y: 8))
  }

  @Test(
    "points and sizes stand for one another",
    arguments: [
      CGPoint(x: 10, y: 20), CGSize(width: 10, height: 20), NSValue(cgPoint: CGPoint(x: 10, y: 20)),
      NSValue(cgSize: CGSize(width: 10, height: 20)),
    ] as [any Sendable])
  func pairs(_ value: any Sendable) {
    for (keyPath, shown) in [
      ("transform.translation", { CGPoint(x: $0.transform.m41, y: $0.transform.m42) }), ("position", { $0.position }),
      ("bounds.size", { CGPoint(x: $0.bounds.width, y: $0.bounds.height) }),
      ("shadowOffset", { CGPoint(x: $0.extras?.shadowOffset.width ?? 0, y: $0.extras?.shadowOffset.height ?? 0) }),
    ] as [(String, (LayerProperties) -> CGPoint)] {
      let basic = CABasicAnimation(keyPath: keyPath)
      (basic.fromValue, basic.toValue) = (value, value)
      let keyframes = CAKeyframeAnimation(keyPath: keyPath)
      keyframes.values = [value, value]
      for animation in [basic, keyframes] {
        animation.duration = 1
        let layer = CALayer()
        layer.add(animation, forKey: nil)
        let snapshot = TreeSnapshot(of: layer, at: 0.5)
        #expect(snapshot.problems.isEmpty)
        #expect(shown(snapshot.nodes[0].properties) == CGPoint(x: 10, y: 20), "\(keyPath)")
      }
      let layer = CALayer()
      layer.setValue(value, forKeyPath: keyPath)
      #expect(shown(layer.properties) == CGPoint(x: 10, y: 20), "\(keyPath)")
    }
  }

  @Test("one of another type is reported")
  func wrong() {
    let layer = CALayer()
    let move = CABasicAnimation(keyPath: "position")
    move.toValue = NSValue(cgRect: CGRect(x: 0, y: 0, width: 1, height: 1))
    layer.add(move, forKey: nil)
    #expect(TreeSnapshot(of: layer).problems.map(\.problem.code) == ["invalid-animation-value"])
  }

  @Test("shear along x has a key path, and leaves the other components")
  func shear() throws {
    let layer = CALayer()
    layer.setValue(0.5, forKeyPath: "transform.shear.x")
    #expect(layer.transform.m21 == 0.5 && layer.transform.m11 == 1 && layer.transform.m22 == 1)
    layer.setValue(2, forKeyPath: "transform.scale.y")
    layer.setValue(1.25, forKeyPath: "transform.rotation.z")
    #expect(abs(try #require(layer.value(forKeyPath: "transform.shear.x") as? Double) - 0.5) < 1e-12)
    let lean = CABasicAnimation(keyPath: "transform.shear.x")
    (lean.fromValue, lean.toValue, lean.duration) = (0, 1, 1)
    let plain = CALayer()
    plain.add(lean, forKey: nil)
    #expect(TreeSnapshot(of: plain, at: 0.25).nodes[0].properties.transform.m21 == 0.25)
  }
}
