// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaCoreFoundation
internal import LaminaGeometry
public import LaminaGraphics

/// The name in a font's description: a string.
public let kCTFontNameAttribute = "NSFontNameAttribute"
/// The name to display in a font's description: a string.
public let kCTFontDisplayNameAttribute = "NSFontVisibleNameAttribute"
/// The family in a font's description: a string.
public let kCTFontFamilyNameAttribute = "NSFontFamilyAttribute"
/// The style in a font's description, such as "Bold": a string.
public let kCTFontStyleNameAttribute = "NSFontFaceAttribute"
/// The size in a font's description, in points: a number.
public let kCTFontSizeAttribute = "NSFontSizeAttribute"
/// The traits in a font's description: a dictionary.
public let kCTFontTraitsAttribute = "NSCTFontTraitsAttribute"
/// Whether a font is bold, slanted and so on, among its traits: the raw value of a ``CTFontSymbolicTraits``.
public let kCTFontSymbolicTrait = "NSCTFontSymbolicTrait"
/// The weight of a font, among its traits: a number from -1 to 1, 0 for running text.
public let kCTFontWeightTrait = "NSCTFontWeightTrait"
/// The width of a font, among its traits: a number from -1 to 1; it is reported, but cannot be requested.
public let kCTFontWidthTrait = "NSCTFontProportionTrait"
/// The slant of a font, among its traits: a number from -1 to 1, 0 for upright.
public let kCTFontSlantTrait = "NSCTFontSlantTrait"

/// The traits of a font as a whole.
public struct CTFontSymbolicTraits: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Makes traits from their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Slanted.
  public static let traitItalic = CTFontSymbolicTraits(rawValue: 1 << 0)
  /// Bold.
  public static let traitBold = CTFontSymbolicTraits(rawValue: 1 << 1)
  /// Wide.
  public static let traitExpanded = CTFontSymbolicTraits(rawValue: 1 << 5)
  /// Narrow.
  public static let traitCondensed = CTFontSymbolicTraits(rawValue: 1 << 6)
  /// Monospaced: all letters have the same width.
  public static let traitMonoSpace = CTFontSymbolicTraits(rawValue: 1 << 10)
  /// Designed for vertical text.
  public static let traitVertical = CTFontSymbolicTraits(rawValue: 1 << 11)
  /// Designed for user interfaces.
  public static let traitUIOptimized = CTFontSymbolicTraits(rawValue: 1 << 12)
  /// With glyphs that are pictures.
  public static let traitColorGlyphs = CTFontSymbolicTraits(rawValue: 1 << 13)

  /// Slanted.
  public static let italicTrait = traitItalic
  /// Bold.
  public static let boldTrait = traitBold
  /// Wide.
  public static let expandedTrait = traitExpanded
  /// Narrow.
  public static let condensedTrait = traitCondensed
  /// Monospaced: all letters have the same width.
  public static let monoSpaceTrait = traitMonoSpace
}

/// The known, or requested, properties of a font.
///
/// A descriptor keeps the name, the family, the style, the size, and the traits weight, slant, bold, italic and
/// monospaced; other traits cannot be requested.
public final class CTFontDescriptor: NSObject, NSCopying, Sendable {
  package let values: FontValues

  package init(_ values: FontValues) {
    self.values = values
    super.init()
  }

  /// Whether both descriptions have the same attributes.
  public override func isEqual(_ object: Any?) -> Bool { (object as? CTFontDescriptor)?.values == values }

  /// A number that is the same for descriptions with the same attributes.
  public override var hash: Int { values.hashValue }

  /// The description itself, which never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Describes a font by attributes, such as ``kCTFontNameAttribute``.
public func CTFontDescriptorCreateWithAttributes(_ attributes: CFDictionary) -> CTFontDescriptor {
  CTFontDescriptor(FontValues(attributes))
}

/// Describes a font by name and size, in points; 0 for no size.
public func CTFontDescriptorCreateWithNameAndSize(_ name: CFString, _ size: CGFloat) -> CTFontDescriptor {
  CTFontDescriptor(FontValues(name: name, size: size > 0 && size.isFinite ? size : nil))
}

/// Returns a description with more or other attributes.
public func CTFontDescriptorCreateCopyWithAttributes(
  _ original: CTFontDescriptor, _ attributes: CFDictionary
) -> CTFontDescriptor {
  var values = original.values
  values.take(attributes)
  return CTFontDescriptor(values)
}

/// Returns an attribute of a description; `nil` where the description does not have it.
public func CTFontDescriptorCopyAttribute(_ descriptor: CTFontDescriptor, _ attribute: CFString) -> Any? {
  descriptor.values.attributes[attribute]
}

/// All attributes of a description.
public func CTFontDescriptorCopyAttributes(_ descriptor: CTFontDescriptor) -> CFDictionary {
  descriptor.values.attributes
}

/// The description of a font: its installed name, and its size.
public func CTFontCopyFontDescriptor(_ font: CTFont) -> CTFontDescriptor {
  var values = FontValues(name: CTFontCopyPostScriptName(font), size: font.pointSize)
  values.family = font.familyName
  values.style = font.installedFace?.name(.style)
  let traits = CTFontGetSymbolicTraits(font)
  (values.isBold, values.isItalic) = (traits.contains(.traitBold), traits.contains(.traitItalic))
  values.weight = font.weight
  return CTFontDescriptor(values)
}

/// Returns an attribute of a font's description, such as ``kCTFontSizeAttribute``; `nil` where the description does not
/// have it.
public func CTFontCopyAttribute(_ font: CTFont, _ attribute: CFString) -> Any? {
  CTFontDescriptorCopyAttribute(CTFontCopyFontDescriptor(font), attribute)
}

/// The requested properties of a font.
package struct FontValues: Hashable, Sendable {
  package var name: String?
  package var family: String?
  package var style: String?
  /// The size, in points.
  package var size: CGFloat?
  /// A weight, 100...1000.
  package var weight: Int?
  package var isBold: Bool?
  package var isItalic: Bool?
  package var isMonospaced: Bool?

  package init(name: String? = nil, size: CGFloat? = nil) {
    (self.name, self.size) = (name, size)
  }

  package init(_ attributes: [String: Any]) {
    take(attributes)
  }

  /// Takes the values of attributes; values of a wrong type are left out.
  package mutating func take(_ attributes: [String: Any]) {
    if let value = attributes[kCTFontNameAttribute] as? String { name = value }
    if let value = attributes[kCTFontFamilyNameAttribute] as? String { (family, name) = (value, nil) }
    if let value = attributes[kCTFontStyleNameAttribute] as? String { style = value }
    if let value = TextAttributes.number(attributes[kCTFontSizeAttribute]), value > 0 { size = value }
    guard let traits = attributes[kCTFontTraitsAttribute] as? [String: Any] else { return }
    let heaviness = traits[kCTFontWeightTrait]
    if let value = (heaviness as? CTFont.Weight)?.rawValue ?? TextAttributes.number(heaviness) {
      weight = CTFont.Weight(rawValue: value).numeric
    }
    if let value = TextAttributes.number(traits[kCTFontSlantTrait]) { isItalic = value != 0 }
    let bits = traits[kCTFontSymbolicTrait]
    guard let value = bits as? CTFontSymbolicTraits ?? TextAttributes.number(bits).map(Self.traits) else { return }
    (isBold, isItalic) = (value.contains(.traitBold), value.contains(.traitItalic))
    isMonospaced = value.contains(.traitMonoSpace) ? true : nil
  }

  private static func traits(_ number: CGFloat) -> CTFontSymbolicTraits {
    CTFontSymbolicTraits(rawValue: UInt32(clamping: Int(clamping: number)))
  }

  /// The traits bold, from a weight of 600 on, slanted and monospaced.
  package var symbolicTraits: CTFontSymbolicTraits {
    var traits: CTFontSymbolicTraits = []
    if isBold ?? (weight ?? 400 >= 600) { traits.insert(.traitBold) }
    if isItalic == true { traits.insert(.traitItalic) }
    if isMonospaced == true { traits.insert(.traitMonoSpace) }
    return traits
  }

  /// The attributes with the same values.
  package var attributes: [String: Any] {
    var result: [String: Any] = [:]
    result[kCTFontNameAttribute] = name
    result[kCTFontFamilyNameAttribute] = family
    result[kCTFontStyleNameAttribute] = style
    result[kCTFontSizeAttribute] = size
    var traits: [String: Any] = [:]
    if isBold != nil || isItalic != nil || isMonospaced != nil {
      traits[kCTFontSymbolicTrait] = symbolicTraits.rawValue
      traits[kCTFontSlantTrait] = isItalic == true ? 0.07 : 0.0
    }
    if let weight { traits[kCTFontWeightTrait] = CTFont.Weight(numeric: weight).rawValue }
    if !traits.isEmpty { result[kCTFontTraitsAttribute] = traits }
    return result
  }

  /// Returns a font like another, changed to the requested properties.
  func applied(to font: CTFont, size: CGFloat) -> CTFont {
    var asked = name ?? family.map { family in style.map { "\(family) \($0)" } ?? family }
    if isMonospaced == true, (asked ?? font.fontName).hasPrefix(".") { asked = "Menlo" }
    let bold = isBold.map { $0 ? 700 : 400 }
    guard asked != nil || weight != nil || bold != nil || isItalic != nil else { return font.withSize(size) }
    let isStyled = asked == nil && (bold != nil || weight != nil || isItalic != nil)
    let base = isStyled ? font.styled(isBold: false, isItalic: false).fontName : font.fontName
    // A name that includes a style keeps this style where no other is requested.
    let named = asked != nil
    return CTFont(
      fontName: asked ?? base, pointSize: size,
      weight: weight ?? (named && bold == 400 ? nil : bold) ?? (named ? nil : font.weight),
      isItalic: isItalic ?? (named ? false : font.isItalic))
  }
}

extension CTFont.Weight {
  /// Makes the named weight with this number in CSS and Pango, or the nearest.
  init(numeric: Int) {
    let named: [CTFont.Weight] = [.ultraLight, .thin, .light, .regular, .medium, .semibold, .bold, .heavy, .black]
    self = named.min { abs($0.numeric - numeric) < abs($1.numeric - numeric) } ?? .regular
  }
}
