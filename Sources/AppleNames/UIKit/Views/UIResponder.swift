// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// What views and view controllers are. There are no events to respond to.
open class UIResponder: NSObject {
  /// Makes a responder.
  public override init() { super.init() }

  /// Who would respond if this one does not: nobody, unless a subclass says otherwise.
  open var next: UIResponder? { nil }

  /// Whether it can be the first to respond: `false`.
  open var canBecomeFirstResponder: Bool { false }

  /// Whether it is the first to respond: `false`.
  open var isFirstResponder: Bool { false }

  /// Does nothing.
  ///
  /// - Returns: `false`.
  @discardableResult open func becomeFirstResponder() -> Bool { false }

  /// Does nothing.
  ///
  /// - Returns: `true`.
  @discardableResult open func resignFirstResponder() -> Bool { true }

  /// Touches begin.
  @available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}

  /// Touches move.
  @available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}

  /// Touches end.
  @available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}

  /// Touches are cancelled.
  @available(*, unavailable, message: "there are no events on a server; hitTest(_:with:) says which view is at a point")
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}

  /// Never called: there are no nibs. It is here because subclasses override it.
  open func awakeFromNib() {}

  /// Never called: there is no tool that shows views while they are written. It is here because subclasses override it.
  open func prepareForInterfaceBuilder() {}

  /// Never called: traits do not change. It is here because subclasses override it.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
}
