// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Copies and plans that follow the ones before them, of trees in which a layer is several nodes, or depends on more
/// than itself: masks, emitters, replicators, tiles, transitions.
@Suite struct RetainedSpecialTests {
  private static func move(_ random: inout RandomTree) -> CABasicAnimation {
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (random.number(0, 50), random.number(50, 100), 3)
    return move
  }

  private static func part(_ random: inout RandomTree) -> CALayer {
    let part = CALayer()
    part.frame = CGRect(x: random.number(0, 40), y: random.number(0, 30), width: random.number(5, 60), height: 20)
    (part.backgroundColor, part.cornerRadius) = (random.color(), random.number(0, 9))
    return part
  }

  private static func mask(_ random: inout RandomTree) -> CALayer {
    switch random.next() % 5 {
    case 0: return part(&random)
    case 1:
      let shape = CAShapeLayer()
      shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: random.number(9, 60), height: 44), transform: nil)
      return shape
    case 2:
      let gradient = CAGradientLayer()
      gradient.frame = CGRect(x: 0, y: 0, width: 60, height: 40)
      gradient.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 0, alpha: 0.2)]
      return gradient
    case 3:
      let mask = CALayer()
      mask.frame = CGRect(x: 0, y: 0, width: 70, height: 60)
      for _ in 0..<3 { mask.addSublayer(part(&random)) }
      // Masks of what is in a mask count, a mask of the mask does not.
      mask.sublayers?.first?.mask = part(&random)
      mask.mask = part(&random)
      return mask
    default:
      let mask = part(&random)
      mask.addSublayer(part(&random))
      mask.sublayers?.first?.add(move(&random), forKey: "move")
      return mask
    }
  }

  private static func emitter(_ random: inout RandomTree) -> CAEmitterLayer {
    let (emitter, cell) = (CAEmitterLayer(), CAEmitterCell())
    emitter.frame = CGRect(x: 10, y: 10, width: 30, height: 30)
    emitter.emitterPosition = CGPoint(x: 15, y: 15)
    cell.contents = CGImage(width: 2, height: 2) { _, _ in [255, 255, 255, 255] }
    (cell.birthRate, cell.lifetime, cell.velocity, cell.emissionRange) = (20, 2, 9, 6)
    emitter.emitterCells = [cell]
    return emitter
  }

  private static func replicator(_ random: inout RandomTree) -> CAReplicatorLayer {
    let replicator = CAReplicatorLayer()
    replicator.frame = CGRect(x: 5, y: 5, width: 60, height: 40)
    (replicator.instanceCount, replicator.instanceDelay) = (3, random.chance(0.6) ? 0.2 : 0)
    replicator.instanceTransform = CATransform3DMakeTranslation(12, 3, 0)
    for _ in 0..<2 {
      replicator.addSublayer(part(&random))
      replicator.sublayers?.last?.addSublayer(part(&random))
    }
    if random.chance(0.6) { replicator.sublayers?.first?.add(move(&random), forKey: "move") }
    return replicator
  }

  private static func transition(_ random: inout RandomTree) -> CATransition {
    let transition = CATransition()
    transition.type = [.fade, .push, .moveIn, .reveal][Int(random.next() % 4)]
    (transition.subtype, transition.duration) = (.fromRight, 1.2)
    return transition
  }

  private final class Tiles: CATiledLayer {
    override func draw(in context: CGContext) {
      context.setFillColor(CGColor(srgbRed: 0.3, green: 0.8, blue: 0.2, alpha: 1))
      context.fill(CGRect(x: 2, y: 2, width: 20, height: 20))
    }
  }

  /// A tree with a few of these in it.
  private static func tree(seed: Int) -> CALayer {
    var random = RandomTree(changes: 7_000 + seed)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 120, height: 100)
    root.backgroundColor = CGColor(deviceGray: 0.9, alpha: 1)
    for index in 0..<40 {
      let card = part(&random)
      card.position = CGPoint(x: random.number(0, 120), y: random.number(0, 100))
      for _ in 0..<(index % 3) { card.addSublayer(part(&random)) }
      if index % 13 == seed % 13 { decorate(card, kind: seed + index, &random) }
      root.addSublayer(card)
    }
    return root
  }

  private static func decorate(_ card: CALayer, kind: Int, _ random: inout RandomTree) {
    switch kind % 6 {
    case 0, 1: card.mask = mask(&random)
    case 2: card.addSublayer(emitter(&random))
    case 3: card.addSublayer(replicator(&random))
    case 4:
      card.add(transition(&random), forKey: nil)
      card.backgroundColor = random.color()
    default:
      let tiles = Tiles()
      tiles.frame = CGRect(x: 0, y: 0, width: 50, height: 30)
      tiles.tileSize = CGSize(width: 16, height: 16)
      card.addSublayer(tiles)
    }
    // Each layer that cannot be drawn as described is reported.
    if random.chance(0.3) { card.filters = [CAFilter(type: "noSuchFilter")] }
  }

  private static func change(_ root: CALayer, _ step: Int, _ random: inout RandomTree) {
    let cards = root.sublayers ?? []
    let special = cards.filter { $0.mask != nil || $0.animationKeys() != nil || $0.sublayers?.isEmpty == false }
    let card =
      (random.chance(0.5) ? special.randomElement(&random) : nil) ?? cards[Int(random.next() % 40) % cards.count]
    switch random.next() % 16 {
    case 0: card.mask?.position.x += 2
    case 1: card.mask?.sublayers?.first?.backgroundColor = CGColor(gray: 0, alpha: random.number(0, 1))
    case 2: card.mask?.sublayers?.first?.mask?.position.y += 1
    case 3 where step % 4 == 0: card.mask = card.mask == nil ? mask(&random) : nil
    case 4 where step % 4 == 1: card.mask?.addSublayer(part(&random))
    case 5: card.sublayers?.first?.position.x += 2
    case 6: (card.sublayers?.last as? CAReplicatorLayer)?.instanceColor = random.color()
    case 7: (card.sublayers?.last as? CAReplicatorLayer)?.sublayers?.last?.position.y += 2
    case 8 where step % 4 == 2:
      (card.sublayers?.last as? CAReplicatorLayer)?.instanceDelay = random.chance(0.5) ? 0.3 : 0
    case 9 where step % 4 == 3:
      (card.sublayers?.last as? CAReplicatorLayer)?.sublayers?.last?.add(move(&random), forKey: "m")
    case 10: (card.sublayers?.last as? CAEmitterLayer)?.emitterCells?.first?.velocity = random.number(2, 20)
    case 11 where step % 4 == 0:
      card.add(transition(&random), forKey: nil)
      card.addSublayer(part(&random))
    case 12 where step % 5 == 4: random.change(root)
    default: card.position.x += random.number(-3, 3)
    }
  }

  @Test("after any change the copy, the plan and the picture are those from nothing", arguments: 0..<12)
  func randomChanges(block: Int) throws {
    var (revisions, takenOver, steps) = (0, 0, 0)
    for seed in (10 * block)..<(10 * block + 10) {
      let root = Self.tree(seed: seed)
      var (pair, random) = (RetainedPair(), RandomTree(changes: seed))
      for step in 0..<20 {
        if step > 0 { Self.change(root, step, &random) }
        let plans = try pair.plans(root, at: Double(step / 3) * 0.25)
        #expect(plans.kept.diagnostics == plans.fresh.diagnostics, "tree \(seed), step \(step)")
        try pair.expectSamePixels(plans, "tree \(seed), step \(step)")
        steps += 1
      }
      (revisions, takenOver) = (revisions + pair.revisions, takenOver + pair.takenOver)
    }
    #expect(revisions > steps / 5, "hardly any copy was made of the one before: \(revisions) of \(steps)")
    #expect(takenOver > steps, "hardly anything was taken over: \(takenOver) layers in \(steps) plans")
  }

  @Test("renderers draw the pictures that they draw from nothing", arguments: SharedRenderers.available)
  func pictures(backEnd: BackEnd) throws {
    let choice: RendererChoice = backEnd == .cpu ? .cpu(threads: 2) : .gpu(.automatic)
    let (keeping, fresh) = (try Renderer(choice), try Renderer(choice))
    fresh.drawsChangesOnly = false
    for seed in 500..<560 {
      let root = Self.tree(seed: seed)
      var random = RandomTree(changes: seed)
      for step in 0..<12 {
        if step > 0 { Self.change(root, step, &random) }
        let time = Double(step / 4) * 0.4
        let (kept, whole) = (try keeping.render(root, at: time).image, try fresh.render(root, at: time).image)
        #expect(kept.premultipliedRGBA == whole.premultipliedRGBA, "tree \(seed), step \(step)")
      }
    }
  }

  /// Many cards, of which some are special, in each of its ways.
  @Test("one masked, emitting, replicated or tiled layer leaves the parts beside it taken over", arguments: 0..<6)
  func others(kind: Int) throws {
    var random = RandomTree(changes: 1)
    let root = RetainedPair.cards(1_000)
    let cards = root.sublayers ?? []
    for index in [100, 500] {
      cards[index].addSublayer(Self.part(&random))
      cards[index].sublayers?.first?.addSublayer(Self.part(&random))
      Self.decorate(cards[index], kind: kind, &random)
    }
    var pair = RetainedPair()
    for step in 0..<6 {
      cards[10].position.x += CGFloat(step)
      cards[100].mask?.position.x += 1
      _ = try pair.plans(root, at: Double(step) * 0.1)
      // Tiles are drawn first, which is a change. The part that changes, and layers beside special ones, are in none.
      if step > (kind == 5 ? 2 : 1) { #expect(pair.recording.takenOver >= 900, "step \(step)") }
    }
    #expect(pair.revisions >= 4)
  }

  @Test("rows of a layer in a transition that is over are told apart when they change places")
  func reordering() throws {
    var random = RandomTree(changes: 5)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 120, height: 100)
    let list = CALayer()
    (list.frame, list.masksToBounds) = (root.bounds, true)
    for index in 0..<60 {
      let row = CALayer()
      row.frame = CGRect(x: 0, y: 12 * index, width: 120, height: 10)
      row.backgroundColor = random.color()
      for _ in 0..<(2 + index % 2 * 2) {
        let part = CALayer()
        part.frame = CGRect(x: random.number(0, 100), y: 1, width: 9, height: 8)
        part.backgroundColor = random.color()
        row.addSublayer(part)
      }
      list.addSublayer(row)
    }
    root.addSublayer(list)
    for index in 0..<1500 {
      let other = CALayer()
      other.frame = CGRect(x: index % 110, y: index / 15, width: 2, height: 2)
      other.backgroundColor = random.color()
      root.insertSublayer(other, at: 0)
    }
    let transition = Self.transition(&random)
    transition.duration = 0.1
    list.add(transition, forKey: nil)
    var pair = RetainedPair()
    for step in 0..<40 {
      list.bounds.origin.y = CGFloat(step % 4) * 100
      // Rows with as many layers in them together as before.
      if step % 10 == 9, let rows = list.sublayers {
        list.insertSublayer(rows[step], at: UInt32(step + 3))
        for (index, row) in (list.sublayers ?? []).enumerated() { row.position.y = CGFloat(12 * index + 5) }
      }
      let plans = try pair.plans(root, at: 5)
      try pair.expectSamePixels(plans, "step \(step)")
    }
    #expect(pair.revisions > 12)
  }

  private final class Meddler: CATiledLayer {
    nonisolated(unsafe) var other: CALayer?
    nonisolated(unsafe) var count = 0

    override func draw(in context: CGContext) {
      count += 1
      other?.backgroundColor = CGColor(srgbRed: CGFloat(count % 7) / 7, green: 0.5, blue: 0.2, alpha: 1)
      context.fill(CGRect(x: 2, y: 2, width: 20, height: 20))
    }
  }

  @Test("what is changed while tiles are drawn is seen by the next copy")
  func meddling() throws {
    var random = RandomTree(changes: 6)
    let root = Self.tree(seed: 1)
    let (tiles, other) = (Meddler(), Self.part(&random))
    tiles.frame = CGRect(x: 0, y: 0, width: 60, height: 40)
    root.insertSublayer(other, at: 0)
    root.addSublayer(tiles)
    tiles.other = other
    let tree = RetainedTree()
    for step in 0..<12 {
      root.sublayers?[5].position.x += 1
      if step % 3 == 0 { tiles.setNeedsDisplay() }
      let first = tree.snapshot(of: root, at: 0, hostIsFlipped: false, scale: 1, reference: .screen)
      // Nothing is drawn a second time.
      let second = tree.snapshot(of: root, at: 0, hostIsFlipped: false, scale: 1, reference: .screen)
      #expect(second.nodes[1].properties.backgroundColor == other.backgroundColor, "step \(step)")
      #expect(first.nodes.count == second.nodes.count)
    }
    #expect(tiles.count >= 4)
  }

  @Test("how late copies are follows the speed of what is around them")
  func speed() throws {
    var random = RandomTree(changes: 8)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 120, height: 100)
    let replicator = Self.replicator(&random)
    replicator.instanceDelay = 0.4
    replicator.sublayers?.forEach { $0.removeAllAnimations() }
    for _ in 0..<30 { root.addSublayer(Self.part(&random)) }
    root.addSublayer(replicator)
    var pair = RetainedPair()
    for speed: Float in [1, 2, 0, .infinity, 1, 0.5] {
      root.speed = speed
      _ = try pair.plans(root, at: 1)
    }
    #expect(pair.revisions > 0)
  }

  @Test("a mask that was taken away does not live on")
  func lifetimes() throws {
    var random = RandomTree(changes: 3)
    let root = Self.tree(seed: 0)
    var pair = RetainedPair()
    weak var mask: CALayer?
    for step in 0..<6 {
      autoreleasepool {
        root.sublayers?[7].mask = Self.mask(&random)
        mask = root.sublayers?[7].mask
      }
      for _ in 0..<3 {
        root.sublayers?[2].position.x += 1
        root.sublayers?[7].mask?.position.x += 1
        _ = try pair.plans(root)
      }
      #expect(mask != nil)
      autoreleasepool { root.sublayers?[7].mask = nil }
      #expect(mask == nil, "step \(step)")
      _ = try pair.plans(root)
    }
    #expect(pair.revisions > 8)
  }
}

extension [CALayer] {
  fileprivate func randomElement(_ random: inout RandomTree) -> CALayer? {
    isEmpty ? nil : self[Int(random.next() % UInt64(count))]
  }
}
