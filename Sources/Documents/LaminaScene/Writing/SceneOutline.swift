// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
public import LaminaGraphics
public import LaminaLayers

/// A layer tree as text for a reader: one line per layer, with its class, name, bounds, and properties.
///
///     print(SceneOutline(scene.root).text)
///
/// Only values that differ from a new layer's are listed, in alphabetical order; properties that a class adds come
/// first. Masks come before the sublayers. Diagnostics of a layer come under its line.
///
/// - Complexity: O(n) in the number of layers, with an explicit stack.
public struct SceneOutline: Sendable {
  /// The lines, joined by newlines, without one at the end.
  public let text: String
  /// The number of layers, masks and layers inside masks included.
  public let layerCount: Int

  /// Describes a tree.
  ///
  /// - Parameters:
  ///   - root: The root of the tree.
  ///   - diagnostics: Diagnostics to print under the layers that they name; see `RenderPlan.diagnostics`.
  ///   - limit: The maximum number of layers to print; the rest is only counted.
  public init(_ root: CALayer, diagnostics: [Diagnostic] = [], limit: Int = .max) {
    var notes = Dictionary(grouping: diagnostics.filter { $0.layerPath != nil }, by: { $0.layerPath ?? "" })
    var writer = LineWriter()
    var lines: [String] = []
    var count = 0
    var stack = [Place(layer: root, path: "", role: "", index: 0, depth: 0)]
    while let place = stack.popLast() {
      count += 1
      let layer = place.layer
      let className = LayerKeyTable.of(layer).className
      let step = layer.name ?? "\(className)[\(place.index)]"
      let path = place.path.isEmpty ? step : "\(place.path)/\(step)"
      if count <= limit {
        // More indentation would outgrow the text.
        let indentation = String(repeating: "  ", count: min(place.depth, 40))
        lines.append(indentation + place.role + writer.line(of: layer))
        for note in notes.removeValue(forKey: path) ?? [] {
          lines.append("\(indentation)  ! \(note.message) [\(note.code)]")
        }
      }
      // Paths grow with depth: the paths of layers that no diagnostic can name are not kept.
      let inside = notes.isEmpty || place.depth >= 64 ? "" : path
      for (index, sublayer) in (layer.sublayers ?? []).enumerated().reversed() {
        stack.append(Place(layer: sublayer, path: inside, role: "", index: index, depth: place.depth + 1))
      }
      if let mask = layer.mask {
        stack.append(Place(layer: mask, path: "", role: "mask: ", index: 0, depth: place.depth + 1))
      }
    }
    if count > limit { lines.append("… \(count - limit) more layers") }
    text = lines.joined(separator: "\n")
    layerCount = count
  }

  /// A value of a property in a few words, on one line.
  package static func text(of value: LayerValue, of key: LayerKey) -> String { LineWriter.describe(value, of: key) }

  private struct Place {
    var layer: CALayer
    /// The superlayer's path; empty where it is not needed.
    var path: String
    var role: String
    var index: Int
    var depth: Int
  }
}

/// Writes layers as lines, leaving out the values of new layers.
private struct LineWriter {
  private var newValues = NewValues()
  /// The keys that are written at the start of the line, or in lines of their own.
  private static let shownApart: Set = ["name", "bounds", "sublayers", "mask", "emitterCells"]

  mutating func line(of layer: CALayer) -> String {
    let table = LayerKeyTable.of(layer)
    let bounds = layer.bounds
    var text = table.className
    if let name = layer.name { text += " " + Self.quoted(name) }
    text += " (" + ValueText.numbers(bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height) + ")"
    let fresh = newValues[layer.properties.kind]
    for key in table.keysInWritingOrder
    where key.isWritten && !Self.shownApart.contains(key.name) {
      let value = key.value(of: layer)
      if value != fresh[key.name] { text += ", \(key.name) \(Self.describe(value, of: key))" }
    }
    if let cells = (layer as? CAEmitterLayer)?.emitterCells, !cells.isEmpty { text += ", emitterCells \(cells.count)" }
    return text
  }

  fileprivate static func describe(_ value: LayerValue, of key: LayerKey) -> String {
    switch value {
    case .none: "none"
    case .number(let number):
      if case .number(let kind, _) = key.type { ValueText.number(number, as: kind) } else { ValueText.number(number) }
    case .bool(let value): value ? "yes" : "no"
    case .point(let point): ValueText.numbers(point.x, point.y)
    case .size(let size): "\(ValueText.number(size.width)) x \(ValueText.number(size.height))"
    case .rect(let rect): ValueText.numbers(rect.origin.x, rect.origin.y, rect.size.width, rect.size.height)
    case .color(let color): hex(color)
    case .transform(let transform): CATransform3DIsIdentity(transform) ? "identity" : ValueText.transform(transform)
    case .path(let path): "path of \(elementCount(of: path)) elements"
    case .image(let image): "picture \(image.width) x \(image.height)"
    case .string(let text): quoted(text)
    case .numbers(let numbers):
      "[\(numbers.prefix(8).map { ValueText.number($0) }.joined(separator: " "))\(rest(numbers))]"
    case .colors(let colors): "[\(colors.prefix(8).map(hex).joined(separator: " "))\(rest(colors))]"
    case .object(let list as [Any]): "\(list.count) objects"
    case .object(let entries as [AnyHashable: Any]): dictionary(entries)
    case .object(let object): "\(type(of: object))"
    }
  }

  /// The keys of a dictionary, in alphabetical order.
  private static func dictionary(_ entries: [AnyHashable: Any]) -> String {
    let names = entries.keys.map { "\($0.base)" }.sorted()
    return "{" + names.prefix(8).map(shortened).joined(separator: ", ") + "\(rest(names))}"
  }

  private static func elementCount(of path: CGPath) -> Int {
    var count = 0
    path.elements.forEach { _, _ in count += 1 }
    return count
  }

  private static func rest(_ list: some Collection) -> String { list.count > 8 ? " … \(list.count - 8) more" : "" }

  /// Returns #rrggbb, with two more digits where the colour is not opaque.
  private static func hex(_ color: CGColor) -> String {
    let bytes = (0..<(color.straight.w == 1 ? 3 : 4)).map { index in
      Int(clamping: (min(max(color.straight[index], 0), 1) * 255).rounded())
    }
    return "#" + bytes.map { String($0 / 16, radix: 16) + String($0 % 16, radix: 16) }.joined()
  }

  /// Returns a text on one line, shortened where it is long.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      guard index < 80 else {
        result += "…"
        break
      }
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// The values of new layers of all kinds, by the names of their keys; each kind is examined once.
struct NewValues {
  private var known: [LayerKind: [String: LayerValue]] = [:]

  subscript(kind: LayerKind) -> [String: LayerValue] {
    mutating get {
      if let values = known[kind] { return values }
      let layer = kind.makeLayer()
      let values = Dictionary(
        LayerKeyTable.of(kind).keys.map { ($0.name, $0.value(of: layer)) }, uniquingKeysWith: { first, _ in first })
      known[kind] = values
      return values
    }
  }
}
