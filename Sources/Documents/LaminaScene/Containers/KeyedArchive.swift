// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The objects of a keyed archive, as `NSKeyedArchiver` writes it.
///
/// No class that the archive names is instantiated: objects stay as in the property list, dictionaries whose values
/// refer to other objects by number. A walk over them must expect cycles of references.
///
/// - Conformance: caml.md 2.4
struct KeyedArchive {
  let list: PropertyList
  /// The numbers of the objects' values in the list.
  private let objects: [Int]
  /// The outermost object.
  let root: Int

  /// Reads the objects of an archive.
  init(_ list: PropertyList) throws(ArchiveProblem) {
    self.list = list
    guard let place = list.value("$objects", in: list.root), case .array(let objects) = list[place],
      let top = list.value("$top", in: list.root)
    else { throw .badObjects(reason: "is a property list, but no archive: it has no $objects and $top") }
    self.objects = objects
    guard let first = list.value("root", in: top) ?? list.entries(of: top).first?.value,
      case .reference(let number) = list[first], objects.indices.contains(number)
    else { throw .badObjects(reason: "names no root object") }
    root = objects[number]
  }

  /// Returns the value that a reference leads to, or the value itself. One step: references to references are not
  /// written.
  func resolved(_ value: Int) -> Int {
    guard case .reference(let number) = list[value] else { return value }
    return objects.indices.contains(number) ? objects[number] : -1
  }

  /// Returns the class of an object; `nil` for a value that is no object.
  func className(of object: Int) -> String? {
    guard let place = list.value("$class", in: object) else { return nil }
    return list.text("$classname", in: resolved(place))
  }

  /// Returns the value under a key of an object.
  func value(_ key: String, of object: Int) -> Int? { list.value(key, in: object).map(resolved) }

  /// Returns the number under a key of an object; 0 where there is none.
  func number(_ key: String, of object: Int) -> Double {
    guard let value = value(key, of: object), case .number(let number) = list[value] else { return 0 }
    return number
  }

  /// Whether a value is the archive's placeholder for `nil`.
  func isNull(_ value: Int) -> Bool {
    if case .string("$null") = list[value] { return true }
    return className(of: value) == "NSNull"
  }

  /// Returns the text of a value: plain, or in an object around it.
  func text(_ value: Int) -> String? {
    if case .string(let text) = list[value] { return text }
    return list.text("NS.string", in: value)
  }

  /// Returns the bytes of a value in base64: plain, or in an object around them.
  func data(_ value: Int) -> String? {
    if case .data(let text) = list[value] { return text }
    guard let inner = self.value("NS.data", of: value), case .data(let text) = list[inner] else {
      return nil
    }
    return text
  }

  /// Returns the items of an array, also inside Core Animation's own wrapper.
  func items(_ value: Int) -> [Int]? {
    var array = value
    if className(of: array) == "LKNSArrayCodingProxy", let inner = self.value("array", of: array) { array = inner }
    if case .array(let items) = list[array] { return items.map(resolved) }
    guard let name = className(of: array), name.hasSuffix("Array") || name.hasSuffix("Set"),
      let place = list.value("NS.objects", in: array), case .array(let items) = list[place]
    else { return nil }
    return items.map(resolved)
  }

  /// Returns the entries of a dictionary whose keys are texts, also inside Core Animation's own wrapper.
  func entries(_ wrapped: Int) -> [(key: String, value: Int)]? {
    let isWrapper = className(of: wrapped) == "LKNSDictionaryCodingProxy"
    let value = isWrapper ? self.value("dict", of: wrapped) ?? wrapped : wrapped
    guard let name = className(of: value), name.hasSuffix("Dictionary"),
      let keys = list.value("NS.keys", in: value), case .array(let names) = list[keys],
      let places = list.value("NS.objects", in: value), case .array(let values) = list[places]
    else { return nil }
    return zip(names, values).compactMap { name, value in text(resolved(name)).map { ($0, resolved(value)) } }
  }
}
