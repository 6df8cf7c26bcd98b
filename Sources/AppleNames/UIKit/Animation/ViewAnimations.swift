// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaLayers
internal import QuartzCore

/// The blocks of animations that are running on a thread, the innermost last.
final class ViewAnimations {
  private var blocks: [BlockAnimation?] = []
  /// Whether blocks animate at all.
  var areEnabled = true

  private static let slot = ThreadSlot { ViewAnimations() }

  /// The blocks of this thread.
  static var current: ViewAnimations { slot.value }

  /// The innermost running block; `nil` outside of blocks, and while views are changed without animation.
  var innermost: BlockAnimation? { blocks.last ?? nil }

  /// Begins a block; `completion` is called when its animations have ended.
  func begin(_ block: BlockAnimation, _ completion: ((Bool) -> Void)?) {
    let nested = block.nested(in: innermost)
    let outcome = nested.outcome
    CATransaction.beginForDelegates(completion: completion.map { tell in { tell(outcome.isFinished) } })
    blocks.append(areEnabled && nested.isAnimating ? nested : nil)
  }

  /// Ends the innermost block.
  func end() {
    guard blocks.popLast() != nil else { return }
    CATransaction.endForDelegates()
  }

  /// Runs a block.
  func run(_ block: BlockAnimation, _ completion: ((Bool) -> Void)?, _ animations: () -> Void) {
    let depth = blocks.count
    begin(block, completion)
    animations()
    while blocks.count > depth { end() }
  }

  /// Runs a block whose changes do not animate.
  func runWithout(_ body: () -> Void) {
    blocks.append(nil)
    body()
    blocks.removeLast()
  }

  /// Changes the settings of the innermost block.
  func change(_ change: (inout BlockAnimation) -> Void) {
    guard var block = innermost else { return }
    change(&block)
    blocks[blocks.count - 1] = block
  }

  /// Changes the settings of the innermost block while `body` runs.
  func changing(_ change: (inout BlockAnimation) -> Void, in body: () -> Void) {
    let before = innermost
    self.change(change)
    body()
    if before != nil, !blocks.isEmpty { blocks[blocks.count - 1] = before }
  }

  /// The action for a changed key of a view's layer.
  func action(for layer: CALayer, key: String) -> any CAAction {
    guard let block = innermost, LayerKeyTable.of(layer).key(key)?.animates == .implicitly,
      !Self.immediateKeys.contains(key)
    else {
      return NSNull()
    }
    if let steps = block.steps { return steps.action(for: layer, key: key) }
    return block.makeAnimation(for: layer, key: key)
  }

  /// Keys that layers animate implicitly and views do not.
  private static let immediateKeys: Set<String> = [
    "hidden", "doubleSided", "masksToBounds", "contents", "instanceCount",
  ]

  /// Cross-fades a layer from its current look.
  func addFade(to layer: CALayer) {
    guard let block = innermost else { return }
    let fade = CATransition()
    fade.type = .fade
    fade.timingFunction = block.curve.function
    block.prepare(fade, for: layer)
    layer.add(fade, forKey: kCATransition)
  }
}
