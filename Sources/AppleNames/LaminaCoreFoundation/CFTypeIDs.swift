// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Type numbers of values, for code that takes colours, paths and texts out of an `Any`. The numbers of types that other
// modules declare are in these modules.

internal import Foundation

/// The number of a type of Core Foundation. The number changes between versions: compare it, and do not store it.
public typealias CFTypeID = UInt

/// The types with a number.
package enum TypeNumber: CFTypeID, Sendable {
  case string = 1
  case attributedString, number, array, dictionary, data
  case color, colorSpace, path, image, context, gradient, pattern, graphicsFont, font
  case shading, function, layer, dataProvider, dataConsumer, imageSource, imageDestination
  case fontDescriptor, paragraphStyle, line, run, runDelegate, frame, framesetter, typesetter

  /// The number of the type of a value of Swift or of Foundation.
  fileprivate init?(of value: Any) {
    switch value {
    case is String, is NSString: self = .string
    case is NSAttributedString: self = .attributedString
    case is NSNumber: self = .number
    case is [Any], is NSArray: self = .array
    case is [AnyHashable: Any], is NSDictionary: self = .dictionary
    case is Data, is NSData: self = .data
    default: return nil
    }
  }
}

/// A type of the modules above with a number; the module with the type's name conforms it.
package protocol NumberedType {
  /// The number of the type.
  static var typeNumber: TypeNumber { get }
  /// Whether the value and another value of the type are equal; `nil` where they are compared as all values are.
  func isSame(as other: Self) -> Bool?
}

extension NumberedType {
  package func isSame(as other: Self) -> Bool? { nil }

  fileprivate func isSame(asAny other: Any) -> Bool? { (other as? Self).flatMap { isSame(as: $0) } }
}

/// The number of a value's type; 0 for `nil` and for a value of a type without a number.
///
/// Apple's functions take objects. Colours and strings are values here, so these take anything, with a cast to
/// ``CFTypeRef`` or without.
///
///     if CFGetTypeID(value as CFTypeRef) == CFStringGetTypeID() { … }
///     if CFGetTypeID(value) == CFStringGetTypeID() { … }
public func CFGetTypeID(_ cf: Any?) -> CFTypeID {
  guard let cf else { return 0 }
  let number = (cf as? any NumberedType).map { type(of: $0).typeNumber } ?? TypeNumber(of: cf)
  return number?.rawValue ?? 0
}

/// Whether two values are equal: the same object, or of one type whose values are compared. Strings, numbers, arrays
/// and their like are equal to Foundation's objects of the same value.
///
/// Colours are equal, as Apple documents, when their spaces and components are equal. `==` compares only the drawn
/// colour.
public func CFEqual(_ cf1: Any?, _ cf2: Any?) -> Bool {
  guard let cf1, let cf2 else { return cf1 == nil && cf2 == nil }
  if let isSame = (cf1 as? any NumberedType)?.isSame(asAny: cf2) { return isSame }
  if let first = foundationObject(cf1), let second = foundationObject(cf2) { return first.isEqual(second) }
  if let first = cf1 as? AnyHashable, let second = cf2 as? AnyHashable { return first == second }
  return cf1 as AnyObject === cf2 as AnyObject
}

/// A number that is the same for equal values; see ``CFEqual(_:_:)``. The number changes between runs of a program.
public func CFHash(_ cf: Any?) -> CFHashCode {
  guard let cf else { return 0 }
  if let object = foundationObject(cf) { return CFHashCode(bitPattern: object.hash) }
  if let value = cf as? AnyHashable { return CFHashCode(bitPattern: value.hashValue) }
  return CFHashCode(bitPattern: ObjectIdentifier(cf as AnyObject).hashValue)
}

/// The Foundation object for a value of Swift or an object of Foundation; `nil` for any other value.
private func foundationObject(_ value: Any) -> NSObject? {
  switch value {
  case let string as String: NSString(string: string)
  case let object as NSObject: object
  case let data as Data: NSData(data: data)
  case let array as [Any]: NSArray(array: array)
  case let dictionary as [AnyHashable: Any]: NSDictionary(dictionary: dictionary)
  default: nil
  }
}

/// The number of the type of strings.
public func CFStringGetTypeID() -> CFTypeID { TypeNumber.string.rawValue }
/// The number of the type of strings with attributes.
public func CFAttributedStringGetTypeID() -> CFTypeID { TypeNumber.attributedString.rawValue }
/// The number of the type of numbers, and of truth values, which are numbers here.
public func CFNumberGetTypeID() -> CFTypeID { TypeNumber.number.rawValue }
/// The number of the type of arrays.
public func CFArrayGetTypeID() -> CFTypeID { TypeNumber.array.rawValue }
/// The number of the type of dictionaries.
public func CFDictionaryGetTypeID() -> CFTypeID { TypeNumber.dictionary.rawValue }
/// The number of the type of data.
public func CFDataGetTypeID() -> CFTypeID { TypeNumber.data.rawValue }
