// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The entries of a font's table of names.

public import Foundation
public import LaminaCoreFoundation
internal import LaminaGeometry
public import LaminaGraphics

/// The copyright of a font.
public let kCTFontCopyrightNameKey = "CTFontCopyrightName"
/// The family of a font.
public let kCTFontFamilyNameKey = "CTFontFamilyName"
/// The style of a font, such as "Bold".
public let kCTFontSubFamilyNameKey = "CTFontSubFamilyName"
/// The style of a font, such as "Bold".
public let kCTFontStyleNameKey = "CTFontSubFamilyName"
/// The name that is unique to a font.
public let kCTFontUniqueNameKey = "CTFontUniqueName"
/// The full name of a font.
public let kCTFontFullNameKey = "CTFontFullName"
/// The version of a font.
public let kCTFontVersionNameKey = "CTFontVersionName"
/// The PostScript name of a font.
public let kCTFontPostScriptNameKey = "CTFontPostScriptName"
/// The trademark of a font.
public let kCTFontTrademarkNameKey = "CTFontTrademarkName"
/// The manufacturer of a font.
public let kCTFontManufacturerNameKey = "CTFontManufacturerName"
/// The designer of a font.
public let kCTFontDesignerNameKey = "CTFontDesignerName"
/// The description of a font.
public let kCTFontDescriptionNameKey = "CTFontDescriptionName"
/// The address of a font's manufacturer.
public let kCTFontVendorURLNameKey = "CTFontVendorURLName"
/// The address of a font's designer.
public let kCTFontDesignerURLNameKey = "CTFontDesignerURLName"
/// The licence of a font.
public let kCTFontLicenseNameKey = "CTFontLicenseName"
/// The address of a font's licence.
public let kCTFontLicenseURLNameKey = "CTFontLicenseURLName"
/// The sample text of a font.
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

/// A name of the installed font, such as ``kCTFontFullNameKey``; `nil` where the font has none.
public func CTFontCopyName(_ font: CTFont, _ nameKey: CFString) -> CFString? {
  nameKinds[nameKey].flatMap(font.installedName)
}

/// A name of the installed font in a language that a person reads: English.
///
/// - Parameters:
///   - font: The font.
///   - nameKey: The key of the name, such as ``kCTFontFamilyNameKey``.
///   - actualLanguage: Receives the language, which the caller must release; `nil` where the font does not have the
///     name.
/// - Returns: `nil` where the font has none.
public func CTFontCopyLocalizedName(
  _ font: CTFont, _ nameKey: CFString, _ actualLanguage: UnsafeMutablePointer<Unmanaged<NSString>?>?
) -> CFString? {
  let name = CTFontCopyName(font, nameKey)
  actualLanguage?.pointee = name == nil ? nil : .passRetained("en" as NSString)
  return name
}

/// The name of a glyph in the font, such as "A"; `nil` for a glyph without a name.
public func CTFontCopyNameForGlyph(_ font: CTFont, _ glyph: CGGlyph) -> CFString? {
  font.installedFace?.name(ofGlyph: UInt32(glyph))
}
