// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaPlanner
import Testing

/// Where pictures lie: gravities, sprite sheets, stretched middles, flips.
@Suite struct ContentsPlacementTests {
  static func picture(_ width: Int, _ height: Int) throws -> CGImage {
    try #require(
      CGImage(width: width, height: height, premultipliedRGBA: [UInt8](repeating: 255, count: 4 * width * height)))
  }

  /// The texel that layer point `x`, `y` shows.
  static func texel(_ placement: ImagePlacement, _ x: Float, _ y: Float) -> SIMD2<Float> {
    let point = SIMD2(x, y)
    let stop0 = SIMD2(placement.offsetAndStop0.z, placement.offsetAndStop0.w)
    let stop1 = placement.stop1AndSlope0.lowHalf
    var result = placement.offsetAndStop0.lowHalf
    result += placement.stop1AndSlope0.highHalf * pointwiseMin(point, stop0)
    result += placement.slope1AndSlope2.lowHalf * pointwiseMin(pointwiseMax(point, stop0), stop1)
    result += placement.slope1AndSlope2.highHalf * pointwiseMax(point, stop1)
    return result
  }

  /// The rectangle a 20 x 10 picture fills in bounds of 100 x 100 at (0, 0).
  static let gravities: [(CALayerContentsGravity, SIMD4<Float>)] = [
    (.center, [40, 45, 60, 55]), (.top, [40, 90, 60, 100]), (.bottom, [40, 0, 60, 10]),
    (.left, [0, 45, 20, 55]), (.right, [80, 45, 100, 55]), (.topLeft, [0, 90, 20, 100]),
    (.topRight, [80, 90, 100, 100]), (.bottomLeft, [0, 0, 20, 10]), (.bottomRight, [80, 0, 100, 10]),
    (.resize, [0, 0, 100, 100]), (.resizeAspect, [0, 25, 100, 75]), (.resizeAspectFill, [-50, 0, 150, 100]),
    (CALayerContentsGravity(rawValue: "nonsense"), [40, 45, 60, 55]),
  ]

  @Test(arguments: gravities)
  func gravity(_ gravity: CALayerContentsGravity, _ expected: SIMD4<Float>) throws {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    layer.contents = try Self.picture(20, 10)
    layer.contentsGravity = gravity
    let box = try #require(PlannerTests.boxes(try PlannerTests.plan(PlannerTests.root(layer))).first)
    #expect(box.shape.box == expected)
    let first = Self.texel(box.placement, expected.x, expected.y)
    let last = Self.texel(box.placement, expected.z, expected.w)
    #expect(abs(first).max() < 1e-4)
    #expect(abs(last - [20, 10]).max() < 1e-4)
  }

  @Test func contentsScaleDividesTheSize() throws {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    layer.contents = try Self.picture(20, 10)
    layer.contentsGravity = .center
    layer.contentsScale = 2
    let box = try #require(PlannerTests.boxes(try PlannerTests.plan(PlannerTests.root(layer))).first)
    #expect(box.shape.box == [45, 47.5, 55, 52.5])
  }

  @Test func spriteSheetShowsItsPartAndNoNeighbour() throws {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
    layer.contents = try Self.picture(40, 20)
    layer.contentsRect = CGRect(x: 0.5, y: 0, width: 0.25, height: 1)
    let box = try #require(PlannerTests.boxes(try PlannerTests.plan(PlannerTests.root(layer))).first)
    #expect(Self.texel(box.placement, 0, 0) == [20, 0])
    #expect(Self.texel(box.placement, 50, 50) == [30, 20])
    #expect(box.placement.limits == [20.5, 0.5, 29.5, 19.5])
  }

  @Test func flippedLayerCountsRowsFromTheBottom() throws {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
    layer.isGeometryFlipped = true
    layer.contents = try Self.picture(40, 20)
    layer.contentsRect = CGRect(x: 0, y: 0, width: 1, height: 0.25)
    let box = try #require(PlannerTests.boxes(try PlannerTests.plan(PlannerTests.root(layer))).first)
    // y = 0 of the flipped layer is the bottom of the screen and of the picture: row 20.
    #expect(Self.texel(box.placement, 0, 0).y == 20)
    #expect(Self.texel(box.placement, 0, 50).y == 15)
  }

  /// `CONTENT-4`: an arrow of 40 x 100 keeps its head 40 high when aspect-fitted to 80 x 140.
  @Test func stretchedArrowKeepsItsHead() throws {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 80, height: 140)
    layer.contents = try Self.picture(40, 100)
    layer.contentsGravity = .resizeAspect
    layer.contentsCenter = CGRect(x: 0, y: 0.4, width: 1, height: 0.6)
    let box = try #require(PlannerTests.boxes(try PlannerTests.plan(PlannerTests.root(layer))).first)
    #expect(box.shape.box == [12, 0, 68, 140])
    #expect(abs(Self.texel(box.placement, 12, 40).y - 40) < 1e-3)
    #expect(abs(Self.texel(box.placement, 12, 20).y - 20) < 1e-3)
    #expect(abs(Self.texel(box.placement, 12, 90).y - 70) < 1e-3)
    #expect(abs(Self.texel(box.placement, 68, 140).y - 100) < 1e-3)
    #expect(abs(Self.texel(box.placement, 40, 0).x - 20) < 1e-3)
  }

  @Test func stretchedCornersKeepTheirSizeOnBothSides() throws {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    layer.contents = try Self.picture(30, 30)
    layer.contentsScale = 2
    layer.contentsCenter = CGRect(x: 1.0 / 3, y: 1.0 / 3, width: 1.0 / 3, height: 1.0 / 3)
    let box = try #require(PlannerTests.boxes(try PlannerTests.plan(PlannerTests.root(layer))).first)
    // Ten pixels at scale 2 are five points.
    #expect(abs(Self.texel(box.placement, 5, 95) - [10, 20]).max() < 1e-3)
    #expect(abs(Self.texel(box.placement, 50, 50) - [15, 15]).max() < 1e-3)
  }

  @Test func aPictureUnderRoundedCornersIsDrawnApartUnlessItIsMasked() throws {
    let layer = PlannerTests.box(0, 0, 50, 50)
    layer.cornerRadius = 10
    layer.contents = try Self.picture(8, 8)
    #expect(try PlannerTests.plan(PlannerTests.root(layer)).draws.count == 2)
    layer.masksToBounds = true
    #expect(try PlannerTests.plan(PlannerTests.root(layer)).draws.count == 1)
  }

  private func abs(_ value: SIMD2<Float>) -> SIMD2<Float> {
    value.replacing(with: -value, where: value .< 0)
  }
  private func abs(_ value: Float) -> Float { Swift.abs(value) }
}
