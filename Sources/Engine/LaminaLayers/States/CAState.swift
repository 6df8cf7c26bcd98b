// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A named state of a layer: values that replace those of the layer, and of layers below it, while it holds.
///
///     let on = CAState(name: "on")
///     on.elements = [CAStateSetValue(target: lamp, keyPath: "opacity", value: 1)]
///     switchLayer.states = [on]
///     CAStateController(layer: switchLayer).setState(on, of: switchLayer)
///
/// Documents carry states; controls and wallpapers are made of them. Core Animation has this class, and those beside
/// it, under these names without documenting them.
///
/// - Conformance: caml.md 1.6
public final class CAState {
  /// What it is called; a layer has one state of a name.
  public var name: String
  /// The name of the state whose values hold too, where this one has none of its own.
  ///
  /// - Default: `nil`.
  public var basedOn: String?
  /// What it sets, in the order in which it is set: the last value for a key path counts.
  ///
  /// - Default: empty.
  public var elements: [CAStateSetValue] = []

  /// Makes a state that changes nothing yet.
  public init(name: String) {
    self.name = name
  }
}

/// One value that a state sets.
public final class CAStateSetValue {
  /// The layer; not retained, so that a layer may hold a state that changes it.
  public weak var target: CALayer?
  /// What is set: a property, or a component of one.
  public var keyPath: String
  /// The value, as `setValue(_:forKeyPath:)` takes it.
  public var value: Any?

  /// Makes an element of a state.
  public init(target: CALayer?, keyPath: String, value: Any?) {
    self.target = target
    self.keyPath = keyPath
    self.value = value
  }
}
