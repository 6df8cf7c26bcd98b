#if Serve
import Foundation
import Lamina
import LaminaGraphics
import LaminaLayers
import LaminaScene

/// A layer and all in it as Swift that makes it: what differs from new layers.
///
/// Pictures, animations and objects of other kinds are named in comments, as their place in a program is the program's affair.
struct SwiftText {
  private(set) var text = ""
  /// What the text does not make, in a few words each.
  private(set) var missing: [String] = []
  private var names: Set<String> = []
  /// More layers than this are left out, with a comment.
  private static let most = 200

  /// Writes a layer.
  init(_ root: CALayer) {
    var lines = ["import QuartzCore", ""]
    var open: [(layer: CALayer, parent: String?, isMask: Bool)] = [(root, nil, false)]
    var count = 0
    while let (layer, parent, isMask) = open.popLast() {
      count += 1
      guard count <= Self.most else {
        lines.append("// Not here: all layers beyond the first \(Self.most).")
        missing.append("all layers beyond the first \(Self.most)")
        break
      }
      let name = unused(layer.name ?? (isMask ? "mask" : "layer"))
      lines += self.lines(of: layer, named: name)
      if let parent { lines.append(isMask ? "\(parent).mask = \(name)" : "\(parent).addSublayer(\(name))") }
      lines.append("")
      for sublayer in (layer.sublayers ?? []).reversed() { open.append((sublayer, name, false)) }
      if let mask = layer.mask { open.append((mask, name, true)) }
    }
    text = lines.joined(separator: "\n")
  }

  /// A name that is one in Swift, and is not taken.
  private mutating func unused(_ wanted: String) -> String {
    var name = ""
    for character in wanted where character.isASCII {
      if character.isLetter || character == "_" || (character.isNumber && !name.isEmpty) { name.append(character) }
    }
    let reserved: Set = ["", "self", "default", "in", "for", "class", "let", "var", "func", "import", "is", "as"]
    if reserved.contains(name) { name = "layer" + name }
    name = name.prefix(1).lowercased() + name.dropFirst()
    var result = name
    var number = 2
    while !names.insert(result).inserted {
      result = "\(name)\(number)"
      number += 1
    }
    return result
  }

  private mutating func lines(of layer: CALayer, named name: String) -> [String] {
    let table = LayerKeyTable.of(layer)
    let fresh = layer.properties.kind.makeLayer()
    var lines = ["let \(name) = \(table.className)()"]
    for key in table.keysInWritingOrder where key.isWritten && !["sublayers", "mask"].contains(key.name) {
      let value = key.value(of: layer)
      guard value != key.value(of: fresh) else { continue }
      let property = Self.spelling[key.name] ?? key.name
      if let code = Self.effects(of: layer, key.name, name) ?? Self.code(of: value, key).map({ [$0] }) {
        lines += code.count == 1 ? ["\(name).\(property) = \(code[0])"] : code
        continue
      }
      if case .path(let path) = value {
        lines += Self.lines(of: path, named: "\(name)\(property.prefix(1).uppercased())\(property.dropFirst())")
        lines.append("\(name).\(property) = \(name)\(property.prefix(1).uppercased())\(property.dropFirst())")
        continue
      }
      let what: String
      if case .image(let image) = value {
        what = "a picture of \(image.width) x \(image.height) pixels"
      } else {
        what = SceneOutline.text(of: value, of: key)
      }
      lines.append("// Not here: \(name).\(property), \(Self.onOneLine(what)).")
      missing.append("\(property) of \(name), \(what)")
    }
    for (key, animation) in layer.addedAnimations {
      let what = "\(type(of: animation))\(key.map { " \"\($0)\"" } ?? "")"
      lines.append("// Not here: an animation of \(name), \(Self.onOneLine(what)).")
      missing.append("the animation \(what) of \(name)")
    }
    return lines
  }

  private static func onOneLine(_ text: String) -> String { text.replacing(/[\r\n\u{2028}\u{2029}]+/, with: " ") }

  /// The code of filters and of what blends; one line is a value, more make one. `nil` for any other property.
  private static func effects(of layer: CALayer, _ key: String, _ name: String) -> [String]? {
    switch key {
    case "compositingFilter": return [quoted(EffectEdit.blendName(of: layer))]
    case "filters", "backgroundFilters": break
    default: return nil
    }
    var lines: [String] = []
    var names: [String] = []
    for (index, filter) in EffectEdit.filters(key, of: layer).enumerated() {
      let filterName = "\(name)\(key == "filters" ? "Filter" : "BackgroundFilter")\(index + 1)"
      names.append(filterName)
      lines.append("let \(filterName) = CAFilter(type: \(quoted(filter.type)))")
      if filter.name != filter.type { lines.append("\(filterName).name = \(quoted(filter.name))") }
      if !filter.isEnabled { lines.append("\(filterName).isEnabled = false") }
      for (input, value) in filter.setValues.sorted(by: { $0.key < $1.key }) {
        let code = inputCode(value, input)
        lines.append(
          code.map { "\(filterName).setValue(\($0), forKey: \(quoted(input)))" }
            ?? "// Not here: \(input) of \(filterName), \(type(of: value)).")
      }
    }
    return lines + ["\(name).\(key) = [\(names.joined(separator: ", "))]"]
  }

  private static func inputCode(_ value: Any, _ key: String) -> String? {
    if let matrix = value as? CAColorMatrix {
      return "CAColorMatrix([\(matrix.numbers.map { "\($0)" }.joined(separator: ", "))])"
    }
    if let color = value as? CGColor { return "\(code(of: color))" }
    if let text = value as? String { return quoted(text) }
    return FilterEdit.text(of: value, key)
  }

  private static func lines(of path: CGPath, named name: String) -> [String] {
    func number(_ value: CGFloat) -> String {
      EditableText.text(of: .number(Double(value)), as: .number(.double)) ?? "0"
    }
    var lines = ["let \(name) = CGMutablePath()"]
    path.elements.forEach { type, points in
      let places = points.map { "CGPoint(x: \(number($0.x)), y: \(number($0.y)))" }
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

  /// Properties that Swift calls otherwise than documents.
  private static let spelling = [
    "hidden": "isHidden", "opaque": "isOpaque", "doubleSided": "isDoubleSided", "geometryFlipped": "isGeometryFlipped",
    "truncated": "truncationMode", "wrapped": "isWrapped",
  ]

  private static func code(of value: LayerValue, _ key: LayerKey) -> String? {
    func number(_ value: Double) -> String { EditableText.text(of: .number(value), as: .number(.double)) ?? "0" }
    switch value {
    case .none: return "nil"
    case .number(let value):
      if key.name == "maskedCorners" { return "CACornerMask(rawValue: \(number(value)))" }
      if key.name == "edgeAntialiasingMask" { return "CAEdgeAntialiasingMask(rawValue: \(number(value)))" }
      return value.isFinite ? number(value) : value > 0 ? ".infinity" : "-.infinity"
    case .bool(let value): return value ? "true" : "false"
    case .point(let point): return "CGPoint(x: \(number(Double(point.x))), y: \(number(Double(point.y))))"
    case .size(let size): return "CGSize(width: \(number(Double(size.width))), height: \(number(Double(size.height))))"
    case .rect(let rect):
      return "CGRect(x: \(number(Double(rect.origin.x))), y: \(number(Double(rect.origin.y))), "
        + "width: \(number(Double(rect.size.width))), height: \(number(Double(rect.size.height))))"
    case .color(let color): return code(of: color)
    case .transform(let transform):
      let entries = [transform.row1, transform.row2, transform.row3, transform.row4].enumerated().flatMap {
        row, values in
        (0..<4).map { "m\(row + 1)\($0 + 1): \(number(values[$0]))" }
      }
      return "CATransform3D(\(entries.joined(separator: ", ")))"
    case .string(let text):
      if case .word = key.type { return ".init(rawValue: \(quoted(text)))" }
      return quoted(text)
    case .numbers(let numbers): return "[\(numbers.map(number).joined(separator: ", "))]"
    case .colors(let colors): return "[\(colors.map(code).joined(separator: ", "))]"
    case .path, .image, .object: return nil
    }
  }

  private static func code(of color: CGColor) -> String {
    let parts = (0..<4).map { EditableText.text(of: .number(Double(color.straight[$0])), as: .number(.float)) ?? "0" }
    return "CGColor(srgbRed: \(parts[0]), green: \(parts[1]), blue: \(parts[2]), alpha: \(parts[3]))"
  }

  private static func quoted(_ text: String) -> String {
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
}
#endif
