// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Copies and plans that follow the ones before them where layers come, go and change places.
@Suite struct RetainedStructureTests {
  /// Many cards in rows, some of which have sublayers of their own.
  private static func board(_ random: inout RandomTree, cards count: Int = 300) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 160, height: 120)
    for index in 0..<count {
      root.addSublayer(card(&random))
      if index % 10 == 0 {
        for _ in 0..<4 { root.sublayers?.last?.addSublayer(card(&random)) }
      }
    }
    return root
  }

  private static func card(_ random: inout RandomTree) -> CALayer {
    let card = random.chance(0.1) ? text(&random) : CALayer()
    card.frame = CGRect(x: random.number(0, 140), y: random.number(0, 100), width: random.number(4, 40), height: 14)
    (card.backgroundColor, card.cornerRadius) = (random.color(), random.number(0, 7))
    if random.chance(0.1) { card.shadowOpacity = 0.5 }
    if random.chance(0.1) { card.masksToBounds = true }
    if random.chance(0.3) { card.contents = random.chance(0.5) ? shared[Int(random.next() % 4)] : picture(&random) }
    return card
  }

  private static func picture(_ random: inout RandomTree) -> CGImage? {
    let level = UInt8(random.next() % 256)
    return CGImage(width: 3, height: 2) { x, _ in [level, UInt8(40 * x), 90, 255] }
  }

  /// Pictures that several cards show.
  private static let shared: [CGImage?] = {
    var random = RandomTree(changes: 4)
    return (0..<4).map { _ in picture(&random) }
  }()

  private static func text(_ random: inout RandomTree) -> CALayer {
    let text = CATextLayer()
    (text.string, text.fontSize) = ("card \(random.next() % 30)", 9)
    return text
  }

  private static func mask(_ random: inout RandomTree) -> CALayer {
    let mask = CALayer()
    mask.frame = CGRect(x: 1, y: 1, width: 30, height: 12)
    for _ in 0..<(random.next() % 3) { mask.addSublayer(card(&random)) }
    if random.chance(0.5) { mask.backgroundColor = CGColor(gray: 0, alpha: 0.7) }
    if random.chance(0.3) { mask.sublayers?.first?.mask = card(&random) }
    return mask
  }

  /// Anything of the tree but its root.
  private static func any(in root: CALayer, _ random: inout RandomTree) -> CALayer? {
    let layers = root.all.dropFirst()
    return layers.isEmpty ? nil : layers[layers.startIndex + Int(random.next() % UInt64(layers.count))]
  }

  private static func change(_ root: CALayer, _ random: inout RandomTree) {
    guard let layer = any(in: root, &random), let parent = layer.superlayer else { return }
    func place(in parent: CALayer) -> UInt32 { UInt32(random.next() % UInt64((parent.sublayers?.count ?? 0) + 1)) }
    switch random.next() % 15 {
    case 0: parent.insertSublayer(card(&random), at: place(in: parent))
    case 1: layer.removeFromSuperlayer()
    case 2: layer.addSublayer(card(&random))
    case 3: parent.insertSublayer(layer, at: place(in: parent))
    case 4: parent.insertSublayer(layer, at: 0)
    case 5: root.addSublayer(layer)
    case 6: parent.replaceSublayer(layer, with: card(&random))
    case 7:
      let tree = card(&random)
      for _ in 0..<3 { tree.addSublayer(card(&random)) }
      if random.chance(0.5) { tree.sublayers?.last?.mask = mask(&random) }
      if random.chance(0.2) { tree.mask = mask(&random) }
      parent.insertSublayer(tree, at: place(in: parent))
    case 8: layer.mask = mask(&random)
    case 9: layer.mask = nil
    case 10: layer.mask?.addSublayer(card(&random))
    case 11:
      // It comes to have effects, which it refers to, or has none any more; some of them are reported.
      layer.filters = layer.filters == nil ? [CAFilter(type: random.chance(0.5) ? "colorInvert" : "noSuchFilter")] : nil
    case 12:
      let transition = CATransition()
      (transition.type, transition.duration) = (.fade, 0.5)
      layer.add(transition, forKey: nil)
      layer.backgroundColor = random.color()
    case 13:
      guard layer.animationKeys() == nil else { return layer.removeAllAnimations() }
      let animation = CABasicAnimation(keyPath: ["position.x", "opacity", "bounds.size.width"][Int(random.next() % 3)])
      (animation.fromValue, animation.toValue, animation.duration) = (0.2, random.number(0.5, 40), 4)
      // By the clock it may be over at once.
      animation.isRemovedOnCompletion = false
      layer.add(animation, forKey: nil)
    default: layer.position.x += 1
    }
  }

  /// More where the environment says so.
  private static let blocks = ProcessInfo.processInfo.environment["LAMINA_RETAINED_BLOCKS"].flatMap(Int.init) ?? 12

  @Test("after layers came, went and moved, copies, plans and pictures are those from nothing", arguments: 0..<blocks)
  func randomChanges(block: Int) throws {
    var (revisions, steps, takenOver, layers) = (0, 0, 0, 0)
    for seed in (5 * block)..<(5 * block + 5) {
      var random = RandomTree(changes: 20_000 + seed)
      let root = Self.board(&random, cards: [60, 300][seed % 2])
      var pair = RetainedPair()
      for step in 0..<40 {
        for _ in 0..<(1 + random.next() % 3) { Self.change(root, &random) }
        let plans = try pair.plans(root, at: Double(step) * 0.2)
        #expect(plans.kept.diagnostics == plans.fresh.diagnostics, "tree \(seed), step \(step)")
        #expect(plans.kept.drawsSame(as: plans.fresh), "tree \(seed), step \(step)")
        if step % 8 == 7 { try pair.expectSamePixels(plans, "tree \(seed), step \(step)") }
        for x in stride(from: 5, to: 160, by: 31) {
          let point = SIMD2(Double(x) + 0.5, 60.5)
          #expect(plans.kept.topmostNode(at: point) == plans.fresh.topmostNode(at: point), "tree \(seed), step \(step)")
        }
        (steps, layers) = (steps + 1, layers + root.all.count)
      }
      (revisions, takenOver) = (revisions + pair.revisions, takenOver + pair.takenOver)
    }
    #expect(revisions > steps * 7 / 10, "few copies were made of the one before: \(revisions) of \(steps)")
    #expect(takenOver > layers / 5, "little was taken over: \(takenOver) of \(layers) layers")
  }

  @Test("renderers draw the pictures that they draw from nothing", arguments: SharedRenderers.available)
  func pictures(backEnd: BackEnd) throws {
    let choice: RendererChoice = backEnd == .cpu ? .cpu(threads: 2) : .gpu(.automatic)
    let (keeping, fresh) = (try Renderer(choice), try Renderer(choice))
    fresh.drawsChangesOnly = false
    for seed in 0..<40 {
      var random = RandomTree(changes: 30_000 + seed)
      let root = Self.board(&random, cards: 60)
      for step in 0..<25 {
        if step > 0 { Self.change(root, &random) }
        let time = Double(step / 4) * 0.3
        let (kept, whole) = (try keeping.render(root, at: time), try fresh.render(root, at: time))
        #expect(kept.image.premultipliedRGBA == whole.image.premultipliedRGBA, "tree \(seed), step \(step)")
      }
    }
  }

  @Test("what was copied, taken over and laid out is counted")
  func counters() throws {
    var random = RandomTree(changes: 3)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 160, height: 120)
    for index in 0..<50 {
      let card = CALayer()
      card.frame = CGRect(x: 3 * index, y: 2 * index, width: 9, height: 7)
      card.backgroundColor = random.color()
      root.addSublayer(card)
    }
    let text = CATextLayer()
    (text.string, text.fontSize, text.frame) = ("counted \(Date())", 9, CGRect(x: 5, y: 90, width: 120, height: 12))
    root.addSublayer(text)
    let renderer = try Renderer(.cpu(threads: 1))
    func draw() throws -> [Int] {
      let counts = try renderer.render(root).statistics
      return [counts.copiedLayers, counts.keptLayers, counts.laidOutTexts]
    }
    func expect(_ counts: [Int]) throws {
      let drawn = try draw()
      #expect(drawn == counts, "\(drawn), not \(counts)")
    }
    try expect([52, 0, 1])
    // Parts of twelve cards, and one of the last cards and the text: the changed one is copied and recorded anew.
    root.sublayers?[7].position.x += 1
    try expect([13, 39, 0])
    // The card has changed twice: parts are made beside it.
    root.sublayers?[7].position.x += 1
    try expect([13, 39, 0])
    root.sublayers?[7].position.x += 1
    try expect([2, 50, 0])
    root.insertSublayer(CALayer(), at: 20)
    try expect([15, 38, 0])
    text.string = "again \(Date())"
    try expect([5, 48, 1])
    // The tree stands still.
    try expect([0, 53, 0])
  }

  @Test("one card among a thousand that comes, goes or moves leaves the parts without it taken over")
  func single() throws {
    var random = RandomTree(changes: 77)
    let root = Self.board(&random, cards: 1_000)
    for layer in root.all { (layer.shadowOpacity, layer.masksToBounds) = (0, false) }
    var pair = RetainedPair()
    for step in 0..<40 {
      let cards = root.sublayers ?? []
      let card = cards[(step * 331 + 7) % cards.count]
      switch step % 8 {
      case 0: card.position.x += 1
      case 1: root.insertSublayer(Self.card(&random), at: UInt32(step * 97 % cards.count))
      case 2: card.removeFromSuperlayer()
      case 3: root.insertSublayer(card, at: UInt32(step * 211 % cards.count))
      case 4: root.addSublayer(Self.card(&random))
      case 5: cards.last?.removeFromSuperlayer()
      case 6: root.insertSublayer(Self.card(&random), at: 0)
      default: cards.first?.removeFromSuperlayer()
      }
      let plans = try pair.plans(root)
      #expect(plans.kept.drawsSame(as: plans.fresh), "step \(step)")
      // Two parts of 37 nodes, or more where one has grown, and the rest between parts.
      if step > 0 { #expect(pair.recording.takenOver >= root.all.count - 300, "step \(step)") }
    }
    #expect(pair.revisions == 39)
  }

  @Test("a plan takes over from any of the last plans, whatever came and went since", arguments: 0..<6)
  func lanes(seed: Int) throws {
    var random = RandomTree(changes: 40_000 + seed)
    let root = Self.board(&random, cards: 200)
    let (tree, recordings) = (RetainedTree(), (0..<3).map { _ in RetainedRecording() })
    var takenOver = 0
    var extra: [CALayer] = []
    for step in 0..<80 {
      switch step % 4 {
      // Layers come and go again before every recording has seen them: at the beginning, in the middle, at the end.
      case 0, 1:
        extra.append(Self.card(&random))
        root.insertSublayer(extra[extra.count - 1], at: [0, 90, UInt32(root.sublayers?.count ?? 0)][step / 4 % 3])
      case 2: extra.removeFirst().removeFromSuperlayer()
      default: Self.change(root, &random)
      }
      let snapshot = tree.snapshot(of: root, at: 0, hostIsFlipped: false, scale: 1, reference: .screen)
      // Not in a fixed order.
      let recording = recordings[[0, 1, 2, 2, 1, 0, 0][step % 7]]
      let plan = try Planner().plan(snapshot, keeping: recording).plan
      #expect(plan.drawsSame(as: try Planner().plan(TreeSnapshot(of: root))), "step \(step)")
      takenOver += recording.takenOver
    }
    #expect(takenOver > 80 * 60, "\(takenOver) taken over")
  }

  @Test("a container of masked rows comes and goes beside parts that are taken over; masked layers are in no part")
  func manyMasks() throws {
    var random = RandomTree(changes: 8)
    let root = Self.board(&random, cards: 400)
    let page = CALayer()
    page.frame = root.bounds
    for index in 0..<100 {
      let row = CALayer()
      row.frame = CGRect(x: index % 90, y: index, width: 30, height: 6)
      row.backgroundColor = random.color()
      row.mask = Self.mask(&random)
      page.addSublayer(row)
    }
    root.insertSublayer(page, at: 30)
    var pair = RetainedPair()
    for step in 0..<3 {
      root.sublayers?[5].position.x += 1
      _ = try pair.plans(root, at: Double(step))
    }
    page.removeFromSuperlayer()
    let plans = try pair.plans(root)
    #expect(plans.kept.drawsSame(as: plans.fresh) && pair.revisions == 3 && pair.reports.kept.copiedLayers < 100)
    for card in root.sublayers ?? [] { card.mask = CALayer() }
    _ = try pair.plans(root)
    #expect(pair.reports.kept.copiedLayers > 800)
  }

  private final class Builder: CATiledLayer {
    override func draw(in context: CGContext) {
      guard let superlayer else { return }
      let label = CALayer()
      label.frame = CGRect(x: 4, y: 4, width: 9, height: 9)
      superlayer.addSublayer(label)
      superlayer.sublayers?.first?.removeFromSuperlayer()
      context.fill(CGRect(x: 2, y: 2, width: 20, height: 20))
    }
  }

  @Test("layers that come and go while tiles are drawn are seen by the next copy", arguments: [false, true])
  func builders(hasMasks: Bool) throws {
    var random = RandomTree(changes: 6)
    let root = Self.board(&random, cards: 20)
    if hasMasks { root.sublayers?[15].mask = Self.card(&random) }
    let tree = RetainedTree()
    func copy() -> TreeSnapshot {
      tree.snapshot(of: root, at: 0, hostIsFlipped: false, scale: 1, reference: .screen)
    }
    for step in 0..<30 {
      root.sublayers?[5].position.x += 1
      if step % 6 == 2 {
        let tiles = Builder()
        tiles.frame = CGRect(x: 0, y: 0, width: 60, height: 40)
        root.insertSublayer(tiles, at: 3)
      }
      _ = copy()
      // Nothing is drawn a second time.
      let (second, fresh) = (copy(), TreeSnapshot(of: root))
      #expect(second.nodes.count == fresh.nodes.count, "step \(step)")
      #expect(second.nodes.map(\.siblingIndex) == fresh.nodes.map(\.siblingIndex), "step \(step)")
    }
  }

  @Test("where a row with a picture of its own came or went, only draws near it are compared")
  func picturesOfRows() throws {
    var random = RandomTree(changes: 12)
    let root = Self.board(&random, cards: 0)
    func row() -> CALayer {
      let row = CALayer()
      row.frame = CGRect(x: random.number(0, 140), y: random.number(0, 100), width: 12, height: 9)
      (row.contents, row.backgroundColor) = (Self.picture(&random), random.color())
      return row
    }
    for _ in 0..<300 { root.addSublayer(row()) }
    var pair = RetainedPair()
    for step in 0..<24 {
      if step % 6 == 2 { root.insertSublayer(row(), at: 40) }
      if step % 6 == 5 { root.sublayers?[20].removeFromSuperlayer() }
      root.sublayers?[200].position.x += 1
      let compared = pair.compared
      let plans = try pair.plans(root)
      #expect(plans.kept.drawsSame(as: plans.fresh), "step \(step)")
      // The draws of the parts that changed, and of rows in no part.
      if step > 0 { #expect(pair.compared - compared < 90, "step \(step)") }
    }
    #expect(pair.revisions == 23)
  }

  @Test("where sublayers changed places, the parts that none of them left or joined are taken over")
  func moves() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    for index in 0..<200 {
      let card = CALayer()
      card.frame = CGRect(x: index % 80, y: index / 3, width: 12, height: 9)
      card.backgroundColor = CGColor(deviceGray: CGFloat(index) / 200, alpha: 1)
      root.addSublayer(card)
    }
    var pair = RetainedPair()
    _ = try pair.plans(root)
    let cards = root.sublayers ?? []
    // The first to the end, the last to the beginning, two change places, and a block.
    let orders: [() -> Void] = [
      { root.addSublayer(cards[0]) }, { root.insertSublayer(cards[0], at: 0) },
      {
        root.insertSublayer(cards[150], below: cards[20])
        root.insertSublayer(cards[20], below: cards[151])
      },
      { for card in cards[50..<60] { root.insertSublayer(card, below: cards[120]) } },
    ]
    for (index, order) in orders.enumerated() {
      order()
      let snapshot = pair.tree.snapshot(of: root, at: 0, hostIsFlipped: false, scale: 1, reference: .screen)
      #expect(snapshot.takenNodes > 100, "order \(index): \(snapshot.takenNodes)")
      #expect(snapshot.nodes.map(\.siblingIndex) == TreeSnapshot(of: root).nodes.map(\.siblingIndex))
    }
  }

  @Test("a copy is made in the memory of the one before, and in that of an earlier one where layers move")
  func nodeMemory() throws {
    var random = RandomTree(changes: 6)
    let root = Self.board(&random)
    let (tree, cards) = (RetainedTree(), root.sublayers ?? [])
    func copy() -> (address: UnsafeRawPointer?, taken: Int) {
      let snapshot = tree.snapshot(of: root, at: 0, hostIsFlipped: false, scale: 1, reference: .screen)
      RetainedPair.compare(snapshot, TreeSnapshot(of: root))
      return (snapshot.nodes.withUnsafeBytes { $0.baseAddress }, snapshot.takenNodes)
    }
    let first = copy().address
    for index in [0, 150, 299, 7, 160] {
      cards[index].position.x += 3
      let next = copy()
      #expect(next.address == first && next.taken > 200, "card \(index): \(next.taken)")
    }
    // Fewer layers at the end leave all others where they are.
    cards[299].removeFromSuperlayer()
    #expect(copy().address == first)
    for index in [3, 200, 120] {
      cards[index].removeFromSuperlayer()
      #expect(copy().taken > 200)
      root.insertSublayer(cards[index], at: UInt32(index / 2))
      #expect(copy().taken > 200)
    }
    var known: Set<UnsafeRawPointer?> = []
    for index in 0..<6 {
      root.insertSublayer(cards[index], at: UInt32(index * 40))
      known.insert(copy().address)
    }
    #expect(known.count == 2)
  }

  @Test("after copies in which everything differs no parts are made for a while, and then they are again")
  func pauses() throws {
    var random = RandomTree(changes: 5)
    let root = Self.board(&random)
    let tree = RetainedTree()
    func copy() -> TreeSnapshot {
      tree.snapshot(of: root, at: 0, hostIsFlipped: false, scale: 1, reference: .screen)
    }
    #expect(!copy().parts.isEmpty)
    for card in root.sublayers ?? [] { card.position.x += 1 }
    #expect(copy().parts.isEmpty)
    #expect((0..<4).contains { _ in !copy().parts.isEmpty })
    root.insertSublayer(Self.card(&random), at: 40)
    #expect(copy().takenNodes > 200)
  }

  @Test("what is known of layers that went is not kept for ever")
  func memory() throws {
    var random = RandomTree(changes: 9)
    let root = Self.board(&random, cards: 100)
    var pair = RetainedPair()
    var bytes: [Int] = []
    for step in 0..<300 {
      let group = Self.card(&random)
      for _ in 0..<4 { group.addSublayer(Self.card(&random)) }
      root.insertSublayer(group, at: UInt32(step % 50))
      _ = try pair.plans(root)
      group.removeFromSuperlayer()
      _ = try pair.plans(root)
      bytes.append(pair.recording.bytes)
    }
    #expect(bytes[0] > 0 && bytes[10...].allSatisfy { $0 <= bytes[10] * 11 / 10 }, "\(bytes)")
  }
}
