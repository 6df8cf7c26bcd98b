// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import Foundation
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaPlanner
import LaminaSystem
import LaminaTestSupport
import Testing

/// Frames of films from a device: of one that differs little from the one begun before it, only what differs comes
/// back.
@Suite(.needsDevice, .serialized) struct FilmReadBackTests {
  /// One that draws changes only, and one that draws and reads everything.
  private static let renderers = Result { try makeRenderers() }

  private static func makeRenderers() throws -> (keeping: GPURenderer, fresh: GPURenderer) {
    let (keeping, fresh) = (try GPURenderer(), try GPURenderer())
    keeping.drawsChangesOnly = true
    return (keeping, fresh)
  }

  /// The forms in which frames come back: RGBA, planes, and planes with alpha.
  private static let forms: [Bool?] = [nil, false, true]

  /// The bytes of a frame, and of a picture whether it is opaque.
  private static func bytes(_ pixels: ReturnedPixels) -> [UInt8] {
    switch pixels {
    case .image(let image): image.premultipliedRGBA + [image.isOpaque ? 1 : 0]
    case .planes(let planes): planes.bytes
    }
  }

  /// How many bytes a frame has that is read whole.
  ///
  /// - Parameter isStored: Whether planes are stored as films have them, without the gaps of a target.
  private static func wholeBytes(_ plan: RenderPlan, _ planes: Bool?, isStored: Bool = false) -> Int {
    let size = plan.region.size
    if isStored, let planes { return PackedPlanes(size: size, hasAlpha: planes).byteCount }
    return 4 * (planes.map { PackedPlanes(size: size, hasAlpha: $0).targetSize.area } ?? size.area)
  }

  /// Frames of a tree that changes a little between most of them.
  private static func plans(seed: Int, count: Int = 14) throws -> [RenderPlan] {
    let root = LaminaTestSupport.RandomTree.make(seed: 70_000 + seed)
    var random = LaminaTestSupport.RandomTree(changes: 70_000 + seed)
    var options = PlanOptions()
    options.size =
      [
        PixelSize(width: 480, height: 400), PixelSize(width: 301, height: 251), PixelSize(width: 360, height: 299),
      ][seed % 3]
    return try (0..<count).map { step in
      if step > 0, step % 4 != 3 {
        withoutActions { if seed.isMultiple(of: 2) { random.change(root) } else { random.changeCalmly(root, step) } }
      }
      return try Planner(options: options).plan(TreeSnapshot(of: root))
    }
  }

  /// Frames of a card of 100 x 80 pixels on 600 x 400, of another colour in each.
  private static func cards(_ count: Int) throws -> [RenderPlan] {
    let card = makeLayer(100, 80, at: CGPoint(x: 300, y: 200))
    let root = makeRoot(600, 400, card, color: CGColor(srgbRed: 0.9, green: 0.9, blue: 0.8, alpha: 1))
    return try (0..<count).map { step in
      withoutActions {
        card.backgroundColor = CGColor(srgbRed: CGFloat(step) / CGFloat(count), green: 0.3, blue: 0.6, alpha: 1)
      }
      return try makePlan(of: root)
    }
  }

  /// Changes a tree at once, whatever other tests of this thread have committed.
  private static func withoutActions(_ change: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    change()
    CATransaction.commit()
  }

  /// Draws frames as a film does, so many under way at once.
  ///
  /// - Parameter take: Is handed each frame's number and pixels.
  /// - Returns: How many bytes were read of each.
  private static func film(
    _ plans: [RenderPlan], _ planes: Bool?, on renderer: GPURenderer, underWay: Int, take: (Int, ReturnedPixels) -> Void
  ) throws -> [Int] {
    var (read, ended): ([Int], Int) = ([], 0)
    for plan in plans {
      try renderer.begin(plan, planes: planes)
      read.append(renderer.statistics.readBackBytes)
      guard read.count - ended == underWay else { continue }
      take(ended, try renderer.end())
      ended += 1
    }
    while ended < plans.count {
      take(ended, try renderer.end())
      ended += 1
    }
    return read
  }

  @Test(
    "frames of which parts come back are those that come back whole, whole canvases and parts of them",
    arguments: forms,
    [false, true])
  func parts(planes: Bool?, isCut: Bool) throws {
    let (partial, empty) = try Self.compare(planes, seeds: 0..<6, isCut: isCut, on: Self.renderers.get())
    #expect(partial >= 3 && empty >= 12, "of 84 frames \(partial) were read in part, and nothing of \(empty)")
  }

  @Test("the same of passes in tiles, and of planes that compute shaders store", arguments: forms)
  func computed(planes: Bool?) throws {
    let (keeping, fresh) = (try GPURenderer(profile: .compute), try GPURenderer(profile: .compute))
    keeping.drawsChangesOnly = true
    let (partial, empty) = try Self.compare(planes, seeds: 1..<3, isCut: true, isStored: true, on: (keeping, fresh))
    #expect(partial >= 1 && empty >= 4, "of 28 frames \(partial) were read in part, and nothing of \(empty)")
  }

  /// Compares frames of trees that come back in parts with whole ones.
  ///
  /// - Returns: How many came back in part, and of how many nothing did.
  private static func compare(
    _ planes: Bool?, seeds: Range<Int>, isCut: Bool, isStored: Bool = false,
    on renderers: (keeping: GPURenderer, fresh: GPURenderer)
  ) throws -> (partial: Int, empty: Int) {
    let (keeping, fresh) = renderers
    var (partial, empty) = (0, 0)
    for seed in seeds {
      var plans = try Self.plans(seed: seed)
      if isCut { plans = plans.map { $0.cut(to: PixelRect(minX: 37, minY: 21, maxX: 291, maxY: 230)) } }
      var whole: [[UInt8]] = []
      let all = try Self.film(plans, planes, on: fresh, underWay: 1) { whole.append(Self.bytes($1)) }
      #expect(all.allSatisfy { $0 == Self.wholeBytes(plans[0], planes, isStored: isStored) })
      // A frame that is held stays as it is when later frames come back.
      var held: [(number: Int, pixels: ReturnedPixels)] = []
      let read = try Self.film(plans, planes, on: keeping, underWay: 1 + seed % 3) { number, pixels in
        #expect(Self.bytes(pixels) == whole[number], "tree \(seed), frame \(number)")
        if number % 3 == 0 { held.append((number, pixels)) }
      }
      for frame in held {
        #expect(Self.bytes(frame.pixels) == whole[frame.number], "tree \(seed), \(frame.number) held")
      }
      #expect(zip(read, all).allSatisfy { $0 <= $1 })
      partial += zip(read, all).count(where: { $0 > 0 && $0 < $1 })
      empty += read.count(where: { $0 == 0 })
    }
    return (partial, empty)
  }

  @Test("a small change reads little, and no change nothing")
  func amounts() throws {
    let renderer = try Self.renderers.get().keeping
    let plans = try Self.cards(2)
    // Luma of 26 x 80 pixels of four samples, U and V of 13 x 40 each, and alpha as luma.
    let cases: [(planes: Bool?, whole: Int, part: Int)] = [
      (nil, 960_000, 32_000), (false, 360_000, 12_480), (true, 600_000, 20_800),
    ]
    for (planes, whole, part) in cases {
      renderer.drawsChangesOnly = false
      renderer.drawsChangesOnly = true
      let read = try Self.film([plans[0], plans[1], plans[1]], planes, on: renderer, underWay: 2) { _, _ in }
      #expect(read == [whole, part, 0])
    }
    // A picture that is waited for.
    renderer.drawsChangesOnly = false
    renderer.drawsChangesOnly = true
    let read = try [plans[0], plans[1], plans[1]].map { plan in
      _ = try renderer.render(plan)
      return renderer.statistics.readBackBytes
    }
    #expect(read == [960_000, 32_000, 0])
  }

  @Test("what differs in a part of a canvas is read from where it lies there")
  func cutPictures() throws {
    let (keeping, fresh) = try Self.renderers.get()
    for (step, plan) in try Self.cards(4).enumerated() {
      let part = plan.cut(to: PixelRect(minX: 240, minY: 150, maxX: 400, maxY: 300))
      let (picture, wanted) = (try keeping.render(part), try fresh.render(part))
      #expect(picture.premultipliedRGBA == wanted.premultipliedRGBA, "step \(step)")
      #expect(step == 0 || keeping.statistics.readBackBytes == 32_000)
    }
  }

  @Test("frames are right whatever is drawn between them, in whichever form they come back")
  func mixed() throws {
    let (keeping, fresh) = try Self.renderers.get()
    var random = LaminaTestSupport.RandomTree(changes: 5)
    for seed in 6..<12 {
      var expected: [[UInt8]] = []
      var form: Bool?
      func end() throws {
        let (pixels, wanted) = (Self.bytes(try keeping.end()), expected.removeFirst())
        #expect(pixels == wanted, "tree \(seed)")
      }
      for plan in try Self.plans(seed: seed, count: 24) {
        if random.chance(0.1) {
          keeping.drawsChangesOnly = false
          keeping.drawsChangesOnly = true
        }
        if random.chance(0.2) {
          let (picture, wanted) = (try keeping.render(plan), try fresh.render(plan))
          #expect(picture.premultipliedRGBA == wanted.premultipliedRGBA, "tree \(seed), at once")
          continue
        }
        if random.chance(0.3) { form = random.element(of: Self.forms) }
        try keeping.begin(plan, planes: form)
        try fresh.begin(plan, planes: form)
        expected.append(Self.bytes(try fresh.end()))
        while expected.count > 2 || !expected.isEmpty && random.chance(0.4) { try end() }
      }
      while !expected.isEmpty { try end() }
    }
  }

  @Test("a frame that took too long is lost with those that build on it, and no later one", arguments: forms)
  func lost(planes: Bool?) throws {
    let driver = FakeDriver()
    let renderer = try GPURenderer(libraries: driver.libraries)
    renderer.drawsChangesOnly = true
    let plans = try Self.cards(7)
    var whole: [[UInt8]] = []
    _ = try Self.film(plans, planes, on: Self.renderers.get().fresh, underWay: 1) { whole.append(Self.bytes($1)) }
    func end() throws -> [UInt8] { Self.bytes(try renderer.end()) }
    func expectLost(keepsFences: Bool) {
      driver.answers.keepsFences = keepsFences
      let error = #expect(throws: GPUError.self) { try renderer.end() }
      driver.answers.keepsFences = false
      guard case .overLimit = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    // Whoever waits for it is told that it costs too much.
    func beginLost(_ plan: RenderPlan) throws {
      let meter = LimitMeter(RenderLimits())
      try renderer.begin(plan, planes: planes, meter: meter)
      #expect(!meter.take(pixels: 1 << 40))
      // The next frame asks whether the device has drawn this one.
      driver.answers.keepsFences = true
    }
    let all = Self.wholeBytes(plans[0], planes)
    try renderer.begin(plans[0], planes: planes)
    #expect(try end() == whole[0])
    try beginLost(plans[1])
    try renderer.begin(plans[2], planes: planes)
    #expect(renderer.statistics.readBackBytes < all / 2)
    expectLost(keepsFences: true)
    // The frame itself came back, and the memory that it was to be put into did not.
    expectLost(keepsFences: false)
    for number in 3...4 {
      try renderer.begin(plans[number], planes: planes)
      #expect((renderer.statistics.readBackBytes == all) == (number == 3))
    }
    for number in 3...4 { #expect(try end() == whole[number], "frame \(number)") }
    // One that is read whole does not build on a lost one.
    try beginLost(plans[5])
    renderer.drawsChangesOnly = false
    renderer.drawsChangesOnly = true
    try renderer.begin(plans[6], planes: planes)
    expectLost(keepsFences: true)
    #expect(try end() == whole[6])
    #expect(renderer.reopened == 0)
  }

  @Test("after a reset the next frame is read whole, and is right", arguments: forms)
  func reset(planes: Bool?) throws {
    let driver = FakeDriver()
    let renderer = try GPURenderer(libraries: driver.libraries)
    renderer.drawsChangesOnly = true
    let plans = try Self.cards(4)
    var whole: [[UInt8]] = []
    _ = try Self.film(plans, planes, on: Self.renderers.get().fresh, underWay: 1) { whole.append(Self.bytes($1)) }
    for plan in plans[0...1] { try renderer.begin(plan, planes: planes) }
    driver.answers.resets = [GL_INNOCENT_CONTEXT_RESET]
    for _ in 0...1 { #expect(throws: GPUError.self) { try renderer.end() } }
    for number in 2...3 {
      try renderer.begin(plans[number], planes: planes)
      let isWhole = renderer.statistics.readBackBytes == Self.wholeBytes(plans[number], planes)
      #expect(isWhole == (number == 2))
    }
    for number in 2...3 {
      let pixels = Self.bytes(try renderer.end())
      #expect(pixels == whole[number], "frame \(number)")
    }
    #expect(renderer.reopened == 1)
  }
}
