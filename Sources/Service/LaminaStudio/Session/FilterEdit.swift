// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaGraphics
import LaminaLayers
import LaminaScene

/// A filter of a layer as a page sets it; a list of filters is sent as JSON.
struct FilterEdit: Codable, Sendable, Equatable {
  /// The type of filter, by Apple's name.
  var type: String
  /// The name in key paths; `nil` for the name of the type.
  var name: String?
  /// Whether the filter is enabled; `nil` means `true`.
  var isOn: Bool?
  /// The inputs that are set, in the notation of documents; other inputs have their defaults.
  var inputs: [String: String]?

  /// The maximum number of filters in a list.
  static let most = 32

  /// Describes a filter of a layer, except for inputs that have no text.
  init(_ filter: CAFilter) {
    type = filter.type
    name = filter.name
    isOn = filter.isEnabled
    inputs = Self.texts(of: filter)
  }

  /// The inputs that are set, as texts, except for those that have no text.
  static func texts(of filter: CAFilter) -> [String: String] {
    var texts: [String: String] = [:]
    for (key, value) in filter.setValues { texts[key] = text(of: value, key) }
    return texts
  }

  /// The value of an input in the notation of documents; `nil` for values without a text.
  static func text(of value: Any, _ key: String) -> String? {
    if let matrix = value as? CAColorMatrix { return text(of: matrix.numbers, key) }
    let type = FilterInput.type(of: key)
    return LayerValue(value, as: type).flatMap { EditableText.text(of: $0, as: type) }
  }

  /// The filter.
  ///
  /// - Parameter old: A filter of the same type and name, whose inputs without a text are kept.
  /// - Throws: The reason why the filter cannot be made.
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
    // The inputs are set by key path, as those of any layer.
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

/// The effects of a layer, which the texts of documents cannot set by key path.
enum EffectEdit {
  /// The names of the properties.
  static let keys: Set = ["compositingFilter", "filters", "backgroundFilters"]

  /// The valid values of `compositingFilter`, `none` first.
  static var blendNames: [String] { ["none"] + LayerBlend.allCases.map(\.name).sorted() }

  /// Sets one of the properties.
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

  /// The filters of a list; names are converted to filters of the same type.
  static func filters(_ key: String, of layer: CALayer) -> [CAFilter] {
    let list = key == "filters" ? layer.filters : layer.backgroundFilters
    return (list ?? []).compactMap { ($0 as? CAFilter) ?? ($0 as? String).map { CAFilter(type: $0) } }
  }

  /// The name of the value of `compositingFilter`.
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
