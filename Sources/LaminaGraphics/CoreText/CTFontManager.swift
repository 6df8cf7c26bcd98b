public import Foundation

/// Where fonts that are made available are known.
public enum CTFontManagerScope: UInt32, Sendable {
  /// Nowhere.
  case none = 0
  /// In this process.
  case process = 1
  /// As long as somebody is logged in: in this process.
  case session = 3
}

/// The domain of the errors of fonts that cannot be made available.
public let kCTFontManagerErrorDomain = "com.apple.CoreText.CTFontManagerErrorDomain"

/// Why a font cannot be made available.
public enum CTFontManagerError: CFIndex, Sendable {
  /// There is no such file.
  case fileNotFound = 101
  /// The file holds no font.
  case unrecognizedFormat = 103
}

/// Makes the fonts in a file available to this process.
///
/// - Parameters:
///   - fontURL: A file of TrueType, OpenType or another format that FreeType reads.
///   - scope: Not looked at: it is the process.
///   - error: Is given what is wrong, which is the caller's to release: a ``CTFontManagerError`` by its number.
/// - Returns: Whether the file is one of fonts.
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

/// The families of the installed fonts, sorted: an array of strings.
public func CTFontManagerCopyAvailableFontFamilyNames() -> CFArray { FontLibrary.shared.familyNames }

/// The PostScript names of the installed fonts, sorted: an array of strings.
public func CTFontManagerCopyAvailablePostScriptNames() -> CFArray { FontLibrary.shared.postScriptNames }
