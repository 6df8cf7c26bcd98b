/// A whole document as flat arrays: elements in document order, each with its attributes and its end.
///
/// A tree of objects would have to be walked and freed with care, because a document may nest a million levels
/// deep. Here the subtree of element `i` is simply the range `i..<end(of: i)`, its first child is `i + 1`, and
/// the next sibling of a child `c` is `end(of: c)`.
final class ElementTable: Sendable {
  struct Element: Sendable {
    var name: Int32
    /// One past the last element of the subtree.
    var end: Int32
    var firstAttribute: Int32
    /// Of the `<`.
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
  /// The values of all attributes, entities resolved, one after the other.
  let values: [UInt8]
  /// Where the first text that is not blank stands, and how many elements hold such text.
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
  /// One past the last element inside `element`.
  func end(of element: Int) -> Int { Int(elements[element].end) }

  /// The children of an element, in document order.
  func children(of element: Int) -> Children {
    Children(table: self, next: element + 1, end: end(of: element))
  }

  /// The indices of an element's attributes.
  func attributes(of element: Int) -> Range<Int> {
    let first = Int(elements[element].firstAttribute)
    return first..<(element + 1 < elements.count ? Int(elements[element + 1].firstAttribute) : attributes.count)
  }

  func nameNumber(ofAttribute attribute: Int) -> Int32 { attributes[attribute].name }
  func name(ofAttribute attribute: Int) -> String { names[attributes[attribute].name] }
  /// Where an attribute's value lies in ``values``.
  func valueRange(ofAttribute attribute: Int) -> Range<Int> {
    Int(attributes[attribute].start)..<Int(attributes[attribute].end)
  }

  /// The value of an attribute, as text.
  func text(ofAttribute attribute: Int) -> String {
    String(decoding: values[valueRange(ofAttribute: attribute)], as: UTF8.self)
  }

  /// The attribute of a name, if the element has it.
  func attribute(_ name: Int32, of element: Int) -> Int? {
    attributes(of: element).first { attributes[$0].name == name }
  }

  struct Children: Sequence, IteratorProtocol {
    let table: ElementTable
    var next: Int
    let end: Int

    mutating func next() -> Int? {
      guard next < end else { return nil }
      defer { next = table.end(of: next) }
      return next
    }
  }
}
