// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaScene

/// Writes values as Swift expressions with the same value; numbers have as many digits as the property's type needs.
enum SwiftLiteral {
  /// A number.
  static func number(_ value: Double, _ kind: LayerValueType.Number = .double) -> String {
    if value.isNaN { return ".nan" }
    if value.isInfinite { return value > 0 ? ".infinity" : "-.infinity" }
    return EditableText.text(of: .number(value), as: .number(kind)) ?? "0"
  }

  /// The expression for a property's value; `nil` for a path, which takes several lines, and for values without one.
  static func text(of value: LayerValue, _ key: LayerKey) -> String? {
    switch value {
    case .none: return "nil"
    case .number(let value):
      if key.name == "maskedCorners" { return "CACornerMask(rawValue: \(number(value)))" }
      if key.name == "edgeAntialiasingMask" { return "CAEdgeAntialiasingMask(rawValue: \(number(value)))" }
      return number(value, key.type.number)
    case .string(let text):
      if case .word = key.type { return ".init(rawValue: \(quoted(text)))" }
      return quoted(text)
    default: return plain(value)
    }
  }

  /// The expression for a value of type `Any`, as in animations and filters.
  ///
  /// - Parameter type: The type of the property, where it is known.
  /// - Returns: `nil` for a path, which takes several lines, and for values without an expression.
  static func anything(_ value: Any, as type: LayerValueType?) -> String? {
    if value is NSNull { return "NSNull()" }
    switch any(value, as: type) {
    case .none?: return "NSNull()"
    case .number(let value)?:
      return value.isFinite ? number(value, type?.number ?? .double) : "Double(\"\(value)\")"
    case .string(let text)?: return quoted(text)
    case let value?: return plain(value)
    case nil: return nil
    }
  }

  /// A value of any type, converted to that of a property; `nil` for types that have no expression.
  static func any(_ value: Any, as type: LayerValueType?) -> LayerValue? {
    if let type, let typed = LayerValue(value, as: type) { return typed }
    for type in [LayerValueType.color, .transform, .rect, .point, .path, .image] {
      guard let typed = LayerValue(value, as: type), typed != .none else { continue }
      if case .object = typed { continue }
      return typed
    }
    if let size = value as? CGSize { return .size(size) }
    if let text = value as? String { return .string(text) }
    return LayerValue(value, as: .number(.double))
  }

  /// The expression for values that are written the same way in every context.
  private static func plain(_ value: LayerValue) -> String? {
    switch value {
    case .bool(let value): return value ? "true" : "false"
    case .point(let point): return "CGPoint(x: \(number(Double(point.x))), y: \(number(Double(point.y))))"
    case .size(let size): return "CGSize(width: \(number(Double(size.width))), height: \(number(Double(size.height))))"
    case .rect(let rect):
      return "CGRect(x: \(number(Double(rect.origin.x))), y: \(number(Double(rect.origin.y))), "
        + "width: \(number(Double(rect.size.width))), height: \(number(Double(rect.size.height))))"
    case .color(let color): return self.color(color)
    case .transform(let transform): return self.transform(transform)
    case .numbers(let numbers): return "[\(numbers.map { number($0) }.joined(separator: ", "))]"
    case .colors(let colors): return "[\(colors.map(color).joined(separator: ", "))]"
    case .none, .number, .string, .path, .image, .object: return nil
    }
  }

  /// A colour.
  static func color(_ color: CGColor) -> String {
    let parts = (0..<4).map { number(Double(color.straight[$0]), .float) }
    return "CGColor(srgbRed: \(parts[0]), green: \(parts[1]), blue: \(parts[2]), alpha: \(parts[3]))"
  }

  /// The lines that make a path in a constant `name`.
  static func lines(of path: CGPath, named name: String) -> [String] {
    var lines = ["let \(name) = CGMutablePath()"]
    path.elements.forEach { type, points in
      let places = points.map { "CGPoint(x: \(number(Double($0.x))), y: \(number(Double($0.y))))" }
      switch type {
      case .moveToPoint: lines.append("\(name).move(to: \(places[0]))")
      case .addLineToPoint: lines.append("\(name).addLine(to: \(places[0]))")
      case .addQuadCurveToPoint: lines.append("\(name).addQuadCurve(to: \(places[1]), control: \(places[0]))")
      case .addCurveToPoint:
        lines.append("\(name).addCurve(to: \(places[2]), control1: \(places[0]), control2: \(places[1]))")
      case .closeSubpath: lines.append("\(name).closeSubpath()")
      }
    }
    return lines
  }

  /// A string literal.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "\"": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..."\u{1F}", "\u{7F}": result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  // MARK: Transforms

  /// The function call that makes a transform, if there is one; otherwise its sixteen numbers.
  static func transform(_ transform: CATransform3D) -> String {
    if CATransform3DIsIdentity(transform) { return "CATransform3DIdentity" }
    if let angle = angle(of: transform) { return "CATransform3DMakeRotation(\(angle), 0, 0, 1)" }
    let rows = [transform.row1, transform.row2, transform.row3, transform.row4]
    func call(_ name: String, _ numbers: [Double]) -> String {
      "CATransform3DMake\(name)(\(numbers.map { number($0) }.joined(separator: ", ")))"
    }
    let (scale, move) = ([rows[0][0], rows[1][1], rows[2][2]], [rows[3][0], rows[3][1], rows[3][2]])
    if transform == CATransform3DMakeScale(CGFloat(scale[0]), CGFloat(scale[1]), CGFloat(scale[2])) {
      return call("Scale", scale)
    }
    if transform == CATransform3DMakeTranslation(CGFloat(move[0]), CGFloat(move[1]), CGFloat(move[2])) {
      return call("Translation", move)
    }
    let entries = rows.enumerated().flatMap { row, values in
      (0..<4).map { "m\(row + 1)\($0 + 1): \(number(values[$0]))" }
    }
    return "CATransform3D(\(entries.joined(separator: ", ")))"
  }

  /// The angle of a rotation about z, with the fewest digits that make the same matrix up to rounding; `nil` for other
  /// transforms.
  private static func angle(of transform: CATransform3D) -> String? {
    let (cosine, sine) = (transform.row1[0], transform.row1[1])
    func isSame(_ angle: Double) -> Bool {
      let made = CATransform3DMakeRotation(CGFloat(angle), 0, 0, 1)
      return zip(
        [made.row1, made.row2, made.row3, made.row4],
        [transform.row1, transform.row2, transform.row3, transform.row4]
      ).allSatisfy { one, other in (0..<4).allSatisfy { abs(one[$0] - other[$0]) <= 0x1p-51 } }
    }
    let angle = atan2(sine, cosine)
    guard angle != 0, isSame(angle) else { return nil }
    for parts in [1, 2, 3, 4, 6, 8, 12, 180] {
      let count = (angle / .pi * Double(parts)).rounded()
      guard count != 0, isSame(count * .pi / Double(parts)) else { continue }
      let head = count == 1 ? ".pi" : count == -1 ? "-.pi" : "\(number(count)) * .pi"
      return parts == 1 ? head : "\(head) / \(parts)"
    }
    for digits in 1...17 {
      let text = String(format: "%.\(digits)g", angle)
      if let short = Double(text), isSame(short) { return number(short) }
    }
    return number(angle)
  }
}

extension LayerValueType {
  /// The type of number that the property stores.
  fileprivate var number: Number {
    if case .number(let kind, _) = self { kind } else { .double }
  }
}
#endif
