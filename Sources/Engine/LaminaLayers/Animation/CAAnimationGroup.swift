// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Animations that run together.
///
/// The group's timing applies to its animations: their times are counted from the group's beginning, and they are cut
/// off at its end; they are not stretched. An animation without a duration takes the group's.
///
/// - Conformance: TIME-6
open class CAAnimationGroup: CAAnimation {
  /// The animations, in the order in which they apply.
  ///
  /// - Default: `nil`.
  open var animations: [CAAnimation]?

  /// Frees the groups inside without recursion: a chain of thousands would overflow the stack.
  deinit {
    var pending = animations ?? []
    animations = nil
    while var animation = pending.popLast() {
      guard isKnownUniquelyReferenced(&animation), let group = animation as? CAAnimationGroup else { continue }
      pending += group.animations ?? []
      group.animations = nil
    }
  }

  package override func makeEmpty() -> CAAnimation { CAAnimationGroup() }

  package override func takeValues(of other: CAAnimation) {
    super.takeValues(of: other)
    animations = (other as? CAAnimationGroup)?.animations
  }
}
