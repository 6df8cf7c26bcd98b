// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaLayers

/// Writes a layer tree as markup: one walk with an explicit stack, as trees may be deeper than any call stack.
///
/// Among the attributes, properties that a class adds come first, then properties that every layer has, both in
/// alphabetical order; then, as elements, values that are not plain, and the sublayers. Only values that differ from a
/// new layer's are written.
///
/// - Conformance: caml.md 1.2, 1.10
struct DocumentWriter {
  private(set) var text = ""
  var pictures: PictureFolder
  var diagnostics: [Diagnostic] = []
  /// The identifiers of the layers that states refer to.
  private(set) var identities = LayerIdentities(CALayer())
  private var newValues = NewValues()
  private var cellsLeft = 100_000
  var animationsLeft = 100_000

  /// The next parts to write, the last one first.
  private enum Task {
    case layer(CALayer, depth: Int)
    case mask(CALayer, depth: Int)
    case text(String, depth: Int)
  }

  init(pictures: PictureFolder) {
    self.pictures = pictures
  }

  /// Writes the whole document.
  mutating func write(_ scene: Scene) {
    let root = scene.root
    text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\n<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\""
    if let timeline = scene.timeline {
      text += " \(ReservedName.timeline.text)=\"\(ValueText.escaped(TimelineText.text(of: timeline)))\""
    }
    if scene.reference != .screen { text += " \(ReservedName.reference.text)=\"\(scene.reference)\"" }
    text += ">\n"
    identities = LayerIdentities(root)
    var tasks = [Task.layer(root, depth: 1)]
    while let task = tasks.popLast() {
      switch task {
      case .layer(let layer, let depth): open(layer, "", depth, &tasks)
      case .mask(let layer, let depth): open(layer, "mask", depth, &tasks)
      case .text(let line, let depth): append(line, depth)
      }
    }
    text += "</caml>\n"
    guard pictures.hasUnwritten else { return }
    diagnostics.append(
      Diagnostic(
        code: "not-written",
        message: "a video that no file shows as it is shown here is not written; a clear picture stands in its place"))
  }

  private mutating func append(_ line: String, _ depth: Int) {
    // More indentation would outgrow the document.
    text += String(repeating: "\t", count: min(depth, 40)) + line + "\n"
  }

  /// Writes the start of a layer's element, and leaves its content as tasks.
  private mutating func open(_ layer: CALayer, _ property: String, _ depth: Int, _ tasks: inout [Task]) {
    let table = LayerKeyTable.of(layer)
    let name = property.isEmpty ? table.className : property
    let said = diagnostics.count
    var written = Written()
    let fresh = newValues[layer.properties.kind]
    let source = self.written(layer)
    for key in table.keysInWritingOrder where key.isWritten {
      let value = key.value(of: source)
      if value != fresh[key.name] { add(value, of: key, className: table.className, to: &written) }
    }
    if let emitter = layer as? CAEmitterLayer, let cells = emitter.emitterCells { addCells(cells, to: &written) }
    var head = "<\(name)"
    if !property.isEmpty { head += " type=\"\(table.className)\"" }
    if let id = identities[layer] { head += " id=\"\(id)\"" }
    head += written.attributes.map { " \($0.name)=\"\($0.text)\"" }.joined()
    let sublayers = layer.sublayers ?? []
    let last = lastLines(of: layer)
    if let layerName = layer.name, !layerName.isEmpty {
      for index in said..<diagnostics.count { diagnostics[index].message += ", in the layer '\(layerName)'" }
    }
    guard !written.elements.isEmpty || !sublayers.isEmpty || layer.mask != nil || !last.isEmpty else {
      return append(head + "/>", depth)
    }
    append(head + ">", depth)
    for line in written.elements { append(line, depth + 1) }
    tasks.append(.text("</\(name)>", depth: depth))
    tasks += last.reversed().map { Task.text($0, depth: depth + 1) }
    if !sublayers.isEmpty {
      tasks.append(.text("</sublayers>", depth: depth + 1))
      for sublayer in sublayers.reversed() { tasks.append(.layer(sublayer, depth: depth + 2)) }
      tasks.append(.text("<sublayers>", depth: depth + 1))
    }
    if let mask = layer.mask { tasks.append(.mask(mask, depth: depth + 1)) }
  }

  /// The lines behind the sublayers.
  private mutating func lastLines(of layer: CALayer) -> [String] {
    var result = layer.style.map { styleLines($0) } ?? []
    result += animationLines(of: layer)
    result += stateLines(of: layer)
    result += transitionLines(of: layer)
    return result
  }

  /// The attributes and elements of one object.
  private struct Written {
    var attributes: [(name: String, text: String)] = []
    var elements: [String] = []
  }

  private mutating func add(_ value: LayerValue, of key: LayerKey, className: String, to written: inout Written) {
    let name = key.name
    switch value {
    case .none:
      written.elements.append("<\(name) type=\"null\"/>")
    case .number(let number):
      guard case .number(let kind, _) = key.type else { return }
      written.attributes.append((name, ValueText.number(number, as: kind)))
    case .bool(let value): written.attributes.append((name, value ? "1" : "0"))
    case .point(let point): written.attributes.append((name, ValueText.numbers(point.x, point.y)))
    case .size(let size): written.attributes.append((name, ValueText.numbers(size.width, size.height)))
    case .rect(let rect):
      written.attributes.append(
        (name, ValueText.numbers(rect.origin.x, rect.origin.y, rect.size.width, rect.size.height)))
    case .color(let color):
      if color.straight.w == 1 {
        written.attributes.append((name, ValueText.components(color)))
      } else {
        written.elements.append(Self.element(name, color))
      }
    case .transform(let transform): written.attributes.append((name, ValueText.transform(transform)))
    case .path(let path): written.attributes.append((name, ValueText.path(path)))
    case .image(let image):
      written.elements.append(
        "<\(name) type=\"CGImage\" src=\"\(ValueText.escaped(pictures.reference(to: image)))\"/>")
    case .string(let text): add(text, of: key, to: &written)
    case .numbers(let numbers):
      written.elements += Self.list(name, numbers.map(Self.element))
    case .colors(let colors):
      written.elements += Self.list(name, colors.map { Self.element("CGColor", $0) })
    case .object(let object): addObject(object, of: key, className: className, to: &written)
    }
  }

  /// Writes text as an attribute, except for names that have another meaning as attributes.
  private func add(_ text: String, of key: LayerKey, to written: inout Written) {
    switch key.name {
    case "string", "font":
      written.elements.append("<\(key.name) type=\"string\" value=\"\(ValueText.escaped(text))\"/>")
    case "type": written.elements.append("<type value=\"\(ValueText.escaped(text))\"/>")
    default: written.attributes.append((key.name, ValueText.escaped(text)))
    }
  }

  private mutating func addObject(_ object: Any, of key: LayerKey, className: String, to written: inout Written) {
    switch (key.name, object) {
    case ("sublayers", _), ("mask", _), ("emitterCells", _), ("style", _): break
    case ("filters", let filters as [Any]), ("backgroundFilters", let filters as [Any]):
      written.elements += Self.list(key.name, filters.compactMap { filterElement($0, of: key, className) })
    case ("compositingFilter", let name as String):
      let text = ValueText.escaped(name)
      written.elements.append("<compositingFilter type=\"CAFilter\" filter=\"\(text)\" name=\"\(text)\"/>")
    case ("compositingFilter", let filter as CAFilter):
      let (type, name) = (ValueText.escaped(filter.type), ValueText.escaped(filter.name))
      written.elements.append("<compositingFilter type=\"CAFilter\" filter=\"\(type)\" name=\"\(name)\"/>")
    default: reportNotWritten(object, of: key, className)
    }
  }

  private mutating func reportNotWritten(_ object: Any, of key: LayerKey, _ className: String) {
    diagnostics.append(
      Diagnostic(
        code: "not-written", message: "'\(key.name)' of \(className) holds \(type(of: object)), which is not written"))
  }

  /// Returns the element of one filter, with the inputs that were set.
  private mutating func filterElement(_ object: Any, of key: LayerKey, _ className: String) -> String? {
    guard let filter = (object as? CAFilter) ?? (object as? String).map(CAFilter.init(type:)) else {
      reportNotWritten(object, of: key, className)
      return nil
    }
    var text = "<CAFilter filter=\"\(ValueText.escaped(filter.type))\" name=\"\(ValueText.escaped(filter.name))\""
    if !filter.isEnabled { text += " enabled=\"0\"" }
    for input in filter.setValues.sorted(by: { $0.key < $1.key }) {
      if let value = ValueText.filterInput(input.value, key: input.key) {
        text += " \(input.key)=\"\(ValueText.escaped(value))\""
      } else {
        reportNotWritten(input.value, of: key, className)
      }
    }
    return text + "/>"
  }

  private static func element(_ number: Double) -> String {
    "<\(number == number.rounded() ? "integer" : "real") value=\"\(ValueText.number(number))\"/>"
  }

  private static func element(_ name: String, _ color: CGColor) -> String {
    let opacity = color.straight.w == 1 ? "" : " opacity=\"\(ValueText.number(color.straight.w))\""
    return "<\(name)\(opacity) value=\"\(ValueText.components(color))\"/>"
  }

  static func list(_ name: String, _ items: [String]) -> [String] {
    items.isEmpty ? ["<\(name)/>"] : ["<\(name)>"] + items.map { "\t" + $0 } + ["</\(name)>"]
  }

  // MARK: Emitter cells

  /// Writes cells and the cells inside them, each as often as it is used, within the reader's limits.
  private mutating func addCells(_ cells: [CAEmitterCell], to written: inout Written, depth: Int = 0) {
    guard depth < 32 else {
      return diagnostics.append(
        Diagnostic(code: "not-written", message: "emitter cells that nest deeper than 32 levels are not written"))
    }
    let fresh = CAEmitterCell()
    written.elements.append("<emitterCells>")
    for cell in cells {
      cellsLeft -= 1
      if cellsLeft == 0 {
        diagnostics.append(Diagnostic(code: "not-written", message: "emitter cells beyond 100000 are not written"))
      }
      guard cellsLeft > 0 else { break }
      var inner = Written()
      for key in LayerKeyTable.cell.keysInWritingOrder
      where key.isWritten && key.value(of: cell) != key.value(of: fresh) {
        add(key.value(of: cell), of: key, className: LayerKeyTable.cell.className, to: &inner)
      }
      if let inside = cell.emitterCells { addCells(inside, to: &inner, depth: depth + 1) }
      let head = "\t<CAEmitterCell" + inner.attributes.map { " \($0.name)=\"\($0.text)\"" }.joined()
      if inner.elements.isEmpty {
        written.elements.append(head + "/>")
      } else {
        written.elements.append(head + ">")
        written.elements += inner.elements.map { "\t\t" + $0 }
        written.elements.append("\t</CAEmitterCell>")
      }
    }
    written.elements.append("</emitterCells>")
  }
}
