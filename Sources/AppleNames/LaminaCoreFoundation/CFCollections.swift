// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Core Foundation's functions for arrays, dictionaries and numbers.

public import Foundation

/// The number of elements of an array.
public func CFArrayGetCount(_ theArray: CFArray) -> CFIndex { theArray.count }

/// Returns the address of an element of an array: of an object, which code takes with `unsafeBitCast(_:to:)` or
/// `Unmanaged`.
///
/// - Parameters:
///   - theArray: The array. It must be kept as long as the object is used.
///   - idx: The index, from 0.
/// - Returns: The object; `nil` for an index outside the array, and for an element that is no object.
public func CFArrayGetValueAtIndex(_ theArray: CFArray, _ idx: CFIndex) -> UnsafeRawPointer! {
  guard theArray.indices.contains(idx), type(of: theArray[idx]) is AnyClass else { return nil }
  return UnsafeRawPointer(Unmanaged.passUnretained(theArray[idx] as AnyObject).toOpaque())
}

/// The number of entries of a dictionary.
public func CFDictionaryGetCount(_ theDict: CFDictionary) -> CFIndex { theDict.count }

/// The truth of a value.
public func CFBooleanGetValue(_ boolean: CFBoolean) -> Bool { boolean.boolValue }

/// The number of bytes of data.
public func CFDataGetLength(_ theData: CFData) -> CFIndex { theData.count }

/// Makes data from a copy of bytes.
///
/// - Parameters:
///   - allocator: Is not used.
///   - bytes: The bytes; `nil` for none.
///   - length: The number of bytes.
/// - Returns: The data; `nil` for a negative length, and where `bytes` is `nil`.
public func CFDataCreate(_ allocator: CFAllocator?, _ bytes: UnsafePointer<UInt8>?, _ length: CFIndex) -> CFData? {
  guard length > 0 else { return length == 0 ? Data() : nil }
  return bytes.map { Data(bytes: $0, count: length) }
}

/// Makes empty data that can grow.
///
/// - Parameters:
///   - allocator: Is not used.
///   - capacity: Is not used: the data may grow beyond.
public func CFDataCreateMutable(_ allocator: CFAllocator?, _ capacity: CFIndex) -> CFMutableData? { NSMutableData() }

/// Copies bytes out of data.
///
/// - Parameters:
///   - theData: The data.
///   - range: The requested bytes; the part of the range outside the data is left out.
///   - buffer: Receives the bytes.
public func CFDataGetBytes(_ theData: CFData, _ range: CFRange, _ buffer: UnsafeMutablePointer<UInt8>) {
  let low = min(max(range.location, 0), theData.count)
  let count = min(max(range.length, 0), theData.count - low)
  let start = theData.startIndex + low
  theData.copyBytes(to: buffer, from: start..<(start + count))
}
