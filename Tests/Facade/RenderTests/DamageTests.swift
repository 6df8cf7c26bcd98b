// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Pictures that begin with the one before them.
@Suite struct DamageTests {
  /// The plans of a tree after each of some changes.
  private static func plans(seed: Int, changes: Int, scale: Double) throws -> [RenderPlan] {
    let root = RandomTree.make(seed: seed)
    var random = RandomTree(changes: seed)
    var options = PlanOptions()
    options.scale = scale
    return try (0...changes).map { step in
      if step > 0 { random.change(root) }
      return try Planner(options: options).plan(TreeSnapshot(of: root))
    }
  }

  /// More where the environment says so.
  private static let treesOnGPU = ProcessInfo.processInfo.environment["LAMINA_DAMAGE_TREES"].flatMap(Int.init) ?? 40

  @Test("after any change the picture is the one from nothing, byte for byte", arguments: 0..<20)
  func randomChanges(block: Int) throws {
    let (keeping, fresh) = (CPURenderer(), CPURenderer())
    keeping.drawsChangesOnly = true
    // How many pictures were drawn in part.
    var partial = 0
    for seed in (15 * block)..<(15 * block + 15) {
      let scale = [1, 2.5, 4][seed % 3]
      for (step, plan) in try Self.plans(seed: 50_000 + seed, changes: 12, scale: scale).enumerated() {
        let (kept, whole) = (try keeping.render(plan), try fresh.render(plan))
        #expect(
          kept.premultipliedRGBA == whole.premultipliedRGBA && kept.isOpaque == whole.isOpaque,
          "tree \(seed), step \(step): \(keeping.statistics.damagedPixels) of \(plan.canvas.area) pixels")
        if (1..<plan.canvas.area).contains(keeping.statistics.damagedPixels) { partial += 1 }
      }
    }
    #expect(partial > 15 * 4, "hardly anything was drawn in part: \(partial)")
  }

  @Test(
    "the same with OpenGL ES, as devices of any profile draw it", .enabled(if: SharedRenderers.hasGPU),
    arguments: DeviceProfile.all)
  func randomChangesOnGPU(profile: DeviceProfile) throws {
    var partial = 0
    for seed in 0..<Self.treesOnGPU {
      // Tiles are slow in software.
      let scale = profile == .compute ? 1 : [1, 2.5, 4][seed % 3]
      let plans = try Self.plans(seed: 60_000 + seed, changes: 10, scale: scale)
      let drawn = try SharedRenderers.drawChanges(plans, as: profile)
      for (step, (kept, whole)) in zip(drawn.kept, drawn.whole).enumerated() {
        let damaged = kept.statistics.damagedPixels
        #expect(
          kept.image.premultipliedRGBA == whole.image.premultipliedRGBA && kept.image.isOpaque == whole.image.isOpaque,
          "tree \(seed), step \(step): \(damaged) of \(plans[step].canvas.area) pixels")
        if (1..<plans[step].canvas.area).contains(damaged) { partial += 1 }
      }
    }
    #expect(partial > 2 * Self.treesOnGPU, "hardly anything was drawn in part: \(partial)")
  }

  @Test("many small changes far apart, among much that stays", arguments: SharedRenderers.available)
  func scatteredChanges(backEnd: BackEnd) throws {
    var random = RandomTree(changes: 1)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 640, height: 480)
    root.backgroundColor = CGColor(deviceGray: 0.2, alpha: 1)
    let group = CALayer()
    group.frame = root.bounds
    group.opacity = 0.7
    for index in 0..<120 {
      let dot = CALayer()
      dot.frame = CGRect(x: random.number(0, 620), y: random.number(0, 460), width: 14, height: 10)
      dot.cornerRadius = random.number(0, 5)
      dot.backgroundColor = random.color()
      (index.isMultiple(of: 2) ? root : group).addSublayer(dot)
    }
    root.addSublayer(group)
    let dots = (root.sublayers ?? []).dropLast() + (group.sublayers ?? [])
    let plans = try (0..<12).map { step -> RenderPlan in
      for _ in 0..<(step % 8) { random.element(of: Array(dots)).backgroundColor = random.color() }
      return try Planner().plan(TreeSnapshot(of: root))
    }
    let drawn = try SharedRenderers.drawChanges(plans, on: backEnd)
    for (step, (kept, whole)) in zip(drawn.kept, drawn.whole).enumerated() {
      #expect(kept.image.premultipliedRGBA == whole.image.premultipliedRGBA, "step \(step)")
      #expect(step == 0 || kept.statistics.damagedPixels < 640 * 480 / 4)
    }
  }

  @Test("changes of layers that share edges with many others", arguments: SharedRenderers.available)
  func sharedEdges(backEnd: BackEnd) throws {
    var random = RandomTree(changes: 2)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 320, height: 240)
    let cards = (0..<4).map { index in
      let card = CALayer()
      card.frame = CGRect(x: 12.3 + 150 * Double(index % 2), y: 9.7 + 115 * Double(index / 2), width: 140, height: 100)
      (card.cornerRadius, card.masksToBounds) = (30, true)
      (card.borderWidth, card.borderColor) = (3, random.color())
      card.backgroundColor = random.color()
      for _ in 0..<14 {
        let part = CALayer()
        part.frame = CGRect(x: random.number(-20, 110), y: random.number(-20, 70), width: 60, height: 40)
        part.transform = CATransform3DMakeRotation(random.number(-1, 1), 0, 0, 1)
        part.backgroundColor = random.color()
        card.addSublayer(part)
      }
      root.addSublayer(card)
      return card
    }
    let parts = cards.flatMap { $0.sublayers ?? [] }
    let plans = try (0..<16).map { step -> RenderPlan in
      let part = random.element(of: parts)
      switch step % 4 {
      case 0: break
      case 1: part.backgroundColor = random.color()
      case 2: part.position = CGPoint(x: random.number(0, 140), y: random.number(0, 100))
      default: part.isHidden.toggle()
      }
      return try Planner().plan(TreeSnapshot(of: root))
    }
    let drawn = try SharedRenderers.drawChanges(plans, on: backEnd)
    for (step, (kept, whole)) in zip(drawn.kept, drawn.whole).enumerated() {
      #expect(kept.image.premultipliedRGBA == whole.image.premultipliedRGBA, "step \(step)")
    }
    #expect(drawn.kept.count { (1..<320 * 240).contains($0.statistics.damagedPixels) } > 4)
  }

  // MARK: damaged rectangles

  /// A canvas of 600 x 400 with a card in its middle, 100 x 80.
  private static func card() -> (root: CALayer, card: CALayer) {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 600, height: 400)
    root.backgroundColor = CGColor(deviceGray: 0.9, alpha: 1)
    let card = CALayer()
    card.frame = CGRect(x: 250, y: 160, width: 100, height: 80)
    card.backgroundColor = CGColor(srgbRed: 0.8, green: 0.2, blue: 0.1, alpha: 1)
    root.addSublayer(card)
    return (root, card)
  }

  /// The rectangles that a change damages.
  private static func damage(of root: CALayer, by change: () -> Void) throws -> PixelRegion? {
    let before = try Planner().plan(TreeSnapshot(of: root))
    change()
    return try Planner().plan(TreeSnapshot(of: root)).damage(since: before)
  }

  private static func rectangle(_ minX: Int32, _ minY: Int32, _ maxX: Int32, _ maxY: Int32) -> PixelRect {
    PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }

  @Test("a changed layer damages its pixels, one that moves those of both places, none damages none")
  func simpleChanges() throws {
    let (root, card) = Self.card()
    #expect(try Self.damage(of: root) {} == PixelRegion())
    let plan = try Planner().plan(TreeSnapshot(of: root))
    #expect(plan.damage(since: plan) == PixelRegion())
    #expect(try Self.damage(of: root) { card.name = "another" } == PixelRegion())
    let place = Self.rectangle(250, 160, 350, 240)
    #expect(try Self.damage(of: root) { card.backgroundColor = CGColor(gray: 0, alpha: 1) }?.rectangles == [place])
    let moved = try #require(try Self.damage(of: root) { card.position = CGPoint(x: 60, y: 60) })
    #expect(Set(moved.rectangles) == [place, Self.rectangle(10, 20, 110, 100)])
    #expect(try Self.damage(of: root) { card.removeFromSuperlayer() }?.rectangles == [Self.rectangle(10, 20, 110, 100)])
    #expect(try Self.damage(of: root) { root.backgroundColor = CGColor(gray: 0, alpha: 1) } == nil)
    #expect(try Self.damage(of: root) { root.bounds.size.width = 601 } == nil)
  }

  @Test("a layer that comes or goes damages nothing of those after it, whatever they refer to")
  func insertions() throws {
    let (root, _) = Self.card()
    let picture = try #require(CGImage(width: 2, height: 2) { _, _ in [200, 10, 10, 255] })
    for index in 0..<40 {
      let layer = CALayer()
      layer.frame = CGRect(x: 14 * index, y: 300, width: 12, height: 60)
      layer.backgroundColor = CGColor(deviceGray: 0.4, alpha: 1)
      layer.masksToBounds = true
      layer.cornerRadius = 5
      let inner = CAGradientLayer()
      inner.frame = CGRect(x: 2, y: 2, width: 20, height: 20)
      inner.colors = [CGColor(deviceGray: CGFloat(index) / 40, alpha: 1), CGColor(gray: 1, alpha: 0.5)]
      layer.addSublayer(inner)
      inner.addSublayer(CALayer())
      inner.sublayers?.last?.frame = CGRect(x: 4, y: 4, width: 8, height: 8)
      inner.sublayers?.last?.contents = picture
      root.addSublayer(layer)
    }
    let first = try #require(root.sublayers?[1])
    let place = Self.rectangle(0, 300, 12, 360)
    #expect(try Self.damage(of: root) { first.removeFromSuperlayer() }?.rectangles == [place])
    #expect(try Self.damage(of: root) { root.insertSublayer(first, at: 1) }?.rectangles == [place])
    let reordered = try Self.damage(of: root) { root.insertSublayer(first, at: 0) }
    // Either of both that changed places is as good as the other.
    #expect(reordered?.rectangles == [place] || reordered?.rectangles == [Self.rectangle(250, 160, 350, 240)])
  }

  @Test("particles that show another picture damage where they are, and the same particles nothing")
  func particles() throws {
    let (root, card) = Self.card()
    func picture(_ level: UInt8) throws -> CGImage {
      try #require(CGImage(width: 4, height: 4) { _, _ in [level, level, 0, 255] })
    }
    let emitter = CAEmitterLayer()
    emitter.frame = CGRect(x: 0, y: 0, width: 80, height: 80)
    emitter.emitterPosition = CGPoint(x: 40, y: 40)
    emitter.seed = 5
    emitter.timeOffset = 3
    let cell = CAEmitterCell()
    (cell.birthRate, cell.lifetime, cell.velocity, cell.emissionRange) = (10, 2, 12, 6.3)
    cell.contents = try picture(200)
    emitter.emitterCells = [cell]
    root.addSublayer(emitter)
    #expect(try Planner().plan(TreeSnapshot(of: root)).particles.count == 20)
    #expect(try Self.damage(of: root) {} == PixelRegion())
    // The table of pictures is another one, with what the particles show in another place.
    let seen = Self.rectangle(250, 160, 350, 240)
    let face = try picture(90)
    #expect(try Self.damage(of: root) { card.contents = face }?.rectangles == [seen])
    let changed = try picture(120)
    let damage = try #require(try Self.damage(of: root) { cell.contents = changed })
    #expect(!damage.isEmpty && damage.bounds.intersection(Self.rectangle(0, 0, 80, 80)) == damage.bounds)
  }

  @Test("a gradient that fades something out is compared by its colours, wherever it lies among gradients")
  func gradientMasks() throws {
    let (root, card) = Self.card()
    let first = CAGradientLayer()
    first.frame = CGRect(x: 10, y: 10, width: 50, height: 40)
    first.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 1, alpha: 1)]
    root.insertSublayer(first, at: 0)
    let mask = CAGradientLayer()
    mask.frame = card.bounds
    mask.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 0, alpha: 0.2)]
    card.mask = mask
    let place = Self.rectangle(10, 10, 60, 50)
    #expect(
      try Self.damage(of: root) { first.colors = [CGColor(gray: 0, alpha: 1), CGColor(deviceGray: 0.5, alpha: 1)] }?
        .rectangles
        == [place])
    #expect(try Self.damage(of: root) { first.removeFromSuperlayer() }?.rectangles == [place])
    let seen = Self.rectangle(250, 160, 350, 240)
    #expect(
      try Self.damage(of: root) { mask.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 0, alpha: 0.3)] }?.rectangles
        == [seen])
    #expect(
      try Self.damage(of: root) {
        mask.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 0, alpha: 0.5), CGColor(gray: 0, alpha: 0.3)]
      }?.rectangles == [seen])
  }

  @Test("a change under a blur damages as far as the blur reaches, and no farther")
  func blurs() throws {
    let (root, card) = Self.card()
    let filter = CAFilter(type: "gaussianBlur")
    filter.setValue(3, forKey: "inputRadius")
    let group = CALayer()
    group.frame = root.bounds
    group.filters = [filter]
    card.removeFromSuperlayer()
    group.addSublayer(card)
    let wide = CALayer()
    wide.frame = CGRect(x: 20, y: 20, width: 560, height: 360)
    wide.backgroundColor = CGColor(srgbRed: 0.2, green: 0.4, blue: 0.9, alpha: 1)
    group.insertSublayer(wide, at: 0)
    root.addSublayer(group)
    let damage = try #require(try Self.damage(of: root) { card.backgroundColor = CGColor(gray: 0, alpha: 1) })
    let reach = Int32(clamping: (3 * 3.4).rounded(.up))
    #expect(damage.bounds == Self.rectangle(250 - reach, 160 - reach, 350 + reach, 240 + reach))
  }

  @Test("a change behind frosted glass damages it as far as its blur reaches")
  func backdrops() throws {
    let (root, card) = Self.card()
    let filter = CAFilter(type: "gaussianBlur")
    filter.setValue(2, forKey: "inputRadius")
    let pane = CALayer()
    pane.frame = CGRect(x: 300, y: 100, width: 200, height: 200)
    pane.backgroundFilters = [filter]
    root.addSublayer(pane)
    let damage = try #require(try Self.damage(of: root) { card.backgroundColor = CGColor(gray: 0, alpha: 1) })
    let reach = Int32(clamping: (2 * 3.4).rounded(.up))
    #expect(damage.bounds == Self.rectangle(250, 160 - reach, 350 + reach, 240 + reach))
  }

  // MARK: drawing

  @Test("only tiles that hold damage are drawn, and operations that touch them")
  func counters() throws {
    let (root, card) = Self.card()
    for index in 0..<100 {
      let dot = CALayer()
      dot.frame = CGRect(x: 5 * index, y: 380, width: 4, height: 4)
      dot.backgroundColor = CGColor(deviceGray: 0.2, alpha: 1)
      root.addSublayer(dot)
    }
    let renderer = CPURenderer()
    renderer.drawsChangesOnly = true
    func draw() throws -> RenderStatistics {
      _ = try renderer.render(try Planner().plan(TreeSnapshot(of: root)))
      return renderer.statistics
    }
    #expect(try draw().damagedPixels == 600 * 400)
    #expect(renderer.statistics.drawCalls == 102)
    #expect(try draw().damagedPixels == 0)
    #expect(renderer.statistics.drawCalls == 0 && renderer.statistics.passes == 0)
    card.backgroundColor = CGColor(gray: 0, alpha: 1)
    #expect(try draw().damagedPixels == 100 * 80)
    #expect(renderer.statistics.drawCalls == 2 && renderer.statistics.passes == 1)
    renderer.drawsChangesOnly = false
    #expect(try draw().damagedPixels == 600 * 400)
  }

  @Test("pictures that somebody holds stay as they are when the next one is drawn")
  func heldPictures() throws {
    let (root, card) = Self.card()
    let renderer = try Renderer(.cpu(threads: 1))
    var held: [CGImage] = []
    for step in 0..<6 {
      card.backgroundColor = CGColor(deviceGray: CGFloat(step) / 6, alpha: 1)
      let image = try renderer.render(root).image
      if step.isMultiple(of: 2) { held.append(image) }
    }
    #expect(held.map { PixelGrid($0)[300, 200].x } == [0, 85, 170])
    #expect(Set(held.map(\.serial)).count == 3)
  }

  @Test("pictures become opaque and cease to be, as from nothing")
  func opacity() throws {
    let (root, card) = Self.card()
    let renderer = CPURenderer()
    renderer.drawsChangesOnly = true
    root.backgroundColor = nil
    let back = CALayer()
    back.frame = root.bounds
    back.backgroundColor = CGColor(deviceGray: 0.5, alpha: 1)
    root.insertSublayer(back, at: 0)
    let hole = CALayer()
    hole.frame = CGRect(x: 10, y: 10, width: 5, height: 5)
    hole.backgroundColor = CGColor(gray: 0, alpha: 1)
    hole.compositingFilter = "destOut"
    for (isHole, isOpaque) in [(false, true), (true, false), (true, false), (false, true)] {
      if isHole { root.addSublayer(hole) } else { hole.removeFromSuperlayer() }
      card.position.x += 1
      let image = try renderer.render(try Planner().plan(TreeSnapshot(of: root)))
      #expect(image.isOpaque == isOpaque)
    }
  }

  @Test("a frame that costs too much leaves nothing behind that the next one would begin with")
  func limits() throws {
    let (root, card) = Self.card()
    let renderer = try Renderer(.cpu(threads: 1))
    _ = try renderer.render(root)
    card.backgroundColor = CGColor(gray: 0, alpha: 1)
    var options = RenderOptions()
    options.limits.time = 0
    #expect(throws: RenderError.self) { try renderer.render(root, options: options) }
    let image = try renderer.render(root).image
    #expect(PixelGrid(image)[300, 200].x == 0)
  }
}
