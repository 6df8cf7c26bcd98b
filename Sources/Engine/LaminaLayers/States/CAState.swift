// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A named state of a layer: values that replace values of the layer, and of layers below it, while it is in the state.
///
///     let on = CAState(name: "on")
///     on.elements = [CAStateSetValue(target: lamp, keyPath: "opacity", value: 1)]
///     switchLayer.states = [on]
///     CAStateController(layer: switchLayer).setState(on, of: switchLayer)
///
/// Documents contain states; controls and wallpapers are made of them. Core Animation has this class, and the related
/// ones, under these names without documenting them.
///
/// - Conformance: caml.md 1.6
public final class CAState {
  /// The name, unique among the states of a layer.
  public var name: String
  /// The name of the state whose values apply too, where this state has none of its own.
  ///
  /// - Default: `nil`.
  public var basedOn: String?
  /// The values of the state, in the order in which they are set: the last value for a key path counts.
  ///
  /// - Default: empty.
  public var elements: [CAStateSetValue] = []

  /// Makes a state without values.
  public init(name: String) {
    self.name = name
  }
}

/// One value that a state sets.
public final class CAStateSetValue {
  /// The layer; not retained, so that a layer may have a state that changes the layer itself.
  public weak var target: CALayer?
  /// The key path of the property, or of a component of one.
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
