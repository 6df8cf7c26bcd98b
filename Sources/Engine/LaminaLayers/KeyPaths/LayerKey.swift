// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// One property of a class, by the name that key paths and documents use: its type, its getter and setter, whether it
/// animates, and the fast way for animations to write it. Its default is the value of a new object
/// (``LayerKeyTable/standardValue(for:)``).
///
/// - Conformance: GEO-9
package struct LayerKey: Sendable {
  /// The reason why a key could not be written.
  enum Problem: Error {
    case wrongObject, wrongValue, readOnly, cycle
  }

  /// Whether a property animates.
  package enum Animates: Sendable {
    /// Animations of the property are left out and reported.
    case never
    /// The property animates where a program adds an animation.
    case explicitly
    /// The property also animates by itself: a change of it, on a committed layer in a tree, asks for an action and
    /// finds one.
    case implicitly
  }

  package let name: String
  package let type: LayerValueType
  /// Whether the property animates. Read-only properties do not.
  package let animates: Animates
  /// The values that animations can write without a scratch layer.
  let fast: HotAccess
  /// Whether this is another name of a property that has its own key; such names are read from documents and never
  /// written.
  package private(set) var isAlias: Bool
  /// Whether documents may use the key; other keys are for programs alone.
  package private(set) var isInDocuments = true
  /// Returns the value on an object of the class; `.none` on another object.
  let read: @Sendable (AnyObject) -> LayerValue
  /// Sets the value. Nothing is set when it throws. `nil` for read-only properties.
  let write: (@Sendable (AnyObject, LayerValue) throws(Problem) -> Void)?

  /// Whether the property is read-only.
  package var isReadOnly: Bool { write == nil }

  /// Whether written documents use the key: it is a property's own name, and can be read again.
  package var isWritten: Bool { isInDocuments && !isAlias && !isReadOnly }

  /// Makes a key of one property, by its Swift key path.
  init<Root: AnyObject & SendableMetatype, Value: LayerValueConvertible>(
    _ name: String, _ path: any ReferenceWritableKeyPath<Root, Value> & Sendable, as type: LayerValueType? = nil,
    animates: Animates = .explicitly, fast: HotAccess = .none
  ) {
    self.init(
      name, as: type, animates: animates, fast: fast, get: { (root: Root) in root[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
  }

  /// Makes a key with a getter and a setter.
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

  /// Makes a key whose values are words: one of Apple's open string types.
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

  /// Makes a key whose values have rules of their own.
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

/// A property, or component, that animates as up to four numbers, which are read and written directly in a copy of a
/// layer's `LayerProperties` (`AnimatedProperties`); all other properties go through a scratch layer and the key table.
enum HotProperty: Sendable {
  case position, positionX, positionY, zPosition, anchorPoint, anchorPointX, anchorPointY
  case bounds, boundsOrigin, boundsSize, originX, originY, width, height
  case opacity, cornerRadius, borderWidth, backgroundColor, borderColor
  case component(PropertyComponent)
}

/// The fast access to a property and its components; a part of the property's row in the key table.
struct HotAccess: Sendable {
  /// The properties by component; `nil` is the key of the whole value.
  private var properties: [PropertyComponent?: HotProperty]

  init(_ whole: HotProperty, _ components: [PropertyComponent: HotProperty] = [:]) {
    properties = [nil: whole]
    for (component, property) in components { properties[component] = property }
  }

  private init(_ properties: [PropertyComponent?: HotProperty]) {
    self.properties = properties
  }

  /// A property that animates through a scratch layer alone.
  static let none = HotAccess([:])

  /// The components of a layer's transform, without the entries of the matrix and without the whole transform, which
  /// animations handle in another way.
  static let transformParts: HotAccess = {
    let parts = PropertyComponent.components(of: .transform).filter { $0.matrixEntry == nil }
    return HotAccess(Dictionary(uniqueKeysWithValues: parts.map { ($0, .component($0)) }))
  }()

  /// The property to write for a component, or for the whole value; `nil` where there is no fast way.
  subscript(component: PropertyComponent?) -> HotProperty? { properties[component] }
}

extension LayerKey {
  /// Returns the same key, which documents may not use.
  func onlyInPrograms() -> LayerKey {
    var key = self
    key.isInDocuments = false
    return key
  }

  /// Makes a key for programs alone that is another name of a property.
  static func alias<Root: AnyObject & SendableMetatype, Value: LayerValueConvertible>(
    _ name: String, _ path: any ReferenceWritableKeyPath<Root, Value> & Sendable
  ) -> LayerKey {
    var key = LayerKey(name, path).onlyInPrograms()
    key.isAlias = true
    return key
  }
}

extension LayerKey {
  /// Returns the value on an object of the class; `.none` on another object.
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

/// All keys of one class, its superclasses' included, for key paths, documents, the writer and animations.
package struct LayerKeyTable: Sendable {
  /// Apple's name of the class.
  package let className: String
  /// The keys that the class adds, then the keys that every layer has.
  package let keys: [LayerKey]
  /// The keys that the class adds, then the keys that every layer has, each in alphabetical order.
  package let keysInWritingOrder: [LayerKey]
  private let byName: [String: LayerKey]
  /// All valid key paths: keys, and components of keys.
  let paths: [String: LayerKeyPath.Step]
  /// Makes an object of the class, with its defaults.
  package let makeObject: @Sendable () -> AnyObject

  /// - Parameter makeObject: Makes a new object of the class.
  init(
    _ className: String, adding added: [LayerKey], to common: [LayerKey] = [],
    of makeObject: @escaping @Sendable () -> AnyObject
  ) {
    self.className = className
    self.makeObject = makeObject
    keys = added + common
    keysInWritingOrder = added.sorted { $0.name < $1.name } + common.sorted { $0.name < $1.name }
    var byName: [String: LayerKey] = [:]
    var paths: [String: LayerKeyPath.Step] = [:]
    for key in keys where byName[key.name] == nil {
      byName[key.name] = key
      paths[key.name] = LayerKeyPath.Step(key: key, component: nil)
      for component in PropertyComponent.components(of: key.type) {
        paths[key.name + "." + component.rawValue] = LayerKeyPath.Step(key: key, component: component)
      }
    }
    self.byName = byName
    self.paths = paths
  }

  /// Returns the key with a name.
  package func key(_ name: String) -> LayerKey? { byName[name] }

  /// Returns the value of a key on a new object of the class; `nil` for an unknown key.
  package func standardValue(for name: String) -> LayerValue? { key(name)?.read(makeObject()) }

  /// The component paths of the class's keys that documents may use: `position.x` and so on, but no entries of
  /// matrices.
  package var componentPaths: [(path: String, key: LayerKey, component: PropertyComponent)] {
    paths.compactMap { path, step in
      guard step.key.isInDocuments, let component = step.component, component.matrixEntry == nil else { return nil }
      return (path, step.key, component)
    }
  }

  /// The names of all key paths.
  package var pathNames: some Sequence<String> { paths.keys }

  /// Returns the table of a layer's class; subclasses from outside use the table of the class that they extend.
  package static func of(_ layer: CALayer) -> LayerKeyTable { tables[Int(layer.properties.kind.rawValue)] }

  /// The table of a kind of layers.
  package static func of(_ kind: LayerKind) -> LayerKeyTable { tables[Int(kind.rawValue)] }

  /// The table of emitter cells.
  package static let cell = LayerKeyTable("CAEmitterCell", adding: LayerKey.cellKeys) { CAEmitterCell() }

  private static let tables: [LayerKeyTable] = LayerKind.allCases.map { kind in
    LayerKeyTable(kind.className, adding: LayerKey.added(by: kind), to: LayerKey.layerKeys) { kind.makeLayer() }
  }
}

extension LayerKind: CaseIterable {
  /// Every kind, in the order of its raw values.
  @usableFromInline package static let allCases: [LayerKind] = [
    .layer, .transform, .shape, .gradient, .text, .replicator, .emitter, .scroll, .tiled,
  ]

  /// Makes a layer of the kind, with its defaults.
  package func makeLayer() -> CALayer {
    switch self {
    case .layer: CALayer()
    case .transform: CATransformLayer()
    case .shape: CAShapeLayer()
    case .gradient: CAGradientLayer()
    case .text: CATextLayer()
    case .replicator: CAReplicatorLayer()
    case .emitter: CAEmitterLayer()
    case .scroll: CAScrollLayer()
    case .tiled: CATiledLayer()
    }
  }
}
