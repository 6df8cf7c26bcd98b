// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Core Foundation's order of strings, and its identifiers.

public import Foundation

/// The order of two values, as Core Foundation defines it.
public enum CFComparisonResult: CFIndex, Sendable {
  /// The first comes before the second.
  case compareLessThan = -1
  /// They are equal.
  case compareEqualTo = 0
  /// The first comes after the second.
  case compareGreaterThan = 1

  init(_ order: ComparisonResult) {
    switch order {
    case .orderedAscending: self = .compareLessThan
    case .orderedSame: self = .compareEqualTo
    case .orderedDescending: self = .compareGreaterThan
    }
  }
}

/// Options for comparing strings.
public struct CFStringCompareFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: CFOptionFlags
  /// Makes flags from their bits.
  public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

  /// Capitals are equal to small letters.
  public static let compareCaseInsensitive = CFStringCompareFlags(rawValue: 1)
  /// From the end.
  public static let compareBackwards = CFStringCompareFlags(rawValue: 4)
  /// Only at the beginning.
  public static let compareAnchored = CFStringCompareFlags(rawValue: 8)
  /// Composed characters differ from the equivalent single character.
  public static let compareNonliteral = CFStringCompareFlags(rawValue: 16)
  /// By the customs of a language.
  public static let compareLocalized = CFStringCompareFlags(rawValue: 32)
  /// Digits count as the number that they write.
  public static let compareNumerically = CFStringCompareFlags(rawValue: 64)
  /// Letters with accents are equal to letters without.
  public static let compareDiacriticInsensitive = CFStringCompareFlags(rawValue: 128)
  /// Full-width and half-width characters are equal.
  public static let compareWidthInsensitive = CFStringCompareFlags(rawValue: 256)
  /// Strings that differ in ignored properties are not equal, but ordered.
  public static let compareForcedOrdering = CFStringCompareFlags(rawValue: 512)

  /// Foundation's options with the same meaning. Their bits are the same, except for backwards, anchored and literal.
  var options: String.CompareOptions {
    var options: String.CompareOptions = contains(.compareNonliteral) ? [] : .literal
    let pairs: [(CFStringCompareFlags, String.CompareOptions)] = [
      (.compareCaseInsensitive, .caseInsensitive), (.compareNumerically, .numeric),
      (.compareDiacriticInsensitive, .diacriticInsensitive), (.compareWidthInsensitive, .widthInsensitive),
      (.compareForcedOrdering, .forcedOrdering),
    ]
    for (flag, option) in pairs where contains(flag) { options.insert(option) }
    return options
  }
}

/// Compares two strings.
///
/// - Parameters:
///   - theString1: The first; `nil` comes before all.
///   - theString2: The second.
///   - compareOptions: The options. Strings are compared by the customs of a language with
///     ``CFStringCompareFlags/compareLocalized``, otherwise by their code points.
public func CFStringCompare(
  _ theString1: CFString?, _ theString2: CFString?, _ compareOptions: CFStringCompareFlags
) -> CFComparisonResult {
  guard let theString1, let theString2 else {
    return theString1 == nil ? (theString2 == nil ? .compareEqualTo : .compareLessThan) : .compareGreaterThan
  }
  let locale: Locale? = compareOptions.contains(.compareLocalized) ? .current : nil
  return CFComparisonResult(
    theString1.compare(theString2, options: compareOptions.options, range: nil, locale: locale))
}

/// A unique identifier, as Core Foundation calls it.
public typealias CFUUID = NSUUID

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// Makes a unique identifier.
///
/// - Parameter alloc: Ignored.
public func CFUUIDCreate(_ alloc: CFAllocator?) -> CFUUID! { NSUUID() }

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// An identifier in digits and capitals: "68753A44-4D6F-1226-9C60-0050E4C00067".
///
/// - Parameters:
///   - alloc: Ignored.
///   - uuid: The identifier; `nil` has no digits.
public func CFUUIDCreateString(_ alloc: CFAllocator?, _ uuid: CFUUID?) -> CFString! { uuid?.uuidString }

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// Makes the identifier of a string of digits; `nil` for other strings.
///
/// - Parameters:
///   - alloc: Ignored.
///   - uuidStr: The string.
public func CFUUIDCreateFromString(_ alloc: CFAllocator?, _ uuidStr: CFString?) -> CFUUID! {
  uuidStr.flatMap { NSUUID(uuidString: $0) }
}
