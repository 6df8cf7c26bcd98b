// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Copies without the layers that lie outside of what clips them, against copies of all layers.
@Suite struct LeftOutTests {
  private static func partial(
    _ root: CALayer, at time: Double = 0, scale: Double = 1, depth: Int = 1000
  ) -> TreeSnapshot {
    TreeSnapshot(
      of: root, at: time, hostIsFlipped: false, scale: scale, reference: .screen, isExact: true, sightDepth: depth)
  }

  /// Expects the same picture, to the last bit, and the same words.
  ///
  /// - Returns: How many layers were left out.
  @discardableResult
  private static func expectSame(
    _ root: CALayer, at time: Double = 0, scale: Double = 1, _ name: String
  ) throws -> Int {
    var options = PlanOptions()
    options.scale = scale
    let all = TreeSnapshot(of: root, at: time, scale: scale)
    let part = partial(root, at: time, scale: scale)
    #expect(part.layerCount + part.leftOutLayers == all.layerCount, "\(name)")
    #expect(part.standsStill == all.standsStill, "\(name)")
    let planner = Planner(options: options)
    let (whole, plan) = (try planner.plan(all), try planner.plan(part))
    #expect(plan.damage(since: whole) == PixelRegion() && plan.count == whole.count, "\(name)")
    #expect(plan.diagnostics == whole.diagnostics, "\(name)")
    #expect(paths(plan, part) == paths(whole, all), "\(name)")
    let (drawn, expected) = (
      try SharedRenderers.draw(plan, on: .cpu).image, try SharedRenderers.draw(whole, on: .cpu).image
    )
    #expect(PictureExpectation.mismatch(drawn, expected) == nil, "\(name)")
    return part.leftOutLayers
  }

  /// The layers that boxes are drawn for.
  private static func paths(_ plan: RenderPlan, _ snapshot: TreeSnapshot) -> [String] {
    plan.draws.compactMap { if case .box(let box) = $0 { snapshot.layerPath(of: Int(box.node)) } else { nil } }
  }

  /// A list of rows behind a clip, in layers that may move, scale, turn or treat it.
  private static func list(seed: Int) -> CALayer {
    var random = RandomTree(changes: 40_000 + seed)
    let (root, frame, list) = (CALayer(), CALayer(), random.chance(0.2) ? CAScrollLayer() : CALayer())
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 80)
    root.isGeometryFlipped = random.chance(0.2)
    frame.frame = CGRect(x: random.number(-5, 20), y: random.number(-5, 20), width: 80, height: 60)
    list.frame = CGRect(x: random.number(-5, 20), y: random.number(-5, 20), width: 60, height: 50)
    list.bounds.origin = CGPoint(x: random.number(-40, 40), y: random.number(-80, 80))
    list.masksToBounds = true
    list.backgroundColor = random.color()
    if random.chance(0.5) { list.cornerRadius = random.number(0, 25) }
    if random.chance(0.3) { list.borderWidth = random.number(0, 6) }
    if random.chance(0.2) { list.shadowOpacity = 0.5 }
    for layer in [frame, list] {
      if random.chance(0.2) { layer.transform = CATransform3DMakeScale(random.number(-2, 2), random.number(-2, 2), 1) }
      if random.chance(0.1) { layer.transform = CATransform3DMakeRotation(random.number(-1, 1), 0, 0, 1) }
      if random.chance(0.05) { layer.transform = CATransform3DMakeRotation(0.6, 0, 1, 0) }
      if random.chance(0.1) { layer.sublayerTransform = CATransform3DMakeScale(0.4, 0.4, 1) }
      if random.chance(0.1) { layer.opacity = 0.5 }
      if random.chance(0.1) { layer.shouldRasterize = true }
      if random.chance(0.1) { layer.isGeometryFlipped = true }
    }
    if random.chance(0.2) { (frame.shadowOpacity, frame.shadowRadius) = (0.7, 9) }
    for index in 0..<12 {
      let row = index % 3 == 0 ? plainRow(&random) : OutOfSightTests.row(&random)
      if random.chance(0.05) { row.anchorPointZ = 3 }
      if random.chance(0.05) { row.shouldRasterize = true }
      list.addSublayer(row)
    }
    frame.addSublayer(list)
    root.addSublayer(frame)
    return root
  }

  /// A layer, perhaps with some in it, somewhere around a list.
  private static func plainRow(_ random: inout RandomTree) -> CALayer {
    let row = CALayer()
    row.frame = CGRect(x: random.number(-150, 150), y: random.number(-300, 300), width: 50, height: 20)
    row.backgroundColor = random.color()
    for _ in 0..<(random.chance(0.7) ? 3 : 0) {
      let part = random.chance(0.2) ? CAGradientLayer() : CALayer()
      part.frame = CGRect(x: random.number(-20, 40), y: random.number(-10, 15), width: 20, height: 10)
      part.backgroundColor = random.color()
      part.zPosition = random.chance(0.2) ? 2 : 0
      (part as? CAGradientLayer)?.colors = [random.color(), random.color()]
      row.addSublayer(part)
    }
    return row
  }

  @Test("the picture and the words are those of all layers", arguments: 0..<8)
  func randomLists(block: Int) throws {
    var leftOut = 0
    for seed in (40 * block)..<(40 * block + 40) {
      let root = Self.list(seed: seed)
      for scale in [1, 0.1, 3] { leftOut += try Self.expectSame(root, scale: scale, "list \(seed) at \(scale)") }
      try Self.expectSame(RandomTree.make(seed: 20_000 + seed), "tree \(seed)")
    }
    #expect(leftOut > 150 || Self.isWithPatterns)
  }

  /// A list of rows of 20 points, each of three layers, in a clip of 60 points.
  private static func rows(_ count: Int) -> (root: CALayer, list: CALayer) {
    let (root, list) = (CALayer(), CALayer())
    root.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
    list.frame = root.bounds
    list.masksToBounds = true
    root.addSublayer(list)
    for index in 0..<count {
      let (row, face, mark) = (CALayer(), CALayer(), CALayer())
      row.frame = CGRect(x: 0, y: 20 * index, width: 60, height: 20)
      row.backgroundColor = CGColor(gray: CGFloat(index % 5) / 4, alpha: 1)
      (face.frame, mark.frame) = (CGRect(x: 2, y: 2, width: 16, height: 16), CGRect(x: 4, y: 4, width: 8, height: 8))
      (face.backgroundColor, mark.backgroundColor) = (CGColor(gray: 0.3, alpha: 1), CGColor(gray: 0.9, alpha: 1))
      face.addSublayer(mark)
      row.addSublayer(face)
      list.addSublayer(row)
    }
    return (root, list)
  }

  @Test("rows that scroll into sight are copied in the frames that show them")
  func scrolling() throws {
    let (root, list) = Self.rows(100)
    let scroll = CABasicAnimation(keyPath: "bounds.origin.y")
    (scroll.fromValue, scroll.toValue, scroll.duration) = (0, 1_940, 10)
    list.add(scroll, forKey: nil)
    let renderer = try Renderer(.cpu(threads: 1))
    renderer.drawsChangesOnly = false
    for time in stride(from: 0, through: 9.9, by: 0.7) {
      // Twelve pixels and four points beside the clip: five or six rows show, or might.
      #expect(try Self.expectSame(root, at: time, "\(time)") >= 3 * 93 || Self.isWithPatterns, "\(time)")
      let kept = try Renderer(.cpu(threads: 1)).render(root, at: time)
      let fresh = try renderer.render(root, at: time)
      #expect(PictureExpectation.mismatch(fresh.image, kept.image) == nil, "\(time)")
      #expect(fresh.statistics.copiedLayers < 30 || Self.isWithPatterns, "\(time)")
      #expect(kept.statistics.copiedLayers == 302, "\(time)")
    }
  }

  /// Something about a row, or about what is around it, that has it copied out of sight.
  struct Reason: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let isOfRow: Bool
    let apply: @Sendable (_ root: CALayer, _ list: CALayer, _ row: CALayer) -> Void

    init(_ name: String, isOfRow: Bool = true, _ apply: @escaping @Sendable (CALayer, CALayer, CALayer) -> Void) {
      (testDescription, self.isOfRow, self.apply) = (name, isOfRow, apply)
    }
  }

  private static var turn: CABasicAnimation {
    let turn = CABasicAnimation(keyPath: "transform.rotation.y")
    (turn.fromValue, turn.toValue, turn.duration) = (0, 3, 4)
    return turn
  }

  static let reasons = [
    Reason("it sticks out") { _, _, row in row.sublayers?.first?.position.y = -940 },
    Reason("its shadow reaches in") { _, _, row in
      (row.shadowOpacity, row.shadowOffset) = (1, CGSize(width: 0, height: -960))
    },
    Reason("something in it is animated") { _, _, row in
      let move = CABasicAnimation(keyPath: "position.y")
      (move.fromValue, move.toValue, move.duration) = (0, -960, 1)
      row.sublayers?.first?.add(move, forKey: nil)
    },
    Reason("it is masked by itself, which is said") { _, _, row in row.mask = row },
    Reason("it holds a transform layer") { _, _, row in row.addSublayer(CATransformLayer()) },
    Reason("it holds a shape") { _, _, row in row.addSublayer(CAShapeLayer()) },
    Reason("it is blurred") { _, _, row in row.filters = [CAFilter(type: "gaussianBlur")] },
    Reason("its place is no number, which is said") { _, _, row in row.sublayers?.first?.position.x = .nan },
    Reason("its picture does not fill it") { _, _, row in
      row.contents = CGImage(width: 1, height: 1) { _, _ in SIMD4(90, 90, 90, 255) }
      row.contentsGravity = .center
    },
    Reason("the clip is lifted", isOfRow: false) { _, list, _ in list.masksToBounds = false },
    Reason("perspective", isOfRow: false) { _, list, _ in list.sublayerTransform.m34 = -1 / 500 },
    Reason("a row leaves the plane", isOfRow: false) { _, _, row in row.anchorPointZ = 1 },
    Reason("a row may leave the plane", isOfRow: false) { _, _, row in row.add(Self.turn, forKey: nil) },
    Reason("it is drawn on a grid of its own", isOfRow: false) { root, _, _ in
      root.sublayers?.first?.shouldRasterize = true
    },
    Reason("a shadow of all is found", isOfRow: false) { root, list, _ in
      let frame = CALayer()
      (frame.frame, frame.shadowOpacity) = (root.bounds, 1)
      root.addSublayer(frame)
      frame.addSublayer(list)
    },
  ]

  @Test("a layer is copied out of sight where it may show or has to be told of", arguments: reasons)
  func exceptions(_ reason: Reason) throws {
    let (root, list) = Self.rows(50)
    #expect(Self.partial(root).leftOutLayers == 3 * 46 || Self.isWithPatterns)
    let row = try #require(list.sublayers?[48])
    reason.apply(root, list, row)
    let expected = reason.isOfRow ? 3 * 45 : 0
    #expect(try Self.expectSame(root, at: 0.5, reason.testDescription) == expected || Self.isWithPatterns)
  }

  @Test("of a list that is all out of sight one row stays, so that it is no leaf")
  func oneStays() throws {
    let (root, list) = Self.rows(10)
    list.bounds.origin.y = 900
    (list.borderWidth, list.cornerRadius, list.backgroundColor) = (3, 20, CGColor(gray: 0.5, alpha: 1))
    #expect(try Self.expectSame(root, "all out of sight") == 27 || Self.isWithPatterns)
  }

  @Test("near a limit on depth, and where an overlay tells of all layers, all are copied")
  func wholeCopies() throws {
    let (root, _) = Self.rows(50)
    #expect(Self.partial(root, depth: 9).leftOutLayers == 0)
    #expect(Self.partial(root, depth: 10).leftOutLayers > 0 || Self.isWithPatterns)
    let renderer = try Renderer(.cpu(threads: 1))
    renderer.drawsChangesOnly = false
    var options = RenderOptions()
    options.overlay = .bounds
    #expect(try renderer.render(root, options: options).statistics.copiedLayers == 152)
    options.overlay = nil
    #expect(try renderer.render(root, options: options).statistics.copiedLayers == 14 || Self.isWithPatterns)
    #expect(TreeSnapshot(of: root).leftOutLayers == 0)
  }

  /// Whether this process has made a colour that is a pattern: then snapshots hold all layers, as patterns may have to
  /// be reported. Other tests make some.
  private static var isWithPatterns: Bool { ColorPattern.wereMade }

  @Test("in a process without patterns rows out of sight are left out")
  func withoutPatterns() async {
    await #expect(processExitsWith: .success) {
      let (root, list) = LeftOutTests.rows(50)
      #expect(!ColorPattern.wereMade && LeftOutTests.partial(root).leftOutLayers == 3 * 46)
      list.bounds.origin.y = 900
      #expect(LeftOutTests.partial(root).leftOutLayers >= 3 * 45)
    }
  }
}
