// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaPlanner
import LaminaSystem
import Testing

/// Order and cutting in the three-dimensional space of siblings.
@Suite struct SpaceTests {
  typealias Make = PlannerTests

  /// A square of 60 points at the centre of the root, turned about y, named.
  static func plane(_ name: String, turn: Double = 0, z: Double = 0, axis: (Double, Double) = (0, 1)) -> CALayer {
    let layer = Make.box(20, 20, 60, 60)
    layer.name = name
    layer.transform = CATransform3DTranslate(CATransform3DMakeRotation(turn, axis.0, axis.1, 0), 0, 0, z)
    return layer
  }

  /// The names in the order they are drawn.
  static func order(_ root: CALayer) throws -> [String] {
    let snapshot = TreeSnapshot(of: root)
    let plan = try Planner().plan(snapshot)
    return Make.boxes(plan).map { snapshot.nodes[Int($0.node)].properties.extras?.name ?? "?" }
  }

  @Test func translationAlongZDecidesLikeZPosition() throws {
    let root = Make.root(Self.plane("near", z: 30), Self.plane("far", z: -30), Self.plane("middle"))
    #expect(try Self.order(root) == ["far", "middle", "near"])
  }

  @Test func parallelTurnedPlanesGoByExactDepth() throws {
    let near = Self.plane("near", turn: 0.5, z: 0.0001)
    let far = Self.plane("far", turn: 0.5)
    #expect(try Self.order(Make.root(near, far)) == ["far", "near"])
  }

  @Test(arguments: [0.0, 0.3, 1.2])
  func coplanarPlanesKeepArrayOrder(_ turn: Double) throws {
    let names = ["first", "second", "third"]
    let root = Make.root()
    for name in names { root.addSublayer(Self.plane(name, turn: turn)) }
    #expect(try Self.order(root) == names)
  }

  @Test func crossingPlanesAreCutOnce() throws {
    let root = Make.root(Self.plane("left", turn: 0.7), Self.plane("right", turn: -0.7))
    let plan = try Make.plan(root)
    #expect(plan.spaces == [SpaceRecord(node: 0, layers: 2, pieces: 0..<3)])
    let boxes = Make.boxes(plan)
    #expect(boxes.count == 3)
    // The first and last piece are the two halves of the plane that was cut, on either side of one line.
    #expect(boxes[0].node == boxes[2].node)
    let back = plan.clips[boxes[0].clip].shape
    let front = plan.clips[boxes[2].clip].shape
    #expect(back.row0 == front.row0 && back.row1 == front.row1 && back.row2 == front.row2)
    #expect(back.antialiased == .zero)
    #expect((back.box.x == 0) != (front.box.x == 0))
  }

  @Test func planesThatTouchAtAnEdgeAreNotCut() throws {
    // A wall standing on the edge of a floor.
    let floor = Make.box(20, 20, 60, 60)
    let wall = Make.box(20, 20, 60, 60)
    wall.anchorPoint = CGPoint(x: 0, y: 0.5)
    wall.position = CGPoint(x: 80, y: 50)
    wall.transform = CATransform3DMakeRotation(-2, 0, 1, 0)
    let plan = try Make.plan(Make.root(floor, wall))
    #expect(plan.draws.count == 2)
  }

  @Test func threePlanesInACircleAreCut() throws {
    // Each lies over the next: no order is right without a cut.
    let root = Make.root()
    for index in 0..<3 {
      let layer = Make.box(-40, -8, 80, 16)
      layer.position = CGPoint(x: 50, y: 50)
      let turn = CATransform3DMakeRotation(Double(index) * 2 * .pi / 3, 0, 0, 1)
      layer.transform = CATransform3DRotate(CATransform3DTranslate(turn, 0, 16, 0), 0.4, 0, 1, 0)
      root.addSublayer(layer)
    }
    let plan = try Make.plan(root)
    #expect(plan.spaces.first?.layers == 3)
    #expect((plan.spaces.first?.pieces.count ?? 0) > 3)
  }

  @Test func transformLayerPutsItsSublayersIntoTheSpace() throws {
    let carrier = CATransformLayer()
    carrier.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    carrier.backgroundColor = .black
    carrier.addSublayer(Self.plane("inner near", z: 20))
    carrier.addSublayer(Self.plane("inner far", z: -20))
    let root = Make.root(carrier, Self.plane("between"))
    #expect(try Self.order(root) == ["inner far", "between", "inner near"])
    // Turned about, the order turns too.
    carrier.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    #expect(try Self.order(root) == ["inner near", "between", "inner far"])
    carrier.opacity = 0.5
    #expect(Make.boxes(try Make.plan(root)).map(\.opacity) == [0.5, 1, 0.5])
  }

  @Test func ordinaryLayerFlattensInstead() throws {
    let carrier = CALayer()
    carrier.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    carrier.addSublayer(Self.plane("inner near", z: 20))
    carrier.addSublayer(Self.plane("inner far", z: -20))
    let root = Make.root(carrier, Self.plane("between"))
    #expect(try Self.order(root) == ["inner far", "inner near", "between"])
  }

  @Test func sublayerTransformGivesDepthToAll() throws {
    let root = Make.root(Self.plane("a", z: 10), Self.plane("b"))
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 200
    root.sublayerTransform = CATransform3DRotate(perspective, .pi, 0, 1, 0)
    #expect(try Self.order(root) == ["a", "b"])
    root.sublayerTransform = perspective
    #expect(try Self.order(root) == ["b", "a"])
  }

  @Test func anchorPointZIsDepthWithoutAnyTransform() throws {
    let sunk = Self.plane("sunk")
    sunk.transform = CATransform3DIdentity
    sunk.anchorPointZ = 5
    #expect(try Self.order(Make.root(Self.plane("plain"), sunk)) == ["sunk", "plain"])
  }

  @Test func farAwayDepthStillCounts() throws {
    // Perspective squeezes 0.001 points, a million away, to less than rounding noise is elsewhere.
    let root = Make.root()
    for (name, z) in [("near", -1e5 + 0.001), ("far", -1e5)] {
      let layer = Self.plane(name)
      layer.transform = CATransform3DScale(CATransform3DMakeTranslation(0, 0, z), 200, 200, 1)
      root.addSublayer(layer)
    }
    root.sublayerTransform.m34 = -1 / 500
    #expect(try Self.order(root) == ["far", "near"])
  }

  /// Turning by half a circle leaves noise in z, which must not decide.
  @Test func coplanarPlanesKeepArrayOrderWhereTheSpaceIsTurned() throws {
    let names = (0..<12).map { "\($0)" }
    let root = Make.root()
    for (index, name) in names.enumerated() {
      let layer = Make.box(Double(index * 37 % 50), Double(index * 11 % 50), 40, 40)
      layer.name = name
      root.addSublayer(layer)
    }
    root.sublayerTransform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    #expect(try Self.order(root) == names)
    root.sublayerTransform = CATransform3DMakeRotation(2 * .pi / 3, 1, 2, 0)
    #expect(try Self.order(root) == names)
  }

  @Test func onlyWhatIntersectsIsCut() throws {
    // Two that cross, and over them, without touching them, forty tilted cards on one another.
    let root = Make.root(Self.plane("left", turn: 0.7), Self.plane("right", turn: -0.7))
    for index in 0..<40 { root.addSublayer(Self.plane("card \(index)", turn: 0.4, z: 60 + Double(index) * 3)) }
    let plan = try Make.plan(root)
    #expect(plan.spacePieces.count == 43)
  }

  @Test(arguments: [1, 2, 3, 4, 5])
  func permutingSublayersChangesNothing(_ seed: UInt64) throws {
    var generator = InnerPolygonTests.Generator(state: seed)
    let layers = (0..<14).map { index in
      let layer = Self.plane("\(index)")
      layer.position = CGPoint(
        x: .random(in: 30...70, using: &generator), y: .random(in: 30...70, using: &generator))
      layer.transform = CATransform3DMakeRotation(
        .random(in: -1...1, using: &generator), .random(in: -1...1, using: &generator),
        .random(in: -1...1, using: &generator), .random(in: -1...1, using: &generator))
      return layer
    }
    func shapes(_ layers: [CALayer]) throws -> [ShapeGeometry] {
      let root = Make.root()
      for layer in layers { root.addSublayer(layer) }
      let plan = try Make.plan(root)
      #expect(plan.clips.count > 10)
      return Make.boxes(plan).map(\.shape) + plan.clips.map(\.shape)
    }
    let first = try shapes(layers)
    #expect(try shapes(layers.reversed()) == first)
    #expect(try shapes(layers.shuffled(using: &generator)) == first)
  }

  @Test func transformLayersReachNoFurtherThanTheirSublayers() throws {
    // The carried plane sticks out of its superlayer and meets the wall there, and only there.
    let carrier = CATransformLayer()
    carrier.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    let flag = Make.box(20, 0, 40, 20)
    carrier.addSublayer(flag)
    let mast = Make.box(10, 40, 20, 20)
    mast.transform = CATransform3DMakeTranslation(0, 0, 1)
    mast.addSublayer(carrier)
    let wall = Make.box(0, 0, 60, 100)
    wall.position = CGPoint(x: 50, y: 50)
    wall.transform = CATransform3DMakeRotation(0.8, 0, 1, 0)
    #expect(try Make.plan(Make.root(mast, wall)).spaces[0].pieces.count == 3)
    flag.frame.size.width = 5
    #expect(try Make.plan(Make.root(mast, wall)).spaces[0].pieces.count == 2)
  }

  /// D3-6: a layer that keeps depth has no sides, whatever it says; its sublayers decide for themselves.
  @Test func transformLayersHaveNoSides() throws {
    let replicator = CAReplicatorLayer()
    replicator.preservesDepth = true
    for carrier in [CATransformLayer(), replicator] {
      carrier.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      let single = Self.plane("single-sided", z: 1)
      single.isDoubleSided = false
      carrier.sublayers = [Self.plane("inside"), single]
      carrier.isDoubleSided = false
      #expect(try Self.order(Make.root(carrier)) == ["inside", "single-sided"])
      carrier.transform = CATransform3DMakeRotation(3, 0, 1, 0)
      #expect(try Self.order(Make.root(carrier)) == ["inside"])
      carrier.transform = CATransform3DMakeScale(1, -1, 1)
      #expect(try Self.order(Make.root(carrier)) == ["inside"])
    }
  }

  /// D3-6: a back that nobody sees cuts nothing and is not cut.
  @Test func whatFacesAwayIsNotSorted() throws {
    let (left, right) = (Self.plane("left", turn: 0.7), Self.plane("right", turn: .pi - 0.7))
    let root = Make.root(left, right)
    #expect(try Make.plan(root).spaces == [SpaceRecord(node: 0, layers: 2, pieces: 0..<3)])
    right.isDoubleSided = false
    let plan = try Make.plan(root)
    #expect(plan.spaces == [SpaceRecord(node: 0, layers: 1, pieces: 0..<1, facingAway: 0..<1)])
    #expect(plan.layersFacingAway == [2] && plan.spaceCuts.isEmpty && plan.spacePieces.map(\.node) == [1])
    left.isDoubleSided = false
    left.transform = right.transform
    let empty = try Make.plan(root)
    #expect(empty.spaces == [SpaceRecord(node: 0, layers: 0, pieces: 0..<0, facingAway: 0..<2)] && empty.count == 0)
  }

  /// D3-6, D3-10: in a space the same layers show their backs as where no depth is asked for.
  @Test func facingIsTheSameInASpaceAndOutsideOfOne() throws {
    var (shown, hidden) = (0, 0)
    for bits in 0..<64 {
      func isSet(_ bit: Int) -> Bool { bits & 1 << bit != 0 }
      let (carrier, single, deep) = (CALayer(), Self.plane("single"), Make.box(0, 0, 1, 1))
      carrier.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      (single.isDoubleSided, deep.name) = (false, "deep")
      single.transform = CATransform3DMakeScale(isSet(0) ? -1 : 1, isSet(1) ? -1 : 1, 1)
      carrier.transform = CATransform3DMakeScale(isSet(2) ? -1 : 1, 1, 1)
      (single.isGeometryFlipped, carrier.isGeometryFlipped) = (isSet(3), isSet(4))
      carrier.sublayers = [single, deep]
      let root = Make.root(carrier)
      root.isGeometryFlipped = isSet(5)
      let flat = try Self.order(root).filter { $0 == "single" }
      deep.anchorPointZ = 1
      let inSpace = try Self.order(root).filter { $0 == "single" }
      // Turns about both axes are a half turn in the plane; a flip is none of the layer.
      let isBack = isSet(0) != (isSet(1) != isSet(2))
      #expect(flat == inSpace && inSpace.isEmpty == isBack, "\(bits)")
      if inSpace.isEmpty { hidden += 1 } else { shown += 1 }
    }
    #expect(shown == 32 && hidden == 32)
  }

  @Test func replicatorThatPreservesDepthIsATransformLayer() throws {
    let carrier = CAReplicatorLayer()
    carrier.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    carrier.addSublayer(Self.plane("inner near", z: 20))
    carrier.addSublayer(Self.plane("inner far", z: -20))
    let root = Make.root(carrier, Self.plane("between"))
    #expect(try Self.order(root) == ["inner far", "inner near", "between"])
    carrier.preservesDepth = true
    #expect(try Self.order(root) == ["inner far", "between", "inner near"])
  }

  /// Behind its own eye and, there, behind that of its superlayer: the signs cancel, and it must not come back.
  @Test func whatIsBehindTwoEyesStaysHidden() throws {
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 40
    let inner = Make.box(0, 0, 400, 20)
    inner.transform = CATransform3DRotate(perspective, 1.2, 0, 1, 0)
    let outer = Make.box(0, 0, 60, 60)
    outer.transform = CATransform3DRotate(perspective, 1.2, 0, 1, 0)
    outer.addSublayer(inner)
    let plan = try Make.plan(Make.root(outer))
    let boxes = Make.boxes(plan)
    #expect(boxes.count == 2)
    #expect(!boxes[0].clip.exists)
    #expect(boxes[1].clip.exists)
  }

  @Test func manyPlanesWithoutIntersectionsStayWhole() throws {
    let root = Make.root()
    for index in 0..<300 {
      let layer = Self.plane("p\(index)", turn: 0.2, z: Double((index * 7919) % 300) * 0.5)
      layer.transform = CATransform3DConcat(layer.transform, CATransform3DMakeRotation(0.001, 1, 0, 0))
      root.addSublayer(layer)
    }
    let plan = try Make.plan(root)
    #expect(plan.spaces == [SpaceRecord(node: 0, layers: 300, pieces: 0..<300)])
    #expect(plan.clips.isEmpty)
  }

  /// D3-9: planes that cross are cut however flat the angle, however squeezed the depth, near by and far away.
  @Test(arguments: [
    (30.0, 1.0, 0.0), (1, 1, 0), (0.012, 1, 0), (1e-3, 1, 0), (1e-5, 1, 0), (30, 1e-3, 0), (30, 1e-6, 0), (30, 1e-9, 0),
    (0.01, 1e-3, 0), (0.05, 1, -20_000), (0.01, 1, 250),
  ])
  func flatCrossingsAreCut(_ degrees: Double, _ squeeze: Double, _ z: Double) throws {
    let turn = degrees * .pi / 180
    let root = Make.root(Self.plane("left", turn: turn, z: z), Self.plane("right", turn: -turn, z: z))
    root.sublayerTransform.m34 = -1 / 500
    root.sublayerTransform = CATransform3DConcat(root.sublayerTransform, CATransform3DMakeScale(1, 1, squeeze))
    let plan = try Make.plan(root)
    #expect(plan.spacePieces.count == 3)
    // The line in the middle, where they cross.
    let middle = try #require(plan.spaceCuts.first).line
    #expect(abs(middle.x * 50 + middle.y * 50 + middle.z) < 0.05)
  }

  /// A part that is narrower than a thousandth of a point comes from rounding; a wider one is cut off.
  @Test(arguments: [(1e-4, 2), (1e-2, 3)])
  func whatStandsOutByRoundingIsNotCut(_ depth: Double, _ pieces: Int) throws {
    let floor = Make.box(20, 20, 60, 60)
    let wall = Make.box(20, 20, 60, 60)
    wall.anchorPoint = CGPoint(x: 0, y: 0.5)
    wall.position = CGPoint(x: 80 - depth, y: 50)
    wall.transform = CATransform3DMakeRotation(-1, 0, 1, 0)
    floor.transform = CATransform3DMakeTranslation(0, 0, -1e-9)
    let through = Make.box(20, 20, 60, 60)
    through.anchorPoint = CGPoint(x: depth / 60, y: 0.5)
    through.position = CGPoint(x: 50, y: 50)
    through.transform = CATransform3DMakeRotation(-1, 0, 1, 0)
    #expect(try Make.plan(Make.root(floor, through)).spacePieces.count == pieces)
    #expect(try Make.plan(Make.root(floor, wall)).spacePieces.count == 2)
  }

  @Test func equalPlanesThroughEqualPlanesKeepArrayOrder() throws {
    let root = Make.root()
    for index in 0..<10 {
      root.addSublayer(Self.plane("left \(index)", turn: 0.7))
      root.addSublayer(Self.plane("right \(index)", turn: -0.7))
    }
    let order = try Self.order(root)
    #expect(order.count == 30)
    let left = (0..<10).map { "left \($0)" }
    let right = (0..<10).map { "right \($0)" }
    #expect([left + right + left, right + left + right].contains(order))
  }

  /// Planes through one another; each cut makes one piece more.
  private static func crossing(_ count: Int) -> CALayer {
    let root = Make.root()
    var generator = InnerPolygonTests.Generator(state: 7)
    for _ in 0..<count {
      let layer = Make.box(10, 10, 80, 80)
      layer.transform = CATransform3DMakeRotation(
        .random(in: 0.2...1.2, using: &generator), .random(in: -1...1, using: &generator),
        .random(in: -1...1, using: &generator), 0.1)
      root.addSublayer(layer)
    }
    return root
  }

  private static func plan(_ root: CALayer, _ limits: RenderLimits) throws -> RenderPlan {
    var options = PlanOptions()
    options.limits = limits
    return try Planner(options: options).plan(TreeSnapshot(of: root))
  }

  private static func refusal(_ root: CALayer, _ limits: RenderLimits) -> LimitExceeded? {
    do throws(PlanError) {
      var options = PlanOptions()
      options.limits = limits
      _ = try Planner(options: options).plan(TreeSnapshot(of: root))
      return nil
    } catch .overLimit(let limit) { return limit } catch { return nil }
  }

  /// Pieces count as elements, to the last one.
  @Test func piecesAreElements() throws {
    let root = Self.crossing(60)
    root.name = "stage"
    let pieces = try Make.plan(root).spacePieces.count - 60
    #expect(pieces > 1000)
    var limits = RenderLimits()
    limits.elements = pieces
    #expect(try Self.plan(root, limits).spacePieces.count == pieces + 60)
    limits.elements = pieces - 1
    let refusal = try #require(Self.refusal(root, limits))
    #expect(refusal.kind == .elements && refusal.allowed == Double(pieces - 1))
    #expect(refusal.description.contains("cutting planes") && refusal.description.contains("\(pieces - 1)"))
    #expect(refusal.layerPath == "stage")
  }

  @Test func hundredThousandPlanesThroughOneAnotherAreRefused() throws {
    let root = Self.crossing(100_000)
    #expect(Self.refusal(root, RenderLimits())?.kind == .elements)
    var limits = RenderLimits()
    limits.memory = 64 << 20
    #expect(Self.refusal(root, limits)?.kind == .memory)
    limits = RenderLimits()
    limits.time = 0.3
    #expect(Self.refusal(root, limits)?.kind == .time)
    for change in [{ $0.touchedPixels = 1000 }, { $0.elements = 0 }, { $0.elements = 100_000 }]
      as [(inout RenderLimits) -> Void]
    {
      var limits = RenderLimits()
      change(&limits)
      #expect(Self.refusal(root, limits) != nil)
    }
  }

  /// Planes that all meet along one line are cut once each, however many pairs that is.
  @Test func planesThroughOneLineAreCutOnce() throws {
    let root = Make.root()
    for index in 0..<2000 {
      root.addSublayer(Self.plane("\(index)", turn: (Double(index) - 999.5) / 1000))
    }
    #expect(try Make.plan(root).spacePieces.count == 3999)
  }

  static let broken: [(String, CATransform3D)] = [
    ("eye inside the scene", perspective(10, turn: 1.2)), ("plane through the eye", perspective(30, turn: .pi / 2)),
    ("edge-on", CATransform3DMakeRotation(.pi / 2, 0, 1, 0)), ("singular", CATransform3DMakeScale(1, 0, 0)),
    ("huge", CATransform3DMakeTranslation(1e30, 1e30, 1e30)), ("far away", CATransform3DMakeTranslation(0, 0, -1e30)),
    ("not a number", CATransform3DMakeTranslation(.nan, 0, 1)), ("infinite", CATransform3DMakeScale(.infinity, 1, 1)),
  ]

  static func perspective(_ distance: Double, turn: Double) -> CATransform3D {
    var transform = CATransform3DIdentity
    transform.m34 = -1 / distance
    return CATransform3DRotate(transform, turn, 0, 1, 0)
  }

  @Test(arguments: broken.map(\.0))
  func degenerateSpacesArePlanned(_ name: String) throws {
    let transform = try #require(Self.broken.first { $0.0 == name }).1
    let layer = Self.plane("broken")
    layer.transform = transform
    layer.addSublayer(Self.plane("inside", turn: 0.5))
    let plan = try Make.plan(Make.root(Self.plane("other", turn: 0.3), layer, Self.plane("last", z: 5)))
    for box in Make.boxes(plan) {
      let shape = box.shape
      let sum = shape.row0 + shape.row1 + shape.row2
      #expect(sum - sum == .zero)
      #expect(!box.pixelBounds.isEmpty)
    }
  }
}
