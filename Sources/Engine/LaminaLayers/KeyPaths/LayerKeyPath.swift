// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A key path resolved once, for layers of one class: the fast way to read and write a value many times.
///
///     let angle = try LayerKeyPath("transform.rotation.z", for: hand)
///     for tick in 0..<60 { try angle.setNumber(Double(tick) * .pi / 30, in: hand) }
///
/// Unlike `setValue(_:forKeyPath:)`, which behaves like Apple's function and keeps unknown keys as in a dictionary, it
/// accepts properties only: any other name is an error, and so is a value of another type.
///
/// - Conformance: GEO-9
public struct LayerKeyPath: Sendable {
  /// A property, or one component of it.
  struct Step: Sendable {
    var key: LayerKey
    var component: PropertyComponent?

    var type: LayerValueType { component?.type ?? key.type }

    /// The value that animations can write without a scratch layer; `nil` where they need one.
    var hot: HotProperty? { key.fast[component] }

    /// Sets a value on a layer of the class.
    ///
    /// - Returns: `false` where nothing was set: ``LayerKeyPath/write(_:_:)`` throws the reason.
    func set(_ value: LayerValue, on layer: CALayer) -> Bool {
      guard Self.isMeant(value, by: type) else { return false }
      return component.map { key.set($0, to: value, on: layer) } ?? key.set(value, on: layer)
    }

    /// Whether a value is valid: it is not a number, or a number that the property's type allows.
    static func isMeant(_ value: LayerValue, by type: LayerValueType) -> Bool {
      guard case .number(let number) = value, case .number(_, let allowsInfinity) = type else { return true }
      return number.isFinite || (allowsInfinity && !number.isNaN)
    }
  }

  /// The path as it is written, `transform.rotation.z`.
  public let text: String
  /// The class for which the path was resolved.
  public let className: String
  let step: Step
  let owner: Owner

  /// The object that has the property.
  enum Owner: Sendable {
    case layer
    /// One of an emitter's cells, by the names on the path, outermost first.
    case cells([String])
    /// A filter of the layer, by name.
    case filter(list: FilterList, name: String)
    /// The layer, for a key that its class adds to Lamina's.
    case own
  }

  /// Resolves a key path.
  ///
  /// - Parameters:
  ///   - text: A property's name, which the name of a component may follow, `position.x`; an input of a filter,
  ///     `filters.name.inputRadius`; or, for an emitter layer, `emitterCells.name.property`.
  ///   - layer: A layer of the class that the path is for.
  /// - Throws: `KeyPathError.unknownKeyPath`.
  public init(_ text: String, for layer: CALayer) throws(KeyPathError) {
    try self.init(text, in: LayerKeyTable.of(layer))
  }

  /// Resolves a key path in a class's table.
  package init(_ text: String, in table: LayerKeyTable) throws(KeyPathError) {
    self.text = text
    className = table.className
    if let step = table.paths[text] {
      (self.step, owner) = (step, .layer)
      return
    }
    if let list = FilterList(ofPath: text) {
      (step, owner) = try Self.filterPath(text, list)
      return
    }
    let (cells, step) = try Self.cellPath(text, in: table)
    (self.step, owner) = (step, .cells(cells))
  }

  /// Makes the path of a key that a class adds.
  init(own key: LayerKey, className: String) {
    text = key.name
    self.className = className
    step = Step(key: key, component: nil)
    owner = .own
  }

  /// Resolves a path of the form `emitterCells.smoke.emitterCells.spark.birthRate`.
  private static func cellPath(_ text: String, in table: LayerKeyTable) throws(KeyPathError) -> ([String], Step) {
    let word = "emitterCells."
    guard table.key("emitterCells") != nil, text.hasPrefix(word) else { throw unknown(text, in: table) }
    var cells: [String] = []
    var rest = Substring(text)
    while rest.hasPrefix(word) {
      rest = rest.dropFirst(word.count)
      guard let dot = rest.firstIndex(of: "."), cells.count < 64 else { throw unknown(text, in: table) }
      cells.append(String(rest[..<dot]))
      rest = rest[rest.index(after: dot)...]
    }
    guard let step = LayerKeyTable.cell.paths[String(rest)] else {
      throw .unknownKeyPath(
        path: text, className: LayerKeyTable.cell.className,
        near: LayerKeyTable.cell.nearest(to: String(rest)))
    }
    return (cells, step)
  }

  private static func unknown(_ text: String, in table: LayerKeyTable) -> KeyPathError {
    .unknownKeyPath(path: text, className: table.className, near: table.nearest(to: text))
  }

  /// The type of the property's value.
  package var type: LayerValueType { step.type }
}

extension LayerKeyPath {
  /// Returns the value in a layer, as ``CALayer/value(forKeyPath:)`` returns it.
  ///
  /// - Throws: `KeyPathError.unknownKeyPath` when the layer is of a class without the property, or has no such cell.
  public func value(in layer: CALayer) throws(KeyPathError) -> Any? {
    try read(layer).boxed
  }

  /// Sets the value in a layer.
  ///
  /// - Throws: `KeyPathError`. Nothing is set then.
  public func setValue(_ value: Any?, in layer: CALayer) throws(KeyPathError) {
    guard let typed = LayerValue(value, as: type) else { throw wrongType("\(Swift.type(of: value ?? "nil"))") }
    try write(typed, layer)
  }

  /// Returns a number in a layer, without boxing; booleans read as 0 and 1.
  ///
  /// - Throws: `KeyPathError.wrongType` when the property is no number.
  public func number(in layer: CALayer) throws(KeyPathError) -> Double {
    guard let number = Double(try read(layer)) else { throw wrongType("a number") }
    return number
  }

  /// Sets a number in a layer, without boxing.
  ///
  /// - Throws: `KeyPathError`. Nothing is set then.
  public func setNumber(_ number: Double, in layer: CALayer) throws(KeyPathError) {
    try write(.number(number), layer)
  }

  /// Returns the typed value in a layer.
  package func read(_ layer: CALayer) throws(KeyPathError) -> LayerValue {
    let value = step.key.read(try target(in: layer))
    return step.component.map { $0.read(from: value) } ?? value
  }

  /// Sets a typed value in a layer.
  package func write(_ value: LayerValue, _ layer: CALayer) throws(KeyPathError) {
    let object = try target(in: layer)
    guard let write = step.key.write else { throw .readOnly(path: text, className: className) }
    try check(value)
    defer { replaceFilter(by: object, in: layer) }
    var value = value
    if let component = step.component {
      guard let whole = component.write(value, into: step.key.read(object)) else { throw wrongType(value.typeName) }
      value = whole
    }
    do {
      try write(object, value)
    } catch {
      switch error {
      case .wrongObject: throw .unknownKeyPath(path: text, className: LayerKeyTable.of(layer).className, near: [])
      case .readOnly: throw .readOnly(path: text, className: className)
      case .cycle: throw .cycle(path: text)
      case .wrongValue:
        if case .number = value, case .number = type {
          throw .outOfRange(path: text, expected: type.description, given: value.typeName)
        }
        throw wrongType(value.typeName)
      }
    }
  }

  /// Refuses numbers that the property's type does not allow.
  private func check(_ value: LayerValue) throws(KeyPathError) {
    if Step.isMeant(value, by: type) { return }
    throw .outOfRange(path: text, expected: type.description, given: value.typeName)
  }

  private func wrongType(_ given: String) -> KeyPathError {
    .wrongType(path: text, expected: type.description, given: given)
  }

  /// Returns the layer, or the emitter cell or filter that the path leads to.
  private func target(in layer: CALayer) throws(KeyPathError) -> AnyObject {
    guard case .cells(let cells) = owner else { return try filter(in: layer) ?? layer }
    var inside = (layer as? CAEmitterLayer)?.emitterCells
    var found: CAEmitterCell?
    for name in cells {
      found = inside?.first { $0.name == name }
      guard let found else {
        throw .unknownKeyPath(
          path: text, className: className, near: NearNames.nearest(to: name, in: (inside ?? []).compactMap(\.name)))
      }
      inside = found.emitterCells
    }
    return found ?? layer
  }
}

extension LayerValue {
  /// The type's name for messages.
  package var typeName: String {
    switch self {
    case .none: "nil"
    case .number(let number): "\(number)"
    case .bool(let value): "\(value)"
    case .point: "a point"
    case .size: "a size"
    case .rect: "a rectangle"
    case .color: "a CGColor"
    case .transform: "a CATransform3D"
    case .path: "a CGPath"
    case .image: "a CGImage"
    case .string(let text): "the string \"\(text.prefix(40))\""
    case .numbers: "an array of numbers"
    case .colors: "an array of CGColor"
    case .object(let object): "\(Swift.type(of: object))"
    }
  }
}
