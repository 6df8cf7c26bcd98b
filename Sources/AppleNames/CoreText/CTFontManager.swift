// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaCoreFoundation
public import LaminaGraphics

/// The scope in which registered fonts are available.
public enum CTFontManagerScope: UInt32, Sendable {
  /// Nowhere.
  case none = 0
  /// In this process.
  case process = 1
  /// For the login session: the same as the process here.
  case session = 3
}

/// The domain of the errors of fonts that cannot be made available.
public let kCTFontManagerErrorDomain = "com.apple.CoreText.CTFontManagerErrorDomain"

/// The reasons why a font cannot be made available.
public enum CTFontManagerError: CFIndex, Sendable {
  /// The file does not exist.
  case fileNotFound = 101
  /// The file holds no font.
  case unrecognizedFormat = 103
  /// The font is available already.
  case alreadyRegistered = 105
}

/// Makes the fonts in a file available to this process.
///
/// - Parameters:
///   - fontURL: A file of TrueType, OpenType or another format that FreeType reads.
///   - scope: Ignored: the scope is always the process.
///   - error: Receives the error, which the caller must release: a ``CTFontManagerError`` by its number.
/// - Returns: Whether the file holds fonts.
@discardableResult
public func CTFontManagerRegisterFontsForURL(
  _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  if FontLibrary.shared.register(file: fontURL.path) { return true }
  let isThere = FileManager.default.fileExists(atPath: fontURL.path)
  let reason: CTFontManagerError = isThere ? .unrecognizedFormat : .fileNotFound
  error?.pointee = .passRetained(NSError(domain: kCTFontManagerErrorDomain, code: reason.rawValue))
  return false
}

/// Makes the fonts in files available to this process.
///
/// - Parameters:
///   - fontURLs: Files, as addresses; see ``CTFontManagerRegisterFontsForURL(_:_:_:)``.
///   - scope: Ignored: the scope is always the process.
///   - enabled: Ignored: fonts that are registered are enabled.
///   - registrationHandler: Is called once, before this returns, with the errors and `true`.
public func CTFontManagerRegisterFontURLs(
  _ fontURLs: CFArray, _ scope: CTFontManagerScope, _ enabled: Bool, _ registrationHandler: ((CFArray, Bool) -> Bool)?
) {
  var errors: CFArray = []
  for file in fontURLs {
    var error: Unmanaged<CFError>?
    guard let url = file as? URL ?? (file as? NSURL)?.absoluteURL else {
      errors.append(NSError(domain: kCTFontManagerErrorDomain, code: CTFontManagerError.fileNotFound.rawValue))
      continue
    }
    if !CTFontManagerRegisterFontsForURL(url, scope, &error), let error { errors.append(error.takeRetainedValue()) }
  }
  _ = registrationHandler?(errors, true)
}

/// Makes a font that a program provides available by its name.
///
/// - Parameters:
///   - font: A font of `CGFont/init(_:)-(CGDataProvider)`.
///   - error: Receives the error, which the caller must release: ``CTFontManagerError/alreadyRegistered`` for a font
///     that is installed or was registered before.
/// - Returns: Whether the font was not available before.
@discardableResult
public func CTFontManagerRegisterGraphicsFont(
  _ font: CGFont, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  if font.isOfData, FontLibrary.shared.claim(font.name) { return true }
  let reason = CTFontManagerError.alreadyRegistered
  error?.pointee = .passRetained(NSError(domain: kCTFontManagerErrorDomain, code: reason.rawValue))
  return false
}

/// Describes the first font of a file in memory, to make fonts of; see `CGFont/init(_:)-(CGDataProvider)`.
///
/// - Parameter data: The bytes of a TrueType or OpenType file.
/// - Returns: `nil` for other bytes.
public func CTFontManagerCreateFontDescriptorFromData(_ data: CFData) -> CTFontDescriptor? {
  FontLibrary.shared.add(data).map { CTFontDescriptor(FontValues(name: $0)) }
}

/// The families of the installed fonts, sorted: an array of strings.
public func CTFontManagerCopyAvailableFontFamilyNames() -> CFArray { FontLibrary.shared.familyNames }

/// The PostScript names of the installed fonts, sorted: an array of strings.
public func CTFontManagerCopyAvailablePostScriptNames() -> CFArray { FontLibrary.shared.postScriptNames }
