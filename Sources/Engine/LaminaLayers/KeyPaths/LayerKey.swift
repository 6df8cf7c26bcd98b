// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// One property of a class, by the name that key paths and documents use: its type, how it is read and written, whether
/// it animates, and the fast way for animations to it. Its default is what a new object reads as
/// (``LayerKeyTable/standardValue(for:)``).
///
/// - Conformance: GEO-9
package struct LayerKey: Sendable {
  /// Why a key could not be written.
  enum Problem: Error {
    case wrongObject, wrongValue, readOnly, cycle
  }

  /// Whether a property animates.
  package enum Animates: Sendable {
    /// Animations of it are left out and reported.
    case never
    /// Where a program adds an animation.
    case explicitly
    /// By itself too: a change of it, on a layer in a tree that was committed, asks for an action and finds one.
    case implicitly
  }

  package let name: String
  package let type: LayerValueType
  /// Whether it animates. What can only be read does not.
  package let animates: Animates
  /// What animations write without a scratch layer.
  let fast: HotAccess
  /// Another name of a property that has its own key, read from documents and never written to them.
  package private(set) var isAlias: Bool
  /// Whether documents have it; other keys are for programs alone.
  package private(set) var isInDocuments = true
  /// The value on an object of the class; `.none` on another.
  let read: @Sendable (AnyObject) -> LayerValue
  /// Sets the value. Nothing is set when it throws. `nil` for what can only be read.
  let write: (@Sendable (AnyObject, LayerValue) throws(Problem) -> Void)?

  /// Whether the property can only be read.
  package var isReadOnly: Bool { write == nil }

  /// Whether documents that are written have it: it is a property's own name, and can be read again.
  package var isWritten: Bool { isInDocuments && !isAlias && !isReadOnly }

  /// A key of one property, by its Swift key path.
  init<Root: AnyObject & SendableMetatype, Value: LayerValueConvertible>(
    _ name: String, _ path: any ReferenceWritableKeyPath<Root, Value> & Sendable, as type: LayerValueType? = nil,
    animates: Animates = .explicitly, fast: HotAccess = .none
  ) {
    self.init(
      name, as: type, animates: animates, fast: fast, get: { (root: Root) in root[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
  }

  /// A key of a getter and a setter.
  init<Root: AnyObject & SendableMetatype, Value: LayerValueConvertible>(
    _ name: String, as type: LayerValueType? = nil, isAlias: Bool = false, animates: Animates = .explicitly,
    fast: HotAccess = .none, get: @escaping @Sendable (Root) -> Value, set: @escaping @Sendable (Root, Value) -> Void
  ) {
    self.name = name
    self.type = type ?? Value.layerValueType
    self.isAlias = isAlias
    (self.animates, self.fast) = (animates, fast)
    read = { object in (object as? Root).map { get($0).layerValue } ?? .none }
    write = { (object, value) throws(Problem) in
      guard let root = object as? Root else { throw .wrongObject }
      guard let value = Value(value) else { throw .wrongValue }
      set(root, value)
    }
  }

  /// A key whose values are words: one of Apple's open string types.
  init<Root: AnyObject & SendableMetatype, Word: RawRepresentable<String> & SendableMetatype>(
    _ name: String, words: [String], _ path: any ReferenceWritableKeyPath<Root, Word> & Sendable,
    animates: Animates = .explicitly
  ) {
    self.init(
      name, as: .word(words), animates: animates, get: { (root: Root) -> String? in root[keyPath: path].rawValue },
      set: { root, value in
        if let word = value.flatMap(Word.init(rawValue:)) { root[keyPath: path] = word }
      })
  }

  /// A key whose values take rules of their own.
  init<Root: AnyObject & SendableMetatype>(
    _ name: String, as type: LayerValueType, animates: Animates = .explicitly,
    read: @escaping @Sendable (Root) -> LayerValue, write: (@Sendable (Root, LayerValue) throws(Problem) -> Void)?
  ) {
    self.name = name
    self.type = type
    isAlias = false
    self.animates = write == nil ? .never : animates
    fast = .none
    self.read = { object in (object as? Root).map(read) ?? .none }
    guard let write else {
      self.write = nil
      return
    }
    self.write = { (object, value) throws(Problem) in
      guard let root = object as? Root else { throw .wrongObject }
      try write(root, value)
    }
  }
}

extension LayerKey {
  /// The same key, which documents do not have.
  func onlyInPrograms() -> LayerKey {
    var key = self
    key.isInDocuments = false
    return key
  }

  /// A key for programs alone that is another name of a property.
  static func alias<Root: AnyObject & SendableMetatype, Value: LayerValueConvertible>(
    _ name: String, _ path: any ReferenceWritableKeyPath<Root, Value> & Sendable
  ) -> LayerKey {
    var key = LayerKey(name, path).onlyInPrograms()
    key.isAlias = true
    return key
  }
}

extension LayerKey {
  /// The value on an object of the class; `.none` on another.
  package func value(of object: AnyObject) -> LayerValue { read(object) }

  /// Sets the value on an object.
  ///
  /// - Returns: Whether the value is of the property's type, and the object of its class.
  @discardableResult package func set(_ value: LayerValue, on object: AnyObject) -> Bool {
    do {
      try write?(object, value)
      return write != nil
    } catch {
      return false
    }
  }
}

extension LayerKey {
  /// Sets one component of the value on an object.
  ///
  /// - Returns: Whether it could be set.
  package func set(_ component: PropertyComponent, to value: LayerValue, on object: AnyObject) -> Bool {
    component.write(value, into: read(object)).map { set($0, on: object) } ?? false
  }
}
