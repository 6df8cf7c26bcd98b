// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import Lamina
import LaminaGraphics
import LaminaLayers
import LaminaScene

/// A layer and its descendants as Swift code that makes them: all values that differ from those of new layers, with
/// animations, filters and emitter cells.
///
/// Pictures, states, properties that only documents have, and other objects are mentioned in comments.
struct SwiftText {
  private(set) var text = ""
  /// Short descriptions of the objects that the code does not make.
  private(set) var missing: [String] = []
  private var names: Set<String> = []
  private var count = 0
  /// The maximum number of layers, and of cells and animations together; further ones are left out, with a comment.
  static let most = 200

  /// Writes the code for a layer.
  init(_ root: CALayer) {
    var lines = ["import QuartzCore", ""]
    var open: [(layer: CALayer, parent: String?, isMask: Bool)] = [(root, nil, false)]
    var layers = 0
    while let (layer, parent, isMask) = open.popLast() {
      layers += 1
      guard layers <= Self.most else {
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

  /// A valid Swift identifier that is not used yet.
  mutating func unused(_ wanted: String) -> String {
    var name = ""
    var begins = false
    for character in wanted {
      guard character.isASCII, character.isLetter || character.isNumber || character == "_" else {
        begins = !name.isEmpty
        continue
      }
      guard !name.isEmpty || !character.isNumber else { continue }
      name += begins ? character.uppercased() : String(character)
      begins = false
    }
    name = name.prefix(1).lowercased() + name.dropFirst()
    if name.isEmpty || name.allSatisfy({ $0 == "_" }) || Self.reserved.contains(name) { name = "layer" + name }
    var result = name
    var number = 2
    while !names.insert(result).inserted {
      result = "\(name)\(number)"
      number += 1
    }
    return result
  }

  /// Keywords of Swift, which cannot be identifiers.
  private static let reserved: Set = [
    "any", "as", "associatedtype", "await", "borrowing", "break", "case", "catch", "class", "consuming", "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "open", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "some", "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Records an object that the code does not make, and returns a comment about it.
  mutating func leaveOut(_ what: String, because: String) -> String {
    missing.append("\(what), \(because)")
    let line = "\(what), \(because)".replacing(/[\r\n\u{2028}\u{2029}]+/, with: " ")
    return "// Not here: \(line)."
  }

  /// Whether there is room for one more cell or animation.
  mutating func hasRoom() -> Bool {
    count += 1
    return count <= Self.most
  }

  private mutating func lines(of layer: CALayer, named name: String) -> [String] {
    let table = LayerKeyTable.of(layer)
    let left: Set = ["sublayers", "mask", "emitterCells"]
    var lines = ["let \(name) = \(table.className)()"]
    lines += valueLines(of: layer, beside: layer.properties.kind.makeLayer(), table, name, without: left)
    for key in ["filters", "backgroundFilters"] { lines += filterLines(key, of: layer, named: name) }
    if layer.compositingFilter != nil {
      lines.append("\(name).compositingFilter = \(SwiftLiteral.quoted(EffectEdit.blendName(of: layer)))")
    }
    if let cells = (layer as? CAEmitterLayer)?.emitterCells, !cells.isEmpty {
      lines += cellLines(cells, of: name, depth: 0)
    }
    lines += animationLines(of: layer, named: name)
    if let states = layer.states, !states.isEmpty {
      let list = states.prefix(4).map { "'\($0.name)'" }.joined(separator: ", ")
      lines.append(leaveOut("the states \(list) of \(name)", because: "which are no part of the public names"))
    }
    if layer.stateTransitions?.isEmpty == false {
      lines.append(
        leaveOut("the transitions between states of \(name)", because: "which are no part of the public names"))
    }
    return lines
  }

  /// The lines that set values which differ from those of a new object.
  private mutating func valueLines(
    of object: AnyObject, beside fresh: AnyObject, _ table: LayerKeyTable, _ name: String, without left: Set<String>
  ) -> [String] {
    var lines: [String] = []
    let effects: Set = ["filters", "backgroundFilters", "compositingFilter"]
    for key in table.keysInWritingOrder where key.isWritten && !left.contains(key.name) && !effects.contains(key.name) {
      let value = key.value(of: object)
      guard value != key.value(of: fresh) else { continue }
      let property = Self.spelling[key.name] ?? key.name
      let words = SceneOutline.text(of: value, of: key)
      if key.name.hasPrefix("lamina_") {
        lines.append(leaveOut("\(key.name) of \(name)", because: "\(words), which documents alone can say"))
      } else if case .path(let path) = value {
        let pathName = unused("\(name) \(property)")
        lines += SwiftLiteral.lines(of: path, named: pathName) + ["\(name).\(property) = \(pathName)"]
      } else if object is CAEmitterCell, key.name.hasSuffix("icationFilter"), case .string(let text) = value {
        // In emitter cells these properties are plain strings.
        lines.append("\(name).\(property) = \(SwiftLiteral.quoted(text))")
      } else if let code = SwiftLiteral.text(of: value, key) {
        lines.append("\(name).\(property) = \(code)")
      } else if case .image(let image) = value {
        let what = "a picture of \(image.width) x \(image.height) pixels"
        lines.append(leaveOut("\(property) of \(name)", because: what))
      } else {
        lines.append(leaveOut("\(property) of \(name)", because: words))
      }
    }
    return lines
  }

  /// Properties whose names in Swift differ from those in documents.
  private static let spelling = [
    "hidden": "isHidden", "opaque": "isOpaque", "doubleSided": "isDoubleSided", "geometryFlipped": "isGeometryFlipped",
    "wrapped": "isWrapped", "enabled": "isEnabled",
  ]

  // MARK: Filters

  private mutating func filterLines(_ key: String, of layer: CALayer, named name: String) -> [String] {
    let filters = EffectEdit.filters(key, of: layer)
    guard !filters.isEmpty else { return [] }
    var lines: [String] = []
    var filterNames: [String] = []
    for (index, filter) in filters.enumerated() {
      let filterName = unused("\(name)\(key == "filters" ? "Filter" : "BackgroundFilter")\(index + 1)")
      filterNames.append(filterName)
      lines.append("let \(filterName) = CAFilter(type: \(SwiftLiteral.quoted(filter.type)))")
      if filter.name != filter.type { lines.append("\(filterName).name = \(SwiftLiteral.quoted(filter.name))") }
      if !filter.isEnabled { lines.append("\(filterName).isEnabled = false") }
      for (input, value) in filter.setValues.sorted(by: { $0.key < $1.key }) {
        if let code = Self.inputCode(value, input) {
          lines.append("\(filterName).setValue(\(code), forKey: \(SwiftLiteral.quoted(input)))")
        } else {
          lines.append(leaveOut("\(input) of \(filterName)", because: "\(type(of: value))"))
        }
      }
    }
    return lines + ["\(name).\(key) = [\(filterNames.joined(separator: ", "))]"]
  }

  private static func inputCode(_ value: Any, _ key: String) -> String? {
    if let matrix = value as? CAColorMatrix {
      return
        "CAColorMatrix([\(matrix.numbers.map { SwiftLiteral.number(Double($0), .float) }.joined(separator: ", "))])"
    }
    return SwiftLiteral.anything(value, as: FilterInput.type(of: key))
  }

  // MARK: Emitter cells

  private mutating func cellLines(_ cells: [CAEmitterCell], of owner: String, depth: Int) -> [String] {
    guard depth < 16 else { return [leaveOut("cells within \(owner)", because: "deeper than 16 levels")] }
    var lines: [String] = []
    var cellNames: [String] = []
    for cell in cells {
      guard hasRoom() else {
        lines.append(leaveOut("cells of \(owner)", because: "beyond \(Self.most) cells and animations"))
        break
      }
      let name = unused("\(owner) \(cell.name ?? "cell")")
      cellNames.append(name)
      lines.append("let \(name) = CAEmitterCell()")
      lines += valueLines(of: cell, beside: CAEmitterCell(), LayerKeyTable.cell, name, without: ["emitterCells"])
      if let inside = cell.emitterCells, !inside.isEmpty { lines += cellLines(inside, of: name, depth: depth + 1) }
    }
    return lines + ["\(owner).emitterCells = [\(cellNames.joined(separator: ", "))]"]
  }
}
#endif
