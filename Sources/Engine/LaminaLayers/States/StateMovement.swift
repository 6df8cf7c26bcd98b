// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The animations of one transition between states, with their start and end values.
struct StateMovement {
  /// An animation's layer and its key.
  struct Place: Hashable {
    private let layer: ObjectIdentifier
    private let key: String?

    init(layer: CALayer, key: String?) { (self.layer, self.key) = (ObjectIdentifier(layer), key) }
  }

  private struct Part {
    var target: CALayer
    var key: String
    var animation: CAAnimation
    /// The animation that had the key before.
    var former: CAAnimation?
  }

  /// An animation, in a part, that has no values of its own.
  private struct Open {
    var target: CALayer
    var path: LayerKeyPath
    var animation: CABasicAnimation
    var start: Any?
  }

  private var parts: [Part] = []
  private var open: [Open] = []

  /// Makes a movement without animations.
  init() {}

  /// The animations of a transition, as copies.
  ///
  /// - Parameter endlessOnly: Whether to include only animations that repeat without end.
  init(_ transition: CAStateTransition?, of layer: CALayer, speed: Float, endlessOnly: Bool = false) {
    for element in transition?.elements ?? [] {
      guard let target = element.target, let source = element.animation, !endlessOnly || Self.isEndless(source) else {
        continue
      }
      let animation = Self.deepCopy(source)
      if let property = animation as? CAPropertyAnimation, property.keyPath == nil { property.keyPath = element.key }
      if animation.duration <= 0, !(animation is CASpringAnimation) {
        // In transitions, no duration means at once: Apple's own glyphs swap layers in this way, without a gap between
        // them.
        if animation.beginTime <= 0 { continue }
        // A shorter animation would be over before it begins: times within a nanosecond count as equal.
        animation.duration = 1e-6
      }
      if animation.beginTime > 0 {
        // Counted from the beginning of the transition, which is now.
        let delay = animation.beginTime / Double(speed)
        let now = CALayer.localTime(of: MediaClock.time, from: nil, to: target)
        animation.beginTime = now + delay == 0 ? .leastNormalMagnitude : now + delay
      }
      if animation.isRemovedOnCompletion, !Self.isEndless(animation) { animation.holdsNothingAfterItsEnd() }
      animation.speed *= speed
      parts.append(Part(target: target, key: element.key, animation: animation))
      findOpen(in: animation, of: target)
    }
  }

  /// The places of the animations that come to an end.
  var endingPlaces: Set<Place> {
    Set(parts.filter { !Self.isEndless($0.animation) }.map { Place(layer: $0.target, key: $0.key) })
  }

  private static func isEndless(_ animation: CAAnimation) -> Bool {
    (animation.repeatCount == .infinity || animation.repeatDuration == .infinity) && animation.speed != 0
  }

  /// Returns a copy of an animation and of all animations in it.
  private static func deepCopy(_ animation: CAAnimation) -> CAAnimation {
    let copy = animation.duplicate()
    var pending = [copy]
    while let next = pending.popLast() {
      guard let group = next as? CAAnimationGroup, let inside = group.animations else { continue }
      let copies = inside.map { $0.duplicate() }
      group.animations = copies
      pending += copies
    }
    return copy
  }

  private mutating func findOpen(in animation: CAAnimation, of target: CALayer) {
    var pending = [animation]
    while let next = pending.popLast() {
      pending += (next as? CAAnimationGroup)?.animations ?? []
      guard let basic = next as? CABasicAnimation, basic.fromValue == nil, basic.toValue == nil, basic.byValue == nil,
        let path = basic.keyPath.flatMap({ try? LayerKeyPath($0, for: target) })
      else { continue }
      open.append(Open(target: target, path: path, animation: basic))
    }
  }

  /// Notes the values that show, before the change.
  mutating func noteStart() {
    for index in open.indices {
      let target = open[index].target
      open[index].start = try? open[index].path.value(in: target.presentation() ?? target)
    }
  }

  /// Notes the new values, after the change.
  func noteEnd() {
    for part in open {
      part.animation.fromValue = part.start
      part.animation.toValue = try? part.path.value(in: part.target)
    }
  }

  /// Adds the animations to their layers.
  mutating func start() {
    for index in parts.indices {
      let part = parts[index]
      parts[index].former = part.target.animation(forKey: part.key)
      part.target.add(part.animation, forKey: part.key)
    }
  }

  /// Removes the animations, and restores the animations that had their keys before.
  func stop() {
    for part in parts.reversed() {
      part.target.removeAnimation(forKey: part.key)
      if let former = part.former { part.target.add(former, forKey: part.key) }
    }
  }
}

extension CAAnimation {
  /// Ends the fill mode at the animation's end: an animation that is removed there cannot hold its value.
  fileprivate func holdsNothingAfterItsEnd() {
    if fillMode == .forwards { fillMode = .removed }
    if fillMode == .both { fillMode = .backwards }
  }
}
