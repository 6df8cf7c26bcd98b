#if Serve
import Foundation
import Lamina
import LaminaGraphics
import LaminaLayers
import LaminaScene

/// A layer and all in it as Swift that makes it: what differs from new layers.
///
/// Pictures, filters, animations and objects of other kinds are named in comments, as their place in a program is the program's affair.
struct SwiftText {
  private(set) var text = ""
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
        lines.append("// … and more than \(Self.most) layers")
        break
      }
      let name = unused(layer.name ?? (isMask ? "mask" : "layer"))
      lines += Self.lines(of: layer, named: name)
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

  private static func lines(of layer: CALayer, named name: String) -> [String] {
    let table = LayerKeyTable.of(layer)
    let fresh = layer.properties.kind.makeLayer()
    var lines = ["let \(name) = \(table.className)()"]
    for key in table.keysInWritingOrder where key.isWritten && !["sublayers", "mask"].contains(key.name) {
      let value = key.value(of: layer)
      guard value != key.value(of: fresh) else { continue }
      let property = spelling[key.name] ?? key.name
      if let code = code(of: value, key) {
        lines.append("\(name).\(property) = \(code)")
      } else {
        lines.append("// \(name).\(property): \(SceneOutline.text(of: value, of: key))")
      }
    }
    for (key, animation) in layer.addedAnimations {
      lines.append("// an animation, \(type(of: animation))\(key.map { ", for the key \"\($0)\"" } ?? "")")
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
