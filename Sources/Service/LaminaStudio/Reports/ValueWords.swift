// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaScene

/// Values in a form for people: with few digits and units, and with colours in the notation of the page.
enum ValueWords {
  /// A colour as `#rrggbb`, or as `#rrggbbaa` if it is not opaque.
  static func hex(_ color: CGColor) -> String {
    let bytes = (0..<(color.straight.w == 1 ? 3 : 4)).map { index in
      Int(clamping: (min(max(color.straight[index], 0), 1) * 255).rounded())
    }
    return "#" + bytes.map { String($0 / 16, radix: 16) + String($0 % 16, radix: 16) }.joined()
  }

  /// A colour as text for editing; colours that `#rrggbbaa` cannot express, such as wide ones, are written as numbers.
  static func edited(_ color: CGColor) -> String? {
    guard (0..<4).allSatisfy({ (0...1).contains(color.straight[$0]) }) else {
      return EditableText.text(of: .color(color), as: .color)
    }
    return hex(color)
  }

  /// A value as text for editing; `nil` for values without a text.
  static func edited(_ value: LayerValue, as type: LayerValueType) -> String? {
    switch value {
    case .color(let color): edited(color)
    case .colors(let colors): colors.map { edited($0) ?? hex($0) }.joined(separator: "; ")
    default: EditableText.text(of: value, as: type)
    }
  }

  /// A number with at most three decimal places, or three significant digits if it is very small or very large.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "no number" : value > 0 ? "infinite" : "-infinite" }
    if value != 0, abs(value) < 0.01 || abs(value) >= 1e9 { return String(format: "%.3g", value) }
    let rounded = (value * 1000).rounded() / 1000
    return EditableText.text(of: .number(rounded), as: .number(.double)) ?? "\(rounded)"
  }

  /// A value of an animation, with its unit.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: The key path that is animated.
  ///   - type: The type of the key path's value, if it is known.
  static func text(_ value: Any, of path: String?, as type: LayerValueType?) -> String {
    if value is NSNull { return "none" }
    guard let typed = SwiftLiteral.any(value, as: type) else { return "\(Swift.type(of: value))" }
    let unit = path.flatMap { Self.unit(of: $0) }
    func list(_ numbers: Double...) -> String {
      numbers.map(number).joined(separator: ", ") + (unit.map { " \($0)" } ?? "")
    }
    switch typed {
    case .none: return "none"
    case .number(let number):
      if unit == "rad" { return "\(Self.number(number * 180 / .pi))° (\(list(number)))" }
      return list(number)
    case .bool(let value): return value ? "yes" : "no"
    case .point(let point): return list(Double(point.x), Double(point.y))
    case .size(let size): return "\(number(Double(size.width))) × \(list(Double(size.height)))"
    case .rect(let rect):
      let place = "\(number(Double(rect.origin.x))), \(number(Double(rect.origin.y)))"
      return "\(place), \(number(Double(rect.width))) × \(list(Double(rect.height)))"
    case .color(let color): return hex(color)
    case .colors(let colors): return colors.prefix(6).map(hex).joined(separator: " ") + (colors.count > 6 ? " …" : "")
    case .numbers(let numbers):
      return numbers.prefix(8).map(number).joined(separator: " ") + (numbers.count > 8 ? " …" : "")
    case .transform(let transform): return self.transform(transform)
    case .path(let path): return self.path(path)
    case .image(let image): return "picture, \(image.width) × \(image.height) px"
    case .string(let text): return cut("“\(text)”")
    case .object(let object): return "\(Swift.type(of: object))"
    }
  }

  /// The text shortened to `most` characters, with an ellipsis if it is longer.
  static func cut(_ text: String, _ most: Int = 60) -> String {
    text.count > most ? text.prefix(most - 1) + "…" : text
  }

  private static func transform(_ transform: CATransform3D) -> String {
    if CATransform3DIsIdentity(transform) { return "identity" }
    let parts = TransformComponents(transform)
    var words: [String] = []
    func triple(_ name: String, _ values: SIMD3<Double>, _ usual: Double, _ unit: String) {
      guard (0..<3).contains(where: { abs(values[$0] - usual) > 1e-9 }) else { return }
      let numbers = (0..<(abs(values[2] - usual) > 1e-9 ? 3 : 2)).map { number(values[$0]) }
      words.append("\(name) \(numbers.joined(separator: ", "))\(unit)")
    }
    triple("moved", parts.translation, 0, " pt")
    triple("scaled", parts.scale, 1, "")
    let turns = zip(["x", "y", "z"], (0..<3).map { parts.rotation[$0] * 180 / .pi }).filter { abs($0.1) > 1e-9 }
    if !turns.isEmpty {
      words.append("turned " + turns.map { "\(number($0.1))° about \($0.0)" }.joined(separator: ", "))
    }
    return words.isEmpty ? "matrix" : words.joined(separator: ", ")
  }

  private static func path(_ path: CGPath) -> String {
    var pieces = 0
    path.elements.forEach { _, _ in pieces += 1 }
    let box = path.boundingBoxOfPath
    guard pieces > 0, box.width.isFinite, box.height.isFinite else { return "empty path" }
    return "path of \(pieces) pieces, \(number(Double(box.width))) × \(number(Double(box.height))) pt"
  }

  /// The unit of the numbers that a key path leads to.
  static func unit(of path: String) -> String? {
    let first = String(path.prefix { $0 != "." })
    guard first.hasSuffix("ransform") else { return PropertyGroup.unit(of: first) }
    if path.contains(".rotation") { return "rad" }
    return path.contains(".translation") ? "pt" : nil
  }
}
#endif
