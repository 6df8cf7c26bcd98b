// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

// Several keys at once, as in key-value coding of Apple's objects. `NSNull` stands for `nil` in dictionaries.

extension CALayer {
  /// Returns the values of keys, with `NSNull` for keys without a value; see ``value(forKey:)``.
  public final func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    keys.reduce(into: [:]) { $0[$1] = value(forKey: $1) ?? NSNull() }
  }

  /// Sets keys to their values, in the order of their names; `NSNull` stands for `nil`. See ``setValue(_:forKey:)``.
  public final func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues.sorted(by: { $0.key < $1.key }) {
      setValue(value is NSNull ? nil : value, forKey: key)
    }
  }
}

extension CAAnimation {
  /// Returns the values of keys, with `NSNull` for keys without a value; see ``value(forKey:)``.
  public final func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    keys.reduce(into: [:]) { $0[$1] = value(forKey: $1) ?? NSNull() }
  }

  /// Sets keys to their values, in the order of their names; `NSNull` stands for `nil`. See ``setValue(_:forKey:)``.
  public final func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues.sorted(by: { $0.key < $1.key }) {
      setValue(value is NSNull ? nil : value, forKey: key)
    }
  }
}

extension CAEmitterCell {
  /// Returns the values of keys, with `NSNull` for keys without a value; see ``value(forKey:)``.
  public final func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    keys.reduce(into: [:]) { $0[$1] = value(forKey: $1) ?? NSNull() }
  }

  /// Sets keys to their values, in the order of their names; `NSNull` stands for `nil`. See ``setValue(_:forKey:)``.
  public final func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues.sorted(by: { $0.key < $1.key }) {
      setValue(value is NSNull ? nil : value, forKey: key)
    }
  }
}
