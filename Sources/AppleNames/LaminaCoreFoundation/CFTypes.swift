// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Core Foundation's names that layer and text code uses and that Foundation on Linux lacks. They stand for the types of
// Swift and Foundation that are bridged to them on Apple's platforms.

public import Foundation

/// A string, as Core Foundation calls it.
public typealias CFString = String
/// A string that changes, as Core Foundation calls it.
public typealias CFMutableString = NSMutableString
/// A string with attributes, as Core Foundation calls it.
public typealias CFAttributedString = NSAttributedString
/// A string with attributes that changes, as Core Foundation calls it.
public typealias CFMutableAttributedString = NSMutableAttributedString
/// A number, as Core Foundation calls it.
public typealias CFNumber = NSNumber
/// A truth value, as Core Foundation calls it.
public typealias CFBoolean = NSNumber
/// A date, as Core Foundation calls it.
public typealias CFDate = NSDate
/// An error, as Core Foundation calls it.
public typealias CFError = NSError
/// Bytes, as Core Foundation calls them.
public typealias CFData = Data
/// Bytes that can be appended to, as Core Foundation calls them, so that `data as CFMutableData` compiles.
public typealias CFMutableData = NSMutableData
/// An address, as Core Foundation calls it.
public typealias CFURL = URL
/// An array, as Core Foundation calls it.
public typealias CFArray = [Any]
/// A dictionary, as Core Foundation calls it, so that `options as CFDictionary` compiles.
public typealias CFDictionary = [String: Any]
/// A unit of UTF-16.
public typealias UniChar = UInt16
/// Any object, as Core Foundation calls it.
public typealias CFTypeRef = AnyObject
/// A count or an index.
public typealias CFIndex = Int
/// A set of option bits.
public typealias CFOptionFlags = UInt
/// A hash.
public typealias CFHashCode = UInt
/// Seconds since the beginning of 2001.
public typealias CFAbsoluteTime = Double

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// True. It is implicitly unwrapped, as in Apple's declaration, so that code may write `kCFBooleanTrue!` as well as
/// `kCFBooleanTrue`.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// False. It is implicitly unwrapped, as in Apple's declaration, so that code may write `kCFBooleanFalse!` as well as
/// `kCFBooleanFalse`.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)

/// A source of memory: Swift has only one.
public final class CFAllocator: Sendable {
  private init() {}
}

/// The default source of memory.
public let kCFAllocatorDefault: CFAllocator? = nil
/// The system's source of memory.
public let kCFAllocatorSystemDefault: CFAllocator? = nil
/// The source of memory of `malloc`.
public let kCFAllocatorMalloc: CFAllocator? = nil
/// The allocator of bytes that are not to be freed; ignored, since Swift's arrays and `Data` free their own.
public let kCFAllocatorNull: CFAllocator? = nil

/// A range of characters or elements, as Core Foundation defines it.
public struct CFRange: Hashable, Sendable {
  /// The first index.
  public var location: CFIndex
  /// The number of characters or elements.
  public var length: CFIndex

  /// Makes an empty range.
  public init() {
    (location, length) = (0, 0)
  }

  /// Makes a range.
  public init(location: CFIndex, length: CFIndex) {
    self.location = location
    self.length = length
  }
}

/// Makes a range.
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange { CFRange(location: loc, length: len) }

/// The index for "not found".
public let kCFNotFound: CFIndex = -1

/// The seconds since the beginning of 2001.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

/// The nanoseconds of a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// The nanoseconds of a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// The nanoseconds of a microsecond.
public let NSEC_PER_USEC: UInt64 = 1_000
/// The microseconds of a second.
public let USEC_PER_SEC: UInt64 = 1_000_000
/// The milliseconds of a second.
public let MSEC_PER_SEC: UInt64 = 1_000

/// An array that changes, as Core Foundation calls it.
public typealias CFMutableArray = NSMutableArray
/// A dictionary that changes, as Core Foundation calls it.
public typealias CFMutableDictionary = NSMutableDictionary
/// A set, as Core Foundation calls it.
public typealias CFSet = NSSet
/// A set that changes, as Core Foundation calls it.
public typealias CFMutableSet = NSMutableSet
/// The placeholder for no value in collections, as Core Foundation calls it.
public typealias CFNull = NSNull
/// The conventions of a language and a region, as Core Foundation calls them.
public typealias CFLocale = Locale
/// A time zone, as Core Foundation calls it.
public typealias CFTimeZone = TimeZone
/// A calendar, as Core Foundation calls it.
public typealias CFCalendar = Calendar
/// A set of characters, as Core Foundation calls it.
public typealias CFCharacterSet = CharacterSet

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// The placeholder for no value in collections. It is implicitly unwrapped, as in Apple's declaration, so that code may
/// write `kCFNull!` as well as `kCFNull`.
public let kCFNull: CFNull! = NSNull()

/// Makes an empty array that changes.
///
/// - Parameters:
///   - allocator: Ignored.
///   - capacity: Ignored: the length is limited only by memory.
///   - callBacks: `nil`: elements are objects, which Swift counts.
public func CFArrayCreateMutable(
  _ allocator: CFAllocator?, _ capacity: CFIndex, _ callBacks: OpaquePointer?
) -> CFMutableArray {
  NSMutableArray()
}

/// Makes an empty dictionary that changes.
///
/// - Parameters:
///   - allocator: Ignored.
///   - capacity: Ignored: the size is limited only by memory.
///   - keyCallBacks: `nil`: keys are objects, which Swift counts.
///   - valueCallBacks: `nil`: values are objects, which Swift counts.
public func CFDictionaryCreateMutable(
  _ allocator: CFAllocator?, _ capacity: CFIndex, _ keyCallBacks: OpaquePointer?, _ valueCallBacks: OpaquePointer?
) -> CFMutableDictionary {
  NSMutableDictionary()
}

extension NSAttributedString {
  /// Makes an empty text, which Foundation on Linux can make only from a string.
  ///
  ///     let text = NSMutableAttributedString()
  ///
  /// - Parameter nothing: Left out.
  public convenience init(_ nothing: Void = ()) { self.init(string: "") }
}
