// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
internal import LaminaGraphics

/// A picture filter of a layer: what `filters`, `backgroundFilters` and `compositingFilter` hold.
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
/// | type | inputs | does |
/// |---|---|---|
/// | `gaussianBlur` | `inputRadius` 10 | blurs; the radius is the standard deviation in points of the layer |
/// | `colorMatrix` | `inputColorMatrix` identity | multiplies (r, g, b, a, 1) by 4 rows of 5 numbers |
/// | `colorSaturate` | `inputAmount` 1 | 0 makes grey, above 1 makes more colourful |
/// | `colorContrast` | `inputAmount` 1 | scales about the middle grey |
/// | `colorBrightness` | `inputAmount` 0 | is added |
/// | `colorHueRotate` | `inputAngle` 0, radians | turns colours about the axis of greys |
/// | `colorInvert` | | one minus each component |
/// | `colorMonochrome` | `inputColor` white, `inputAmount` 1, `inputBias` 0 | shades of one colour |
///
/// Filters of colour work on straight sRGB-encoded components and clamp their result to 0...1. As a
/// `compositingFilter` the type is one of the names of ``CALayer/compositingFilter``.
///
/// - Conformance: GROUP-4
public final class CAFilter: NSObject, NSSecureCoding {
  /// Which filter it is.
  ///
  /// - Range: A name that is none of ours is kept, reported when it should draw, and left out.
  public let type: String

  /// What key paths of the layer call it: `filters.name.inputRadius`.
  ///
  /// - Default: the type.
  public var name: String

  /// Whether it is applied.
  ///
  /// - Default: `true`.
  public var isEnabled = true

  private var values: [String: Any] = [:]

  /// Makes a filter of a type, with the defaults for its inputs.
  public init(type: String) {
    self.type = type
    name = type
    super.init()
  }

  /// Makes the filter that an archive holds; `nil` where it does not say of which type.
  ///
  /// - Parameter coder: A keyed decoder.
  public init?(coder: NSCoder) {
    func object(_ key: String) -> Any? {
      coder.containsValue(forKey: key)
        ? coder.decodeObject(of: ArchivedValue.classes, forKey: key).map(ArchivedValue.value(of:)) : nil
    }
    guard let type = object("type") as? String else { return nil }
    self.type = type
    name = object("name") as? String ?? type
    isEnabled = object("enabled") as? Bool ?? true
    values = object("inputs") as? [String: Any] ?? [:]
    super.init()
  }

  /// Whether archives may demand that filters are decoded securely: always.
  public static var supportsSecureCoding: Bool { true }

  /// Writes the filter with its inputs into an archive; an input that archives cannot hold is left out.
  ///
  /// - Parameter coder: A keyed encoder.
  public func encode(with coder: NSCoder) {
    coder.encode(NSString(string: type), forKey: "type")
    coder.encode(NSString(string: name), forKey: "name")
    coder.encode(NSNumber(value: isEnabled), forKey: "enabled")
    let held = values.compactMapValues(ArchivedValue.object(forAny:))
    for key in values.keys where held[key] == nil {
      CALayer.archiveFailureHandler(.leftOut(key: key, type: "an input of \(type)"))
    }
    coder.encode(NSDictionary(dictionary: held), forKey: "inputs")
  }

  /// The same; Apple's older spelling.
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

  /// The value of an input as it was set, else its default; `nil` for an input that the type does not have.
  ///
  /// - Parameter key: The input's name; `name`, `type` and `enabled` too.
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
  /// Any value is kept. One that is of another type than the input, or that belongs to no input of the type, is
  /// reported when the filter should draw; the input then has its default.
  ///
  /// - Parameters:
  ///   - value: A number, a `CGColor`, a ``CAColorMatrix`` or its twenty numbers; `nil` brings the default back.
  ///   - key: The input's name; `name` and `enabled` too.
  public func setValue(_ value: Any?, forKey key: String) {
    switch (key, value) {
    case ("name", let text as String): name = text
    case ("enabled", let value):
      if case .bool(let isOn) = LayerValue(value, as: .bool) { isEnabled = isOn }
    default: values[key] = value
    }
  }

  /// Brings the defaults of all inputs back.
  public func setDefaults() { values = [:] }

  /// What was set, by key.
  package var setValues: [String: Any] { values }

  /// Whether the other has the same type, name and inputs.
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

/// Twenty numbers that make a colour of a colour: four rows for red, green, blue and alpha, each with the factors of
/// the four components and what is added.
public struct CAColorMatrix: Equatable, Sendable {
  /// Row by row.
  ///
  /// - Precondition: There are twenty.
  public let numbers: [Float]

  /// Leaves colours as they are.
  public init() {
    numbers = (0..<20).map { $0 % 6 == 0 ? 1 : 0 }
  }

  /// Takes four rows of five numbers; `nil` where there are not twenty.
  public init?(_ numbers: [Float]) {
    guard numbers.count == 20 else { return nil }
    self.numbers = numbers
  }
}
