// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGraphics
import LaminaSystem
internal import Synchronization

// Key-value coding. Swift on Linux has no Objective-C runtime for looking properties up by name, so the table of
// `LayerKey`s takes its place. The members that Apple's programs override are in the body of `CALayer` and call these.

extension CALayer {
  /// The handler of key paths and values that `setValue(_:forKeyPath:)` and `value(forKeyPath:)` cannot process.
  ///
  /// Apple's functions raise an exception in these cases, which Swift cannot catch; Lamina's call this handler and
  /// leave the layer as it is. ``setLayerValue(_:forKeyPath:)`` and ``LayerKeyPath`` throw instead.
  ///
  /// - Default: writes one line to standard error.
  public static var keyPathFailureHandler: @Sendable (KeyPathError) -> Void {
    get { failureHandler.withLock { $0 } }
    set { failureHandler.withLock { $0 = newValue } }
  }

  private static let failureHandler = Locked<@Sendable (KeyPathError) -> Void> { error in
    FileHandle.standardError.write(Data("lamina: \(error)\n".utf8))
  }

  /// The value of a property, or of a component of one.
  ///
  /// - Parameter keyPath: A property's name, followed by a component where wanted.
  /// - Throws: `KeyPathError` for a key path that leads to no property.
  /// - Conformance: GEO-9
  public final func layerValue(forKeyPath keyPath: String) throws(KeyPathError) -> Any? {
    try LayerKeyPath(keyPath, for: self).value(in: self)
  }

  /// Sets a property, or one component of it; other components stay as they are.
  ///
  /// - Parameters:
  ///   - value: A value of the property's type; any type of number for a number.
  ///   - keyPath: A property's name, followed by a component where wanted.
  /// - Throws: `KeyPathError`, with the key path and the type in it, for a key path that leads to no property and for a
  ///   value that the property cannot take. Nothing is set then.
  /// - Conformance: GEO-9
  public final func setLayerValue(_ value: Any?, forKeyPath keyPath: String) throws(KeyPathError) {
    try LayerKeyPath(keyPath, for: self).setValue(value, in: self)
  }

  /// The value of a key that is no property: the animated value while contents are made, the value that was set, else
  /// the value in `style`, else the class's default.
  ///
  /// - Conformance: CONTENT-7
  final func storedValue(forKey key: String) -> Any? {
    let set =
      attachments?.copied.values?[key] ?? attachments?.copied.style?[key] ?? type(of: self).defaultValue(forKey: key)
    return attachments?.shown?.values[key] ?? set
  }

  /// Keeps a value under a key that is no property.
  final func store(_ value: Any?, forKey key: String) {
    if value == nil, attachments?.copied.values?[key] == nil { return }
    change(key) { keep(value, forKey: key) }
    if type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
  }

  final func codedValue(forKey key: String) -> Any? {
    guard let known = LayerKeyTable.of(self).key(key) else { return value(forUndefinedKey: key) }
    return known.read(self).boxed
  }

  final func setCodedValue(_ value: Any?, forKey key: String) {
    if LayerKeyTable.of(self).key(key) == nil { return setValue(value, forUndefinedKey: key) }
    setCodedValue(value, forKeyPath: key)
  }

  final func codedValue(forKeyPath keyPath: String) -> Any? {
    if let step = LayerKeyTable.of(self).paths[keyPath] {
      let value = step.key.read(self)
      return (step.component.map { $0.read(from: value) } ?? value).boxed
    }
    if !keyPath.utf8.contains(UInt8(ascii: ".")) { return value(forKey: keyPath) }
    do {
      return try LayerKeyPath(keyPath, for: self).value(in: self)
    } catch {
      guard let first = storedObject(before: keyPath) else {
        Self.keyPathFailureHandler(error)
        return nil
      }
      return first.layer?.value(forKeyPath: first.rest) ?? first.dictionary?[first.rest]
    }
  }

  final func setCodedValue(_ value: Any?, forKeyPath keyPath: String) {
    // Valid paths need no `LayerKeyPath`, which is made only to describe an error.
    if let step = LayerKeyTable.of(self).paths[keyPath], let typed = LayerValue(value, as: step.type),
      step.set(typed, on: self)
    {
      return
    }
    if !keyPath.utf8.contains(UInt8(ascii: ".")), LayerKeyTable.of(self).key(keyPath) == nil {
      return setValue(value, forKey: keyPath)
    }
    do {
      try LayerKeyPath(keyPath, for: self).setValue(value, in: self)
    } catch {
      guard case .unknownKeyPath = error, let first = storedObject(before: keyPath) else {
        return Self.keyPathFailureHandler(error)
      }
      if let layer = first.layer {
        layer.setValue(value, forKeyPath: first.rest)
      } else if var dictionary = first.dictionary {
        dictionary[first.rest] = value
        setValue(dictionary, forKey: first.key)
      }
    }
  }

  /// The object before the first dot of a key path, where it is a layer or a dictionary.
  private func storedObject(before keyPath: String)
    -> (key: String, rest: String, layer: CALayer?, dictionary: [String: Any]?)?
  {
    guard let dot = keyPath.firstIndex(of: ".") else { return nil }
    let key = String(keyPath[..<dot])
    let rest = String(keyPath[keyPath.index(after: dot)...])
    if key == "sublayers" {
      // Names may have dots in them; the first matching layer is used.
      let named = sublayers?.first { $0.name.map { rest.hasPrefix($0 + ".") } ?? false }
      return named.map { (key, String(rest.dropFirst(($0.name?.count ?? 0) + 1)), $0, nil) }
    }
    let object = value(forKey: key)
    if let layer = object as? CALayer { return (key, rest, layer, nil) }
    if LayerKeyTable.of(self).key(key) == nil, let dictionary = object as? [String: Any] {
      return (key, rest, nil, dictionary)
    }
    return nil
  }

  /// The value that a new layer of the class has for a key.
  static func codedDefault(forKey key: String) -> Any? { LayerKeyTable.of(kind).standardValue(for: key)?.boxed }

  /// The kind of Lamina's class that is nearest to this one.
  static var kind: LayerKind {
    switch self {
    case is CATransformLayer.Type: .transform
    case is CAShapeLayer.Type: .shape
    case is CAGradientLayer.Type: .gradient
    case is CATextLayer.Type: .text
    case is CAReplicatorLayer.Type: .replicator
    case is CAEmitterLayer.Type: .emitter
    case is CAScrollLayer.Type: .scroll
    case is CATiledLayer.Type: .tiled
    default: .layer
    }
  }
}

extension CALayer: Archivable {
  package final var keyTable: LayerKeyTable { LayerKeyTable.of(self) }

  package final var storedValues: [String: Any] { attachments?.copied.values ?? [:] }

  package final func keep(_ value: Any?, forKey key: String) {
    var values = storedValues
    values[key] = value
    attach(values.isEmpty ? nil : values, at: \.copied.values)
  }
}
