// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

/// Values as documents write them. A written value is read back as the same value, to the last bit: numbers have as
/// many digits as this requires, and no more.
///
/// - Conformance: caml.md 1.3, 1.10
enum ValueText {
  /// Returns a number: integers without a point, infinities as `inf`.
  static func number(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15 { return value == 0 ? "0" : String(Int64(clamping: value)) }
    if value.isInfinite { return value < 0 ? "-inf" : "inf" }
    return "\(value)"
  }

  /// Returns a number that is kept as a 32-bit float, in the digits of that type.
  static func number(_ value: Float) -> String {
    if value == value.rounded(), abs(value) < 1e7 { return number(Double(value)) }
    return value.isInfinite ? number(Double(value)) : "\(value)"
  }

  /// Returns numbers with blanks between them.
  static func numbers(_ values: Double...) -> String { values.map(number).joined(separator: " ") }

  /// Returns a number of a property.
  static func number(_ value: Double, as kind: LayerValueType.Number) -> String {
    kind == .float ? number(Float(value)) : number(value)
  }

  /// Returns red, green and blue.
  static func components(_ color: CGColor) -> String {
    [color.straight.x, color.straight.y, color.straight.z].map { number($0) }.joined(separator: " ")
  }

  /// Returns a path, operands before operators.
  static func path(_ path: CGPath) -> String {
    var parts: [String] = []
    path.elements.forEach { type, points in
      for point in points { parts += [number(Double(point.x)), number(Double(point.y))] }
      switch type {
      case .moveToPoint: parts.append("m")
      case .addLineToPoint: parts.append("l")
      case .addQuadCurveToPoint: parts.append("q")
      case .addCurveToPoint: parts.append("c")
      case .closeSubpath: parts.append("h")
      }
    }
    return parts.joined(separator: " ")
  }

  /// Returns a transform as a list of functions in Apple's order, where this reads back as the same matrix; else its
  /// sixteen numbers.
  static func transform(_ transform: CATransform3D) -> String {
    if CATransform3DIsIdentity(transform) { return "" }
    for digits in [6, 9, 12, 17] {
      let text = functions(TransformComponents(transform), digits: digits)
      var scanner = ValueScanner(text)
      if let read = try? ValueGrammar.transform(&scanner), read == transform { return text }
    }
    let rows = [transform.row1, transform.row2, transform.row3, transform.row4]
    let entries = rows.flatMap { [$0.x, $0.y, $0.z, $0.w] }
    return "matrix(" + entries.map(number).joined(separator: ", ") + ")"
  }

  /// Returns translate, rotate about z, y and x, and scale; after a perspective where there is one.
  private static func functions(_ components: TransformComponents, digits: Int) -> String {
    func rounded(_ value: Double) -> String {
      digits >= 17 ? number(value) : number(Double(String(format: "%.\(digits)g", value)) ?? value)
    }
    func list(_ values: SIMD3<Double>) -> String { (0..<3).map { rounded(values[$0]) }.joined(separator: ", ") }
    var parts: [String] = []
    if let distance = components.perspectiveDistance { parts.append("perspective(\(rounded(distance)))") }
    if components.translation != .zero { parts.append("translate(\(list(components.translation)))") }
    let degrees = components.rotation * (180 / .pi)
    if degrees.z != 0 { parts.append("rotate(\(rounded(degrees.z))deg)") }
    if degrees.y != 0 { parts.append("rotate(\(rounded(degrees.y))deg, 0, 1, 0)") }
    if degrees.x != 0 { parts.append("rotate(\(rounded(degrees.x))deg, 1, 0, 0)") }
    if components.scale != SIMD3(1, 1, 1) { parts.append("scale(\(list(components.scale)))") }
    return parts.joined(separator: " ")
  }

  /// Returns a text for use inside double quotes. Characters that XML cannot hold become U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the input of a filter; `nil` for values that documents cannot hold.
  static func filterInput(_ value: Any, key: String) -> String? {
    if let matrix = value as? CAColorMatrix {
      return "matrix(" + matrix.numbers.map(number).joined(separator: " ") + ")"
    }
    if let text = value as? String { return text }
    switch LayerKeyTable.filter.key(key).flatMap({ LayerValue(value, as: $0.type) }) {
    case .number(let value): return number(value)
    case .numbers(let values): return "matrix(" + values.map { number(Float($0)) }.joined(separator: " ") + ")"
    case .color(let color):
      let alpha = color.straight.w == 1 ? "" : " " + number(color.straight.w)
      return components(color) + alpha
    default: return nil
    }
  }
}
