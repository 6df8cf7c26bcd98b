// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import Foundation
import LaminaCPU
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaPlanner
import Testing

/// Effects, masks, added particles and formats of passes that compute shaders draw, and passes in several runs.
@Suite(.needsDevice) struct ComputeEffectTests {
  private static let renderer = Result { try GPURenderer(profile: .compute) }

  /// A renderer whose tiles have other limits.
  private static func renderer(_ change: (inout TileLimits) -> Void) throws -> GPURenderer {
    var profile = DeviceProfile.compute
    change(&profile.tileLimits)
    return try GPURenderer(profile: profile)
  }

  private static func expectSame(
    _ plan: RenderPlan, _ renderer: GPURenderer, _ what: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let reference = try CPURenderer().render(plan)
    let (largest, pixels) = try renderer.render(plan).difference(from: reference, tolerance: 2)
    #expect(pixels == 0, "\(what): \(pixels) pixels, up to \(largest)", sourceLocation: sourceLocation)
  }

  private static func color(_ dice: inout Dice, alpha: ClosedRange<Double> = 0.3...1) -> CGColor {
    CGColor(
      srgbRed: dice.roll(0...1), green: dice.roll(0...1), blue: dice.roll(0...1), alpha: dice.roll(alpha))
  }

  /// Overlapping boxes, the first of them behind the others.
  private static func boxes(_ count: Int, _ dice: inout Dice, in size: Double = 100) -> [CALayer] {
    (0..<count).map { _ in
      makeLayer(
        dice.roll(10...60), dice.roll(10...60), at: CGPoint(x: dice.roll(0...size), y: dice.roll(0...size)),
        color: color(&dice), radius: dice.roll(0...9))
    }
  }

  /// A group of two boxes, which is a pass.
  private static func group(_ dice: inout Dice) -> CALayer {
    let group = makeLayer(60, 50, at: CGPoint(x: dice.roll(20...80), y: dice.roll(20...80)))
    for box in boxes(2, &dice, in: 50) { group.addSublayer(box) }
    return group
  }

  /// The blend modes and operators that the plan of a layer may ask for.
  private static let blends = LayerBlend.allCases.filter { $0 != .normal }

  @Test("each blend mode meets what is behind it, and lies behind what is in front of it", arguments: blends)
  func blending(_ blend: LayerBlend) throws {
    var dice = Dice(UInt64(blend.rawValue) + 3)
    let root = makeRoot(100, 90, color: CGColor(srgbRed: 0.8, green: 0.7, blue: 0.5, alpha: 0.9))
    for box in Self.boxes(4, &dice) { root.addSublayer(box) }
    let met = Self.group(&dice)
    met.compositingFilter = blend.name
    met.masksToBounds = true
    met.cornerRadius = 8
    root.addSublayer(met)
    for box in Self.boxes(2, &dice) { root.addSublayer(box) }
    let plan = try makePlan(of: root)
    try #require(blend == .destination || plan.passes.contains { $0.draws.contains { $0.composite?.blend == blend } })
    let renderer = try Self.renderer.get()
    try Self.expectSame(plan, renderer, blend.name)
    #expect(renderer.statistics.drawCalls == renderer.statistics.passes, "a dispatch for each pass")
  }

  @Test("modes over modes are held until what lies behind is known; with more than four, the pass has two runs")
  func nested() throws {
    for count in [2, 4, 5, 9] {
      var dice = Dice(UInt64(count))
      let root = makeRoot(100, 100, color: CGColor(srgbRed: 0.3, green: 0.6, blue: 0.5, alpha: 1))
      let modes: [LayerBlend] = [.multiply, .screen, .difference, .sourceAtop, .darken]
      for index in 0..<count {
        for box in Self.boxes(1, &dice) { root.addSublayer(box) }
        let met = makeLayer(70, 60, at: CGPoint(x: 50, y: 45 + index), color: Self.color(&dice))
        met.compositingFilter = modes[index % modes.count].name
        root.addSublayer(met)
      }
      try Self.expectSame(try makePlan(of: root), try Self.renderer.get(), "\(count) modes")
    }
  }

  @Test("masks by passes, and maps of colours")
  func masks() throws {
    for seed in 1...4 {
      var dice = Dice(UInt64(seed) + 40)
      let root = makeRoot(100, 100, color: CGColor(srgbRed: 0.9, green: 0.9, blue: 0.8, alpha: 1))
      for box in Self.boxes(3, &dice) { root.addSublayer(box) }
      let masked = Self.group(&dice)
      let mask = makeLayer(60, 50, at: CGPoint(x: 30, y: 25))
      for box in Self.boxes(3, &dice, in: 50) { mask.addSublayer(box) }
      masked.mask = mask
      if seed.isMultiple(of: 2) { masked.filters = [CAFilter(type: "colorInvert")] }
      if seed > 2 { masked.compositingFilter = "multiplyBlendMode" }
      root.addSublayer(masked)
      for box in Self.boxes(2, &dice) { root.addSublayer(box) }
      let plan = try makePlan(of: root)
      try #require(plan.passes.contains { $0.draws.contains { $0.composite?.isSimple == false } })
      let renderer = try Self.renderer.get()
      try Self.expectSame(plan, renderer, "seed \(seed)")
      #expect(renderer.statistics.drawCalls == renderer.statistics.passes, "a dispatch for each pass")
    }
  }

  @Test("groups of 128 invocations with two pixels each draw effects and runs with the same bytes")
  func pairs() throws {
    let driver = FakeDriver(.init(integers: [GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS: 128]))
    let least = try GPURenderer(libraries: driver.libraries, profile: .compute)
    var plansWithRuns = 0
    for seed in 1...3 {
      var dice = Dice(UInt64(seed) + 20)
      let root = makeRoot(100, 100, color: CGColor(srgbRed: 0.9, green: 0.9, blue: 0.8, alpha: 1))
      for mode in ["multiplyBlendMode", "screenBlendMode", "xor", "differenceBlendMode", "destOver"] {
        for box in Self.boxes(2, &dice) { root.addSublayer(box) }
        let met = Self.group(&dice)
        met.compositingFilter = mode
        met.filters = [CAFilter(type: "colorInvert")]
        met.mask = Self.group(&dice)
        root.addSublayer(met)
      }
      let plan = try makePlan(of: root)
      #expect(try least.render(plan).premultipliedRGBA == Self.renderer.get().render(plan).premultipliedRGBA)
      if least.statistics.drawCalls > least.statistics.passes { plansWithRuns += 1 }
    }
    #expect(plansWithRuns > 0, "no canvas has several runs")
  }

  @Test("particles that add up, behind and in front of translucent layers")
  func added() throws {
    for seed in 1...3 {
      var dice = Dice(UInt64(seed) + 70)
      let root = makeRoot(100, 100, color: CGColor(srgbRed: 0.1, green: 0.1, blue: 0.2, alpha: 1))
      for turn in 0..<2 {
        let emitter = CAEmitterLayer()
        emitter.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        emitter.position = CGPoint(x: 50, y: 50)
        emitter.emitterPosition = CGPoint(x: 40 + 20 * turn, y: 50)
        emitter.renderMode = .additive
        emitter.seed = UInt32(seed)
        let cell = CAEmitterCell()
        cell.contents = makePicture(8, 8, seed: seed, isOpaque: turn == 0)
        (cell.birthRate, cell.lifetime, cell.velocity) = (60, 1, 30)
        cell.emissionRange = 2 * .pi
        cell.color = Self.color(&dice)
        emitter.emitterCells = [cell]
        root.addSublayer(emitter)
        for box in Self.boxes(2, &dice) { root.addSublayer(box) }
      }
      let plan = try Planner().plan(TreeSnapshot(of: root, at: 2))
      try #require(plan.particles.count > 20)
      let renderer = try Self.renderer.get()
      try Self.expectSame(plan, renderer, "seed \(seed)")
      #expect(renderer.statistics.drawCalls == 1, "one dispatch")
    }
  }

  @Test(
    "a blend mode meets particles whose light adds up beyond 1 as white",
    arguments: [
      ("multiplyBlendMode", [128, 102, 51]), ("differenceBlendMode", [127, 153, 204]), ("sourceOut", [0, 0, 0]),
      ("xor", [0, 0, 0]), ("sourceAtop", [128, 102, 51]), ("destOver", [255, 255, 255]),
    ] as [(String, [Int])])
  func light(mode: String, expected: [Int]) throws {
    let root = makeRoot(60, 60)
    let emitter = CAEmitterLayer()
    emitter.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
    emitter.position = CGPoint(x: 30, y: 30)
    emitter.emitterPosition = CGPoint(x: 30, y: 30)
    emitter.renderMode = .additive
    let cell = CAEmitterCell()
    cell.contents = CGImage(width: 8, height: 8) { _, _ in [255, 255, 255, 255] }
    (cell.birthRate, cell.lifetime, cell.scale) = (3, 1, 6)
    emitter.emitterCells = [cell]
    root.addSublayer(emitter)
    let met = makeLayer(60, 60, at: CGPoint(x: 30, y: 30))
    let color = CGColor(srgbRed: 0.5, green: 0.4, blue: 0.2, alpha: 1)
    met.addSublayer(makeLayer(20, 60, at: CGPoint(x: 30, y: 30), color: color))
    met.compositingFilter = mode
    root.addSublayer(met)
    let plan = try Planner().plan(TreeSnapshot(of: root, at: 2))
    try #require(plan.particles.count > 1 && plan.passes.last?.holdsSums == true)
    let renderer = try Self.renderer.get()
    try Self.expectSame(plan, renderer)
    for image in [try renderer.render(plan), try SharedRenderer.draw(plan)] {
      for part in 0..<3 { #expect(abs(Int(image[30, 30][part]) - expected[part]) <= 1, "\(image[30, 30])") }
    }
  }

  @Test("passes of floats and of alpha alone are drawn in tiles, beside blurs that are drawn by draws")
  func formats() throws {
    for seed in 1...3 {
      var dice = Dice(UInt64(seed) + 90)
      let root = makeRoot(100, 100, color: CGColor(srgbRed: 0.9, green: 0.9, blue: 0.9, alpha: 1))
      let casting = Self.group(&dice)
      casting.shadowOpacity = 0.8
      casting.shadowRadius = 4
      casting.shadowOffset = CGSize(width: 3, height: 5)
      root.addSublayer(casting)
      let blurred = Self.group(&dice)
      let filter = CAFilter(type: "gaussianBlur")
      filter.setValue(2.0 * Double(seed), forKey: "inputRadius")
      blurred.filters = [filter]
      root.addSublayer(blurred)
      for box in Self.boxes(8, &dice) { root.addSublayer(box) }
      let plan = try makePlan(of: root)
      let formats = Set(plan.passes.filter { !$0.draws.isEmpty }.map(\.format))
      try #require(formats.contains(.rgba16Float) && formats.contains(.alpha16Float))
      try Self.expectSame(plan, try Self.renderer.get(), "seed \(seed)")
    }
  }

  @Test("a pass in many runs and dispatches is the pass in one", arguments: 1...3)
  func runs(seed: UInt64) throws {
    var dice = Dice(seed)
    let root = makeRoot(100, 100, color: CGColor(srgbRed: 0.9, green: 0.9, blue: 0.9, alpha: 1))
    for box in Self.boxes(40, &dice) { root.addSublayer(box) }
    let plan = try makePlan(of: root)
    let whole = try Self.renderer.get().render(plan)
    // In several dispatches, each pixel is computed as in one.
    let cut = try Self.renderer { $0.work = 50 }
    #expect(try cut.render(plan).premultipliedRGBA == whole.premultipliedRGBA)
    #expect(cut.statistics.drawCalls > 4, "\(cut.statistics.drawCalls) dispatches")
    // In several runs, it is stored between them.
    let changes: [(inout TileLimits) -> Void] = [{ $0.items = 7 }, { $0.evaluations = 9 }]
    for change in changes {
      let runs = try Self.renderer(change)
      let (largest, pixels) = try runs.render(plan).difference(from: whole, tolerance: 1)
      #expect(pixels == 0, "\(pixels) pixels, up to \(largest)")
      #expect(runs.statistics.drawCalls > 4)
    }
  }

  @Test("a part of a frame in several runs has the bytes of the whole frame")
  func damage() throws {
    let (keeping, whole) = (try Self.renderer { $0.items = 9 }, try Self.renderer { $0.items = 9 })
    keeping.drawsChangesOnly = true
    var dice = Dice(5)
    let root = makeRoot(100, 100, color: CGColor(srgbRed: 0.9, green: 0.9, blue: 0.9, alpha: 1))
    for box in Self.boxes(20, &dice) { root.addSublayer(box) }
    for step in 0..<4 {
      root.sublayers?[4 * step + 1].position.x += 9
      let plan = try makePlan(of: root)
      #expect(try keeping.render(plan).premultipliedRGBA == whole.render(plan).premultipliedRGBA, "step \(step)")
    }
  }

  @Test("more operations than a run may hold, all on one tile, end in time, and all the same right")
  func crowd() throws {
    var plan = HandMadePlan(width: 16, height: 16)
    for index in 0..<1_050 { plan.addBox([2, 2, 14, 14], fill: [0, Float(index % 5) / 500, 0.01, 0.01]) }
    let driver = FakeDriver()
    var profile = DeviceProfile.compute
    (profile.tileLimits.items, profile.tileLimits.evaluations, profile.tileLimits.work) = (100, 60, 10)
    let renderer = try GPURenderer(libraries: driver.libraries, profile: profile)
    let before = driver.calls["glFlush", default: 0]
    try Self.expectSame(plan.plan, renderer)
    let runs = (1_050 + 59) / 60
    #expect(renderer.statistics.drawCalls == runs, "\(renderer.statistics.drawCalls) runs of one dispatch")
    #expect(driver.calls["glFlush", default: 0] - before >= runs, "runs are submitted together")
  }

  @Test("the evaluations of several runs and of modes add up")
  func countsOfRuns() throws {
    let root = makeRoot(64, 64, color: CGColor(srgbRed: 0.5, green: 0.9, blue: 0.7, alpha: 1))
    for index in 0..<6 {
      let met = makeLayer(64, 64, at: CGPoint(x: 32, y: 32))
      for shade in [0.4, 0.8] {
        let color = CGColor(srgbRed: shade, green: 0.5, blue: Double(index) / 6, alpha: 0.5)
        met.addSublayer(makeLayer(64, 64, at: CGPoint(x: 32, y: 32), color: color))
      }
      met.compositingFilter = "multiplyBlendMode"
      root.addSublayer(met)
    }
    let plan = try makePlan(of: root)
    try #require(plan.passes.last?.draws.count { $0.composite?.blend == .multiply } == 6)
    let counts = try #require(try Self.renderer.get().countEvaluations(plan))
    #expect(counts.operations == 6 * 64 * 64 && counts.clips == 0, "\(counts)")
  }

  @Test("counting what tiles evaluate changes no later frame")
  func countsLeaveNothing() throws {
    let keeping = try GPURenderer(profile: .compute)
    keeping.drawsChangesOnly = true
    var dice = Dice(8)
    let root = makeRoot(100, 100, color: CGColor(srgbRed: 0.9, green: 0.9, blue: 0.9, alpha: 1))
    let kept = Self.group(&dice)
    kept.shouldRasterize = true
    kept.opacity = 0.5
    root.addSublayer(kept)
    for box in Self.boxes(3, &dice) { root.addSublayer(box) }
    let plan = try makePlan(of: root)
    let counted = try #require(try keeping.countEvaluations(plan))
    let first = try keeping.render(plan)
    #expect(try keeping.countEvaluations(plan) == counted)
    root.sublayers?.last?.position.x += 3
    let moved = try makePlan(of: root)
    for (plan, image) in [(plan, first), (moved, try keeping.render(moved))] {
      #expect(try image.premultipliedRGBA == Self.renderer.get().render(plan).premultipliedRGBA)
    }
  }

  @Test("a device that draws as fast as it computes draws deep clips in tiles, and the rest of the frame by draws")
  func whereCheaper() throws {
    var profile = DeviceProfile.hardware
    profile.tiles = .whereCheaper
    let (mixed, drawing) = (try GPURenderer(profile: profile), try GPURenderer(profile: .hardware))
    func tree(_ depth: Int) -> CALayer {
      let root = makeRoot(128, 128, color: CGColor(srgbRed: 0.2, green: 0.3, blue: 0.4, alpha: 1))
      let group = PassTests.group(opacity: 0.5)
      var parent = root
      for level in 0..<depth {
        let clip = makeLayer(120, 120, at: CGPoint(x: 59 + level % 3, y: 60), radius: 50)
        clip.masksToBounds = true
        clip.transform = CATransform3DMakeRotation(0.01 * Double(level % 5), 0, 0, 1)
        parent.addSublayer(clip)
        parent = clip
      }
      var dice = Dice(3)
      for _ in 0..<60 {
        parent.addSublayer(
          makeLayer(120, 120, at: CGPoint(x: 60, y: 60), color: Self.color(&dice, alpha: 0.1...0.3)))
      }
      root.addSublayer(group)
      return root
    }
    let deep = try makePlan(of: tree(30))
    try #require(deep.passes.count > 1)
    let lengths = ClipLengths(deep.clips)
    #expect(deep.work(of: deep.passes.count - 1, lengths).favorsTiles && !deep.work(of: 0, lengths).favorsTiles)
    try Self.expectSame(deep, mixed)
    // The group's pass by draws as before, the canvas in one dispatch.
    _ = try drawing.render(deep)
    #expect(mixed.statistics.drawCalls < drawing.statistics.drawCalls)
    let plain = try makePlan(of: tree(0))
    #expect(try mixed.render(plain).premultipliedRGBA == drawing.render(plain).premultipliedRGBA)
    #expect(mixed.statistics.drawCalls == drawing.statistics.drawCalls)
  }
}
