// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Scenes of shadows and groups, made from the cards.

import Foundation
import Lamina

/// The benchmark's scenes of effects.
enum ShadowScene {
  /// The cards, each inside a layer of its size, corners and colour that does not mask and casts a shadow: sigma 6,
  /// offset (0, 4), opacity 0.5. In painter's order, so that a later card's shadow falls on an earlier card.
  ///
  /// - Parameter areAlike: Whether all cards have the same size.
  static func makeCards(count: Int, pictures: [CGImage], areAlike: Bool) -> CALayer {
    let root = CardsScene.makeBackground()
    for card in CardsScene.make(count: count, pictures: pictures).sublayers ?? [] {
      if areAlike { card.bounds = CGRect(x: 0, y: 0, width: 110, height: 80) }
      let caster = CALayer()
      caster.bounds = card.bounds
      caster.position = card.position
      caster.transform = card.transform
      caster.backgroundColor = card.backgroundColor
      caster.cornerRadius = card.cornerRadius
      caster.shadowOpacity = 0.5
      caster.shadowRadius = 6
      caster.shadowOffset = CGSize(width: 0, height: 4)
      card.transform = CATransform3DIdentity
      card.position = CGPoint(x: card.bounds.width / 2, y: card.bounds.height / 2)
      caster.addSublayer(card)
      root.addSublayer(caster)
    }
    return root
  }

  /// A layer that contains all cards, with or without a shadow of the whole group, sigma 30.
  static func makeSubtree(count: Int, pictures: [CGImage], castsShadow: Bool) -> CALayer {
    let root = CardsScene.makeBackground()
    let holder = CALayer()
    holder.frame = root.bounds
    for card in CardsScene.make(count: count, pictures: pictures).sublayers ?? [] { holder.addSublayer(card) }
    if castsShadow {
      holder.shadowOpacity = 0.5
      holder.shadowRadius = 30
      holder.shadowOffset = CGSize(width: 0, height: 8)
    }
    root.addSublayer(holder)
    return root
  }

  /// Layers at half opacity with three overlapping sublayers each.
  static func makeGroups(count: Int) -> CALayer {
    var random = SplitMix64(state: 2)
    let root = CardsScene.makeBackground()
    for _ in 0..<count {
      let group = CALayer()
      group.frame = CGRect(
        x: random.number(in: 0...1_800), y: random.number(in: 0...980), width: 120, height: 100)
      group.opacity = 0.5
      for index in 0..<3 {
        let member = CALayer()
        member.frame = CGRect(x: 20 * index, y: 15 * index, width: 70, height: 60)
        member.cornerRadius = 10
        member.backgroundColor = CGColor(
          srgbRed: random.number(in: 0...1), green: random.number(in: 0...1), blue: random.number(in: 0...1), alpha: 1)
        group.addSublayer(member)
      }
      root.addSublayer(group)
    }
    return root
  }
}
