// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// The base class of views and view controllers. There are no events to respond to.
open class UIResponder: NSObject {
  /// Makes a responder.
  public override init() { super.init() }

  /// The next responder in the chain: `nil`, unless a subclass overrides it.
  open var next: UIResponder? { nil }

  /// Whether this object can become the first responder: `false`.
  open var canBecomeFirstResponder: Bool { false }

  /// Whether this object is the first responder: `false`.
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

  /// Never called, since there are no nibs. It exists so that subclasses can override it.
  open func awakeFromNib() {}

  /// Never called, since no tool shows views at design time. It exists so that subclasses can override it.
  open func prepareForInterfaceBuilder() {}

  /// Never called, since traits do not change. It exists so that subclasses can override it.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
}
