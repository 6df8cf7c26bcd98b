// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import LaminaLayers

/// The properties that documents can set on objects, class by class: the keys of `LayerKeyTable`, each with the reader
/// of its type.
///
/// - Conformance: caml.md 1.2, 1.4, GEO-9
enum PropertyTables {
  /// The properties that can be set on a kind of layers.
  static func layer(_ kind: LayerKind) -> [PropertyBinding<CALayer>] { bindings(of: LayerKeyTable.of(kind)) }

  /// The properties that can be set on an emitter's cells, except for the cells inside them.
  static let cell: [PropertyBinding<CAEmitterCell>] = bindings(of: LayerKeyTable.cell)

  private static func bindings<Object: AnyObject>(of table: LayerKeyTable) -> [PropertyBinding<Object>] {
    var result: [PropertyBinding<Object>] = []
    for key in table.keys where key.isInDocuments {
      guard let read = reader(of: key) else { continue }
      result.append(
        PropertyBinding(name: key.name) { (object, source, input) throws(ValueProblem) in
          guard key.set(try read(source, input), on: object) else { throw ValueProblem("is out of range") }
        })
    }
    for (path, key, component) in table.componentPaths {
      result.append(binding(of: component, in: key, path: path))
    }
    return result
  }

  private typealias Reader = ValueReaders.Reader<LayerValue>

  /// The binding of a component of a property. Components of a transform accumulate over the attributes of one element,
  /// from the identity, so that writing `transform.scale="0"` first loses nothing of the components after it.
  private static func binding<Object: AnyObject>(of component: PropertyComponent, in key: LayerKey, path: String)
    -> PropertyBinding<Object>
  {
    let read = reader(of: component.type)
    return PropertyBinding(name: path) { (object, source, input) throws(ValueProblem) in
      let value = try read(source, input)
      if component.isOfTransform {
        var components = source.transformComponents[key.name] ?? TransformComponents()
        guard components.set(component, to: value) else { throw ValueProblem("is out of range") }
        source.transformComponents[key.name] = components
        key.set(.transform(components.transform), on: object)
      } else if !key.set(component, to: value, on: object) {
        throw ValueProblem("is out of range")
      }
    }
  }

  /// The reader of a property; `nil` for properties with a grammar of their own (sublayers, masks, cells in cells) or
  /// with none.
  private static func reader(of key: LayerKey) -> Reader? {
    guard case .object = key.type else { return reader(of: key.type) }
    switch key.name {
    case "compositingFilter": return wrap(ValueReaders.filterName) { $0.map(LayerValue.object) ?? .none }
    case "filters", "backgroundFilters": return wrap(ValueReaders.filters) { $0.map(LayerValue.object) ?? .none }
    case "emitterCells": return wrap(EmitterCellBuilder.cells) { .object($0) }
    default: return nil
    }
  }

  /// The reader of values of a type.
  private static func reader(of type: LayerValueType) -> Reader {
    switch type {
    case .number(.double, true): wrap(ValueReaders.doubleOrInfinity) { .number($0) }
    case .number(.double, false): wrap(ValueReaders.double) { .number($0) }
    case .number(.float, true): wrap(ValueReaders.floatOrInfinity) { .number(Double($0)) }
    case .number(.float, false): wrap(ValueReaders.float) { .number(Double($0)) }
    case .number(.integer, _): wrap(ValueReaders.integer) { .number(Double($0)) }
    case .number(.bits, _): wrap(ValueReaders.bits) { .number(Double($0)) }
    case .bool: wrap(ValueReaders.bool) { .bool($0) }
    case .point: wrap(ValueReaders.point) { .point($0) }
    case .size: wrap(ValueReaders.size) { .size($0) }
    case .rect: wrap(ValueReaders.rect) { .rect($0) }
    case .color: wrap(ValueReaders.color) { $0.map(LayerValue.color) ?? .none }
    case .transform: wrap(ValueReaders.transform) { .transform($0) }
    case .path: wrap(ValueReaders.path) { $0.map(LayerValue.path) ?? .none }
    case .image: wrap(ValueReaders.image) { $0.map(LayerValue.image) ?? .none }
    case .string, .object: wrap(ValueReaders.string) { .string($0) }
    case .word(let known): wrap(ValueReaders.keyword(known)) { .string($0) }
    case .numbers: wrap(ValueReaders.numbers) { .numbers($0) }
    case .colors: wrap(ValueReaders.colors) { .colors($0) }
    }
  }

  /// Reads a value of a type, from an attribute or an element.
  static func value(of type: LayerValueType, _ source: ValueSource, _ input: PropertyInput) throws(ValueProblem)
    -> LayerValue
  {
    if case .numbers = type, let text = try? source.string(input), text.contains("(") {
      return .numbers(try ValueReaders.colorMatrix(source, input).numbers.map(Double.init))
    }
    return try reader(of: type)(source, input)
  }

  /// Reads a value by the name that documents give its type; text where they give none.
  static func value(ofDocumentType name: String?, _ source: ValueSource, _ input: PropertyInput) throws(ValueProblem)
    -> LayerValue
  {
    let type: LayerValueType =
      switch name {
      case "real", "integer", "number": .number(.double, allowsInfinity: true)
      case "bool", "BOOL", "boolean": .bool
      case "CGPoint": .point
      case "CGSize": .size
      case "CGRect": .rect
      case "CGColor": .color
      case "CGPath": .path
      case "CGImage": .image
      case "CATransform3D": .transform
      case "CAColorMatrix": .numbers
      default: .string
      }
    return try value(of: type, source, input)
  }

  private static func wrap<Value>(
    _ read: @escaping ValueReaders.Reader<Value>,
    _ value: @escaping @Sendable (Value) -> LayerValue
  ) -> Reader {
    { (source, input) throws(ValueProblem) in value(try read(source, input)) }
  }
}
