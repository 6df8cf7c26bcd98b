// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Plans that take over what the plan before recorded.
@Suite struct RetainedPlanTests {
  /// A random tree with texts, paths, gradients, groups, filters and animations in it.
  static func tree(seed: Int) -> CALayer {
    let root = RandomTree.make(seed: seed)
    var random = RandomTree(changes: 1_000 + seed)
    for layer in root.all {
      // Layers at several depths are sorted, and those that lean cut: some trees are without, as most are.
      if seed % 4 != 0 { layer.zPosition = 0 }
      if seed % 3 != 0 {
        layer.transform = CATransform3DMakeAffineTransform(CATransform3DGetAffineTransform(layer.transform))
      }
      if random.chance(0.3) { decorate(layer, &random) }
    }
    return root
  }

  private static func decorate(_ layer: CALayer, _ random: inout RandomTree) {
    switch random.next() % 7 {
    case 0:
      let text = CATextLayer()
      (text.string, text.fontSize) = ("row \(random.next() % 5)", 9)
      text.frame = CGRect(x: 2, y: 3, width: 50, height: 14)
      layer.addSublayer(text)
    case 1:
      let shape = CAShapeLayer()
      shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: random.number(4, 30), height: 14), transform: nil)
      (shape.fillColor, shape.strokeColor) = (random.color(), random.color())
      layer.addSublayer(shape)
    case 2:
      let gradient = CAGradientLayer()
      gradient.frame = CGRect(x: 4, y: 4, width: 30, height: 20)
      gradient.colors = [random.color(), random.color(), random.color()]
      layer.addSublayer(gradient)
    case 3:
      let blur = CAFilter(type: "gaussianBlur")
      blur.setValue(random.number(0.5, 3), forKey: "inputRadius")
      if random.chance(0.5) { layer.filters = [blur] } else { layer.backgroundFilters = [blur] }
    case 4: (layer.shadowOpacity, layer.shadowRadius) = (0.6, random.number(0, 4))
    case 5:
      let move = CABasicAnimation(keyPath: "position.x")
      (move.fromValue, move.toValue, move.duration) = (random.number(0, 50), random.number(50, 100), 3)
      layer.add(move, forKey: "move")
    default: (layer.shouldRasterize, layer.opacity) = (true, 0.7)
    }
  }

  /// More where the environment says so.
  private static let blocks = ProcessInfo.processInfo.environment["LAMINA_RETAINED_BLOCKS"].flatMap(Int.init) ?? 12

  @Test("after any change the plan is the one from nothing, and so is the picture", arguments: 0..<blocks)
  func randomChanges(block: Int) throws {
    var (revisions, takenOver, steps) = (0, 0, 0)
    for seed in (25 * block)..<(25 * block + 25) {
      let root = Self.tree(seed: seed)
      var (pair, random) = (RetainedPair(), RandomTree(changes: seed))
      pair.options.scale = [1, 2.5, 4][seed % 3]
      for step in 0..<14 {
        if step > 0 { random.changeCalmly(root, step) }
        let plans = try pair.plans(root, at: Double(step / 3) * 0.5)
        try pair.expectSame(plans, "tree \(seed), step \(step)")
        let pictures = Set(plans.fresh.images.map(\.serial))
        #expect(plans.kept.images.allSatisfy { pictures.contains($0.serial) }, "tree \(seed), step \(step)")
        steps += 1
      }
      (revisions, takenOver) = (revisions + pair.revisions, takenOver + pair.takenOver)
    }
    #expect(revisions > steps / 5, "hardly any copy was made of the one before: \(revisions) of \(steps)")
    #expect(takenOver > steps, "hardly anything was taken over: \(takenOver) layers in \(steps) plans")
  }

  @Test("a plan takes over from any of the last plans, as lanes of a film do in turn")
  func lanes() throws {
    let root = Self.tree(seed: 5)
    // Enough siblings that change nothing to be parts.
    let rows = CALayer()
    for index in 0..<60 {
      let row = CALayer()
      row.frame = CGRect(x: 3, y: 2 * index, width: 40, height: 1)
      row.backgroundColor = CGColor(srgbRed: 0.3, green: 0.5, blue: 0.7, alpha: 1)
      rows.addSublayer(row)
    }
    root.insertSublayer(rows, at: 0)
    let tree = RetainedTree()
    let recordings = [RetainedRecording(), RetainedRecording(), RetainedRecording()]
    var (random, takenOver) = (RandomTree(changes: 5), 0)
    for step in 0..<40 {
      random.changeCalmly(root, step % 5 == 4 ? 0 : step)
      let snapshot = tree.snapshot(of: root, at: 0, hostIsFlipped: false, scale: 1, reference: .screen)
      // Not in a fixed order.
      let recording = recordings[[0, 1, 2, 2, 1, 0, 0][step % 7]]
      let plan = try Planner().plan(snapshot, keeping: recording).plan
      let fresh = try Planner().plan(TreeSnapshot(of: root))
      #expect(try CPURenderer().render(plan).premultipliedRGBA == CPURenderer().render(fresh).premultipliedRGBA)
      takenOver += recording.takenOver
    }
    #expect(takenOver > 100)
  }

  @Test("renderers draw the pictures that they draw from nothing", arguments: SharedRenderers.available)
  func pictures(backEnd: BackEnd) throws {
    let choice: RendererChoice = backEnd == .cpu ? .cpu(threads: 2) : .gpu(.automatic)
    let (keeping, fresh) = (try Renderer(choice), try Renderer(choice))
    fresh.drawsChangesOnly = false
    for seed in 900..<960 {
      let root = Self.tree(seed: seed)
      var random = RandomTree(changes: seed)
      for step in 0..<10 {
        if step > 0 { random.changeCalmly(root, step) }
        let time = Double(step / 4) * 0.4
        let (kept, whole) = (try keeping.render(root, at: time).image, try fresh.render(root, at: time).image)
        #expect(kept.premultipliedRGBA == whole.premultipliedRGBA, "tree \(seed), step \(step)")
      }
    }
  }

  @Test("of ten thousand layers of which three change, the parts without them are taken over")
  func wideTree() throws {
    let root = RetainedPair.cards(10_000)
    let cards = root.sublayers ?? []
    var pair = RetainedPair()
    for step in 0..<6 {
      for index in [10, 5_000, 9_999] { cards[index].position.x += CGFloat(step) }
      let plans = try pair.plans(root)
      #expect(plans.kept.drawsSame(as: plans.fresh))
      // Three parts are recorded anew.
      #expect(step == 0 ? pair.recording.takenOver == 0 : pair.recording.takenOver >= 9_600, "step \(step)")
    }
    #expect(pair.revisions == 5)
    #expect(pair.compared > 0 && pair.compared <= 5 * 400, "\(pair.compared) draws were compared")
  }

  /// A layer with many sublayers, each with a few of its own, some of which may have texts.
  private static func wide(_ random: inout RandomTree, hasTexts: Bool = true) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 160, height: 120)
    for index in 0..<120 {
      let card = CALayer()
      card.frame = CGRect(x: index * 37 % 150, y: index * 53 % 110, width: 24, height: 18)
      card.backgroundColor = random.color()
      card.cornerRadius = CGFloat(index % 5)
      for place in 0..<(index % 4) {
        let inner = CALayer()
        inner.frame = CGRect(x: 3 * place, y: 2, width: 9, height: 9)
        inner.backgroundColor = random.color()
        card.addSublayer(inner)
      }
      if hasTexts, index % 17 == 0 {
        let text = CATextLayer()
        (text.string, text.fontSize, text.frame) = ("\(index)", 9, CGRect(x: 1, y: 1, width: 22, height: 12))
        card.addSublayer(text)
      }
      root.addSublayer(card)
    }
    return root
  }

  @Test("of many sublayers those that changed are found, whatever else happens to the tree", arguments: 0..<8)
  func manySublayers(seed: Int) throws {
    var random = RandomTree(changes: 4_000 + seed)
    let root = Self.wide(&random, hasTexts: seed < 4)
    var (pair, other) = (RetainedPair(), RetainedTree())
    for step in 0..<60 {
      let cards = root.sublayers ?? []
      let card = cards[Int(random.next() % 120) % cards.count]
      switch random.next() % 14 {
      // Texts of other lengths, parts that come and go: the layers behind them are recorded in other places.
      case 0: (card.sublayers?.last as? CATextLayer)?.string = String(repeating: "m", count: Int(random.next() % 9))
      case 1: card.isHidden.toggle()
      case 2: card.borderWidth = card.borderWidth > 0 ? 0 : 2
      case 3: card.sublayers?.first?.backgroundColor = random.color()
      case 4: card.sublayers?.first?.removeFromSuperlayer()
      case 5: card.addSublayer(CALayer())
      case 6: root.insertSublayer(card, at: 3)
      // More than a list of changes holds.
      case 7: for card in cards.prefix(40) { card.position.x += 1 }
      // A mask is no sublayer; it comes, changes, goes and is gone between two copies.
      case 8:
        for _ in 0..<2 {
          root.mask = CALayer()
          root.mask?.opacity = 0.5
          card.position.y += 1
          root.mask = nil
        }
      case 9: card.removeFromSuperlayer()
      // Other copies leave higher numbers behind.
      case 10: other = RetainedTree()
      default:
        for index in 0..<3 { cards[(index * 31 + step) % cards.count].position.x += 1 }
      }
      if step % 3 == 0 { _ = other.snapshot(of: root, at: 0, hostIsFlipped: false, scale: 1, reference: .screen) }
      let plans = try pair.plans(root)
      #expect(plans.kept.drawsSame(as: plans.fresh), "step \(step)")
    }
    #expect(pair.revisions > 20, "\(pair.revisions) copies were made of the one before")
    #expect(pair.takenOver > 20 * 100, "\(pair.takenOver)")
    #expect(pair.compared < pair.drawn * 9 / 10, "\(pair.compared) of \(pair.drawn) draws were compared")
  }

  @Test("rows of a list that scrolls are measured once, and again where something in them changed")
  func scrolling() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 80)
    let list = CALayer()
    (list.frame, list.masksToBounds) = (root.bounds, true)
    for index in 0..<60 {
      let row = CALayer()
      row.frame = CGRect(x: 0, y: 20 * index, width: 100, height: 18)
      row.backgroundColor = CGColor(deviceGray: CGFloat(index % 9) / 9, alpha: 1)
      for place in 0..<4 {
        let part = CALayer()
        part.frame = CGRect(x: 24 * place, y: 3, width: 20, height: 12)
        part.backgroundColor = CGColor(srgbRed: 0.9, green: CGFloat(place) / 4, blue: 0.3, alpha: 1)
        row.addSublayer(part)
      }
      list.addSublayer(row)
    }
    root.addSublayer(list)
    let rows = list.sublayers ?? []
    var pair = RetainedPair()
    var seen = 0
    for step in 0..<60 {
      // Between its steps the list stands still, and rows that stay out of sight are taken over.
      if step % 3 != 2 { list.bounds.origin.y = CGFloat(step * 13 % 900) }
      rows[step * 7 % 60].backgroundColor = CGColor(srgbRed: 0.2, green: CGFloat(step) / 60, blue: 0.5, alpha: 1)
      // A part that is far out of sight comes to reach into it, and goes back; it casts a shadow; it leans.
      let part = try #require(rows[50].sublayers?[1])
      switch step % 10 {
      case 2: part.frame = CGRect(x: 0, y: -1_000 + list.bounds.origin.y + 20, width: 30, height: 30)
      case 4: (part.shadowOpacity, part.shadowOffset) = (1, CGSize(width: 0, height: -980 + list.bounds.origin.y))
      case 6: part.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
      case 8:
        (part.transform, part.shadowOpacity) = (CATransform3DIdentity, 0)
        part.frame = CGRect(x: 24, y: 3, width: 20, height: 12)
      default: break
      }
      let plans = try pair.plans(root)
      #expect(plans.kept.drawsSame(as: plans.fresh), "step \(step)")
      seen = max(seen, plans.fresh.count)
    }
    #expect(pair.revisions > 50)
    #expect(seen < 60, "rows that are out of sight were drawn: \(seen) operations")
  }

  @Test("runs of rows are passed over where they are out of sight, whatever happens to a long list", arguments: 0..<6)
  func longLists(seed: Int) throws {
    var random = RandomTree(changes: 9_000 + seed)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 80)
    let list = CALayer()
    (list.frame, list.masksToBounds) = (root.bounds, seed % 2 == 0)
    root.addSublayer(list)
    func makePlain(_ part: CALayer) {
      (part.transform, part.zPosition, part.contents) = (CATransform3DIdentity, 0, nil)
      if !part.position.x.isFinite { part.position = .zero }
      part.sublayers?.forEach(makePlain)
    }
    func addRow(at place: Int) {
      let row = OutOfSightTests.row(&random)
      // Rows that are always visited, as they are small, some of which leave things behind in any case.
      if seed % 3 == 2 {
        row.sublayers = nil
        if random.chance(0.5) { row.addSublayer(CAGradientLayer()) }
        if let gradient = row.sublayers?.first as? CAGradientLayer {
          gradient.frame = row.bounds
          gradient.colors = [random.color(), random.color()]
        }
        (row.shouldRasterize, row.rasterizationScale) = (random.chance(0.3), random.chance(0.5) ? 0 : 1)
      }
      // Plain ones among those of which a run cannot be measured.
      if random.chance(0.98) { row.sublayers?.forEach(makePlain) }
      row.position.y = CGFloat(place) * 30 + random.number(-20, 20)
      list.insertSublayer(row, at: UInt32(place))
    }
    for place in 0..<80 { addRow(at: place) }
    var pair = RetainedPair()
    for step in 0..<80 {
      let rows = list.sublayers ?? []
      let row = rows[Int(random.number(0, Double(rows.count) - 0.01))]
      if step % 8 == 0 { rows.filter { $0.zPosition != 0 }.forEach { $0.zPosition = 0 } }
      if random.chance(0.7) { list.bounds.origin.y = random.number(-100, 2_500) }
      switch step % 8 {
      case 1: row.position.y = list.bounds.origin.y + random.number(-30, 110)
      case 2: row.sublayers?.last?.position.y += random.number(-2_000, 2_000)
      case 3: row.opacity = random.number(0, 1) < 0.5 ? 0.4 : 1
      case 4: row.backgroundColor = random.color()
      case 5 where step > 40: addRow(at: Int(random.number(0, Double(rows.count))))
      case 6 where step > 40: row.removeFromSuperlayer()
      case 7: row.zPosition = random.chance(0.2) ? 1 : 0
      default: break
      }
      let plans = try pair.plans(root)
      #expect(plans.kept.drawsSame(as: plans.fresh), "step \(step)")
      #expect(plans.kept.diagnostics == plans.fresh.diagnostics, "step \(step)")
    }
    #expect(pair.revisions > 20)
  }

  @Test("a layer that was removed does not live on because it had changed")
  func lifetimes() throws {
    var random = RandomTree(changes: 1)
    let root = Self.wide(&random)
    var pair = RetainedPair()
    for _ in 0..<3 {
      root.sublayers?[7].position.x += 1
      _ = try pair.plans(root)
    }
    weak var mask: CALayer?
    weak var card: CALayer?
    for change in 0..<3 {
      autoreleasepool {
        root.mask = CALayer()
        mask = root.mask
        card = root.sublayers?[change]
        card?.position.x += 1
        mask?.position.x += 1
        root.sublayers?[20].position.x += 1
        root.mask = nil
        if change < 2 { card?.removeFromSuperlayer() } else { root.sublayers = nil }
      }
      #expect(mask == nil && card == nil)
      _ = try pair.plans(root)
    }
  }

  @Test("layers that come, go and change places, also where new ones lie where others were in memory")
  func structure() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    for index in 0..<40 {
      let layer = CALayer()
      layer.frame = CGRect(x: index, y: index, width: 20, height: 20)
      layer.backgroundColor = CGColor(deviceGray: 0.5, alpha: 1)
      root.addSublayer(layer)
    }
    var pair = RetainedPair()
    for step in 0..<60 {
      let index = step * 7 % 40
      autoreleasepool {
        root.sublayers?[index].removeFromSuperlayer()
        // Untouched, and so without a revision of its own, often at the address of the one that was removed.
        root.insertSublayer(CALayer(), at: UInt32(index))
      }
      if step % 3 == 0 { root.insertSublayer(root.sublayers?[0] ?? CALayer(), at: 5) }
      let plans = try pair.plans(root)
      #expect(plans.kept.drawsSame(as: plans.fresh), "step \(step)")
    }
  }

  @Test("sublayers that change their depth, lean or hide are drawn in their place")
  func depths() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    for index in 0..<30 {
      let layer = CALayer()
      layer.frame = CGRect(x: index, y: index, width: 40, height: 40)
      layer.backgroundColor = CGColor(srgbRed: CGFloat(index) / 30, green: 0.3, blue: 0.7, alpha: 0.8)
      let inner = CALayer()
      inner.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
      inner.backgroundColor = CGColor(gray: 1, alpha: 1)
      layer.addSublayer(inner)
      root.addSublayer(layer)
    }
    let layers = root.sublayers ?? []
    let changes: [(CALayer) -> Void] = [
      { $0.zPosition = 5 }, { $0.isHidden = true }, { $0.sublayers?[0].position.x += 3 }, { $0.zPosition = 0 },
      { $0.isHidden = false }, { $0.transform = CATransform3DMakeRotation(0.5, 0, 1, 0) },
      { $0.sublayers?[0].cornerRadius = 4 }, { $0.transform = CATransform3DIdentity }, { $0.masksToBounds = true },
      { $0.cornerRadius = 12 }, { $0.sublayers?[0].position.x += 30 }, { $0.opacity = 0.5 },
      { $0.sublayers?[0].backgroundColor = nil }, { $0.opacity = 1 }, { $0.masksToBounds = false },
    ]
    var pair = RetainedPair()
    for step in 0..<(4 * changes.count) {
      changes[step % changes.count](layers[[3, 17][step / changes.count % 2]])
      let plans = try pair.plans(root)
      #expect(plans.kept.drawsSame(as: plans.fresh), "step \(step)")
    }
    #expect(pair.takenOver > 20 * 30)
  }

  @Test("another tree, another scale and a plan that fails leave nothing to be taken over")
  func otherTrees() throws {
    let trees = [Self.tree(seed: 1), Self.tree(seed: 2)]
    var pair = RetainedPair()
    for step in 0..<12 {
      pair.options.scale = step < 6 ? 1 : 2
      trees[step % 2].sublayers?.first?.position.x += 1
      let plans = try pair.plans(trees[step % 2])
      #expect(plans.kept.drawsSame(as: plans.fresh))
      if step % 4 == 3 {
        trees[step % 2].sublayers?.first?.position.x += 1
        var options = pair.options
        options.limits.time = 0
        let snapshot = pair.tree.snapshot(
          of: trees[step % 2], at: 0, hostIsFlipped: false, scale: options.scale, reference: .screen)
        #expect(throws: PlanError.self) { try Planner(options: options).plan(snapshot, keeping: pair.recording) }
      }
    }
  }

  @Test("a layer that is laid out, displayed or animated between two pictures is copied as it is then")
  func marks() throws {
    final class Dial: CALayer {
      override func layoutSublayers() { sublayers?.first?.frame = bounds.insetBy(dx: 3, dy: 3) }
    }
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
    for index in 0..<20 {
      let dial = Dial()
      dial.frame = CGRect(x: 2 * index, y: index, width: 20, height: 20)
      let hand = CALayer()
      hand.backgroundColor = CGColor(deviceGray: 0.2, alpha: 1)
      dial.addSublayer(hand)
      root.addSublayer(dial)
    }
    let dials = root.sublayers ?? []
    var pair = RetainedPair()
    for step in 0..<20 {
      switch step % 4 {
      case 0: dials[step].bounds.size.width += 4
      case 1: dials[step].setNeedsLayout()
      case 2:
        let turn = CABasicAnimation(keyPath: "transform.rotation.z")
        (turn.fromValue, turn.toValue, turn.duration) = (0.0, 2.0, 10)
        dials[step].add(turn, forKey: "turn")
      default: dials[step - 1].removeAllAnimations()
      }
      let plans = try pair.plans(root, at: Double(step) * 0.3)
      #expect(plans.kept.drawsSame(as: plans.fresh), "step \(step)")
    }
    #expect(pair.takenOver > 0)
  }
}
