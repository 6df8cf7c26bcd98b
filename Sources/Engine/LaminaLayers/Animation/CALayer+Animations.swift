// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

// Adding, finding and removing animations. Members that subclasses override are in the body of `CALayer` and call
// these.

extension CALayer {
  /// The layer's animations; `nil` for most layers.
  final var animations: LayerAnimations? { attachments?.animations }

  /// The animations, ready to be written out: the key, where there is one, and the layer's copy.
  package final var addedAnimations: [(key: String?, animation: CAAnimation)] {
    (animations?.entries ?? []).map { ($0.key, $0.animation) }
  }

  final func addAnimation(_ animation: CAAnimation, forKey key: String?) {
    let copy = (animation.copy() as? CAAnimation) ?? animation
    let key = copy is CATransition ? kCATransition : key
    let transaction = TransactionState.current
    let program = AnimationCompiler.program(
      for: copy, on: self, now: CALayer.localTime(of: MediaClock.time, from: nil, to: self),
      fallback: transaction.settings.duration.flatMap { $0 > 0 ? $0 : nil } ?? CATransaction.defaultDuration)
    (copy as? CATransition)?.before = nil
    if let key { removeAnimations { $0.key == key } }
    let animations = self.animations ?? LayerAnimations()
    attach(animations, at: \.animations)
    properties.flags.insert(.animated)
    let serial = transaction.added(copy, program.timing, to: self)
    animations.append(LayerAnimations.Entry(key: key, animation: copy, program: program, serial: serial))
  }

  /// Removes animations; their delegates are told when the transaction ends.
  final func removeAnimations(where fits: (LayerAnimations.Entry) -> Bool) {
    guard let animations else { return }
    let removed = animations.remove(where: fits)
    for entry in removed { TransactionState.current.removed(entry.serial) }
    forgetOwnContentsIfUnanimated()
    forgetAnimationsIfEmpty()
  }

  private final func forgetAnimationsIfEmpty() {
    guard animations?.entries.isEmpty == true else { return }
    attach(nil, at: \.animations)
    properties.flags.remove(.animated)
  }

  /// Removes an animation that has come to its end.
  final func forgetAnimation(_ serial: Int) {
    _ = animations?.remove { $0.serial == serial }
    forgetOwnContentsIfUnanimated()
    forgetAnimationsIfEmpty()
  }
}

extension CALayer {
  /// The layer as it looks at a time of its own: a copy without sublayers; the layer itself without animations.
  ///
  /// - Parameter makeCopy: Makes the copy; a layer of the layer's kind by default.
  final func presented(at time: Double, as makeCopy: @autoclosure () -> CALayer? = nil) -> CALayer {
    guard let animations else { return self }
    var animator = LayerAnimator()
    let copy = makeCopy() ?? self.properties.kind.makeCopy(of: self)
    var properties = self.properties
    animator.apply(animations, of: self, at: time, to: &properties, in: copy)
    copy.properties.flags.remove(.animated)
    copy.attach(self, at: \.model)
    return copy
  }

  /// Returns a copy of the layer and all in it, masks included, as they look now, without animations.
  final func pictureCopy() -> CALayer {
    updateIfNeeded()
    let root = stillCopy()
    var open: [(source: CALayer, copy: CALayer)] = [(self, root)]
    while let (source, copy) = open.popLast() {
      for sublayer in source.sublayerStorage {
        let still = sublayer.stillCopy()
        copy.insert(still, at: .max)
        open.append((sublayer, still))
      }
      if let mask = source.attachments?.mask {
        let still = mask.stillCopy()
        copy.replaceMask(with: still)
        open.append((mask, still))
      }
      // The source is laid out already; inserting sublayers has only marked the copy.
      copy.properties.flags.subtract([.needsLayout, .needsDisplay])
    }
    return root
  }

  private final func stillCopy() -> CALayer {
    let now = CALayer.localTime(of: MediaClock.time, from: nil, to: self)
    var copy = presented(at: now)
    if copy === self { copy = properties.kind.makeCopy(of: self) }
    return copy
  }
}
