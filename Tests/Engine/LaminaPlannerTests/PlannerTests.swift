// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaPlanner
import Testing

/// Operations that the planner writes, and operations that it leaves out.
@Suite struct PlannerTests {
  /// A layer at `frame` with a background.
  static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, alpha: CGFloat = 1) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: y, width: width, height: height)
    layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: alpha)
    return layer
  }

  /// A root of 100 x 100 points without a background.
  static func root(_ sublayers: CALayer...) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    for layer in sublayers { root.addSublayer(layer) }
    return root
  }

  static func plan(_ root: CALayer, _ adjust: (inout PlanOptions) -> Void = { _ in }) throws -> RenderPlan {
    var options = PlanOptions()
    adjust(&options)
    return try Planner(options: options).plan(TreeSnapshot(of: root))
  }

  static func boxes(_ plan: RenderPlan) -> [BoxOperation] {
    plan.draws.compactMap { if case .box(let box) = $0 { box } else { nil } }
  }

  @Test func emptyTreeDrawsNothing() throws {
    let plan = try Self.plan(Self.root())
    #expect(plan.draws.isEmpty)
    #expect(plan.passes.count == 1)
    #expect(plan.canvas == PixelSize(width: 100, height: 100))
  }

  @Test func leafIsOneOperation() throws {
    let layer = Self.box(10, 10, 50, 50)
    layer.borderWidth = 2
    layer.cornerRadius = 8
    let plan = try Self.plan(Self.root(layer))
    #expect(plan.draws.count == 1)
    let box = try #require(Self.boxes(plan).first)
    #expect(box.borderWidth == 2)
    #expect(box.isInnerOpaque)
    #expect(box.pixelBounds == PixelRect(minX: 10, minY: 10, maxX: 60, maxY: 60))
  }

  @Test func borderWaitsForSublayers() throws {
    let layer = Self.box(10, 10, 50, 50)
    layer.borderWidth = 2
    layer.addSublayer(Self.box(0, 0, 20, 20))
    let boxes = Self.boxes(try Self.plan(Self.root(layer)))
    #expect(boxes.count == 3)
    #expect(boxes[0].borderWidth == 0)
    #expect(boxes[2].borderWidth == 2)
    #expect(boxes[2].fill == .zero)
    // The fill keeps away from the outer edge of the opaque border that will cover it.
    #expect(boxes[0].shape.box == SIMD4(1, 1, 49, 49))
  }

  static let invisible: [(String, @Sendable (CALayer) -> Void)] = [
    ("hidden", { $0.isHidden = true }),
    ("opacity 0", { $0.opacity = 0 }),
    ("opacity below 0", { $0.opacity = -1 }),
    ("off the canvas", { $0.position = CGPoint(x: 500, y: 500) }),
    ("scale 0", { $0.transform = CATransform3DMakeScale(0, 1, 1) }),
    ("edge-on", { $0.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0) }),
    ("not a number", { $0.position.x = .nan }),
    ("infinite", { $0.position.x = .infinity }),
    ("clear", { $0.backgroundColor = .clear }),
    ("no size", { $0.bounds.size = .zero }),
    (
      "faces away",
      {
        $0.isDoubleSided = false; $0.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
      }
    ),
  ]

  @Test(arguments: invisible.map(\.0))
  func whatCannotShowIsCulled(_ name: String) throws {
    let layer = Self.box(10, 10, 50, 50)
    let change = try #require(Self.invisible.first { $0.0 == name }).1
    change(layer)
    #expect(try Self.plan(Self.root(layer)).draws.isEmpty)
  }

  @Test func aLayerTurnedTwiceFacesForward() throws {
    let layer = Self.box(10, 10, 50, 50)
    layer.isDoubleSided = false
    layer.isGeometryFlipped = true
    #expect(try Self.plan(Self.root(layer)).draws.count == 1)
  }

  @Test func zeroSizedLayerShowsItsSublayers() throws {
    let anchor = CALayer()
    anchor.position = CGPoint(x: 50, y: 50)
    anchor.addSublayer(Self.box(-10, -10, 20, 20))
    #expect(try Self.plan(Self.root(anchor)).draws.count == 1)
    anchor.masksToBounds = true
    #expect(try Self.plan(Self.root(anchor)).draws.isEmpty)
  }

  @Test func depthOrdersSiblings() throws {
    let front = Self.box(0, 0, 10, 10)
    front.zPosition = 0.0001
    let middle = Self.box(1, 0, 10, 10)
    let back = Self.box(2, 0, 10, 10)
    back.zPosition = -5
    let boxes = Self.boxes(try Self.plan(Self.root(front, middle, back)))
    #expect(boxes.map(\.pixelBounds.minX) == [2, 1, 0])
  }

  @Test func canvasFollowsScaleAndSize() throws {
    let root = Self.root(Self.box(0, 0, 100, 100))
    #expect(try Self.plan(root) { $0.scale = 3 }.canvas == PixelSize(width: 300, height: 300))
    let letterboxed = try Self.plan(root) { $0.size = PixelSize(width: 300, height: 100) }
    #expect(letterboxed.canvas == PixelSize(width: 300, height: 100))
    #expect(Self.boxes(letterboxed)[0].pixelBounds == PixelRect(minX: 100, minY: 0, maxX: 200, maxY: 100))
  }

  @Test func canvasesThatCannotBeAreRefused() {
    #expect(throws: PlanError.emptyCanvas(width: 0, height: 0, scale: 1)) { try Self.plan(CALayer()) }
    #expect(throws: PlanError.canvasTooLarge(width: 100_000, height: 100_000, limit: 1 << 28)) {
      try Self.plan(Self.root()) { $0.scale = 1000 }
    }
    #expect(throws: PlanError.invalidScale(-1)) { try Self.plan(Self.root()) { $0.scale = -1 } }
    #expect(throws: PlanError.invalidBounds) {
      let root = Self.root()
      root.bounds.size.width = .nan
      return try Self.plan(root)
    }
  }

  @Test func rootPositionAndTransformDoNotMoveTheCanvas() throws {
    let root = Self.root(Self.box(10, 10, 20, 20))
    let before = try Self.plan(root).draws
    root.position = CGPoint(x: 1000, y: -77)
    root.transform = CATransform3DMakeScale(3, 3, 1)
    #expect(try Self.plan(root).draws == before)
  }

  @Test func boundsOriginScrolls() throws {
    let root = Self.root(Self.box(10, 10, 20, 20))
    root.bounds.origin = CGPoint(x: 5, y: 8)
    #expect(Self.boxes(try Self.plan(root))[0].pixelBounds == PixelRect(minX: 5, minY: 2, maxX: 25, maxY: 22))
  }

  @Test func unsupportedFeaturesAreReportedOnce() throws {
    let first = Self.box(0, 0, 10, 10)
    first.name = "card"
    first.filters = ["sepia"]
    let second = Self.box(0, 0, 10, 10)
    second.filters = ["sepia"]
    let plan = try Self.plan(Self.root(first, second))
    #expect(plan.diagnostics.map(\.code) == ["unknown-filter"])
    #expect(plan.diagnostics[0].layerPath == "CALayer[0]/card")
    #expect(plan.diagnostics[0].message.hasSuffix("and 1 more"))
  }

  @Test func printedPlanShowsPassesAndOperations() throws {
    let layer = Self.box(10, 10, 50, 50)
    layer.name = "card"
    layer.cornerRadius = 8
    layer.transform = CATransform3DMakeRotation(0.1, 0, 0, 1)
    let root = Self.root(layer)
    let snapshot = TreeSnapshot(of: root)
    let text = try Planner().plan(snapshot).text(of: snapshot)
    #expect(
      text == """
        canvas 100 x 100 px
        1 pass, 1 operations, 0 pictures, 0 clips
        pass 0: canvas, rgba8, 1 operations
          box (7, 7) 56 x 56, 0 0 50 x 50 pt radius 8, fill #ff0000ff, opaque interior  CALayer[0]/card
        """)
  }
}
