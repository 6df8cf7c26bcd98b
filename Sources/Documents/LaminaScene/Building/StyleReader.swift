// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaLayers

/// Reads `<style>`: a dictionary of any values, in which wallpapers keep their parameters.
///
/// - Conformance: caml.md 1.2, 1.7
struct StyleReader {
  let source: ValueSource

  private var table: ElementTable { source.table }
  /// The maximum number of levels. Real styles have three: a list of dictionaries of plain values.
  private static let depthLimit = 32

  /// Returns the dictionary; `nil` where it is empty.
  func read(_ element: Int, of layer: CALayer) -> [AnyHashable: Any]? {
    StrayParts(source: source).reportAttributes(ofValuesIn: element)
    let entries = dictionary(element, depth: 0)
    let table = LayerKeyTable.of(layer)
    for (key, value) in entries {
      if let property = table.key(key) {
        source.log.report(.warning, "unsupported-property", about: "style \(key)", at: self.table.offset(of: element)) {
          "'\(property.name)' of a style is kept and not drawn: a layer shows its own values"
        }
      }
      guard [WallpaperGroup.parallaxGroupsKey, WallpaperGroup.propertyGroupsKey].contains(key) else { continue }
      if let groups = value as? [Any], groups.allSatisfy({ WallpaperGroup($0) != nil }) { continue }
      report(element, "has a group in '\(key)' that names no layer or no key path; it is left out")
    }
    return entries.isEmpty ? nil : entries
  }

  private func dictionary(_ element: Int, depth: Int) -> [String: Any] {
    var result: [String: Any] = [:]
    for child in table.children(of: element) {
      // `<p key="…">` and `<key key="…">` are entries whose keys cannot be names of elements.
      let key = source.text(of: .key, in: child) ?? table.name(of: child)
      if let value = value(child, type: source.text(of: .type, in: child), depth: depth + 1) { result[key] = value }
    }
    return result
  }

  /// Returns a value by the name of its type; `nil`, with a report, for a value that cannot be read.
  private func value(_ element: Int, type: String?, depth: Int) -> Any? {
    guard depth < Self.depthLimit else {
      report(element, "nests deeper than \(Self.depthLimit) levels")
      return nil
    }
    switch type {
    case "NSArray":
      return table.children(of: element).compactMap { child in
        value(child, type: source.text(of: .type, in: child) ?? table.name(of: child), depth: depth + 1)
      }
    case "NSDictionary": return dictionary(element, depth: depth)
    case "null": return NSNull()
    case nil where table.firstChild(of: element) != nil:
      // An entry without a type is an array whose items state their types by their element names.
      return table.children(of: element).compactMap { value($0, type: table.name(of: $0), depth: depth + 1) }
    default:
      do {
        return try PropertyTables.value(ofDocumentType: type, source, .element(element)).boxed
      } catch {
        report(element, error.reason)
        return nil
      }
    }
  }

  private func report(_ element: Int, _ reason: String) {
    let name = table.name(of: element)
    source.log.report(.warning, "bad-value", about: "style \(name)", at: table.offset(of: element)) {
      "'\(shortened(name))' of a style \(reason)"
    }
  }
}
