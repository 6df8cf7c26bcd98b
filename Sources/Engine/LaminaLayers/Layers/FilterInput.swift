// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGraphics

/// The types of filters that can be drawn, by Apple's names.
package enum FilterType: String, CaseIterable, Sendable {
  case gaussianBlur, colorMatrix, colorSaturate, colorContrast, colorBrightness, colorHueRotate, colorInvert
  case colorMonochrome

  /// The inputs of filters of the type.
  package var inputs: [FilterInput] {
    switch self {
    case .gaussianBlur: [.number("inputRadius", 10)]
    case .colorMatrix:
      [FilterInput(key: "inputColorMatrix", initial: .identity)]
    case .colorSaturate, .colorContrast: [.number("inputAmount", 1)]
    case .colorBrightness: [.number("inputAmount", 0)]
    case .colorHueRotate: [.number("inputAngle", 0)]
    case .colorInvert: []
    case .colorMonochrome:
      [
        FilterInput(key: "inputColor", initial: .white), .number("inputAmount", 1, isNeeded: false),
        .number("inputBias", 0, isNeeded: false),
      ]
    }
  }
}

/// One input of a filter and its default.
package struct FilterInput: Sendable {
  package let key: String
  let initial: Initial
  /// Whether a filter without the input does nothing, or has an effect that was not asked for.
  var isNeeded = true

  /// The default of an input.
  enum Initial: Sendable {
    case number(Double)
    /// The matrix that leaves colours as they are.
    case identity
    case white

    var type: LayerValueType {
      switch self {
      case .number: .number(.double)
      case .identity: .numbers
      case .white: .color
      }
    }
  }

  static func number(_ key: String, _ value: Double, isNeeded: Bool = true) -> FilterInput {
    FilterInput(key: key, initial: .number(value), isNeeded: isNeeded)
  }

  /// The default as a value.
  var standard: LayerValue {
    switch initial {
    case .number(let number): .number(number)
    case .identity: .numbers(CAColorMatrix().numbers.map(Double.init))
    case .white: .color(CGColor(straight: [1, 1, 1, 1]))
    }
  }

  /// The type of an input, by its name, whatever the filter.
  package static func type(of key: String) -> LayerValueType {
    key == "enabled" ? .bool : types[key] ?? .object("a filter's input")
  }

  /// The type of each input of any filter.
  private static let types = Dictionary(
    FilterType.allCases.flatMap(\.inputs).map { ($0.key, $0.initial.type) }, uniquingKeysWith: { first, _ in first })

  /// The names of all inputs of any filter, in alphabetical order.
  package static let keys = types.keys.sorted()

  /// Returns the value that was set under a key in the input's type; `nil` for a value of another type.
  static func typed(_ value: Any, for key: String) -> LayerValue? {
    if let matrix = value as? CAColorMatrix { return typed(matrix.numbers, for: key) }
    let type = type(of: key)
    guard let typed = LayerValue(value, as: type) else { return nil }
    switch (type, typed) {
    case (.number, .number(let number)): return number.isFinite ? typed : nil
    case (.numbers, .numbers(let numbers)):
      return numbers.count == 20 && numbers.allSatisfy({ Float($0).isFinite }) ? typed : nil
    default: return typed
    }
  }
}

extension LayerKey {
  /// The keys of `CAFilter`: for key paths `filters.name.key`.
  static let filterKeys: [LayerKey] =
    [LayerKey("enabled", \CAFilter.isEnabled)]
    + FilterInput.keys.map { key in
      LayerKey(key, as: FilterInput.type(of: key)) { (filter: CAFilter) in
        filter.value(forKey: key).flatMap { FilterInput.typed($0, for: key) } ?? .none
      } write: { (filter, value) throws(Problem) in
        guard FilterType(rawValue: filter.type)?.inputs.contains(where: { $0.key == key }) ?? true else {
          throw .wrongObject
        }
        guard let boxed = value.boxed else { return filter.setValue(nil, forKey: key) }
        guard FilterInput.typed(boxed, for: key) != nil else { throw .wrongValue }
        filter.setValue(boxed, forKey: key)
      }
    }
}

extension LayerKeyTable {
  /// The table of filters.
  package static let filter = LayerKeyTable("CAFilter", adding: LayerKey.filterKeys) { CAFilter(type: "") }
}
