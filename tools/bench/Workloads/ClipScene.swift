// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// `clips`: rotated cards with rounded corners that clip sublayers at their edges, under a translucent border.
enum ClipScene {
  /// A scene of `count` cards.
  static func make(count: Int) -> CALayer {
    var random = SplitMix64(state: 3)
    let root = CardsScene.makeBackground()
    for _ in 0..<count {
      let card = CALayer()
      card.bounds = CGRect(x: 0, y: 0, width: random.number(in: 60...120), height: random.number(in: 50...90))
      card.position = CGPoint(x: random.number(in: 0...1_920), y: random.number(in: 0...1_080))
      card.transform = CATransform3DMakeRotation(random.number(in: -0.5...0.5), 0, 0, 1)
      card.cornerRadius = 12
      card.masksToBounds = true
      card.backgroundColor = color(&random, alpha: 1)
      card.borderWidth = 2
      card.borderColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 0.5)
      let size = card.bounds.size
      // A header across the upper edge, a disc across a corner, and a label that touches no edge.
      card.addSublayer(
        box(CGRect(x: -5, y: -5, width: size.width + 10, height: size.height / 3 + 5), color(&random, alpha: 1)))
      let disc = box(
        CGRect(x: size.width - 30, y: size.height - 30, width: 50, height: 50), color(&random, alpha: 0.6))
      disc.cornerRadius = 25
      card.addSublayer(disc)
      card.addSublayer(
        box(CGRect(x: 14, y: size.height / 2, width: size.width / 2, height: 8), color(&random, alpha: 1)))
      root.addSublayer(card)
    }
    return root
  }

  private static func box(_ frame: CGRect, _ color: CGColor) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = color
    return layer
  }

  private static func color(_ random: inout SplitMix64, alpha: CGFloat) -> CGColor {
    CGColor(
      srgbRed: random.number(in: 0...1), green: random.number(in: 0...1), blue: random.number(in: 0...1), alpha: alpha)
  }
}
