// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Scenes for the figures about animation in docs/benchmarks.md: layers that all move, and the same layers without
// animations.

import Foundation
import Lamina

/// The benchmark's own animated layers.
enum AnimatedScene {
  /// The kind of animations.
  enum Kind {
    /// No animations, for comparison.
    case still
    /// `position.x`, `opacity`, `transform.rotation.z` and `backgroundColor` by basic animations.
    case basic
    /// A keyframe animation along a path, a spring, keyframes and a whole transform.
    case mixed
  }

  /// Small rounded rectangles with four animations each, and a function that sets the time for a frame.
  static func make(count: Int, _ kind: Kind) -> (root: CALayer, change: (Int) -> Void) {
    var random = SplitMix64(state: 9)
    let root = CardsScene.makeBackground()
    for _ in 0..<count {
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 12, height: 8)
      layer.position = CGPoint(x: random.number(in: 0...1920), y: random.number(in: 0...1080))
      layer.cornerRadius = 2
      layer.backgroundColor = CGColor(straight: [Float(random.number(in: 0...1)), 0.4, 0.8, 1])
      for animation in animations(kind, layer.position, &random) {
        animation.duration = random.number(in: 1...3)
        animation.repeatCount = .infinity
        animation.autoreverses = true
        layer.add(animation, forKey: nil)
      }
      root.addSublayer(layer)
    }
    root.speed = 0
    return (root, { frame in root.timeOffset = Double(frame) / 60 })
  }

  private static func animations(_ kind: Kind, _ place: CGPoint, _ random: inout SplitMix64) -> [CAAnimation] {
    func basic(_ keyPath: String, _ from: Any, _ to: Any, _ curve: CAMediaTimingFunctionName) -> CAAnimation {
      let animation = CABasicAnimation(keyPath: keyPath)
      (animation.fromValue, animation.toValue) = (from, to)
      animation.timingFunction = CAMediaTimingFunction(name: curve)
      return animation
    }
    switch kind {
    case .still: return []
    case .basic:
      return [
        basic("position.x", place.x, random.number(in: 0...1920), .easeInEaseOut), basic("opacity", 1, 0.3, .linear),
        basic("transform.rotation.z", 0, random.number(in: 1...6), .default),
        basic("backgroundColor", CGColor(straight: [1, 0, 0, 1]), CGColor(straight: [0, 0.5, 1, 1]), .linear),
      ]
    case .mixed:
      let follow = CAKeyframeAnimation(keyPath: "position")
      follow.path = CGPath(ellipseIn: CGRect(x: place.x - 40, y: place.y - 20, width: 80, height: 40), transform: nil)
      follow.calculationMode = .paced
      let spring = CASpringAnimation(keyPath: "cornerRadius")
      spring.toValue = 4
      let steps = CAKeyframeAnimation(keyPath: "opacity")
      steps.values = [1, 0.4, 0.8, 0.5]
      return [
        follow, spring, steps,
        basic("transform", CATransform3DIdentity, CATransform3DMakeRotation(2, 1, 1, 1), .easeInEaseOut),
      ]
    }
  }
}
