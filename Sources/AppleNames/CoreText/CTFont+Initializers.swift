// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Initialisers of fonts, which Swift uses instead of the functions of C.

public import Foundation
public import LaminaCoreFoundation
public import LaminaGeometry
public import LaminaGraphics

/// Options for finding fonts.
public struct CTFontOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: CFOptionFlags
  /// Makes options from their bits.
  public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

  /// Inactive fonts are not activated: Fontconfig has no inactive fonts.
  public static let preventAutoActivation = CTFontOptions(rawValue: 1 << 0)
  /// Fonts are not downloaded: they never are.
  public static let preventAutoDownload = CTFontOptions(rawValue: 1 << 1)
  /// The system's fonts come before others of the same name; ignored.
  public static let preferSystemFont = CTFontOptions(rawValue: 1 << 2)
}

extension CTFont {
  /// Makes a font from a name and a size, as ``CTFontCreateWithName(_:_:_:)`` does.
  ///
  /// - Parameters:
  ///   - name: The name of an installed font.
  ///   - size: The size in points; 0 for 12.
  public convenience init(_ name: CFString, size: CGFloat) {
    self.init(fontName: name, pointSize: size)
  }

  /// Makes a font from a name and a size; the options are ignored.
  public convenience init(_ name: CFString, size: CGFloat, options: CTFontOptions) {
    self.init(fontName: name, pointSize: size)
  }

  /// Makes a font of 12 points from a name; the transform is ignored.
  public convenience init(_ name: CFString, transform matrix: CGAffineTransform) {
    self.init(fontName: name, pointSize: 0)
  }

  /// Makes the font of a description, as ``CTFontCreateWithFontDescriptor(_:_:_:)`` does.
  ///
  /// - Parameters:
  ///   - descriptor: The description.
  ///   - size: The size in points; 0 for the size of the description, or 12 where it has none.
  public convenience init(_ descriptor: CTFontDescriptor, size: CGFloat) {
    self.init(like: CTFontCreateWithFontDescriptor(descriptor, size, nil))
  }

  /// Makes the font of a description; the options are ignored.
  public convenience init(_ descriptor: CTFontDescriptor, size: CGFloat, options: CTFontOptions) {
    self.init(descriptor, size: size)
  }

  /// Makes the font of a description, in its size or 12; the transform is ignored.
  public convenience init(_ descriptor: CTFontDescriptor, transform matrix: CGAffineTransform) {
    self.init(descriptor, size: 0)
  }

  /// Makes the system's font for a use, as ``CTFontCreateUIFontForLanguage(_:_:_:)`` does.
  ///
  /// - Parameters:
  ///   - uiType: The use. ``CTFontUIFontType/none`` counts as ``CTFontUIFontType/system``.
  ///   - size: The size in points; 0 for the use's own.
  public convenience init(_ uiType: CTFontUIFontType, size: CGFloat) {
    self.init(uiType, size: size, language: nil)
  }

  /// Makes the system's font for a use; the language is ignored.
  public convenience init(_ uiType: CTFontUIFontType, size: CGFloat, language: CFString?) {
    let made = CTFontCreateUIFontForLanguage(uiType, size, language)
    self.init(like: made ?? CTFontCreateUIFontForLanguage(.system, size, nil) ?? .systemFont(ofSize: size))
  }

  /// Makes the font that has the glyphs of a text, as ``CTFontCreateForString(_:_:_:)`` does.
  ///
  /// - Parameters:
  ///   - currentFont: The requested font.
  ///   - string: The text.
  ///   - range: The part of it, in UTF-16.
  public convenience init(font currentFont: CTFont, string: CFString, range: CFRange) {
    self.init(like: CTFontCreateForString(currentFont, string, range))
  }

  /// Makes the font that has the glyphs of a text in a language.
  public convenience init(font currentFont: CTFont, string: CFString, range: CFRange, language: CFString?) {
    self.init(like: CTFontCreateForStringWithLanguage(currentFont, string, range, language))
  }

  private convenience init(like other: CTFont) {
    self.init(
      fontName: other.fontName, pointSize: other.pointSize, weight: other.weight, isItalic: other.isItalic,
      face: other.face)
  }
}

/// Makes a font from a name and a size; see ``CTFontCreateWithName(_:_:_:)``. The options are ignored.
public func CTFontCreateWithNameAndOptions(
  _ name: CFString, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ options: CTFontOptions
) -> CTFont {
  CTFontCreateWithName(name, size, matrix)
}

/// Makes the font of a description; see ``CTFontCreateWithFontDescriptor(_:_:_:)``. The options are ignored.
public func CTFontCreateWithFontDescriptorAndOptions(
  _ descriptor: CTFontDescriptor, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?,
  _ options: CTFontOptions
) -> CTFont {
  CTFontCreateWithFontDescriptor(descriptor, size, matrix)
}

/// Returns the font that has the glyphs of a text in a language; see ``CTFontCreateForString(_:_:_:)``.
///
/// - Parameters:
///   - currentFont: The requested font.
///   - string: The text.
///   - range: The part of it, in UTF-16.
///   - language: A BCP 47 tag, by which Pango chooses between fonts; `nil` for the program's.
public func CTFontCreateForStringWithLanguage(
  _ currentFont: CTFont, _ string: CFString, _ range: CFRange, _ language: CFString?
) -> CTFont {
  var attributes: [NSAttributedString.Key: Any] = [.font: currentFont]
  if let language { attributes[kCTLanguageAttributeName as NSAttributedString.Key] = language }
  let part = NSAttributedString(string: string, attributes: attributes)
    .attributedSubstring(from: range.clamped(to: string.utf16.count))
  return CTLine(TextLine(part)).runs.first?.font ?? currentFont
}

/// Returns a description that differs from another only in requesting bold or slanted fonts.
///
/// - Parameters:
///   - original: The other.
///   - symTraitValue: The traits of the new description.
///   - symTraitMask: The traits to change. Only bold and italic can be requested.
/// - Returns: The description; `nil` where another trait is requested.
public func CTFontDescriptorCreateCopyWithSymbolicTraits(
  _ original: CTFontDescriptor, _ symTraitValue: CTFontSymbolicTraits, _ symTraitMask: CTFontSymbolicTraits
) -> CTFontDescriptor? {
  let styles: CTFontSymbolicTraits = [.traitBold, .traitItalic]
  guard symTraitValue.intersection(symTraitMask).isSubset(of: styles) else { return nil }
  var values = original.values
  if symTraitMask.contains(.traitBold) { (values.isBold, values.weight) = (symTraitValue.contains(.traitBold), nil) }
  if symTraitMask.contains(.traitItalic) { values.isItalic = symTraitValue.contains(.traitItalic) }
  // A name that includes its style would override the new traits.
  if let name = values.name, !symTraitMask.isDisjoint(with: styles) {
    (values.family, values.name, values.style) = (values.family ?? CTFont(name, size: 0).familyName, nil, nil)
  }
  return CTFontDescriptor(values)
}

/// Returns a description like another, of another family.
///
/// - Returns: The description; `nil` where the family is not installed.
public func CTFontDescriptorCreateCopyWithFamily(
  _ original: CTFontDescriptor, _ family: CFString
) -> CTFontDescriptor? {
  guard CTFont(family, size: 0).isInstalled else { return nil }
  return CTFontDescriptorCreateCopyWithAttributes(original, [kCTFontFamilyNameAttribute: family])
}

/// Returns the description of the installed font that is drawn for a description.
///
/// - Parameters:
///   - descriptor: The requested font.
///   - mandatoryAttributes: The keys of the attributes that have to match, a `Set` or an `NSSet`: only
///     ``kCTFontNameAttribute`` and ``kCTFontFamilyNameAttribute`` count.
/// - Returns: `nil` where no installed font has the mandatory attributes.
public func CTFontDescriptorCreateMatchingFontDescriptor(
  _ descriptor: CTFontDescriptor, _ mandatoryAttributes: CFSet?
) -> CTFontDescriptor? {
  let names = [kCTFontNameAttribute, kCTFontFamilyNameAttribute]
  let isNamed = names.contains { mandatoryAttributes?.contains($0) == true }
  let font = CTFont(descriptor, size: 0)
  guard !isNamed || font.isInstalled else { return nil }
  return CTFontCopyFontDescriptor(font)
}

/// Returns the descriptions of the fonts in a file: only that of the first font.
///
/// - Parameter fileURL: A file of TrueType or OpenType.
/// - Returns: An array of ``CTFontDescriptor``; `nil` for any other file.
public func CTFontManagerCreateFontDescriptorsFromURL(_ fileURL: CFURL) -> CFArray? {
  guard fileURL.isFileURL, let bytes = try? InputFile(fileURL.path).read(limit: 1 << 30) else { return nil }
  return CTFontManagerCreateFontDescriptorFromData(Data(bytes)).map { [$0] }
}

/// Returns the descriptions of the fonts in a file in memory: only that of the first font; empty for other bytes.
public func CTFontManagerCreateFontDescriptorsFromData(_ data: CFData) -> CFArray {
  CTFontManagerCreateFontDescriptorFromData(data).map { [$0] } ?? []
}
