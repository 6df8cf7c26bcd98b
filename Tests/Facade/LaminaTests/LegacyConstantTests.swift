// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import QuartzCore
import Testing

/// Statements as programs of Swift 3 and 4 have them.
@Suite struct LegacyConstantTests {
  @Test("animations by the older names of their constants")
  func animations() {
    let basic = CABasicAnimation(keyPath: "transform")
    basic.timingFunction = CAMediaTimingFunction(name: kCAMediaTimingFunctionEaseInEaseOut)
    basic.fillMode = kCAFillModeForwards
    basic.valueFunction = CAValueFunction(name: kCAValueFunctionRotateZ)
    #expect(basic.timingFunction == CAMediaTimingFunction(name: .easeInEaseOut))
    #expect(basic.fillMode.rawValue == "forwards" && basic.valueFunction?.name.rawValue == "rotateZ")
    let names = [
      kCAMediaTimingFunctionLinear, kCAMediaTimingFunctionEaseIn, kCAMediaTimingFunctionEaseOut,
      kCAMediaTimingFunctionEaseInEaseOut, kCAMediaTimingFunctionDefault,
    ]
    #expect(names.map(\.rawValue) == ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"])
    let keyframes = CAKeyframeAnimation(keyPath: "position")
    keyframes.calculationMode = kCAAnimationCubicPaced
    keyframes.rotationMode = kCAAnimationRotateAutoReverse
    #expect(keyframes.calculationMode.rawValue == "cubicPaced" && keyframes.rotationMode?.rawValue == "autoReverse")
    let modes = [kCAAnimationLinear, kCAAnimationDiscrete, kCAAnimationPaced, kCAAnimationCubic]
    #expect(modes.map(\.rawValue) == ["linear", "discrete", "paced", "cubic"])
    #expect(kCAAnimationRotateAuto.rawValue == "auto")
    let functions = [
      kCAValueFunctionRotateX, kCAValueFunctionRotateY, kCAValueFunctionRotateZ, kCAValueFunctionScale,
      kCAValueFunctionScaleX, kCAValueFunctionScaleY, kCAValueFunctionScaleZ, kCAValueFunctionTranslate,
      kCAValueFunctionTranslateX, kCAValueFunctionTranslateY, kCAValueFunctionTranslateZ,
    ]
    #expect(functions.allSatisfy { CAValueFunction(name: $0)?.name == $0 } && Set(functions).count == 11)
  }

  @Test("transitions and layers by the older names of their constants")
  func layers() {
    let transition = CATransition()
    transition.type = kCATransitionPush
    transition.subtype = kCATransitionFromTop
    #expect(transition.type == .push && transition.subtype == .fromTop)
    #expect(
      [kCATransitionFade, kCATransitionMoveIn, kCATransitionReveal].map(\.rawValue) == ["fade", "moveIn", "reveal"])
    let sides = [kCATransitionFromLeft, kCATransitionFromRight, kCATransitionFromBottom]
    #expect(sides.map(\.rawValue) == ["fromLeft", "fromRight", "fromBottom"])
    let shape = CAShapeLayer()
    shape.lineCap = kCALineCapRound
    shape.fillRule = kCAFillRuleEvenOdd
    shape.contentsGravity = kCAGravityResizeAspectFill
    shape.contentsFormat = kCAContentsFormatAutomatic
    shape.magnificationFilter = kCAFilterNearest
    shape.cornerCurve = kCACornerCurveContinuous
    #expect(shape.magnificationFilter == .nearest && shape.cornerCurve == .continuous)
    #expect(shape.lineCap == .round && shape.fillRule == .evenOdd && shape.contentsFormat.rawValue == "Automatic")
  }
}
