// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The event of a layer that comes into a tree, or out of hiding.
public let kCAOnOrderIn = "onOrderIn"
/// The event of a layer that leaves its tree, or is hidden.
public let kCAOnOrderOut = "onOrderOut"

/// Something that runs when a layer's property changes or an event happens to it.
///
/// Animations are actions: they add themselves to the layer. Layers find theirs by ``CALayer/action(forKey:)``.
public protocol CAAction {
  /// Runs the action.
  ///
  /// - Parameters:
  ///   - event: What happened: a key path such as `position`, or an event such as `onOrderIn`.
  ///   - anObject: The layer it happened to.
  ///   - dict: Arguments of the event, if any.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}
