// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaScene
import Testing

/// Every property of every class can be set by its name, and nothing is reported about it.
@Suite struct LayerPropertyTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var attribute: String
    var holds: @Sendable (CALayer) -> Bool
    var testDescription: String { attribute }
    init(_ attribute: String, _ holds: @escaping @Sendable (CALayer) -> Bool) {
      (self.attribute, self.holds) = (attribute, holds)
    }
  }

  static let common: [Row] = [
    Row(#"name="Root Layer""#) { $0.name == "Root Layer" },
    Row(#"bounds="0 -28 520 563""#) { $0.bounds == CGRect(x: 0, y: -28, width: 520, height: 563) },
    Row(#"position="195 422""#) { $0.position == CGPoint(x: 195, y: 422) },
    Row(#"anchorPoint="0.5 1.000044548671""#) { $0.anchorPoint == CGPoint(x: 0.5, y: 1.000044548671) },
    Row(#"anchorPointZ="4""#) { $0.anchorPointZ == 4 },
    Row(#"zPosition="442""#) { $0.zPosition == 442 },
    Row(#"transform="scale(2, 3, 1)""#) { $0.transform == CATransform3DMakeScale(2, 3, 1) },
    Row(#"transform="""#) { CATransform3DIsIdentity($0.transform) },
    Row(#"sublayerTransform="perspective(500)""#) { $0.sublayerTransform.m34 == -1.0 / 500 },
    Row(#"geometryFlipped="1""#) { $0.isGeometryFlipped },
    Row(#"doubleSided="0""#) { !$0.isDoubleSided },
    Row(#"hidden="true""#) { $0.isHidden },
    Row(#"opacity="0.25""#) { $0.opacity == 0.25 },
    Row(#"allowsGroupOpacity="0""#) { !$0.allowsGroupOpacity },
    Row(#"backgroundColor="1 0.5 0""#) { $0.backgroundColor == CGColor(straight: [1, 0.5, 0, 1]) },
    Row(##"borderColor="#0000ff""##) { $0.borderColor == CGColor(straight: [0, 0, 1, 1]) },
    Row(#"borderWidth="3""#) { $0.borderWidth == 3 },
    Row(#"cornerRadius="22""#) { $0.cornerRadius == 22 },
    Row(#"cornerCurve="continuous""#) { $0.cornerCurve == .continuous },
    Row(#"continuousCorners="1""#) { $0.cornerCurve == .continuous },
    Row(#"maskedCorners="5""#) { $0.maskedCorners == [.layerMinXMinYCorner, .layerMinXMaxYCorner] },
    Row(#"masksToBounds="1""#) { $0.masksToBounds },
    Row(#"opaque="1""#) { $0.isOpaque },
    Row(#"allowsEdgeAntialiasing="0""#) { !$0.allowsEdgeAntialiasing },
    Row(#"edgeAntialiasingMask="3""#) { $0.edgeAntialiasingMask == [.layerLeftEdge, .layerRightEdge] },
    Row(#"shadowColor="1 0 0""#) { $0.shadowColor == CGColor(straight: [1, 0, 0, 1]) },
    Row(#"shadowOpacity="0.5""#) { $0.shadowOpacity == 0.5 },
    Row(#"shadowOffset="4 5""#) { $0.shadowOffset == CGSize(width: 4, height: 5) },
    Row(#"shadowRadius="7""#) { $0.shadowRadius == 7 },
    Row(#"shadowPath="0 0 m 1 0 l 1 1 l h""#) { $0.shadowPath?.isEmpty == false },
    Row(#"contentsGravity="resizeAspectFill""#) { $0.contentsGravity == .resizeAspectFill },
    Row(#"contentsRect="0 0 0.5 0.5""#) { $0.contentsRect == CGRect(x: 0, y: 0, width: 0.5, height: 0.5) },
    Row(#"contentsCenter="0.4 0.4 0.2 0.2""#) { $0.contentsCenter == CGRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2) },
    Row(#"contentsScale="2.32754""#) { $0.contentsScale == 2.32754 },
    Row(#"magnificationFilter="nearest""#) { $0.magnificationFilter == .nearest },
    Row(#"minificationFilter="trilinear""#) { $0.minificationFilter == .trilinear },
    Row(#"minificationFilterBias="-1""#) { $0.minificationFilterBias == -1 },
    Row(#"shouldRasterize="1""#) { $0.shouldRasterize },
    Row(#"rasterizationScale="0.25""#) { $0.rasterizationScale == 0.25 },
    Row(#"contentsHeadroom="2.5" wantsExtendedDynamicRangeContent="1""#) {
      $0.contentsHeadroom == 2.5 && $0.wantsExtendedDynamicRangeContent
    },
    Row(#"preferredDynamicRange="constrainedHigh" toneMapMode="ifSupported""#) {
      $0.preferredDynamicRange == .constrainedHigh && $0.toneMapMode == .ifSupported
    },
    Row(#"compositingFilter="multiplyBlendMode""#) { $0.compositingFilter as? String == "multiplyBlendMode" },
    Row(#"needsDisplayOnBoundsChange="1""#) { $0.needsDisplayOnBoundsChange },
    Row(#"drawsAsynchronously="1""#) { $0.drawsAsynchronously },
    Row(#"beginTime="-3""#) { $0.beginTime == -3 },
    Row(#"duration="inf""#) { $0.duration == .infinity },
    Row(#"speed="0.5""#) { $0.speed == 0.5 },
    Row(#"timeOffset="2""#) { $0.timeOffset == 2 },
    Row(#"repeatCount="Inf""#) { $0.repeatCount == .infinity },
    Row(#"repeatDuration="+infinity""#) { $0.repeatDuration == .infinity },
    Row(#"autoreverses="1""#) { $0.autoreverses },
    Row(#"fillMode="both""#) { $0.fillMode == .both },
    Row(#"position.x="7""#) { $0.position == CGPoint(x: 7, y: 0) },
    Row(#"bounds="1 2 3 4" bounds.size.width="9""#) { $0.bounds == CGRect(x: 1, y: 2, width: 9, height: 4) },
    Row(#"bounds.origin.y="5""#) { $0.bounds.origin == CGPoint(x: 0, y: 5) },
    Row(#"anchorPoint.y="0""#) { $0.anchorPoint == CGPoint(x: 0.5, y: 0) },
    Row(#"shadowOffset.width="2""#) { $0.shadowOffset == CGSize(width: 2, height: -3) },
    Row(##"id="#1" locked="0" description="x" CUI_x="1" caplayThing="2" xmlns:p="q" contentsFormat="RGBA8""##) {
      $0.bounds == .zero
    },
  ]

  @Test("of any layer", arguments: common)
  func commonProperty(_ row: Row) throws {
    for className in ["CALayer", "CAShapeLayer", "CAEmitterLayer"] {
      let scene = try readRoot("<\(className) \(row.attribute)/>")
      #expect(row.holds(scene.root))
      #expect(scene.diagnostics.isEmpty, "\(scene.diagnostics)")
    }
  }

  struct ClassRow: Sendable, CustomTestStringConvertible {
    var object: String
    var holds: @Sendable (CALayer) -> Bool
    var testDescription: String { object }
    init<Layer: CALayer>(_ object: String, _ layer: Layer.Type, _ holds: @escaping @Sendable (Layer) -> Bool) {
      self.object = object
      self.holds = { type(of: $0) == Layer.self && ($0 as? Layer).map(holds) ?? false }
    }
  }

  static let special: [ClassRow] = [
    ClassRow(#"<CATransformLayer name="t"/>"#, CATransformLayer.self) { $0.name == "t" },
    ClassRow(
      #"""
      <CAShapeLayer path="0 0 m 9 0 l" fillColor="1 0 0" fillRule="even-odd" strokeColor="0 1 0" strokeStart="0.1"
       strokeEnd="0.9" lineWidth="4" miterLimit="2" lineCap="round" lineJoin="bevel" lineDashPhase="3"
       lineDashPattern="1 2"/>
      """#, CAShapeLayer.self
    ) {
      $0.path?.currentPoint == CGPoint(x: 9, y: 0) && $0.fillColor == CGColor(straight: [1, 0, 0, 1])
        && $0.fillRule == .evenOdd && $0.strokeColor == CGColor(straight: [0, 1, 0, 1]) && $0.strokeStart == 0.1
        && $0.strokeEnd == 0.9 && $0.lineWidth == 4 && $0.miterLimit == 2 && $0.lineCap == .round
        && $0.lineJoin == .bevel && $0.lineDashPhase == 3 && $0.lineDashPattern == [1, 2]
    },
    ClassRow(
      #"<CAShapeLayer><lineDashPattern><integer value="1"/><real value="2.5"/></lineDashPattern></CAShapeLayer>"#,
      CAShapeLayer.self
    ) { $0.lineDashPattern == [1, 2.5] },
    ClassRow(
      #"""
      <CAGradientLayer startPoint="0 0" endPoint="1 0.5"><type value="radial"/>
       <colors><CGColor value="1 0 0" opacity="0.5"/><CGColor value="0 0 1"/></colors>
       <locations><integer value="0"/><real value="0.75"/></locations></CAGradientLayer>
      """#, CAGradientLayer.self
    ) {
      $0.startPoint == .zero && $0.endPoint == CGPoint(x: 1, y: 0.5) && $0.type == .radial
        && $0.colors as? [CGColor] == [CGColor(straight: [1, 0, 0, 0.5]), CGColor(straight: [0, 0, 1, 1])]
        && $0.locations == [0, 0.75]
    },
    ClassRow(#"<CAGradientLayer type="conic"/>"#, CAGradientLayer.self) { $0.type == .conic },
    ClassRow(
      #"""
      <CATextLayer fontSize="12" foregroundColor="0 0 0" alignmentMode="center" wrapped="1" truncationMode="end">
       <font type="string" value="SFProText-Regular"/><string type="string" value="Hello &lt;3"/></CATextLayer>
      """#, CATextLayer.self
    ) {
      $0.fontSize == 12 && $0.foregroundColor == CGColor(straight: [0, 0, 0, 1]) && $0.alignmentMode == .center
        && $0.isWrapped && $0.truncationMode == .end && $0.font as? String == "SFProText-Regular"
        && $0.string as? String == "Hello <3"
    },
    ClassRow(#"<CAScrollLayer scrollMode="vertically"/>"#, CAScrollLayer.self) { $0.scrollMode == .vertically },
    ClassRow(
      #"""
      <CAReplicatorLayer instanceCount="8" instanceDelay="0.5" instanceTransform="rotate(-45deg)"
       instanceRedOffset="0.1" instanceGreenOffset="0.2" instanceBlueOffset="0.3" instanceAlphaOffset="-0.1"
       preservesDepth="1"><instanceColor opacity="0.5" value="1 1 1"/></CAReplicatorLayer>
      """#, CAReplicatorLayer.self
    ) {
      $0.instanceCount == 8 && $0.instanceDelay == 0.5 && $0.instanceTransform.m12 < 0
        && $0.instanceColor == CGColor(straight: [1, 1, 1, 0.5]) && $0.instanceRedOffset == 0.1
        && $0.instanceGreenOffset == 0.2 && $0.instanceBlueOffset == 0.3 && $0.instanceAlphaOffset == -0.1
        && $0.preservesDepth
    },
    ClassRow(#"<CATiledLayer tileSize="64 32" levelsOfDetail="3" levelsOfDetailBias="1"/>"#, CATiledLayer.self) {
      $0.tileSize == CGSize(width: 64, height: 32) && $0.levelsOfDetail == 3 && $0.levelsOfDetailBias == 1
    },
    ClassRow(
      #"""
      <CAEmitterLayer birthRate="0.1" lifetime="2" emitterPosition="1 2" emitterZPosition="3" emitterSize="200 5000"
       emitterDepth="4" emitterShape="rectangle" emitterMode="points" renderMode="additive" preservesDepth="1"
       velocity="5" scale="6" spin="7" seed="8"/>
      """#, CAEmitterLayer.self
    ) {
      $0.birthRate == 0.1 && $0.lifetime == 2 && $0.emitterPosition == CGPoint(x: 1, y: 2) && $0.emitterZPosition == 3
        && $0.emitterSize == CGSize(width: 200, height: 5000) && $0.emitterDepth == 4 && $0.emitterShape == .rectangle
        && $0.emitterMode == .points && $0.renderMode == .additive && $0.preservesDepth && $0.velocity == 5
        && $0.scale == 6 && $0.spin == 7 && $0.seed == 8
    },
  ]

  @Test("of one class", arguments: special)
  func classProperty(_ row: ClassRow) throws {
    let scene = try readRoot(row.object)
    #expect(row.holds(scene.root))
    #expect(scene.diagnostics.isEmpty, "\(scene.diagnostics)")
  }

  @Test func emitterCells() throws {
    let scene = try readRoot(
      ##"""
      <CAEmitterLayer><emitterCells>
       <CAEmitterCell id="#1" name="a" enabled="0" birthRate="1" lifetime="150" lifetimeRange="2" emissionLatitude="0.1"
        emissionLongitude="0.2" emissionRange="0.3" velocity="40" velocityRange="20" xAcceleration="1"
        yAcceleration="2" zAcceleration="3" scale="0.2" scaleRange="0.11" scaleSpeed="4" spin="5" spinRange="6"
        redRange="0.1" greenRange="0.2" blueRange="0.3" alphaRange="0.4" redSpeed="0.5" greenSpeed="0.6"
        blueSpeed="0.7" alphaSpeed="0.8" contentsRect="0 0 1 0.5" contentsScale="2" beginTime="-15" fillMode="both"
        duration="inf">
        <color opacity="0.5" value="0.4942 0.4942 0.4942"/>
        <emitterCells><CAEmitterCell name="inner"/></emitterCells>
       </CAEmitterCell>
       <CAEmitterCell object="#1"/>
      </emitterCells></CAEmitterLayer>
      """##)
    let cells = try #require((scene.root as? CAEmitterLayer)?.emitterCells)
    let cell = try #require(cells.first)
    #expect(scene.diagnostics.isEmpty, "\(scene.diagnostics)")
    #expect(cells.count == 2 && cells[1] === cell)
    #expect(cell.name == "a" && !cell.isEnabled && cell.birthRate == 1 && cell.lifetime == 150)
    #expect(cell.lifetimeRange == 2 && cell.emissionLatitude == 0.1 && cell.emissionLongitude == 0.2)
    #expect(cell.emissionRange == 0.3 && cell.velocity == 40 && cell.velocityRange == 20)
    #expect(cell.xAcceleration == 1 && cell.yAcceleration == 2 && cell.zAcceleration == 3)
    #expect(cell.scale == 0.2 && cell.scaleRange == 0.11 && cell.scaleSpeed == 4 && cell.spin == 5)
    #expect(cell.spinRange == 6 && cell.redRange == 0.1 && cell.greenRange == 0.2 && cell.blueRange == 0.3)
    #expect(cell.alphaRange == 0.4 && cell.redSpeed == 0.5 && cell.greenSpeed == 0.6 && cell.blueSpeed == 0.7)
    #expect(cell.alphaSpeed == 0.8 && cell.contentsRect.height == 0.5 && cell.contentsScale == 2)
    #expect(cell.beginTime == -15 && cell.fillMode == .both && cell.duration == .infinity)
    #expect(cell.color == CGColor(straight: [0.4942, 0.4942, 0.4942, 0.5]))
    #expect(cell.emitterCells?.map(\.name) == ["inner"])
  }
}
