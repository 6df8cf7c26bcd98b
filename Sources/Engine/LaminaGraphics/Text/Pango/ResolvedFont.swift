// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CPango
internal import Foundation
internal import LaminaGeometry

/// The installed font that a name stands for.
struct ResolvedFont: Sendable {
  /// The way in which the font was found.
  enum Match: Sendable {
    /// The font is installed.
    case installed
    /// The font is one of Apple's, and an installed font of the same kind stands for it.
    case substituted
    /// The font is not known; the installed sans-serif font stands for it.
    case missing
  }

  /// The families to look in, in order; the first is installed.
  var families: [String]
  var weight = 400
  var isItalic = false
  var isCondensed = false
  var match = Match.installed

  /// Looks a name up: as a family, a full name, a PostScript name, a family with a style; then by the kind of font.
  static func named(_ name: String) -> ResolvedFont {
    let parts = FontName(name)
    if !name.isEmpty, !name.hasPrefix(".") {
      if let family = family(name) { return ResolvedFont(families: [family]) }
      for property in [FC_FULLNAME, FC_POSTSCRIPT_NAME] {
        if let found = list(property, name) { return found }
      }
    }
    var result = ResolvedFont(
      families: [parts.family], weight: parts.weight, isItalic: parts.isItalic, isCondensed: parts.isCondensed)
    if !parts.family.isEmpty, let family = family(parts.family) {
      result.families = [family]
      return result
    }
    let generic = parts.genericFamily ?? "sans-serif"
    result.match = parts.genericFamily == nil ? .missing : .substituted
    // The configuration knows which installed fonts have the same measures as well-known fonts.
    result.families = [bestMatch([parts.family, generic]), generic]
    return result
  }

  /// The first installed font whose `property` is `value`, in any case.
  private static func list(_ property: String, _ value: String) -> ResolvedFont? {
    withFirst(property, value) { first in
      guard let family = string(FC_FAMILY, in: first) else { return nil }
      var (weight, slant, width) = (80.0, Int32(0), Int32(100))
      FcPatternGetDouble(first, FC_WEIGHT, 0, &weight)
      FcPatternGetInteger(first, FC_SLANT, 0, &slant)
      FcPatternGetInteger(first, FC_WIDTH, 0, &width)
      return ResolvedFont(
        families: [family], weight: Int(clamping: FcWeightToOpenTypeDouble(weight).rounded()), isItalic: slant > 0,
        isCondensed: width < 90)
    }
  }

  /// The name of an installed family, as the font writes it; `name` may differ in case and blanks.
  private static func family(_ name: String) -> String? {
    func folded(_ name: String) -> String { name.lowercased().filter { $0 != " " } }
    return withFirst(FC_FAMILY, name) { first in
      // A font may belong to several families, such as "DejaVu Sans" and "DejaVu Sans Condensed".
      var index: Int32 = 0
      while let family = string(FC_FAMILY, at: index, in: first) {
        if folded(family) == folded(name) { return family }
        index += 1
      }
      return name
    }
  }

  /// The result of `read` for the first installed font whose `property` is `value`; `nil` where there is none.
  private static func withFirst<Result>(
    _ property: String, _ value: String, _ read: (_ font: OpaquePointer) -> Result?
  ) -> Result? {
    let pattern = FcPatternCreate()
    let objects = FcObjectSetCreate()
    defer {
      FcPatternDestroy(pattern)
      FcObjectSetDestroy(objects)
    }
    FcPatternAddString(pattern, property, value)
    for object in [FC_FAMILY, FC_WEIGHT, FC_SLANT, FC_WIDTH] { FcObjectSetAdd(objects, object) }
    guard let fonts = FcFontList(nil, pattern, objects) else { return nil }
    defer { FcFontSetDestroy(fonts) }
    guard fonts.pointee.nfont > 0, let first = fonts.pointee.fonts[0] else { return nil }
    return read(first)
  }

  /// The family of the installed font that the configuration prefers for a list of families.
  private static func bestMatch(_ families: [String]) -> String {
    let pattern = FcPatternCreate()
    defer { FcPatternDestroy(pattern) }
    for family in families where !family.isEmpty { FcPatternAddString(pattern, FC_FAMILY, family) }
    FcConfigSubstitute(nil, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    guard let match = FcFontMatch(nil, pattern, &result) else { return "sans-serif" }
    defer { FcPatternDestroy(match) }
    return string(FC_FAMILY, in: match) ?? "sans-serif"
  }

  private static func string(_ property: String, at index: Int32 = 0, in pattern: OpaquePointer) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, property, index, &value) == FcResultMatch, let value else { return nil }
    return String(cString: value)
  }
}
