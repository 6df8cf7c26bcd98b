// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The older names of the constants, which Swift code written before Swift 4.2 uses.

public import Lamina

/// See `CALayerContentsGravity/center`.
public let kCAGravityCenter = CALayerContentsGravity.center
/// See `CALayerContentsGravity/top`.
public let kCAGravityTop = CALayerContentsGravity.top
/// See `CALayerContentsGravity/bottom`.
public let kCAGravityBottom = CALayerContentsGravity.bottom
/// See `CALayerContentsGravity/left`.
public let kCAGravityLeft = CALayerContentsGravity.left
/// See `CALayerContentsGravity/right`.
public let kCAGravityRight = CALayerContentsGravity.right
/// See `CALayerContentsGravity/topLeft`.
public let kCAGravityTopLeft = CALayerContentsGravity.topLeft
/// See `CALayerContentsGravity/topRight`.
public let kCAGravityTopRight = CALayerContentsGravity.topRight
/// See `CALayerContentsGravity/bottomLeft`.
public let kCAGravityBottomLeft = CALayerContentsGravity.bottomLeft
/// See `CALayerContentsGravity/bottomRight`.
public let kCAGravityBottomRight = CALayerContentsGravity.bottomRight
/// See `CALayerContentsGravity/resize`.
public let kCAGravityResize = CALayerContentsGravity.resize
/// See `CALayerContentsGravity/resizeAspect`.
public let kCAGravityResizeAspect = CALayerContentsGravity.resizeAspect
/// See `CALayerContentsGravity/resizeAspectFill`.
public let kCAGravityResizeAspectFill = CALayerContentsGravity.resizeAspectFill
/// See `CALayerContentsFilter/nearest`.
public let kCAFilterNearest = CALayerContentsFilter.nearest
/// See `CALayerContentsFilter/linear`.
public let kCAFilterLinear = CALayerContentsFilter.linear
/// See `CALayerContentsFilter/trilinear`.
public let kCAFilterTrilinear = CALayerContentsFilter.trilinear
/// See `CALayerContentsFormat/RGBA8Uint`.
public let kCAContentsFormatRGBA8Uint = CALayerContentsFormat.RGBA8Uint
/// See `CALayerContentsFormat/RGBA16Float`.
public let kCAContentsFormatRGBA16Float = CALayerContentsFormat.RGBA16Float
/// See `CALayerContentsFormat/gray8Uint`.
public let kCAContentsFormatGray8Uint = CALayerContentsFormat.gray8Uint
/// See `CALayerContentsFormat/automatic`.
public let kCAContentsFormatAutomatic = CALayerContentsFormat.automatic
/// See `CALayerCornerCurve/circular`.
public let kCACornerCurveCircular = CALayerCornerCurve.circular
/// See `CALayerCornerCurve/continuous`.
public let kCACornerCurveContinuous = CALayerCornerCurve.continuous
/// See `CAMediaTimingFillMode/forwards`.
public let kCAFillModeForwards = CAMediaTimingFillMode.forwards
/// See `CAMediaTimingFillMode/backwards`.
public let kCAFillModeBackwards = CAMediaTimingFillMode.backwards
/// See `CAMediaTimingFillMode/both`.
public let kCAFillModeBoth = CAMediaTimingFillMode.both
/// See `CAMediaTimingFillMode/removed`.
public let kCAFillModeRemoved = CAMediaTimingFillMode.removed
/// See `CAShapeLayerFillRule/nonZero`.
public let kCAFillRuleNonZero = CAShapeLayerFillRule.nonZero
/// See `CAShapeLayerFillRule/evenOdd`.
public let kCAFillRuleEvenOdd = CAShapeLayerFillRule.evenOdd
/// See `CAShapeLayerLineJoin/miter`.
public let kCALineJoinMiter = CAShapeLayerLineJoin.miter
/// See `CAShapeLayerLineJoin/round`.
public let kCALineJoinRound = CAShapeLayerLineJoin.round
/// See `CAShapeLayerLineJoin/bevel`.
public let kCALineJoinBevel = CAShapeLayerLineJoin.bevel
/// See `CAShapeLayerLineCap/butt`.
public let kCALineCapButt = CAShapeLayerLineCap.butt
/// See `CAShapeLayerLineCap/round`.
public let kCALineCapRound = CAShapeLayerLineCap.round
/// See `CAShapeLayerLineCap/square`.
public let kCALineCapSquare = CAShapeLayerLineCap.square
/// See `CAGradientLayerType/axial`.
public let kCAGradientLayerAxial = CAGradientLayerType.axial
/// See `CAGradientLayerType/radial`.
public let kCAGradientLayerRadial = CAGradientLayerType.radial
/// See `CAGradientLayerType/conic`.
public let kCAGradientLayerConic = CAGradientLayerType.conic
/// See `CATextLayerTruncationMode/none`.
public let kCATruncationNone = CATextLayerTruncationMode.none
/// See `CATextLayerTruncationMode/start`.
public let kCATruncationStart = CATextLayerTruncationMode.start
/// See `CATextLayerTruncationMode/end`.
public let kCATruncationEnd = CATextLayerTruncationMode.end
/// See `CATextLayerTruncationMode/middle`.
public let kCATruncationMiddle = CATextLayerTruncationMode.middle
/// See `CATextLayerAlignmentMode/natural`.
public let kCAAlignmentNatural = CATextLayerAlignmentMode.natural
/// See `CATextLayerAlignmentMode/left`.
public let kCAAlignmentLeft = CATextLayerAlignmentMode.left
/// See `CATextLayerAlignmentMode/right`.
public let kCAAlignmentRight = CATextLayerAlignmentMode.right
/// See `CATextLayerAlignmentMode/center`.
public let kCAAlignmentCenter = CATextLayerAlignmentMode.center
/// See `CATextLayerAlignmentMode/justified`.
public let kCAAlignmentJustified = CATextLayerAlignmentMode.justified
/// See `CAScrollLayerScrollMode/none`.
public let kCAScrollNone = CAScrollLayerScrollMode.none
/// See `CAScrollLayerScrollMode/vertically`.
public let kCAScrollVertically = CAScrollLayerScrollMode.vertically
/// See `CAScrollLayerScrollMode/horizontally`.
public let kCAScrollHorizontally = CAScrollLayerScrollMode.horizontally
/// See `CAScrollLayerScrollMode/both`.
public let kCAScrollBoth = CAScrollLayerScrollMode.both
/// See `CAEmitterLayerEmitterShape/point`.
public let kCAEmitterLayerPoint = CAEmitterLayerEmitterShape.point
/// See `CAEmitterLayerEmitterShape/line`.
public let kCAEmitterLayerLine = CAEmitterLayerEmitterShape.line
/// See `CAEmitterLayerEmitterShape/rectangle`.
public let kCAEmitterLayerRectangle = CAEmitterLayerEmitterShape.rectangle
/// See `CAEmitterLayerEmitterShape/cuboid`.
public let kCAEmitterLayerCuboid = CAEmitterLayerEmitterShape.cuboid
/// See `CAEmitterLayerEmitterShape/circle`.
public let kCAEmitterLayerCircle = CAEmitterLayerEmitterShape.circle
/// See `CAEmitterLayerEmitterShape/sphere`.
public let kCAEmitterLayerSphere = CAEmitterLayerEmitterShape.sphere
/// See `CAEmitterLayerEmitterMode/points`.
public let kCAEmitterLayerPoints = CAEmitterLayerEmitterMode.points
/// See `CAEmitterLayerEmitterMode/outline`.
public let kCAEmitterLayerOutline = CAEmitterLayerEmitterMode.outline
/// See `CAEmitterLayerEmitterMode/surface`.
public let kCAEmitterLayerSurface = CAEmitterLayerEmitterMode.surface
/// See `CAEmitterLayerEmitterMode/volume`.
public let kCAEmitterLayerVolume = CAEmitterLayerEmitterMode.volume
/// See `CAEmitterLayerRenderMode/unordered`.
public let kCAEmitterLayerUnordered = CAEmitterLayerRenderMode.unordered
/// See `CAEmitterLayerRenderMode/oldestFirst`.
public let kCAEmitterLayerOldestFirst = CAEmitterLayerRenderMode.oldestFirst
/// See `CAEmitterLayerRenderMode/oldestLast`.
public let kCAEmitterLayerOldestLast = CAEmitterLayerRenderMode.oldestLast
/// See `CAEmitterLayerRenderMode/backToFront`.
public let kCAEmitterLayerBackToFront = CAEmitterLayerRenderMode.backToFront
/// See `CAEmitterLayerRenderMode/additive`.
public let kCAEmitterLayerAdditive = CAEmitterLayerRenderMode.additive
