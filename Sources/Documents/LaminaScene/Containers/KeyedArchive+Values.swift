// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The values that Core Animation wraps in objects of its own for archives, in the form that documents use.
///
/// - Conformance: caml.md 2.4, the table of coding proxies
extension KeyedArchive {
  /// A value with the name that documents give its type.
  struct PlainValue {
    var type: String
    var text: String
    /// The alpha of a colour.
    var opacity: Double?
    /// Whether the text is a `data:` URI.
    var isSource = false

    /// Whether the value is written as an element, since it needs more than one attribute, or an attribute other than
    /// `value`.
    var isElement: Bool { opacity != nil || isSource }
  }

  /// Returns a value that documents write as text; `nil` for objects, arrays and unknown values.
  func plainValue(_ value: Int) -> PlainValue? {
    switch list[value] {
    case .bool(let isTrue): return PlainValue(type: "integer", text: isTrue ? "1" : "0")
    case .number(let number):
      return PlainValue(type: number == number.rounded() ? "integer" : "real", text: ValueText.number(number))
    case .string(let text): return PlainValue(type: "string", text: text)
    case .dictionary: return wrappedValue(value)
    case .reference, .array, .data, .other: return nil
    }
  }

  private func wrappedValue(_ object: Int) -> PlainValue? {
    func numbers(_ keys: String...) -> String {
      keys.map { ValueText.number(number($0, of: object)) }.joined(separator: " ")
    }
    switch className(of: object) {
    case "LKNSValueCodingProxy": return geometry(object, numbers)
    case "LKCGColorCodingProxy":
      return PlainValue(type: "CGColor", text: numbers("r", "g", "b"), opacity: number("a", of: object))
    case "LKCGImageCodingProxy":
      // The bytes themselves tell their format.
      guard let data = value("data", of: object).flatMap(data) else { return nil }
      return PlainValue(type: "CGImage", text: "data:;base64," + data, isSource: true)
    case "CACGPathCodingProxy": return PlainValue(type: "CGPath", text: path(object))
    case "CAMediaTimingFunction":
      return PlainValue(type: "CAMediaTimingFunction", text: numbers("c1x", "c1y", "c2x", "c2y"))
    case "NSString", "NSMutableString": return text(object).map { PlainValue(type: "string", text: $0) }
    case let name? where name.hasSuffix("Font") || name.hasSuffix("FontCodingProxy"):
      return fontName(object).map { PlainValue(type: "string", text: $0) }
    default: return nil
    }
  }

  /// Returns the name of a font: its own, or its descriptor's.
  private func fontName(_ font: Int) -> String? {
    let keys = ["NSName", "UIFontName", "fontName", "name", "NSFontNameAttribute"]
    if let name = keys.lazy.compactMap({ value($0, of: font).flatMap(text) }).first(where: { !$0.isEmpty }) {
      return name
    }
    let descriptors = ["UIFontDescriptor", "NSFontDescriptor", "descriptor"].lazy.compactMap { value($0, of: font) }
    let attributes = ["UIFontDescriptorAttributes", "NSFontDescriptorAttributes"]
    for descriptor in descriptors {
      for key in attributes {
        guard let entries = value(key, of: descriptor).flatMap(entries) else { continue }
        if let name = entries.first(where: { $0.key == "NSFontNameAttribute" }).flatMap({ text($0.value) }) {
          return name
        }
      }
    }
    return nil
  }

  private func geometry(_ object: Int, _ numbers: (String...) -> String) -> PlainValue? {
    switch number("kind", of: object) {
    case 0: return PlainValue(type: "CGPoint", text: numbers("x", "y"))
    case 1: return PlainValue(type: "CGSize", text: numbers("width", "height"))
    case 2: return PlainValue(type: "CGRect", text: numbers("x", "y", "width", "height"))
    case 3:
      let entries = (1...4).flatMap { row in (1...4).map { numbers("m\(row)\($0)") } }
      return PlainValue(type: "CATransform3D", text: "matrix(\(entries.joined(separator: ", ")))")
    default: return nil
    }
  }

  /// Returns a path, operands before operators. Of a curve, the control points come first and the end last.
  private func path(_ object: Int) -> String {
    guard let place = value("LKCGPathSegments", of: object), let segments = items(place) else { return "" }
    var parts: [String] = []
    for segment in segments {
      let operators: [(name: String, points: Int)] = [("m", 1), ("l", 1), ("q", 2), ("c", 3), ("h", 0)]
      guard let kind = Int(exactly: number("LKCGPathType", of: segment)), operators.indices.contains(kind) else {
        continue
      }
      for point in 0..<operators[kind].points {
        parts.append(ValueText.number(number("LKCGPathPoint\(point)_x", of: segment)))
        parts.append(ValueText.number(number("LKCGPathPoint\(point)_y", of: segment)))
      }
      parts.append(operators[kind].name)
    }
    return parts.joined(separator: " ")
  }
}
