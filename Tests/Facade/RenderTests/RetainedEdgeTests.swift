// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Parts whose edges no other layer has are not searched for hidden edges again; all others are.
@Suite struct RetainedEdgeTests {
  /// Rounded cards, each with an outline of its own, in a container.
  private static func board(_ count: Int) -> (root: CALayer, cards: [CALayer]) {
    let root = RetainedPair.cards(count)
    for card in root.sublayers ?? [] {
      card.bounds.size = CGSize(width: 29, height: 23)
      card.cornerRadius = 6
    }
    return (root, root.sublayers ?? [])
  }

  @Test("a card that comes to lie on the outline of a card of another part hides it there, until it leaves")
  func equalOutlines() throws {
    let (root, cards) = Self.board(400)
    var (pair, random, links) = (RetainedPair(), RandomTree(changes: 7), 0)
    try pair.expectSame(try pair.plans(root), "the first plan")
    for step in 0..<60 {
      let (moved, other) = (cards[Int(random.next() % 400)], cards[Int(random.next() % 400)])
      let place = moved.position
      // Neighbours in the tree may lie in one part, and the moved card in front of the other or behind it.
      moved.position = other.position
      let plans = try pair.plans(root)
      try pair.expectSame(plans, "step \(step)")
      if step % 6 == 0 { try pair.expectSamePixels(plans, "step \(step)") }
      links += plans.fresh.clips.count
      if step % 3 != 0 { moved.position = place }
      moved.opacity = step % 5 == 0 ? 0.5 : 1
      try pair.expectSame(try pair.plans(root), "step \(step), back")
    }
    #expect(links >= 40, "no card hides another one")
    #expect(pair.takenOver > 60 * 2 * 200)
  }

  /// Many cards in a layer that clips them with round corners.
  private static func container() -> (top: CALayer, cards: [CALayer]) {
    let (root, cards) = board(400)
    let top = CALayer()
    top.bounds = root.bounds
    root.frame = CGRect(x: 10, y: 10, width: 560, height: 360)
    (root.cornerRadius, root.masksToBounds) = (40, true)
    root.backgroundColor = CGColor(deviceGray: 0.8, alpha: 1)
    top.addSublayer(root)
    return (top, cards)
  }

  @Test("cards in a container with rounded corners hide one another at its edge, whichever of them changes")
  func commonClip() throws {
    let (top, cards) = Self.container()
    var (pair, random, links) = (RetainedPair(), RandomTree(changes: 8), 0)
    for step in 0..<40 {
      let card = cards[Int(random.next() % 400)]
      switch step % 4 {
      case 0: card.position = CGPoint(x: random.number(0, 30), y: random.number(0, 30))
      case 1: card.position = CGPoint(x: random.number(500, 560), y: random.number(320, 360))
      case 2: card.isHidden.toggle()
      default: card.backgroundColor = random.color()
      }
      let plans = try pair.plans(top)
      try pair.expectSame(plans, "step \(step)")
      if step % 6 == 0 { try pair.expectSamePixels(plans, "step \(step)") }
      links = max(links, plans.fresh.clips.count)
    }
    #expect(links > 10, "no card lies at the edge of the container")
    #expect(pair.takenOver > 40 * 100)
  }

  @Test("groups and rasterized layers that come to the edge of a container hide what is there, until they leave")
  func groups() throws {
    let (top, cards) = Self.container()
    for card in [cards[40], cards[300]] {
      let over = CALayer()
      over.frame = CGRect(x: -8, y: -8, width: 60, height: 30)
      over.backgroundColor = CGColor(deviceGray: 0.1, alpha: 1)
      card.addSublayer(over)
    }
    (cards[40].opacity, cards[300].shouldRasterize) = (0.5, true)
    var (pair, random, links) = (RetainedPair(), RandomTree(changes: 9), 0)
    for step in 0..<40 {
      let card = cards[step % 2 == 0 ? 40 : 300]
      if step % 4 < 2 {
        card.position = CGPoint(x: random.number(0, 25), y: random.number(0, 25))
      } else {
        card.position = CGPoint(x: random.number(100, 400), y: random.number(100, 300))
      }
      cards[Int(random.next() % 400)].backgroundColor = random.color()
      let plans = try pair.plans(top)
      try pair.expectSame(plans, "step \(step)")
      if step % 6 == 0 { try pair.expectSamePixels(plans, "step \(step)") }
      links = max(links, plans.fresh.clips.count)
    }
    #expect(links > 10, "no card lies at the edge of the container")
    #expect(pair.takenOver > 40 * 100)
  }

  @Test("a part that was visited when links were used up is visited again when there are links")
  func links() throws {
    let (root, cards) = Self.board(240)
    // Each of these lies on the outline of the one before; with more than are allowed, others behind keep their edges.
    let stack = (0..<700).map { index in
      let card = CALayer()
      card.frame = CGRect(x: 300 + index % 7 * 40, y: 100 + index % 5 * 30, width: 29, height: 23)
      (card.cornerRadius, card.opacity) = (6, 0.5)
      card.backgroundColor = CGColor(deviceGray: 0.3, alpha: 1)
      root.addSublayer(card)
      return card
    }
    cards[3].position = cards[130].position
    var pair = RetainedPair()
    for step in 0..<8 {
      cards[200].position.x += 1
      if step == 3 { for card in stack { card.isHidden = true } }
      if step == 6 { for card in stack { card.isHidden = false } }
      try pair.expectSame(try pair.plans(root), "step \(step)")
    }
  }
}
