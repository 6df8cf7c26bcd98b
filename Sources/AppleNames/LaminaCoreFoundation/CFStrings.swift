// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Core Foundation's functions for strings and strings with attributes. Apple's headers do not declare whether strings
// with attributes can be nil, so code uses `text!` as well as `text`, and both compile here; with nil nothing is done.

public import Foundation

/// An encoding of strings, by its number.
public typealias CFStringEncoding = UInt32

/// The encodings that every system has.
public enum CFStringBuiltInEncodings: CFStringEncoding, Sendable {
  /// Mac OS Roman.
  case macRoman = 0
  /// Windows Latin 1.
  case windowsLatin1 = 0x0500
  /// ISO Latin 1.
  case isoLatin1 = 0x0201
  /// ASCII.
  case ASCII = 0x0600
  /// UTF-16 in the machine's order of bytes.
  case unicode = 0x0100
  /// UTF-8.
  case UTF8 = 0x0800_0100

  fileprivate var encoding: String.Encoding {
    switch self {
    case .macRoman: .macOSRoman
    case .windowsLatin1: .windowsCP1252
    case .isoLatin1: .isoLatin1
    case .ASCII: .ascii
    case .unicode: .unicode
    case .UTF8: .utf8
    }
  }
}

/// The length of a string in UTF-16.
public func CFStringGetLength(_ theString: CFString) -> CFIndex { theString.utf16.count }

/// Makes a string of bytes that end with a zero.
///
/// - Parameters:
///   - alloc: Ignored.
///   - cStr: The bytes.
///   - encoding: Their encoding: the raw value of a ``CFStringBuiltInEncodings``.
/// - Returns: The string; `nil` for another encoding, and for bytes that are not in it.
public func CFStringCreateWithCString(
  _ alloc: CFAllocator?, _ cStr: UnsafePointer<CChar>, _ encoding: CFStringEncoding
) -> CFString? {
  guard let known = CFStringBuiltInEncodings(rawValue: encoding)?.encoding else { return nil }
  let bytes = UnsafeRawBufferPointer(start: cStr, count: strlen(cStr))
  // Foundation takes bytes above 127 for ASCII.
  guard known != .ascii || bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
  return String(bytes: bytes, encoding: known)
}

/// Makes a string of units of UTF-16.
public func CFStringCreateWithCharacters(
  _ alloc: CFAllocator?, _ chars: UnsafePointer<UniChar>, _ numChars: CFIndex
) -> CFString {
  String(decoding: UnsafeBufferPointer(start: chars, count: max(numChars, 0)), as: UTF16.self)
}

/// Makes a string of a part of another; the part of the range outside that string is left out.
public func CFStringCreateWithSubstring(_ alloc: CFAllocator?, _ str: CFString, _ range: CFRange) -> CFString {
  let text = str as NSString
  let low = min(max(range.location, 0), text.length)
  return text.substring(with: NSRange(location: low, length: min(max(range.length, 0), text.length - low)))
}

/// Makes a string with one set of attributes, by their names.
public func CFAttributedStringCreate(
  _ alloc: CFAllocator?, _ str: CFString, _ attributes: CFDictionary?
) -> CFAttributedString! {
  NSAttributedString(string: str, attributes: attributes?.textAttributes)
}

/// Makes a copy that does not change.
public func CFAttributedStringCreateCopy(_ alloc: CFAllocator?, _ aStr: CFAttributedString?) -> CFAttributedString! {
  aStr.map { NSAttributedString(attributedString: $0) }
}

/// Makes an empty string that changes.
///
/// - Parameters:
///   - alloc: Ignored.
///   - maxLength: Ignored: the length is limited only by memory.
public func CFAttributedStringCreateMutable(
  _ alloc: CFAllocator?, _ maxLength: CFIndex
) -> CFMutableAttributedString! {
  NSMutableAttributedString(string: "")
}

/// Makes a copy that changes.
public func CFAttributedStringCreateMutableCopy(
  _ alloc: CFAllocator?, _ maxLength: CFIndex, _ aStr: CFAttributedString?
) -> CFMutableAttributedString! {
  aStr.map { NSMutableAttributedString(attributedString: $0) }
}

/// The length in UTF-16.
public func CFAttributedStringGetLength(_ aStr: CFAttributedString?) -> CFIndex { aStr?.length ?? 0 }

/// The text without its attributes.
public func CFAttributedStringGetString(_ aStr: CFAttributedString?) -> CFString! { aStr?.string }

/// Replaces a part of the text; the part of the range outside the text is left out.
public func CFAttributedStringReplaceString(
  _ aStr: CFMutableAttributedString?, _ range: CFRange, _ replacement: CFString
) {
  guard let aStr else { return }
  aStr.replaceCharacters(in: range.within(aStr), with: replacement)
}

/// Replaces a part of the text by one with attributes; the part of the range outside the text is left out.
public func CFAttributedStringReplaceAttributedString(
  _ aStr: CFMutableAttributedString?, _ range: CFRange, _ replacement: CFAttributedString?
) {
  guard let aStr, let replacement else { return }
  aStr.replaceCharacters(in: range.within(aStr), with: replacement)
}

/// Gives a part of the text an attribute, or takes it away with `nil`; the part of the range outside the text is left
/// out.
public func CFAttributedStringSetAttribute(
  _ aStr: CFMutableAttributedString?, _ range: CFRange, _ attrName: NSString, _ value: Any?
) {
  guard let aStr else { return }
  let key = attrName as NSAttributedString.Key
  if let value {
    aStr.addAttribute(key, value: value, range: range.within(aStr))
  } else {
    aStr.removeAttribute(key, range: range.within(aStr))
  }
}

/// Takes an attribute from a part of the text; the part of the range outside the text is left out.
public func CFAttributedStringRemoveAttribute(
  _ aStr: CFMutableAttributedString?, _ range: CFRange, _ attrName: NSString
) {
  guard let aStr else { return }
  aStr.removeAttribute(attrName as NSAttributedString.Key, range: range.within(aStr))
}

/// Gives a part of the text attributes by their names.
///
/// - Parameters:
///   - aStr: The text.
///   - range: The part; the part of the range outside the text is left out.
///   - replacement: The attributes.
///   - clearOtherAttributes: Whether all other attributes are removed.
public func CFAttributedStringSetAttributes(
  _ aStr: CFMutableAttributedString?, _ range: CFRange, _ replacement: CFDictionary, _ clearOtherAttributes: Bool
) {
  guard let aStr else { return }
  if clearOtherAttributes {
    aStr.setAttributes(replacement.textAttributes, range: range.within(aStr))
  } else {
    aStr.addAttributes(replacement.textAttributes, range: range.within(aStr))
  }
}

/// Announces many changes: does nothing.
public func CFAttributedStringBeginEditing(_ aStr: CFMutableAttributedString?) {}

/// Ends many changes: does nothing.
public func CFAttributedStringEndEditing(_ aStr: CFMutableAttributedString?) {}

extension CFRange {
  /// The part of the range that lies in a text.
  fileprivate func within(_ text: NSAttributedString) -> NSRange {
    let low = min(max(location, 0), text.length)
    return NSRange(location: low, length: min(max(length, 0), text.length - low))
  }
}

extension [String: Any] {
  /// The attributes of text by their keys.
  fileprivate var textAttributes: [NSAttributedString.Key: Any] {
    reduce(into: [:]) { $0[NSAttributedString.Key(rawValue: $1.key)] = $1.value }
  }
}
