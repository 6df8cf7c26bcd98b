// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// What a font's table of names holds.

public import Foundation
internal import LaminaGeometry

/// The copyright that a font names.
public let kCTFontCopyrightNameKey = "CTFontCopyrightName"
/// The family that a font names.
public let kCTFontFamilyNameKey = "CTFontFamilyName"
/// The style that a font names: "Bold".
public let kCTFontSubFamilyNameKey = "CTFontSubFamilyName"
/// The style that a font names: "Bold".
public let kCTFontStyleNameKey = "CTFontSubFamilyName"
/// What tells a font from all others.
public let kCTFontUniqueNameKey = "CTFontUniqueName"
/// The full name of a font.
public let kCTFontFullNameKey = "CTFontFullName"
/// The version that a font names.
public let kCTFontVersionNameKey = "CTFontVersionName"
/// The PostScript name of a font.
public let kCTFontPostScriptNameKey = "CTFontPostScriptName"
/// The trademark that a font names.
public let kCTFontTrademarkNameKey = "CTFontTrademarkName"
/// Who made a font.
public let kCTFontManufacturerNameKey = "CTFontManufacturerName"
/// Who drew a font.
public let kCTFontDesignerNameKey = "CTFontDesignerName"
/// What a font says of itself.
public let kCTFontDescriptionNameKey = "CTFontDescriptionName"
/// Where a font's maker is found.
public let kCTFontVendorURLNameKey = "CTFontVendorURLName"
/// Where a font's designer is found.
public let kCTFontDesignerURLNameKey = "CTFontDesignerURLName"
/// What may be done with a font.
public let kCTFontLicenseNameKey = "CTFontLicenseName"
/// Where a font's licence is found.
public let kCTFontLicenseURLNameKey = "CTFontLicenseURLName"
/// A text to show a font with.
public let kCTFontSampleTextNameKey = "CTFontSampleTextName"
/// The name of a font in PostScript's `findfont`, where it differs.
public let kCTFontPostScriptCIDNameKey = "CTFontPostScriptCIDName"

private let nameKinds: [String: FontNameKind] = [
  kCTFontCopyrightNameKey: .copyright, kCTFontFamilyNameKey: .family, kCTFontSubFamilyNameKey: .style,
  kCTFontUniqueNameKey: .unique, kCTFontFullNameKey: .full, kCTFontVersionNameKey: .version,
  kCTFontPostScriptNameKey: .postScript, kCTFontTrademarkNameKey: .trademark,
  kCTFontManufacturerNameKey: .manufacturer, kCTFontDesignerNameKey: .designer,
  kCTFontDescriptionNameKey: .description, kCTFontVendorURLNameKey: .vendorAddress,
  kCTFontDesignerURLNameKey: .designerAddress, kCTFontLicenseNameKey: .license,
  kCTFontLicenseURLNameKey: .licenseAddress, kCTFontSampleTextNameKey: .sampleText,
  kCTFontPostScriptCIDNameKey: .postScriptCID,
]

/// A name of the installed font, such as ``kCTFontFullNameKey``; `nil` where it has none.
public func CTFontCopyName(_ font: CTFont, _ nameKey: CFString) -> CFString? {
  nameKinds[nameKey].flatMap(font.installedName)
}

/// A name of the installed font in a language that a person reads: English.
///
/// - Parameters:
///   - font: The font.
///   - nameKey: Which name, such as ``kCTFontFamilyNameKey``.
///   - actualLanguage: Is given the language, which is the caller's to release; `nil` where there is no such name.
/// - Returns: `nil` where the font has none.
public func CTFontCopyLocalizedName(
  _ font: CTFont, _ nameKey: CFString, _ actualLanguage: UnsafeMutablePointer<Unmanaged<NSString>?>?
) -> CFString? {
  let name = CTFontCopyName(font, nameKey)
  actualLanguage?.pointee = name == nil ? nil : .passRetained("en" as NSString)
  return name
}

/// The name of a glyph in the font, such as "A"; `nil` for one that has none.
public func CTFontCopyNameForGlyph(_ font: CTFont, _ glyph: CGGlyph) -> CFString? {
  FontLibrary.shared.face(of: font)?.name(ofGlyph: UInt32(glyph))
}
