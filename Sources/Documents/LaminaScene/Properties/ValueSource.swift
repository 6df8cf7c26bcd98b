// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import LaminaLayers

/// Gives property readers the text, the elements and the pictures of a property of one document, and collects their
/// reports.
final class ValueSource {
  let table: ElementTable
  let images: ImageLibrary
  var log = DiagnosticLog()
  /// The accumulated components of the current object's transforms, by property.
  var transformComponents: [String: TransformComponents] = [:]
  /// The complete emitter cells that have an `id`, by their elements.
  var cells: [Int: EmitterCellBuilder.Cell] = [:]
  /// The complete animations that have an `id`, by their elements.
  var animations: [Int: AnimationReader.Built] = [:]
  /// The elements by their `id`, collected at the first reference.
  private lazy var elementsByID = findIDs()
  /// Whether pictures are decoded when a frame needs them: for values of animations, most of which show at other times.
  var defersPictures = false
  private var referredBytes = 0
  /// The maximum number of referenced bytes: twice the longest document by default; real documents repeat a few
  /// kilobytes.
  private static let referredLimit = 128 << 20

  init(table: ElementTable, images: ImageLibrary) {
    self.table = table
    self.images = images
  }

  /// Returns the value of one of an element's attributes.
  func text(of name: ReservedName, in element: Int) -> String? {
    table.attribute(name.rawValue, of: element).map(table.text(ofAttribute:))
  }

  /// Returns a scanner of an input's text.
  ///
  /// - Throws: `ValueProblem`, when the input is an element without a value.
  func scanner(_ input: PropertyInput) throws(ValueProblem) -> ValueScanner {
    ValueScanner(table.values, in: try valueRange(input))
  }

  /// Returns the text of an input.
  func string(_ input: PropertyInput) throws(ValueProblem) -> String {
    String(decoding: table.values[try valueRange(input)], as: UTF8.self)
  }

  private func valueRange(_ input: PropertyInput) throws(ValueProblem) -> Range<Int> {
    switch input {
    case .attribute(let attribute, _):
      return table.valueRange(ofAttribute: attribute)
    case .element:
      let element = try valueElement(input)
      guard let attribute = element.flatMap({ table.attribute(ReservedName.value.rawValue, of: $0) }) else {
        throw ValueProblem("has no value")
      }
      return table.valueRange(ofAttribute: attribute)
    }
  }

  /// Returns the element that carries an input's value: the property's own, or the first one inside it, or the element
  /// to which either refers. `nil` for attributes and for `null`.
  func valueElement(_ input: PropertyInput) throws(ValueProblem) -> Int? {
    guard case .element(var element) = input else { return nil }
    element = try dereferenced(element)
    let carriesValue = [ReservedName.value, .src, .type].contains { table.attribute($0.rawValue, of: element) != nil }
    if !carriesValue, let child = table.firstChild(of: element) { element = try dereferenced(child) }
    return isNull(element) ? nil : element
  }

  /// Whether an element stands for no value: `<null/>` or `type="null"`.
  func isNull(_ element: Int) -> Bool {
    table.name(of: element) == "null" || text(of: .type, in: element) == "null"
  }

  /// Returns the elements of an array.
  func items(_ element: Int) throws(ValueProblem) -> [Int] {
    var result: [Int] = []
    for child in table.children(of: try dereferenced(element)) { result.append(try dereferenced(child)) }
    return result
  }

  /// Returns the element to which `object="#n"` refers, or the element itself when it is no reference.
  func dereferenced(_ element: Int) throws(ValueProblem) -> Int {
    guard let reference = text(of: .object, in: element) else { return element }
    guard let target = elementsByID[reference] else {
      throw ValueProblem("refers to the object '\(shortened(reference))', which does not exist", code: "bad-reference")
    }
    guard table.attribute(ReservedName.object.rawValue, of: target) == nil, !(target..<table.end(of: target) ~= element)
    else {
      throw ValueProblem("refers to itself through the object '\(shortened(reference))'", code: "bad-reference")
    }
    // Long values that are referenced repeatedly cost as much as repeated values.
    referredBytes += table.valueBytes(of: target)
    guard referredBytes <= Self.referredLimit else {
      throw ValueProblem(
        "is one reference too many: together they repeat more than \(Self.referredLimit) bytes", code: "bad-reference")
    }
    return target
  }

  /// Returns the picture with a name. The decoder's diagnostics are reported at the input.
  func image(named name: String, for input: PropertyInput) throws(ValueProblem) -> CGImage {
    let picture = try images.picture(named: name, isDeferred: defersPictures)
    for diagnostic in picture.diagnostics {
      log.report(diagnostic.severity, diagnostic.code, about: name + diagnostic.message, at: offset(of: input)) {
        "'\(shortened(name))': \(diagnostic.message)"
      }
    }
    return picture.image
  }

  /// Returns the name of the property whose value an input is.
  func propertyName(of input: PropertyInput) -> String {
    switch input {
    case .attribute(let attribute, _): table.name(ofAttribute: attribute)
    case .element(let element): table.name(of: element)
    }
  }

  /// Returns the offset of an input in the document.
  func offset(of input: PropertyInput) -> Int {
    switch input {
    case .attribute(let attribute, let element): table.offset(ofAttribute: attribute, of: element)
    case .element(let element): table.offset(of: element)
    }
  }

  /// Returns the element with an `id`.
  func element(withID id: String) -> Int? { elementsByID[id] }

  private func findIDs() -> [String: Int] {
    var result: [String: Int] = [:]
    for element in 0..<table.count {
      if let id = text(of: .id, in: element), result[id] == nil { result[id] = element }
    }
    return result
  }
}
