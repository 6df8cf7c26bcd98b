// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

// Key paths into the filters of a layer: `filters.name.input`. A filter may be shared by layers and by copies of a
// layer, so a write replaces the filter in its list by a changed copy.

/// A list of filters that a layer has.
enum FilterList: String, CaseIterable, Sendable {
  case filters, backgroundFilters

  /// Makes the list with which a key path begins, where more follows.
  init?(ofPath text: String) {
    guard let list = Self.allCases.first(where: { text.hasPrefix($0.rawValue + ".") }) else { return nil }
    self = list
  }

  func filters(of layer: CALayer) -> [Any]? {
    self == .filters ? layer.filters : layer.backgroundFilters
  }

  func set(_ filters: [Any], on layer: CALayer) {
    if self == .filters { layer.filters = filters } else { layer.backgroundFilters = filters }
  }
}

extension LayerKeyPath {
  /// Resolves `filters.name.input`; names may have dots in them.
  static func filterPath(_ text: String, _ list: FilterList) throws(KeyPathError) -> (Step, Owner) {
    let rest = text.dropFirst(list.rawValue.count + 1)
    guard let dot = rest.lastIndex(of: ".") else {
      throw .unknownKeyPath(path: text, className: "CAFilter", near: [])
    }
    let (name, input) = (String(rest[..<dot]), String(rest[rest.index(after: dot)...]))
    guard let step = LayerKeyTable.filter.paths[input] else {
      throw .unknownKeyPath(
        path: text, className: "CAFilter", near: LayerKeyTable.filter.nearest(to: input))
    }
    return (step, .filter(list: list, name: name))
  }

  /// Returns the filter to read, or a copy to write to; `nil` for a path that does not lead into a filter.
  func filter(in layer: CALayer) throws(KeyPathError) -> CAFilter? {
    guard case .filter(let list, let name) = owner else { return nil }
    let filters = (list.filters(of: layer) ?? []).compactMap { $0 as? CAFilter }
    guard let found = filters.first(where: { $0.name == name }) else {
      throw .unknownKeyPath(
        path: text, className: className, near: NearNames.nearest(to: name, in: filters.map(\.name)))
    }
    if let type = FilterType(rawValue: found.type), step.key.name != "enabled",
      !type.inputs.contains(where: { $0.key == step.key.name })
    {
      throw .unknownKeyPath(
        path: text, className: "the filter \(found.type)",
        near: NearNames.nearest(to: step.key.name, in: type.inputs.map(\.key)))
    }
    return found.duplicate()
  }

  /// Puts a changed copy in the place of its original.
  func replaceFilter(by object: AnyObject, in layer: CALayer) {
    guard case .filter(let list, let name) = owner, let changed = object as? CAFilter,
      var filters = list.filters(of: layer),
      let index = filters.firstIndex(where: { ($0 as? CAFilter)?.name == name })
    else { return }
    filters[index] = changed
    list.set(filters, on: layer)
  }
}
