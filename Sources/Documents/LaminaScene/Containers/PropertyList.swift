// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A property list, in XML or binary, as a flat table: containers refer to their values by number.
///
/// Nothing is expanded and no code recurses, so that a list that contains itself, or one value a million times, costs
/// no more than its bytes. Keyed archives are read in the same form: their objects refer to each other by number.
struct PropertyList {
  /// One value of the list.
  enum Value {
    case bool(Bool)
    case number(Double)
    case string(String)
    /// The number of an object of a keyed archive.
    case reference(Int)
    case array([Int])
    case dictionary([(key: String, value: Int)])
    /// Bytes, in base64.
    case data(String)
    /// Dates and null, which scenes do not use.
    case other
  }

  /// All values; the first is the outermost where the list has any.
  private(set) var values: [Value]
  /// The outermost value.
  private(set) var root: Int

  /// Reads a property list.
  ///
  /// - Throws: `XMLProblem`, with a byte offset, for bytes that are no property list.
  init(_ source: SourceText) throws(XMLProblem) {
    if source.bytes.starts(with: Array("bplist".utf8)) {
      var reader = try BinaryPropertyListReader(source.bytes)
      (values, root) = (try reader.readAll(), reader.root)
    } else {
      let handler = PropertyListHandler()
      try XMLReader.read(source, doctype: .nameOnly, into: handler)
      (values, root) = (handler.values, 0)
    }
    guard values.indices.contains(root) else {
      throw XMLProblem(kind: .wrongRoot, offset: 0, reason: "the property list holds nothing")
    }
  }

  /// Returns a value by its number.
  subscript(number: Int) -> Value { values.indices.contains(number) ? values[number] : .other }

  /// Returns the value under a key of a dictionary.
  func value(_ key: String, in dictionary: Int) -> Int? {
    guard case .dictionary(let entries) = self[dictionary] else { return nil }
    return entries.last { $0.key == key }?.value
  }

  /// Returns the text under a key of a dictionary.
  func text(_ key: String, in dictionary: Int) -> String? {
    guard let number = value(key, in: dictionary), case .string(let text) = self[number] else { return nil }
    return text
  }

  /// Returns the entries of a dictionary.
  func entries(of dictionary: Int) -> [(key: String, value: Int)] {
    if case .dictionary(let entries) = self[dictionary] { entries } else { [] }
  }
}

/// Makes the table from the events of a property list in XML.
private final class PropertyListHandler: XMLHandler {
  private(set) var values: [PropertyList.Value] = []

  private struct Container {
    var number: Int
    var isDictionary: Bool
    var key: String?
    var items: [Int] = []
    var entries: [(key: String, value: Int)] = []
  }

  private var open: [Container] = []
  /// The names of the elements that are not yet closed.
  private var path: [String] = []
  private var text: [UInt8] = []

  func startElement(
    _ name: UnsafePointer<CChar>, attributes: UnsafePointer<UnsafePointer<CChar>?>, at offset: Int
  ) -> XMLProblem? {
    let element = String(cString: name)
    text = []
    path.append(element)
    if path.count == 1, element != "plist" {
      return XMLProblem(
        kind: .wrongRoot, offset: offset, reason: "the outermost element is <\(shortened(element))>, not <plist>")
    }
    if element == "dict" || element == "array" {
      open.append(Container(number: add(.other), isDictionary: element == "dict"))
    }
    return nil
  }

  func endElement() -> XMLProblem? {
    let name = path.popLast() ?? ""
    switch name {
    case "dict", "array": close()
    case "key":
      if !open.isEmpty { open[open.count - 1].key = String(decoding: text, as: UTF8.self) }
    case "string": _ = add(.string(String(decoding: text, as: UTF8.self)))
    case "integer", "real":
      var scanner = ValueScanner(String(decoding: text, as: UTF8.self))
      scanner.skipBlanks()
      _ = add(scanner.takeNumber().map(PropertyList.Value.number) ?? .other)
    case "true", "false": _ = add(.bool(name == "true"))
    case "data": _ = add(.data(String(decoding: text.filter { $0 > 0x20 }, as: UTF8.self)))
    case "date": _ = add(.other)
    default: break
    }
    text = []
    return nil
  }

  /// Adds a value to the table and to the open container around it.
  private func add(_ value: PropertyList.Value) -> Int {
    let number = values.count
    values.append(value)
    guard let container = open.last else { return number }
    if !container.isDictionary {
      open[open.count - 1].items.append(number)
    } else if let key = container.key {
      open[open.count - 1].entries.append((key, number))
      open[open.count - 1].key = nil
    }
    return number
  }

  private func close() {
    guard let container = open.popLast() else { return }
    // Archives in XML write the number of an object as a dictionary with this key.
    if container.entries.count == 1, let entry = container.entries.first, entry.key == "CF$UID",
      case .number(let number) = values[entry.value], let reference = Int(exactly: number)
    {
      values[container.number] = .reference(reference)
    } else {
      values[container.number] = container.isDictionary ? .dictionary(container.entries) : .array(container.items)
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> XMLProblem? {
    text.append(contentsOf: bytes)
    return nil
  }

  func explanation(at offset: Int, isAtEnd: Bool) -> String? {
    isAtEnd && path.isEmpty ? "the property list is empty" : nil
  }
}
