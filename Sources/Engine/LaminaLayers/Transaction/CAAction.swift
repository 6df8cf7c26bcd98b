// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The event of a layer that is added to a tree, or is no longer hidden.
public let kCAOnOrderIn = "onOrderIn"
/// The event of a layer that leaves its tree, or is hidden.
public let kCAOnOrderOut = "onOrderOut"

/// An object that runs when a layer's property changes or at an event of a layer.
///
/// Animations are actions: they add themselves to the layer. Layers find their actions by ``CALayer/action(forKey:)``.
public protocol CAAction {
  /// Runs the action.
  ///
  /// - Parameters:
  ///   - event: The event: a key path such as `position`, or an event such as `onOrderIn`.
  ///   - anObject: The layer of the event.
  ///   - dict: Arguments of the event, if any.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}
