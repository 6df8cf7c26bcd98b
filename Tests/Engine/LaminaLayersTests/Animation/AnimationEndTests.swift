// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaLayers
import Testing

/// How long what moves in a tree takes.
@Suite struct AnimationEndTests {
  private func layer(_ change: (CABasicAnimation) -> Void) -> CALayer {
    let layer = CALayer()
    let animation = CABasicAnimation(keyPath: "opacity")
    (animation.beginTime, animation.duration) = (1e-100, 2)
    change(animation)
    layer.add(animation, forKey: nil)
    return layer
  }

  @Test("one animation ends where its timing says; an endless one counts with a cycle")
  func single() {
    let rows: [(String, (CABasicAnimation) -> Void, Double?)] = [
      ("plain", { _ in }, 2), ("later", { $0.beginTime = 3 }, 5), ("fast", { $0.speed = 4 }, 0.5),
      ("backwards", { $0.speed = -1 }, 2), ("to and fro", { $0.autoreverses = true }, 4),
      ("three times", { $0.repeatCount = 3 }, 6), ("for a while", { $0.repeatDuration = 5 }, 5),
      ("endless", { $0.repeatCount = .infinity }, 2),
      ("endless, to and fro", { ($0.repeatDuration, $0.autoreverses) = (.infinity, true) }, 4),
      ("endless, begun long ago", { ($0.repeatCount, $0.beginTime) = (.infinity, -100) }, 2),
      ("endless, later", { ($0.repeatCount, $0.beginTime) = (.infinity, 1) }, 3),
      ("standing still", { $0.speed = 0 }, nil), ("infinitely long", { $0.duration = .infinity }, nil),
    ]
    for (name, change, wanted) in rows {
      let end = layer(change).animationEnd
      #expect(
        (end == nil) == (wanted == nil) && abs((end ?? 0) - (wanted ?? 0)) < 1e-9, "\(name): \(String(describing: end))"
      )
    }
  }

  @Test("the last one of a tree counts, in the time outside the root")
  func tree() {
    let (root, middle) = (CALayer(), CALayer())
    #expect(root.animationEnd == nil)
    root.addSublayer(middle)
    middle.addSublayer(layer { _ in })
    middle.addSublayer(layer { $0.duration = 1 })
    #expect(root.animationEnd == 2)
    middle.speed = 2
    #expect(root.animationEnd == 1)
    middle.beginTime = 10
    #expect(root.animationEnd == 11)
    middle.timeOffset = 1
    #expect(root.animationEnd == 10.5)
    root.mask = layer { $0.duration = 30 }
    #expect(root.animationEnd == 30)
    root.mask = nil
    root.speed = 0
    #expect(root.animationEnd == nil)
  }

  @Test("a group ends with itself; the last copy of a replicator begins later")
  func containers() {
    let replicator = CAReplicatorLayer()
    (replicator.instanceCount, replicator.instanceDelay) = (4, 0.5)
    replicator.addSublayer(layer { _ in })
    #expect(replicator.animationEnd == 3.5)
    let group = CAAnimationGroup()
    let endless = CABasicAnimation(keyPath: "opacity")
    (endless.duration, endless.repeatCount) = (1, .infinity)
    (group.animations, group.duration, group.beginTime) = ([endless], 7, 1e-100)
    let layer = CALayer()
    layer.add(group, forKey: nil)
    #expect(layer.animationEnd == 7)
  }
}
