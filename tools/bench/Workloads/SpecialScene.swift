// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Scenes of replicators and emitters.

import Foundation
import Lamina

/// The benchmark's scenes of special layers.
enum SpecialScene {
  /// An emitter with `count` living particles of 2 to 6 pixels all over 1,920 x 1,080 points.
  static func makeParticles(count: Int) -> CALayer {
    let root = CardsScene.makeBackground()
    let emitter = CAEmitterLayer()
    emitter.frame = root.bounds
    emitter.emitterPosition = CGPoint(x: root.bounds.midX, y: root.bounds.midY)
    emitter.emitterShape = .rectangle
    emitter.emitterSize = root.bounds.size
    let cell = CAEmitterCell()
    cell.contents = CGImage(width: 16, height: 16) { x, y in
      let distance = hypot(Double(x) - 7.5, Double(y) - 7.5) / 7.5
      let level = UInt8(clamping: 255 * max(0, 1 - distance))
      return [level, level, level, level]
    }
    cell.birthRate = Float(count) / 10
    cell.lifetime = 10
    cell.beginTime = -20
    cell.velocity = 20
    cell.emissionRange = 2 * .pi
    cell.scale = 0.25
    cell.scaleRange = 0.25
    cell.spinRange = 4
    cell.color = CGColor(srgbRed: 1, green: 0.7, blue: 0.4, alpha: 0.8)
    cell.greenRange = 0.5
    cell.alphaSpeed = -0.05
    emitter.emitterCells = [cell]
    root.addSublayer(emitter)
    return root
  }

  /// The repeated layer: a small card with a border and a dot in it.
  private static func makeCard() -> CALayer {
    let card = CALayer()
    card.bounds = CGRect(x: 0, y: 0, width: 60, height: 40)
    card.position = CGPoint(x: 1500, y: 540)
    card.backgroundColor = CGColor(srgbRed: 0.3, green: 0.5, blue: 0.9, alpha: 0.7)
    card.borderColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    card.borderWidth = 2
    card.cornerRadius = 8
    let dot = CALayer()
    dot.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    dot.cornerRadius = 10
    dot.backgroundColor = CGColor(srgbRed: 1, green: 0.8, blue: 0.3, alpha: 1)
    card.addSublayer(dot)
    return card
  }

  /// The transform from one copy to the next: a spiral towards the middle.
  private static let step = CATransform3DScale(CATransform3DMakeRotation(0.13, 0, 0, 1), 0.9985, 0.9985, 1)

  /// Copies of a card by a replicator.
  static func makeReplicator(count: Int) -> CALayer {
    let root = CardsScene.makeBackground()
    let replicator = CAReplicatorLayer()
    replicator.frame = root.bounds
    replicator.instanceCount = count
    replicator.instanceTransform = step
    replicator.addSublayer(makeCard())
    root.addSublayer(replicator)
    return root
  }

  /// The same copies as separate layers.
  static func makeCopies(count: Int) -> CALayer {
    let root = CardsScene.makeBackground()
    var matrix = CATransform3DIdentity
    for _ in 0..<count {
      let wrapper = CALayer()
      wrapper.frame = root.bounds
      wrapper.transform = matrix
      wrapper.addSublayer(makeCard())
      root.addSublayer(wrapper)
      matrix = CATransform3DConcat(matrix, step)
    }
    return root
  }
}
