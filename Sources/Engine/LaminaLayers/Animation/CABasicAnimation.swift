// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// An animation from one value to another.
///
/// | set | runs |
/// |---|---|
/// | `fromValue`, `toValue` | from the one to the other |
/// | `fromValue`, `byValue` | from the one to their sum |
/// | `byValue`, `toValue` | from the difference to the other |
/// | `fromValue` | to what the property has without the animation |
/// | `toValue` | from what the property has without the animation |
/// | `byValue` | from what the property has without the animation to the sum |
/// | nothing | as an action: from what showed before the change |
///
/// Values are of the property's type; numbers of any type will do. A value of another type is reported when the layer
/// is drawn, and counts as not set.
///
/// - Conformance: TIME-4
open class CABasicAnimation: CAPropertyAnimation {
  /// Where it starts.
  open var fromValue: Any?
  /// Where it ends.
  open var toValue: Any?
  /// How far it goes.
  open var byValue: Any?

  package override func makeEmpty() -> CAAnimation { CABasicAnimation() }

  package override func takeValues(of other: CAAnimation) {
    super.takeValues(of: other)
    guard let other = other as? CABasicAnimation else { return }
    fromValue = other.fromValue
    toValue = other.toValue
    byValue = other.byValue
  }
}
