// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// An animation from one value to another.
///
/// | set | animates |
/// |---|---|
/// | `fromValue`, `toValue` | from `fromValue` to `toValue` |
/// | `fromValue`, `byValue` | from `fromValue` to their sum |
/// | `byValue`, `toValue` | from their difference to `toValue` |
/// | `fromValue` | to the property's value without the animation |
/// | `toValue` | from the property's value without the animation |
/// | `byValue` | from the property's value without the animation to the sum |
/// | nothing | as an action: from the value that showed before the change |
///
/// Values are of the property's type; numbers of any type will do. A value of another type is reported when the layer
/// is drawn, and counts as not set.
///
/// - Conformance: TIME-4
open class CABasicAnimation: CAPropertyAnimation {
  /// The value at the start.
  open var fromValue: Any?
  /// The value at the end.
  open var toValue: Any?
  /// The difference between the end and the start.
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
