// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import Testing

/// Smooth curves through whole transforms: TIME-5 with TIME-7.
@Suite struct TransformKeyframeTests {
  private func shown(
    _ values: [CATransform3D], _ mode: CAAnimationCalculationMode = .cubic, at time: Double,
    _ change: (CAKeyframeAnimation) -> Void = { _ in }
  ) -> CATransform3D {
    let layer = CALayer()
    let animation = CAKeyframeAnimation(keyPath: "transform")
    (animation.values, animation.calculationMode, animation.duration) = (values, mode, 1)
    change(animation)
    layer.add(animation, forKey: nil)
    return TreeSnapshot(of: layer, at: time).nodes[0].properties.transform
  }

  private func difference(_ one: CATransform3D, _ other: CATransform3D) -> Double {
    zip([one.row1, one.row2, one.row3, one.row4], [other.row1, other.row2, other.row3, other.row4])
      .map { row in
        let d = row.0 - row.1; return (d * d).sum().squareRoot()
      }.max() ?? 0
  }

  private func turn(_ angle: Double) -> CATransform3D { CATransform3DMakeRotation(angle, 0, 0, 1) }

  @Test("every transform that was given is reached exactly")
  func keys() {
    let flat = [
      CATransform3DIdentity, CATransform3DMakeScale(2, -3, 1), CATransform3DRotate(turn(2), 1, 0, 0, 1),
      CATransform3DMakeTranslation(30, -7, 0), CATransform3DMakeScale(0, 0, 1),
    ]
    var eye = CATransform3DIdentity
    eye.m34 = -1 / 500
    let space = [
      CATransform3DMakeRotation(1, 1, 0, 0), CATransform3DRotate(eye, 2, 0, 1, 0),
      CATransform3DMakeTranslation(0, 0, 40), CATransform3DMakeScale(1, 1, 3), CATransform3DMakeRotation(3, 1, 1, 1),
    ]
    for values in [flat, space] {
      for (index, value) in values.enumerated() { #expect(shown(values, at: Double(index) / 4) == value) }
    }
  }

  @Test("angles follow the curve that numbers follow, over several turns")
  func turns() {
    // A quarter turn a step: two whole turns together.
    let angles = (0..<9).map { Double($0) * .pi / 2 }
    for step in 0...64 {
      let time = Double(step) / 64
      #expect(difference(shown(angles.map(turn), at: time), turn(time * 4 * .pi)) < 1e-9, "at \(time)")
    }
  }

  @Test("each part runs along the spline of its numbers")
  func parts() {
    let numbers: [Double] = [0, 10, 40, 40]
    let layer = CALayer()
    let single = CAKeyframeAnimation(keyPath: "transform.translation.x")
    (single.values, single.calculationMode, single.duration) = (numbers, .cubic, 1)
    layer.add(single, forKey: nil)
    for step in 0...20 {
      let time = Double(step) / 20
      let wanted = TreeSnapshot(of: layer, at: time).nodes[0].properties.transform
      let whole = shown(numbers.map { CATransform3DMakeTranslation($0, 0, 0) }, at: time)
      #expect(difference(whole, wanted) < 1e-9)
      // Out of the plane the parts are others, and the way is the same.
      let deep = shown(numbers.map { CATransform3DMakeTranslation($0, 0, 5) }, at: time)
      #expect(abs(deep.m41 - wanted.m41) < 1e-9 && abs(deep.m43 - 5) < 1e-9)
    }
  }

  @Test("a turn in space stays a turn, and does not shrink")
  func space() {
    let values = [0, 1, 2, 3].map { CATransform3DMakeRotation(Double($0), 1, 1, 0) }
    for step in 0...30 {
      let time = Double(step) / 30
      #expect(difference(shown(values, at: time), CATransform3DMakeRotation(3 * time, 1, 1, 0)) < 0.02, "at \(time)")
      let shown = shown(values, at: time)
      #expect(abs((shown.row1 * shown.row1).sum() - 1) < 1e-9)
    }
  }

  @Test("cubicPaced takes as long for a piece as it is long")
  func paced() {
    let values = [0.0, 10, 90, 100].map { CATransform3DMakeTranslation($0, 0, 0) }
    let tense: (CAKeyframeAnimation) -> Void = { $0.tensionValues = [1, 1, 1, 1] }
    #expect(abs(shown(values, .cubicPaced, at: 0.1, tense).m41 - 10) < 1e-6)
    #expect(abs(shown(values, .cubicPaced, at: 0.9, tense).m41 - 90) < 1e-6)
  }

  @Test("what cannot be taken apart is no crash, and one value shows nothing")
  func bad() {
    var broken = CATransform3DIdentity
    broken.m11 = .nan
    for values in [[broken, CATransform3DIdentity], [CATransform3DIdentity], [CATransform3D(), CATransform3D()]] {
      for step in 0...4 { _ = shown(values, at: Double(step) / 4) }
    }
    #expect(CATransform3DIsIdentity(shown([turn(1)], at: 0.5)))
  }

  @Test("cycles add up where the animation is cumulative")
  func cumulative() {
    let values = [0.0, 10, 20].map { CATransform3DMakeTranslation($0, 0, 0) }
    let later = shown(values, at: 2.5) {
      $0.isCumulative = true
      $0.repeatCount = 4
    }
    #expect(abs(later.m41 - 50) < 1e-9)
  }
}
