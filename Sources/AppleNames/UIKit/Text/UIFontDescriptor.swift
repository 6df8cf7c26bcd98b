// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import CoreText
internal import LaminaGraphics

/// A request for a font: a name or a family, a size, a weight and traits. It is Core Text's descriptor, so functions of
/// both frameworks take it.
public typealias UIFontDescriptor = CTFontDescriptor

// UIKit's additions. A descriptor is immutable; methods return new ones.

extension UIFontDescriptor {
  /// Traits of a font that can be requested.
  public typealias SymbolicTraits = CTFontSymbolicTraits

  /// The key of an attribute; the names are Core Text's.
  public struct AttributeName: RawRepresentable, Hashable, Sendable {
    /// Core Text's name.
    public let rawValue: String
    /// Makes an attribute's name from Core Text's.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The family: a string.
    public static let family = AttributeName(rawValue: kCTFontFamilyNameAttribute)
    /// The name: a string.
    public static let name = AttributeName(rawValue: kCTFontNameAttribute)
    /// The style, such as "Bold": a string.
    public static let face = AttributeName(rawValue: kCTFontStyleNameAttribute)
    /// The size in points: a number.
    public static let size = AttributeName(rawValue: kCTFontSizeAttribute)
    /// The display name: a string, which has no effect on the request.
    public static let visibleName = AttributeName(rawValue: kCTFontDisplayNameAttribute)
    /// The traits: a dictionary by ``TraitKey``.
    public static let traits = AttributeName(rawValue: kCTFontTraitsAttribute)
  }

  /// The key of a trait.
  public struct TraitKey: RawRepresentable, Hashable, Sendable {
    /// Core Text's name.
    public let rawValue: String
    /// Makes a trait's name from Core Text's.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Bold, slanted and so on: the raw value of ``SymbolicTraits``.
    public static let symbolic = TraitKey(rawValue: kCTFontSymbolicTrait)
    /// The weight: a `UIFont.Weight`, or its number.
    public static let weight = TraitKey(rawValue: kCTFontWeightTrait)
    /// The width, which cannot be requested.
    public static let width = TraitKey(rawValue: kCTFontWidthTrait)
    /// The slant: a number, 0 for upright.
    public static let slant = TraitKey(rawValue: kCTFontSlantTrait)
  }

  /// Makes a descriptor of a name and a size in points; 0 for no size.
  public convenience init(name fontName: String, size: CGFloat) {
    self.init(FontValues(name: fontName, size: size > 0 && size.isFinite ? size : nil))
  }

  /// Makes a descriptor of attributes. Values of unexpected types are ignored.
  public convenience init(fontAttributes attributes: [AttributeName: Any] = [:]) {
    self.init(FontValues(Self.plain(attributes)))
  }

  private static func plain(_ attributes: [AttributeName: Any]) -> [String: Any] {
    Dictionary(
      uniqueKeysWithValues: attributes.map { key, value in
        guard let traits = value as? [TraitKey: Any] else { return (key.rawValue, value) }
        return (key.rawValue, Dictionary(uniqueKeysWithValues: traits.map { ($0.rawValue, $1) }) as [String: Any])
      })
  }

  /// All requested attributes.
  public var fontAttributes: [AttributeName: Any] {
    Dictionary(uniqueKeysWithValues: values.attributes.map { (AttributeName(rawValue: $0), $1) })
  }

  /// One attribute; `nil` if it was not requested.
  public func object(forKey attribute: AttributeName) -> Any? { values.attributes[attribute.rawValue] }

  /// The requested name, or else the requested family.
  public var postscriptName: String { values.name ?? values.family ?? UIFont.systemFont(ofSize: 12).fontName }

  /// The requested size in points; 0 if there is none.
  public var pointSize: CGFloat { values.size ?? 0 }

  /// The requested traits. Weights of 600 and more are bold.
  public var symbolicTraits: SymbolicTraits { values.symbolicTraits }

  /// A copy with another size.
  public func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor {
    changed { $0.size = newPointSize > 0 && newPointSize.isFinite ? newPointSize : nil }
  }

  /// A copy with another family, which replaces a requested name.
  public func withFamily(_ newFamily: String) -> UIFontDescriptor {
    changed { ($0.family, $0.name) = (newFamily, nil) }
  }

  /// A copy with another style, such as "Bold", of its family.
  public func withFace(_ newFace: String) -> UIFontDescriptor {
    changed { ($0.style, $0.family, $0.name) = (newFace, $0.family ?? $0.name, nil) }
  }

  /// A copy with other traits, and the weight that they imply. Never `nil`; optional for compatibility with UIKit.
  public func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
    changed {
      $0.weight = nil
      $0.isBold = symbolicTraits.contains(.traitBold) ? true : nil
      $0.isItalic = symbolicTraits.contains(.traitItalic) ? true : nil
      $0.isMonospaced = symbolicTraits.contains(.traitMonoSpace) ? true : nil
    }
  }

  /// A copy with additional or changed attributes.
  public func addingAttributes(_ attributes: [AttributeName: Any] = [:]) -> UIFontDescriptor {
    changed { $0.take(Self.plain(attributes)) }
  }

  private func changed(_ change: (inout FontValues) -> Void) -> UIFontDescriptor {
    var values = values
    change(&values)
    return UIFontDescriptor(values)
  }

  /// The descriptor of the system's font for a text style.
  public class func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
    UIFont.preferredFont(forTextStyle: style).fontDescriptor
  }
}
