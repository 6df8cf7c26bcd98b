// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaGraphics
import LaminaLayers
import LaminaScene

/// A filter of a list as a page sets it; the list is the JSON of these.
struct FilterEdit: Codable, Sendable, Equatable {
  /// Which filter it is, by Apple's name.
  var type: String
  /// What key paths call it; the type where that is `nil`.
  var name: String?
  /// Whether it is applied; it is where that is `nil`.
  var isOn: Bool?
  /// The inputs that are set, as documents write them; the others have their defaults.
  var inputs: [String: String]?

  /// More filters than this are not taken.
  static let most = 32

  /// A filter of a layer, as far as it can be said so.
  init(_ filter: CAFilter) {
    type = filter.type
    name = filter.name
    isOn = filter.isEnabled
    inputs = Self.texts(of: filter)
  }

  /// The inputs that are set, as texts; what has no text is not in it.
  static func texts(of filter: CAFilter) -> [String: String] {
    var texts: [String: String] = [:]
    for (key, value) in filter.setValues { texts[key] = text(of: value, key) }
    return texts
  }

  /// A value of an input as a document writes it; `nil` for what has no text.
  static func text(of value: Any, _ key: String) -> String? {
    if let matrix = value as? CAColorMatrix { return text(of: matrix.numbers, key) }
    let type = FilterInput.type(of: key)
    return LayerValue(value, as: type).flatMap { EditableText.text(of: $0, as: type) }
  }

  /// The filter.
  ///
  /// - Parameter old: One of the same type and name, whose inputs that no text can say are kept.
  /// - Throws: Why it cannot be.
  func filter(from old: CAFilter?) throws(ValueProblem) -> CAFilter {
    guard let known = FilterType(rawValue: type) else {
      guard let old, (inputs ?? [:]) == Self.texts(of: old) else {
        let names = FilterType.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValueProblem("'\(type.prefix(100))' is none of \(names)")
      }
      if let isOn { old.isEnabled = isOn }
      return old
    }
    let filter = old ?? CAFilter(type: type)
    for input in known.inputs { filter.setValue(nil, forKey: input.key) }
    // The inputs are set as those of any layer are, by key path.
    let probe = CALayer()
    filter.name = "filter"
    filter.isEnabled = isOn ?? true
    probe.filters = [filter]
    for (key, text) in (inputs ?? [:]).sorted(by: { $0.key < $1.key }) {
      do throws(ValueProblem) {
        try Scene.assign("filters.filter.\(key)", text, to: probe)
        let value = (probe.filters?.first as? CAFilter)?.value(forKey: key)
        guard let value, let typed = LayerValue(value, as: FilterInput.type(of: key)) else { continue }
        if let problem = PropertyRange.problem(with: typed, of: key) { throw ValueProblem("'\(text)' \(problem)") }
      } catch {
        throw ValueProblem("\(key) of \(name ?? type): \(error.reason)")
      }
    }
    guard let made = probe.filters?.first as? CAFilter else { throw ValueProblem("the filter cannot be made") }
    made.name = name ?? type
    return made
  }
}

/// The effects of a layer, which texts of documents cannot set by key path.
enum EffectEdit {
  /// The properties.
  static let keys: Set = ["compositingFilter", "filters", "backgroundFilters"]

  /// The names that `compositingFilter` takes, `none` first.
  static var blendNames: [String] { ["none"] + LayerBlend.allCases.map(\.name).sorted() }

  /// Sets one of them.
  static func set(_ key: String, _ value: String, of layer: CALayer) throws(ValueProblem) {
    if key == "compositingFilter" {
      guard value != "none", !value.isEmpty else { return layer.compositingFilter = nil }
      guard LayerBlend(name: value) != nil else {
        throw ValueProblem("'\(value.prefix(100))' is none of \(blendNames.joined(separator: ", "))")
      }
      return layer.compositingFilter = value
    }
    let items: [FilterEdit]
    if value == "none" || value.isEmpty {
      items = []
    } else {
      do {
        items = try JSONDecoder().decode([FilterEdit].self, from: Data(value.utf8))
      } catch {
        throw ValueProblem("is no list of filters: it takes JSON, as [{\"type\": \"gaussianBlur\", \"inputs\": {}}]")
      }
    }
    guard items.count <= FilterEdit.most else {
      throw ValueProblem("has \(items.count) filters, and a page sets at most \(FilterEdit.most)")
    }
    var left = filters(key, of: layer)
    var made: [Any] = []
    for item in items {
      let index = left.firstIndex { $0.type == item.type && $0.name == (item.name ?? item.type) }
      let old = index.map { left.remove(at: $0) }
      made.append(try item.filter(from: old?.copy() as? CAFilter))
    }
    let list = made.isEmpty ? nil : made
    if key == "filters" { layer.filters = list } else { layer.backgroundFilters = list }
  }

  /// The filters of a list; those that are names alone as filters of these types.
  static func filters(_ key: String, of layer: CALayer) -> [CAFilter] {
    let list = key == "filters" ? layer.filters : layer.backgroundFilters
    return (list ?? []).compactMap { ($0 as? CAFilter) ?? ($0 as? String).map { CAFilter(type: $0) } }
  }

  /// What stands in `compositingFilter`, as a name.
  static func blendName(of layer: CALayer) -> String {
    switch layer.compositingFilter {
    case nil: "none"
    case let filter as CAFilter: filter.type
    case let name as String: name
    case let other?: "\(type(of: other))"
    }
  }
}
#endif
