// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// A whole document as flat arrays: elements in document order, each with its attributes and its end.
///
/// A tree of objects would have to be walked and freed with care, because a document may be nested a million levels
/// deep. Here the subtree of element `i` is the range `i..<end(of: i)`, its first child is `i + 1`, and the next
/// sibling of a child `c` is `end(of: c)`.
final class ElementTable: Sendable {
  struct Element: Sendable {
    var name: Int32
    /// The index after the last element of the subtree.
    var end: Int32
    var firstAttribute: Int32
    /// The offset of the `<`.
    var offset: Int32
  }

  struct Attribute: Sendable {
    var name: Int32
    var start: Int32
    var end: Int32
  }

  let source: SourceText
  let names: NameTable
  private let elements: [Element]
  private let attributes: [Attribute]
  /// The values of all attributes, entities resolved, one after another.
  let values: [UInt8]
  /// The offset of the first text that is not blank, and the number of elements that contain such text.
  let strayText: (offset: Int, count: Int)?

  init(
    source: SourceText, names: NameTable, elements: [Element], attributes: [Attribute], values: [UInt8],
    strayText: (offset: Int, count: Int)?
  ) {
    self.source = source
    self.names = names
    self.elements = elements
    self.attributes = attributes
    self.values = values
    self.strayText = strayText
  }

  var count: Int { elements.count }
  func nameNumber(of element: Int) -> Int32 { elements[element].name }
  func name(of element: Int) -> String { names[elements[element].name] }
  func offset(of element: Int) -> Int { Int(elements[element].offset) }
  /// Returns the index after the last element inside `element`.
  func end(of element: Int) -> Int { Int(elements[element].end) }

  /// The children of an element, in document order.
  func children(of element: Int) -> Children {
    Children(table: self, following: element + 1, end: end(of: element))
  }

  /// The first child of an element, if it has any.
  func firstChild(of element: Int) -> Int? { element + 1 < end(of: element) ? element + 1 : nil }

  /// The number of children of an element.
  func childCount(of element: Int) -> Int { children(of: element).reduce(0) { count, _ in count + 1 } }

  /// The indices of an element's attributes.
  func attributes(of element: Int) -> Range<Int> {
    let first = Int(elements[element].firstAttribute)
    return first..<(element + 1 < elements.count ? Int(elements[element + 1].firstAttribute) : attributes.count)
  }

  func nameNumber(ofAttribute attribute: Int) -> Int32 { attributes[attribute].name }
  func name(ofAttribute attribute: Int) -> String { names[attributes[attribute].name] }
  /// Returns the range of an attribute's value in ``values``.
  func valueRange(ofAttribute attribute: Int) -> Range<Int> {
    Int(attributes[attribute].start)..<Int(attributes[attribute].end)
  }

  /// Returns the bytes of a subtree's values and elements, as a measure of the work of reading it.
  func valueBytes(of element: Int) -> Int {
    let first = attributes(of: element).lowerBound
    let end = end(of: element)
    let last = end < elements.count ? Int(elements[end].firstAttribute) : attributes.count
    let bytes = first < last ? Int(attributes[last - 1].end) - Int(attributes[first].start) : 0
    return bytes + 16 * (end - element)
  }

  /// The value of an attribute, as text.
  func text(ofAttribute attribute: Int) -> String {
    String(decoding: values[valueRange(ofAttribute: attribute)], as: UTF8.self)
  }

  /// Returns the attribute with a name, if the element has it.
  func attribute(_ name: Int32, of element: Int) -> Int? {
    attributes(of: element).first { attributes[$0].name == name }
  }

  /// Returns the offset of an attribute's name in the source, found by reading the start tag again, since expat does
  /// not provide it.
  func offset(ofAttribute attribute: Int, of element: Int) -> Int {
    let bytes = source.bytes
    var cursor = offset(of: element)
    func skip(while condition: (UInt8) -> Bool) {
      while cursor < bytes.count, condition(bytes[cursor]) { cursor += 1 }
    }
    skip { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    for current in attributes(of: element) {
      skip { $0 <= 0x20 }
      if current == attribute { return min(cursor, bytes.count) }
      skip { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
      guard cursor < bytes.count else { break }
      let quote = bytes[cursor]
      cursor += 1
      skip { $0 != quote }
      cursor += 1
    }
    return offset(of: element)
  }

  struct Children: Sequence, IteratorProtocol {
    let table: ElementTable
    var following: Int
    let end: Int

    mutating func next() -> Int? {
      guard following < end else { return nil }
      defer { following = table.end(of: following) }
      return following
    }
  }
}
