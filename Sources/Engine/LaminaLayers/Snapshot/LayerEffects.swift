// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
package import LaminaGraphics

/// One filter, with every input a number.
package enum LayerFilter: Sendable, Equatable {
  /// A Gaussian blur; the standard deviation is in points of the layer, 0 or more.
  case blur(sigma: Double)
  /// A map of single pixels.
  case color(ColorMap)
}

/// The filters and the blending of a layer, as values that any thread may read.
///
/// - Conformance: GROUP-4
package struct LayerEffects: Sendable {
  /// The filters, in order; disabled filters, and filters that cannot be drawn, are left out.
  package var filters: [LayerFilter] = []
  package var backgroundFilters: [LayerFilter] = []
  package var blend = LayerBlend.normal
  /// A fade between two pictures of `contents`.
  package var contentsFade: ContentsFade?
  /// The picture of a background that is a pattern: over the bounds, under the contents.
  package var background: CGImage?
  /// Whether the layer is drawn as a picture of its own before it is blended with the pixels behind it.
  package var isIsolated = false
  /// The settings that cannot be drawn as they are set.
  package var problems: [FilterProblem] = []

  /// No filters, no blending.
  package init() {}

  /// Whether neither filters nor blending change the picture.
  package var isPlain: Bool { filters.isEmpty && backgroundFilters.isEmpty && blend == .normal }
}

/// The reason why a filter is not drawn as it is set.
package struct FilterProblem: Sendable, Hashable {
  package var code: String
  package var message: String

  package init(code: String, message: String) {
    self.code = code
    self.message = message
  }
}

extension LayerEffects {
  /// Reads the values of a layer, which may be filters, texts, or objects of any other type.
  ///
  /// - Returns: `nil` where there is nothing to draw and nothing to report.
  init?(filters: [Any]?, backgroundFilters: [Any]?, compositingFilter: Any?) {
    self.filters = read(filters, of: "filters")
    self.backgroundFilters = read(backgroundFilters, of: "backgroundFilters")
    readBlend(compositingFilter)
    if isPlain, problems.isEmpty { return nil }
  }

  private mutating func report(_ code: String, _ message: String) {
    problems.append(FilterProblem(code: code, message: message))
  }

  private mutating func readBlend(_ value: Any?) {
    guard let value else { return }
    if let filter = value as? CAFilter, !filter.isEnabled { return }
    guard let name = (value as? String) ?? (value as? CAFilter)?.type else {
      return report(
        "invalid-filter", "compositingFilter holds \(Swift.type(of: value)), which is no filter; drawn source-over")
    }
    guard let known = LayerBlend(name: name) else {
      let near = NearNames.suggestion(NearNames.nearest(to: name, in: LayerBlend.names))
      return report("unknown-filter", "compositingFilter '\(name.prefix(60))' is not known\(near); drawn source-over")
    }
    blend = known
  }

  private mutating func read(_ list: [Any]?, of property: String) -> [LayerFilter] {
    var result: [LayerFilter] = []
    for item in list ?? [] {
      guard let filter = (item as? CAFilter) ?? (item as? String).map(CAFilter.init(type:)) else {
        report("invalid-filter", "\(property) holds \(Swift.type(of: item)), which is no filter and is left out")
        continue
      }
      guard filter.isEnabled else { continue }
      guard let type = FilterType(rawValue: filter.type) else {
        let near = NearNames.suggestion(NearNames.nearest(to: filter.type, in: FilterType.allCases.map(\.rawValue)))
        report(
          "unknown-filter", "the filter '\(filter.type.prefix(60))' of \(property) is not known\(near); it is left out")
        continue
      }
      if let typed = read(filter, as: type, property) { result.append(typed) }
    }
    return result
  }

  /// The inputs of one filter; missing or mistyped inputs are reported and have their defaults.
  private mutating func read(_ filter: CAFilter, as type: FilterType, _ property: String) -> LayerFilter? {
    let what = "the filter '\(filter.name.prefix(60))' (\(type.rawValue)) of \(property)"
    var inputs: [String: LayerValue] = [:]
    let set = filter.setValues
    for input in type.inputs {
      inputs[input.key] = input.standard
      guard let value = set[input.key] else {
        if input.isNeeded {
          report("missing-filter-input", "\(what) has no \(input.key); it draws with \(input.standard.short)")
        }
        continue
      }
      if let typed = FilterInput.typed(value, for: input.key) {
        inputs[input.key] = typed
      } else {
        report(
          "invalid-filter-input",
          "\(what): \(input.key) takes \(input.expected), not \(Self.describe(value)); it draws with "
            + input.standard.short)
      }
    }
    for key in set.keys.sorted() where !type.inputs.contains(where: { $0.key == key }) {
      report("unknown-filter-input", "\(what) has no input '\(key.prefix(60))'")
    }
    return layerFilter(type, inputs, what)
  }

  private mutating func layerFilter(_ type: FilterType, _ inputs: [String: LayerValue], _ what: String) -> LayerFilter?
  {
    func number(_ key: String) -> Double { if case .number(let value) = inputs[key] { value } else { 0 } }
    switch type {
    case .gaussianBlur:
      let radius = number("inputRadius")
      if radius < 0 { report("invalid-filter-input", "\(what): inputRadius \(radius) is negative; it draws as 0") }
      return radius > 0 ? .blur(sigma: radius) : nil
    case .colorMatrix:
      guard case .numbers(let numbers) = inputs["inputColorMatrix"] else { return nil }
      return .color(.matrix(ColorMatrix(rows: numbers)))
    case .colorSaturate: return .color(.matrix(.saturation(number("inputAmount"))))
    case .colorContrast: return .color(.matrix(.contrast(number("inputAmount"))))
    case .colorBrightness: return .color(.matrix(.brightness(number("inputAmount"))))
    case .colorHueRotate: return .color(.matrix(.hueRotation(number("inputAngle"))))
    case .colorInvert: return .color(.matrix(.inversion))
    case .colorMonochrome:
      guard case .color(let color) = inputs["inputColor"] else { return nil }
      let rgb = SIMD3<Double>(Double(color.straight.x), Double(color.straight.y), Double(color.straight.z))
      return .color(.matrix(.monochrome(rgb, amount: number("inputAmount"), bias: number("inputBias"))))
    }
  }

  private static func describe(_ value: Any) -> String {
    switch value {
    case let text as String: "the string \"\(text.prefix(40))\""
    case let list as [Any]: "an array of \(list.count)"
    case let number as Double: "\(number)"
    case let number as NSNumber: "\(number)"
    default: "\(Swift.type(of: value))"
    }
  }
}

extension FilterInput {
  /// The values that the input accepts, for messages.
  fileprivate var expected: String {
    switch standard {
    case .number: "a finite number"
    case .numbers: "20 finite numbers"
    default: FilterInput.type(of: key).description
    }
  }
}

extension LayerValue {
  /// The value in a few letters, for messages.
  fileprivate var short: String {
    switch self {
    case .number(let number): "\(number)"
    case .numbers: "the identity"
    case .color: "white"
    default: "its default"
    }
  }
}

extension CALayer {
  /// The layer's filters and blending for a snapshot; `nil` for almost every layer.
  func snapshotEffects() -> LayerEffects? {
    guard let extras = properties.extras,
      extras.hasFilters || extras.hasBackgroundFilters || extras.hasCompositingFilter
    else { return nil }
    return LayerEffects(
      filters: attachments?.copied.filters, backgroundFilters: attachments?.copied.backgroundFilters,
      compositingFilter: attachments?.copied.compositingFilter)
  }
}
