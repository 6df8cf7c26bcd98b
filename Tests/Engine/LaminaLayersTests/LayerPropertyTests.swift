// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import Testing

@Suite struct LayerPropertyTests {
  static let red = CGColor(straight: [1, 0, 0, 1])
  static let black = CGColor(straight: [0, 0, 0, 1])

  @Test func defaults() {
    let layer = CALayer()
    #expect(!layer.isHidden && layer.opacity == 1 && layer.backgroundColor == nil && !layer.masksToBounds)
    #expect(layer.cornerRadius == 0 && layer.borderWidth == 0 && layer.borderColor == Self.black)
    #expect(layer.cornerCurve == .circular && layer.maskedCorners.rawValue == 15)
    #expect(layer.allowsGroupOpacity && layer.allowsEdgeAntialiasing && layer.edgeAntialiasingMask.rawValue == 15)
    #expect(layer.contents == nil && layer.contentsScale == 1 && layer.contentsGravity == .resize)
    #expect(layer.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(layer.contentsCenter == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(layer.magnificationFilter == .linear && layer.minificationFilter == .linear)
    #expect(layer.minificationFilterBias == 0 && layer.contentsFormat == .RGBA8Uint && !layer.isOpaque)
    #expect(layer.shadowColor == Self.black && layer.shadowOpacity == 0 && layer.shadowRadius == 3)
    #expect(layer.shadowOffset == CGSize(width: 0, height: -3) && layer.shadowPath == nil)
    #expect(layer.mask == nil && layer.filters == nil && layer.backgroundFilters == nil)
    #expect(layer.compositingFilter == nil && !layer.shouldRasterize && layer.rasterizationScale == 1)
    #expect(layer.preferredDynamicRange == .automatic && layer.toneMapMode == .automatic)
    #expect(!layer.wantsExtendedDynamicRangeContent && layer.contentsHeadroom == 0)
    #expect(layer.name == nil && layer.actions == nil && layer.style == nil && layer.delegate == nil)
    #expect(!layer.needsDisplayOnBoundsChange && !layer.drawsAsynchronously && layer.autoresizingMask == [])
    #expect(layer.beginTime == 0 && layer.duration == 0 && layer.speed == 1 && layer.timeOffset == 0)
    #expect(layer.repeatCount == 0 && layer.repeatDuration == 0 && !layer.autoreverses && layer.fillMode == .removed)
  }

  @Test func readingAndSettingDefaultsCostsNoMemory() {
    let layer = CALayer()
    layer.shadowOpacity = 0
    layer.shadowRadius = 3
    layer.name = nil
    layer.mask = nil
    layer.filters = nil
    layer.contentsGravity = .resize
    #expect(layer.properties.extras == nil)
  }

  @Test func valuesAreStoredAsTheyAreSet() {
    let layer = CALayer()
    layer.opacity = 7
    layer.cornerRadius = -3
    layer.contentsRect = CGRect(x: -1, y: 2, width: 0, height: 9)
    layer.shadowRadius = -.infinity
    #expect(layer.opacity == 7 && layer.cornerRadius == -3 && layer.shadowRadius == -.infinity)
    #expect(layer.contentsRect == CGRect(x: -1, y: 2, width: 0, height: 9))
  }

  @Test("CLIP-2: other bits are dropped")
  func masksDropBits() {
    let layer = CALayer()
    layer.maskedCorners = CACornerMask(rawValue: 0xFFF5)
    #expect(layer.maskedCorners == [.layerMinXMinYCorner, .layerMinXMaxYCorner])
    layer.edgeAntialiasingMask = CAEdgeAntialiasingMask(rawValue: 0xF2)
    #expect(layer.edgeAntialiasingMask == .layerRightEdge)
  }

  @Test(
    "every gravity keeps its name",
    arguments: [
      "center", "top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft", "bottomRight", "resize",
      "resizeAspect", "resizeAspectFill",
    ])
  func gravities(name: String) {
    let layer = CALayer()
    layer.contentsGravity = CALayerContentsGravity(rawValue: name)
    #expect(layer.contentsGravity.rawValue == name)
    #expect("\(layer.properties.contentsProperties.gravity)" == name)
  }

  @Test func unknownNamesAreKeptAndDrawAsTheirRuleSays() {
    let layer = CALayer()
    layer.contentsGravity = CALayerContentsGravity(rawValue: "sideways")
    layer.magnificationFilter = CALayerContentsFilter(rawValue: "cubic")
    layer.minificationFilter = CALayerContentsFilter(rawValue: "box")
    layer.cornerCurve = CALayerCornerCurve(rawValue: "bumpy")
    #expect(layer.contentsGravity.rawValue == "sideways" && layer.magnificationFilter.rawValue == "cubic")
    #expect(layer.minificationFilter.rawValue == "box" && layer.cornerCurve.rawValue == "bumpy")
    #expect(layer.properties.contentsProperties.gravity == .center)
    #expect(layer.properties.contentsProperties.magnificationFilter == .linear)
    layer.contentsGravity = .left
    layer.magnificationFilter = .nearest
    layer.minificationFilter = .trilinear
    layer.cornerCurve = .continuous
    #expect(layer.contentsGravity == .left && layer.magnificationFilter == .nearest)
    #expect(layer.minificationFilter == .trilinear && layer.cornerCurve == .continuous)
  }

  @Test func cornerCurvesHaveExpansionFactors() {
    #expect(CALayer.cornerCurveExpansionFactor(.continuous) == 1.528665)
    #expect(CALayer.cornerCurveExpansionFactor(.circular) == 1)
  }

  @Test func onlyAPictureReachesTheSnapshot() throws {
    let layer = CALayer()
    let image = try #require(CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 255]))
    layer.contents = image
    #expect(layer.contents as? CGImage === image && layer.properties.contents === image)
    layer.contents = "no picture"
    #expect(layer.contents as? String == "no picture" && layer.properties.contents == nil)
    layer.contents = nil
    #expect(layer.contents == nil)
  }

  @Test func aSnapshotOfThePropertiesNeverChanges() {
    let layer = CALayer()
    layer.shadowOpacity = 0.5
    let copy = layer.properties
    layer.shadowOpacity = 0.75
    layer.name = "later"
    layer.backgroundColor = Self.red
    #expect(copy.extras?.shadowOpacity == 0.5 && copy.extras?.name == nil && copy.backgroundColor == nil)
    #expect(layer.properties.extras?.shadowOpacity == 0.75)
  }

  @Test func presenceOfEffectsShowsInTheSnapshot() {
    let layer = CALayer()
    layer.filters = ["blur"]
    layer.backgroundFilters = []
    layer.compositingFilter = "multiplyBlendMode"
    #expect(layer.properties.extras?.hasFilters == true && layer.properties.extras?.hasBackgroundFilters == false)
    #expect(layer.properties.extras?.hasCompositingFilter == true)
    layer.filters = nil
    layer.compositingFilter = nil
    #expect(layer.properties.extras?.hasFilters == false && layer.properties.extras?.hasCompositingFilter == false)
  }

  @Test func pathsAreCopied() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
    let layer = CAShapeLayer()
    layer.shadowPath = path
    layer.path = path
    path.addLine(to: CGPoint(x: 9, y: 9))
    let rect = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
    #expect(layer.shadowPath == rect && layer.path == rect)
  }

  final class Owner: CALayerDelegate {}

  @Test func theDelegateIsNotRetained() {
    let layer = CALayer()
    var owner: Owner? = Owner()
    layer.delegate = owner
    #expect(layer.delegate === owner)
    owner = nil
    #expect(layer.delegate == nil)
  }

  /// A subclass as Apple's documentation shows it.
  final class Gauge: CALayer {
    var level = 0.0

    override init() {
      super.init()
    }

    override init(layer: Any) {
      super.init(layer: layer)
      if let gauge = layer as? Gauge { level = gauge.level }
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    override var bounds: CGRect {
      didSet { level += 1 }
    }
  }

  @Test func copiesTakeValuesButNotTheTree() {
    let gauge = Gauge()
    gauge.level = 0.7
    gauge.backgroundColor = Self.red
    gauge.speed = 2
    gauge.addSublayer(CALayer())
    gauge.mask = CALayer()
    let copy = Gauge(layer: gauge)
    #expect(copy.level == 0.7 && copy.backgroundColor == Self.red && copy.speed == 2)
    #expect(copy.sublayers == nil && copy.mask == nil && copy.properties.extras?.hasMask == false)
    #expect(gauge.mask != nil && gauge.properties.extras?.hasMask == true)
    copy.speed = 3
    #expect(gauge.speed == 2)
    #expect(CALayer(layer: "no layer").bounds == .zero)
    #expect(gauge.presentation() === gauge && gauge.model() === gauge)
  }

  @Test func copiesTakeAttachmentsButThoseOfOneLayer() {
    let layer = CALayer()
    let owner = Owner()
    layer.delegate = owner
    (layer.contents, layer.filters, layer.style) = ("no picture", ["blur"], ["note": 1])
    (layer.contentsFormat, layer.autoresizingMask) = (.RGBA16Float, .layerWidthSizable)
    layer.setValue(4, forKey: "count")
    layer.states = [CAState(name: "pressed")]
    let copy = CALayer(layer: layer)
    #expect(copy.delegate === owner && copy.contents as? String == "no picture" && copy.filters?.count == 1)
    #expect(copy.style?["note"] as? Int == 1 && copy.value(forKey: "count") as? Int == 4)
    #expect(copy.contentsFormat == .RGBA16Float && copy.autoresizingMask == .layerWidthSizable)
    #expect(copy.states == nil && layer.states?.count == 1)
    copy.setValue(5, forKey: "count")
    #expect(layer.value(forKey: "count") as? Int == 4)
  }

  /// An object that does something at its end.
  final class Ending {
    let end: () -> Void

    init(_ end: @escaping () -> Void) { self.end = end }

    deinit { end() }
  }

  @Test func theEndOfAnObjectMayReadOtherAttachments() {
    let layer = CALayer()
    layer.speed = 2
    var speeds: [Float] = []
    layer.contents = Ending { [unowned layer] in speeds.append(layer.speed) }
    layer.contents = nil
    layer.style = ["end": Ending { [unowned layer] in speeds.append(layer.speed) }]
    layer.style = [:]
    #expect(speeds == [2, 2])
  }

  @Test func settingTheFrameGoesThroughOverrides() {
    let gauge = Gauge()
    gauge.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    #expect(gauge.level == 1)
  }

  @Test func layersAreComparedByIdentity() {
    let (first, second) = (CALayer(), CALayer())
    #expect([first, second].firstIndex(of: second) == 1)
    #expect(Set([first, second, first]).count == 2)
  }

  @Test("GROUP-1: the default for a program")
  func groupOpacityDefault() async {
    await #expect(processExitsWith: .success) {
      CALayer.allowsGroupOpacityByDefault = false
      precondition(!CALayer().allowsGroupOpacity)
      CALayer.allowsGroupOpacityByDefault = true
      precondition(CALayer().allowsGroupOpacity)
    }
  }
}
