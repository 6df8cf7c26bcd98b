// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaLayers

// Values whose elements name their types, in states, animations and styles.

extension DocumentWriter {
  /// Returns the element of a value, which may have elements inside: one line each.
  ///
  /// - Parameters:
  ///   - name: The element's name; `nil` for an item of a list, which is named after its type.
  ///   - value: The value.
  mutating func lines(_ name: String?, _ value: LayerValue) -> [String] {
    switch value {
    case .none: [name.map { "<\($0) type=\"null\"/>" } ?? "<null/>"]
    case .number(let number): [Self.line(name, Self.numberType(number), ValueText.number(number))]
    case .bool(let value): [Self.line(name, "integer", value ? "1" : "0")]
    case .point(let point): [Self.line(name, "CGPoint", ValueText.numbers(point.x, point.y))]
    case .size(let size): [Self.line(name, "CGSize", ValueText.numbers(size.width, size.height))]
    case .rect(let rect):
      [
        Self.line(
          name, "CGRect", ValueText.numbers(rect.origin.x, rect.origin.y, rect.size.width, rect.size.height))
      ]
    case .color(let color):
      [Self.line(name, "CGColor", ValueText.components(color), opacity: color.straight.w)]
    case .transform(let transform): [Self.line(name, "CATransform3D", ValueText.transform(transform))]
    case .path(let path): [Self.line(name, "CGPath", ValueText.path(path))]
    case .image(let image):
      [Self.line(name, "CGImage", ValueText.escaped(pictures.reference(to: image)), attribute: "src")]
    case .string(let text): [Self.line(name, "string", ValueText.escaped(text))]
    case .numbers(let numbers) where numbers.count == 20:
      [Self.line(name, "CAColorMatrix", "matrix(" + numbers.map(ValueText.number).joined(separator: " ") + ")")]
    case .numbers(let numbers): list(name, numbers.map(LayerValue.number))
    case .colors(let colors): list(name, colors.map(LayerValue.color))
    case .object(let object): lines(name, object)
    }
  }

  private mutating func list(_ name: String?, _ items: [LayerValue]) -> [String] {
    let (head, tail) = name.map { ("<\($0) type=\"NSArray\"", "</\($0)>") } ?? ("<NSArray", "</NSArray>")
    if items.isEmpty { return [head + "/>"] }
    return [head + ">"] + items.flatMap { lines(nil, $0) }.map { "\t" + $0 } + [tail]
  }

  private mutating func lines(_ name: String?, _ object: Any) -> [String] {
    let place = name.map { "the value of '\($0)'" } ?? "an item of a list"
    diagnostics.append(
      Diagnostic(code: "not-written", message: "\(place) is \(type(of: object)), which is not written"))
    return []
  }

  private static func line(
    _ name: String?, _ type: String, _ text: String, opacity: Float = 1, attribute: String = "value"
  ) -> String {
    let head = name.map { "<\($0) type=\"\(type)\"" } ?? "<\(type)"
    return head + (opacity == 1 ? "" : " opacity=\"\(ValueText.number(opacity))\"") + " \(attribute)=\"\(text)\"/>"
  }

  /// Returns the name of a number's type, which depends on whether the number is whole, as in editors.
  static func numberType(_ number: Double) -> String { number == number.rounded() ? "integer" : "real" }
}

// MARK: Styles

extension DocumentWriter {
  /// Returns the lines of a style: a dictionary of plain values, lists and dictionaries.
  mutating func styleLines(_ style: [AnyHashable: Any]) -> [String] {
    let entries = style.compactMap { key, value in (key as? String).map { ($0, value) } }
    return ["<style>"] + entryLines(entries, depth: 0) + ["</style>"]
  }

  private mutating func entryLines(_ entries: [(String, Any)], depth: Int) -> [String] {
    entries.sorted { $0.0 < $1.0 }.flatMap { anyLines($0.0, $0.1, depth: depth + 1) }.map { "\t" + $0 }
  }

  private mutating func anyLines(_ name: String?, _ value: Any, depth: Int) -> [String] {
    guard depth < 32 else { return lines(name, LayerValue.object(value)) }
    if value is NSNull { return lines(name, .none) }
    if let dictionary = value as? [String: Any] {
      let (head, tail) = Self.tags(name, "NSDictionary")
      return [head] + entryLines(dictionary.map { ($0.key, $0.value) }, depth: depth) + [tail]
    }
    if let list = value as? [Any] {
      let (head, tail) = Self.tags(name, "NSArray")
      return [head] + list.flatMap { anyLines(nil, $0, depth: depth + 1) }.map { "\t" + $0 } + [tail]
    }
    return lines(name, LayerValue(ofAnyType: value))
  }

  private static func tags(_ name: String?, _ type: String) -> (String, String) {
    name.map { ("<\($0) type=\"\(type)\">", "</\($0)>") } ?? ("<\(type)>", "</\(type)>")
  }
}

extension LayerValue {
  /// Makes a value by its own type, where no property decides the type.
  init(ofAnyType value: Any) {
    let types: [LayerValueType] = [.string, .color, .point, .size, .rect, .transform, .path]
    // Numbers last: a boolean is a number, too.
    for type in types {
      if let typed = LayerValue(value, as: type) {
        self = typed
        return
      }
    }
    if value is CGImage, let image = LayerValue(value, as: .image) {
      self = image
    } else {
      self = LayerValue(value, as: .number(.double)) ?? .object(value)
    }
  }
}
