// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The older names of the constants of animations, which Swift code written before Swift 4.2 uses.

public import Lamina

/// See `CAMediaTimingFunctionName/linear`.
public let kCAMediaTimingFunctionLinear = CAMediaTimingFunctionName.linear
/// See `CAMediaTimingFunctionName/easeIn`.
public let kCAMediaTimingFunctionEaseIn = CAMediaTimingFunctionName.easeIn
/// See `CAMediaTimingFunctionName/easeOut`.
public let kCAMediaTimingFunctionEaseOut = CAMediaTimingFunctionName.easeOut
/// See `CAMediaTimingFunctionName/easeInEaseOut`.
public let kCAMediaTimingFunctionEaseInEaseOut = CAMediaTimingFunctionName.easeInEaseOut
/// See `CAMediaTimingFunctionName/default`.
public let kCAMediaTimingFunctionDefault = CAMediaTimingFunctionName.default
/// See `CATransitionType/fade`.
public let kCATransitionFade = CATransitionType.fade
/// See `CATransitionType/moveIn`.
public let kCATransitionMoveIn = CATransitionType.moveIn
/// See `CATransitionType/push`.
public let kCATransitionPush = CATransitionType.push
/// See `CATransitionType/reveal`.
public let kCATransitionReveal = CATransitionType.reveal
/// See `CATransitionSubtype/fromRight`.
public let kCATransitionFromRight = CATransitionSubtype.fromRight
/// See `CATransitionSubtype/fromLeft`.
public let kCATransitionFromLeft = CATransitionSubtype.fromLeft
/// See `CATransitionSubtype/fromTop`.
public let kCATransitionFromTop = CATransitionSubtype.fromTop
/// See `CATransitionSubtype/fromBottom`.
public let kCATransitionFromBottom = CATransitionSubtype.fromBottom
/// See `CAAnimationCalculationMode/linear`.
public let kCAAnimationLinear = CAAnimationCalculationMode.linear
/// See `CAAnimationCalculationMode/discrete`.
public let kCAAnimationDiscrete = CAAnimationCalculationMode.discrete
/// See `CAAnimationCalculationMode/paced`.
public let kCAAnimationPaced = CAAnimationCalculationMode.paced
/// See `CAAnimationCalculationMode/cubic`.
public let kCAAnimationCubic = CAAnimationCalculationMode.cubic
/// See `CAAnimationCalculationMode/cubicPaced`.
public let kCAAnimationCubicPaced = CAAnimationCalculationMode.cubicPaced
/// See `CAAnimationRotationMode/rotateAuto`.
public let kCAAnimationRotateAuto = CAAnimationRotationMode.rotateAuto
/// See `CAAnimationRotationMode/rotateAutoReverse`.
public let kCAAnimationRotateAutoReverse = CAAnimationRotationMode.rotateAutoReverse
/// See `CAValueFunctionName/rotateX`.
public let kCAValueFunctionRotateX = CAValueFunctionName.rotateX
/// See `CAValueFunctionName/rotateY`.
public let kCAValueFunctionRotateY = CAValueFunctionName.rotateY
/// See `CAValueFunctionName/rotateZ`.
public let kCAValueFunctionRotateZ = CAValueFunctionName.rotateZ
/// See `CAValueFunctionName/scale`.
public let kCAValueFunctionScale = CAValueFunctionName.scale
/// See `CAValueFunctionName/scaleX`.
public let kCAValueFunctionScaleX = CAValueFunctionName.scaleX
/// See `CAValueFunctionName/scaleY`.
public let kCAValueFunctionScaleY = CAValueFunctionName.scaleY
/// See `CAValueFunctionName/scaleZ`.
public let kCAValueFunctionScaleZ = CAValueFunctionName.scaleZ
/// See `CAValueFunctionName/translate`.
public let kCAValueFunctionTranslate = CAValueFunctionName.translate
/// See `CAValueFunctionName/translateX`.
public let kCAValueFunctionTranslateX = CAValueFunctionName.translateX
/// See `CAValueFunctionName/translateY`.
public let kCAValueFunctionTranslateY = CAValueFunctionName.translateY
/// See `CAValueFunctionName/translateZ`.
public let kCAValueFunctionTranslateZ = CAValueFunctionName.translateZ
