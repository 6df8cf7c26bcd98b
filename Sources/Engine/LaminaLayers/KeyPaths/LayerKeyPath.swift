// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A key path looked up once, for layers of one class: the fast way to read and write many times.
///
///     let angle = try LayerKeyPath("transform.rotation.z", for: hand)
///     for tick in 0..<60 { try angle.setNumber(Double(tick) * .pi / 30, in: hand) }
///
/// Unlike `setValue(_:forKeyPath:)`, which spells what Apple's does and keeps unknown keys as in a dictionary, it
/// knows properties only: a name that is none is an error, and so is a value of another type.
///
/// - Conformance: GEO-9
public struct LayerKeyPath: Sendable {
  /// A property, or one component of it.
  struct Step: Sendable {
    var key: LayerKey
    var component: PropertyComponent?

    var type: LayerValueType { component?.type ?? key.type }

    /// What animations write in a layer without a scratch layer; `nil` where they need one.
    var hot: HotProperty? { key.fast[component] }

    /// Sets a value on a layer of the class.
    ///
    /// - Returns: `false` where nothing was set: ``LayerKeyPath/write(_:_:)`` says why.
    func set(_ value: LayerValue, on layer: CALayer) -> Bool {
      guard Self.isMeant(value, by: type) else { return false }
      return component.map { key.set($0, to: value, on: layer) } ?? key.set(value, on: layer)
    }

    /// Whether a value is more than a number that no property can mean.
    static func isMeant(_ value: LayerValue, by type: LayerValueType) -> Bool {
      guard case .number(let number) = value, case .number(_, let allowsInfinity) = type else { return true }
      return number.isFinite || (allowsInfinity && !number.isNaN)
    }
  }

  /// The path as it is written, `transform.rotation.z`.
  public let text: String
  /// The class it was looked up for.
  public let className: String
  let step: Step
  let owner: Owner

  /// Whose property it is.
  enum Owner: Sendable {
    case layer
    /// One of an emitter's cells, by name, outermost first.
    case cells([String])
    /// A filter of the layer, by name.
    case filter(list: FilterList, name: String)
    /// The layer, of a key that its class adds to Lamina's.
    case own
  }

  /// Looks up a key path.
  ///
  /// - Parameters:
  ///   - text: A property's name, with the name of a component behind it, `position.x`; an input of a filter,
  ///     `filters.name.inputRadius`; or, of an emitter layer, `emitterCells.name.property`.
  ///   - layer: A layer of the class it is for.
  /// - Throws: `KeyPathError.unknownKeyPath`.
  public init(_ text: String, for layer: CALayer) throws(KeyPathError) {
    try self.init(text, in: LayerKeyTable.of(layer))
  }

  /// Looks up a key path in a class's table.
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

  /// The path of a key that a class adds.
  init(own key: LayerKey, className: String) {
    text = key.name
    self.className = className
    step = Step(key: key, component: nil)
    owner = .own
  }

  /// `emitterCells.smoke.emitterCells.spark.birthRate`
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

  /// What the property holds.
  package var type: LayerValueType { step.type }
}

extension LayerKeyPath {
  /// The value in a layer, as ``CALayer/value(forKeyPath:)`` returns it.
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

  /// A number in a layer, without boxing; booleans read as 0 and 1.
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

  /// The typed value in a layer.
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

  /// Keeps out of numbers what no property can mean.
  private func check(_ value: LayerValue) throws(KeyPathError) {
    if Step.isMeant(value, by: type) { return }
    throw .outOfRange(path: text, expected: type.description, given: value.typeName)
  }

  private func wrongType(_ given: String) -> KeyPathError {
    .wrongType(path: text, expected: type.description, given: given)
  }

  /// The layer, or the emitter cell that the path leads to.
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
