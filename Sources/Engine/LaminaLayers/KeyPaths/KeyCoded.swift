// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

extension KeyCoded {
  func codedValue(forKey key: String) -> Any? {
    if let known = keyTable.key(key) { return known.read(self).boxed }
    return value(forUndefinedKey: key)
  }

  func setCodedValue(_ value: Any?, forKey key: String) {
    guard let known = keyTable.key(key) else { return setValue(value, forUndefinedKey: key) }
    set(value, LayerKeyPath.Step(key: known, component: nil), key)
  }

  func codedValue(forKeyPath keyPath: String) -> Any? {
    if let step = keyTable.paths[keyPath] {
      let value = step.key.read(self)
      return (step.component.map { $0.read(from: value) } ?? value).boxed
    }
    guard let (key, rest) = Self.split(keyPath) else { return value(forKey: keyPath) }
    switch value(forKey: key) {
    case let dictionary as [String: Any]: return dictionary[rest]
    case let layer as CALayer: return layer.value(forKeyPath: rest)
    case let object as any KeyCoded: return object.value(forKeyPath: rest)
    default:
      CALayer.keyPathFailureHandler(unknown(keyPath))
      return nil
    }
  }

  func setCodedValue(_ value: Any?, forKeyPath keyPath: String) {
    if let step = keyTable.paths[keyPath] { return set(value, step, keyPath) }
    guard let (key, rest) = Self.split(keyPath) else { return setValue(value, forKey: keyPath) }
    switch self.value(forKey: key) {
    case var dictionary as [String: Any]:
      dictionary[rest] = value
      setValue(dictionary, forKey: key)
    case let layer as CALayer: layer.setValue(value, forKeyPath: rest)
    case let object as any KeyCoded: object.setValue(value, forKeyPath: rest)
    default: CALayer.keyPathFailureHandler(unknown(keyPath))
    }
  }

  /// Sets a property or one component of it; a path or a value that cannot be used is reported.
  private func set(_ value: Any?, _ step: LayerKeyPath.Step, _ path: String) {
    guard let write = step.key.write else {
      return CALayer.keyPathFailureHandler(.readOnly(path: path, className: keyTable.className))
    }
    guard let typed = LayerValue(value, as: step.type) else {
      return CALayer.keyPathFailureHandler(
        .wrongType(path: path, expected: step.type.description, given: "\(type(of: value ?? "nil"))"))
    }
    let outOfRange = KeyPathError.outOfRange(path: path, expected: step.type.description, given: typed.typeName)
    guard LayerKeyPath.Step.isMeant(typed, by: step.type) else { return CALayer.keyPathFailureHandler(outOfRange) }
    var whole = typed
    if let component = step.component {
      guard let changed = component.write(typed, into: step.key.read(self)) else {
        return CALayer.keyPathFailureHandler(outOfRange)
      }
      whole = changed
    }
    do throws(LayerKey.Problem) {
      try write(self, whole)
    } catch {
      switch error {
      case .cycle: CALayer.keyPathFailureHandler(.cycle(path: path))
      default:
        CALayer.keyPathFailureHandler(
          .wrongType(path: path, expected: step.type.description, given: typed.typeName))
      }
    }
  }

  private func unknown(_ path: String) -> KeyPathError {
    .unknownKeyPath(
      path: path, className: keyTable.className, near: keyTable.nearest(to: path))
  }

  /// Splits a key path at its first dot.
  private static func split(_ keyPath: String) -> (String, String)? {
    guard let dot = keyPath.firstIndex(of: ".") else { return nil }
    return (String(keyPath[..<dot]), String(keyPath[keyPath.index(after: dot)...]))
  }
}

extension CAAnimation: KeyCoded {
  package final var keyTable: LayerKeyTable { LayerKeyTable.of(self) }

  package final func keep(_ value: Any?, forKey key: String) { storedValues[key] = value }

  final func standardValue(forKey key: String) -> Any? { Swift.type(of: self).defaultValue(forKey: key) }

  /// The value that a new animation of Lamina's nearest class has for a key.
  static func codedDefault(forKey key: String) -> Any? {
    LayerKeyTable.table(of: AnimationKind(self)).standardValue(for: key)?.boxed
  }
}

extension CAEmitterCell: KeyCoded {
  package final var keyTable: LayerKeyTable { .cell }

  package final func keep(_ value: Any?, forKey key: String) { storedValues[key] = value }

  final func standardValue(forKey key: String) -> Any? { style?[key] ?? Swift.type(of: self).defaultValue(forKey: key) }

  /// The value that a new cell has for a key.
  static func codedDefault(forKey key: String) -> Any? { LayerKeyTable.cell.standardValue(for: key)?.boxed }
}

/// An object other than a layer with key-value coding: animations and emitter cells.
///
/// The members that Apple's programs override are in the bodies of the classes and call these.
protocol KeyCoded: Archivable {
  var storedValues: [String: Any] { get set }
  func value(forKey key: String) -> Any?
  func setValue(_ value: Any?, forKey key: String)
  func value(forUndefinedKey key: String) -> Any?
  func setValue(_ value: Any?, forUndefinedKey key: String)
  func value(forKeyPath keyPath: String) -> Any?
  func setValue(_ value: Any?, forKeyPath keyPath: String)
  /// The class's value for a key that is no property.
  func standardValue(forKey key: String) -> Any?
}
