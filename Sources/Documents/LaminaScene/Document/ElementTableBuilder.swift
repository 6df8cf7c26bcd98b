// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics

/// Fills an ``ElementTable`` from the events of an XML document, within limits.
final class ElementTableBuilder: XMLHandler {
  private let source: SourceText
  private let limits: SceneLimits
  private var names: NameTable
  private var elements: [ElementTable.Element] = []
  private var attributes: [ElementTable.Attribute] = []
  private var values: [UInt8] = []
  /// The indices of the elements that are not yet closed.
  private var open: [Int32] = []
  private var strayText: (offset: Int, count: Int)?
  private var lastStrayOwner = -1

  /// Reads a document into a table.
  ///
  /// - Parameters:
  ///   - source: The document.
  ///   - root: The required name of the outermost element.
  ///   - known: Names that get the numbers 0, 1, 2 and so on.
  ///   - limits: The limits of the document.
  static func read(_ source: SourceText, root: String, known: [String], limits: SceneLimits) throws(XMLProblem)
    -> ElementTable
  {
    let builder = ElementTableBuilder(source: source, known: known, limits: limits)
    try XMLReader.read(source, doctype: .refused, into: builder)
    let table = ElementTable(
      source: source, names: builder.names, elements: builder.elements, attributes: builder.attributes,
      values: builder.values, strayText: builder.strayText)
    guard table.name(of: 0) == root else {
      throw XMLProblem(
        kind: .wrongRoot, offset: table.offset(of: 0),
        reason: "the outermost element is <\(shortened(table.name(of: 0)))>, not <\(root)>")
    }
    return table
  }

  private init(source: SourceText, known: [String], limits: SceneLimits) {
    self.source = source
    self.limits = limits
    names = NameTable(known)
  }

  func startElement(
    _ name: UnsafePointer<CChar>, attributes list: UnsafePointer<UnsafePointer<CChar>?>, at offset: Int
  ) -> XMLProblem? {
    guard elements.count < limits.elements else {
      return XMLProblem(
        kind: .refused, offset: offset, reason: "the document has more than \(limits.elements) elements, the limit")
    }
    open.append(Int32(elements.count))
    elements.append(
      ElementTable.Element(
        name: names.number(of: name), end: 0, firstAttribute: Int32(attributes.count), offset: Int32(offset)))
    var index = 0
    while let attribute = list[index], let value = list[index + 1] {
      index += 2
      let start = values.count
      append(value)
      guard values.count - start <= limits.attributeBytes else {
        return XMLProblem(
          kind: .refused, offset: offset,
          reason: "attribute '\(shortened(String(cString: attribute)))' is longer than \(limits.attributeBytes) bytes, "
            + "the limit")
      }
      attributes.append(
        ElementTable.Attribute(
          name: names.number(of: attribute), start: Int32(start), end: Int32(values.count)))
    }
    return nil
  }

  private func append(_ value: UnsafePointer<CChar>) {
    var length = 0
    while value[length] != 0 { length += 1 }
    value.withMemoryRebound(to: UInt8.self, capacity: length) {
      values.append(contentsOf: UnsafeBufferPointer(start: $0, count: length))
    }
  }

  func endElement() -> XMLProblem? {
    if let element = open.popLast() { elements[Int(element)].end = Int32(elements.count) }
    return nil
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> XMLProblem? {
    guard let stray = bytes.firstIndex(where: { $0 > 0x20 }) else { return nil }
    // Several pieces of one text count once.
    guard let owner = open.last, Int(owner) != lastStrayOwner else { return nil }
    lastStrayOwner = Int(owner)
    strayText = strayText.map { ($0.offset, $0.count + 1) } ?? (offset + stray, 1)
    return nil
  }

  func explanation(at offset: Int, isAtEnd: Bool) -> String? {
    guard let element = open.last else { return isAtEnd ? "the document is empty: it has no element" : nil }
    var lines = LineCounter(source)
    let opened = lines.location(at: Int(elements[Int(element)].offset))
    let name = shortened(names[elements[Int(element)].name])
    let place = "<\(name)>, opened at line \(opened.line), column \(opened.column)"
    if isAtEnd { return "not well-formed XML: the document ends inside \(place), which is never closed" }
    let tag = source.bytes[min(offset, source.bytes.count)...].prefix { $0 != UInt8(ascii: ">") }
    return "not well-formed XML: \(shortened(String(decoding: tag, as: UTF8.self)))> does not close \(place)"
  }
}
