// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
internal import LaminaGraphics

/// A picture filter of a layer, for `filters`, `backgroundFilters` and `compositingFilter`.
///
/// Its inputs are set by key, as on Apple's platforms:
///
///     let blur = CAFilter(type: "gaussianBlur")
///     blur.name = "soft"
///     blur.setValue(4, forKey: "inputRadius")
///     layer.filters = [blur]
///     layer.setValue(8, forKeyPath: "filters.soft.inputRadius")
///
/// The types that draw, and their inputs:
///
/// | type | inputs | effect |
/// |---|---|---|
/// | `gaussianBlur` | `inputRadius` 10 | blurs; the radius is the standard deviation in points of the layer |
/// | `colorMatrix` | `inputColorMatrix` identity | multiplies (r, g, b, a, 1) by 4 rows of 5 numbers |
/// | `colorSaturate` | `inputAmount` 1 | scales the saturation: 0 gives grey, above 1 stronger colours |
/// | `colorContrast` | `inputAmount` 1 | scales about the middle grey |
/// | `colorBrightness` | `inputAmount` 0 | adds the amount |
/// | `colorHueRotate` | `inputAngle` 0, radians | rotates colours about the axis of greys |
/// | `colorInvert` | | one minus each component |
/// | `colorMonochrome` | `inputColor` white, `inputAmount` 1, `inputBias` 0 | shades of one colour |
///
/// Filters of colour work on straight sRGB-encoded components and clamp their result to 0...1. As a
/// `compositingFilter` the type is one of the names of ``CALayer/compositingFilter``.
///
/// - Conformance: GROUP-4
public final class CAFilter: NSObject {
  /// The type of the filter.
  ///
  /// - Range: An unknown name is kept, reported when it should draw, and left out.
  public let type: String

  /// The name of the filter in key paths of the layer: `filters.name.inputRadius`.
  ///
  /// - Default: the type.
  public var name: String

  /// Whether the filter is applied.
  ///
  /// - Default: `true`.
  public var isEnabled = true

  /// The inputs that were set.
  package var values: [String: Any] = [:]

  /// Makes a filter of a type, with the defaults for its inputs.
  public init(type: String) {
    self.type = type
    name = type
    super.init()
  }

  /// Makes a filter of a type, as ``init(type:)`` does; Apple's older spelling.
  public convenience init(name: String) {
    self.init(type: name)
  }

  /// A filter with the same type, name and inputs.
  public override func copy() -> Any { duplicate() }

  func duplicate() -> CAFilter {
    let copy = CAFilter(type: type)
    copy.name = name
    copy.isEnabled = isEnabled
    copy.values = values
    return copy
  }

  /// The inputs that the type has, in order of their names; empty for a type that is not known.
  public var inputKeys: [String] { FilterType(rawValue: type)?.inputs.map(\.key).sorted() ?? [] }

  /// Returns the value of an input as it was set, else its default; `nil` for an input that the type does not have.
  ///
  /// - Parameter key: The input's name, or `name`, `type` or `enabled`.
  public func value(forKey key: String) -> Any? {
    switch key {
    case "name": return name
    case "type": return type
    case "enabled": return isEnabled
    default: break
    }
    if let value = values[key] { return value }
    return FilterType(rawValue: type)?.inputs.first { $0.key == key }?.standard.boxed
  }

  /// Sets an input.
  ///
  /// Any value is kept. A value that is of another type than the input, or that belongs to no input of the type, is
  /// reported when the filter should draw; the input then has its default.
  ///
  /// - Parameters:
  ///   - value: A number, a `CGColor`, a ``CAColorMatrix`` or its twenty numbers; `nil` restores the default.
  ///   - key: The input's name, or `name` or `enabled`.
  public func setValue(_ value: Any?, forKey key: String) {
    switch (key, value) {
    case ("name", let text as String): name = text
    case ("enabled", let value):
      if case .bool(let isOn) = LayerValue(value, as: .bool) { isEnabled = isOn }
    default: values[key] = value
    }
  }

  /// Restores the defaults of all inputs.
  public func setDefaults() { values = [:] }

  /// The values that were set, by key.
  package var setValues: [String: Any] { values }

  /// Whether another filter has the same type, name and inputs.
  package func isAlike(_ other: CAFilter) -> Bool {
    guard type == other.type, name == other.name, isEnabled == other.isEnabled, values.count == other.values.count
    else { return false }
    return values.allSatisfy { key, value in
      guard let theirs = other.values[key] else { return false }
      let type = FilterInput.type(of: key)
      guard let one = LayerValue(value, as: type), let two = LayerValue(theirs, as: type) else {
        return "\(value)" == "\(theirs)"
      }
      return one == two || "\(value)" == "\(theirs)"
    }
  }
}

/// Twenty numbers that transform colours: four rows for red, green, blue and alpha, each with the factors of the four
/// components and a constant to add.
public struct CAColorMatrix: Equatable, Sendable {
  /// The numbers, row by row.
  ///
  /// - Precondition: There are twenty.
  public let numbers: [Float]

  /// Makes the identity, which leaves colours as they are.
  public init() {
    numbers = (0..<20).map { $0 % 6 == 0 ? 1 : 0 }
  }

  /// Makes a matrix from four rows of five numbers; `nil` where there are not twenty numbers.
  public init?(_ numbers: [Float]) {
    guard numbers.count == 20 else { return nil }
    self.numbers = numbers
  }
}
