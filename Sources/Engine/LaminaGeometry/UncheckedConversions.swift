// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Hides the conversions that terminate the process where a number does not fit: a declaration of a module hides a
// declaration of the standard library with the same signature, the use of a deprecated declaration is a warning, and a
// warning is an error here. So the compiler finds every conversion that may terminate the process. `ConversionTests`
// checks that each file with conversions imports this module; in other files the compiler takes the standard library's
// conversions. `CGFloat` is not among the types: Foundation has its conversions too, and neither would hide the other.

@_exported public import LaminaNumbers

extension Int {
  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use Int(clamping:)")
  package init(_ number: Double) { self.init(clamping: Double(number)) }

  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use Int(clamping:)")
  package init(_ number: Float) { self.init(clamping: Double(number)) }
}

extension Int8 {
  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use Int8(clamping:)")
  package init(_ number: Double) { self.init(clamping: Double(number)) }

  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use Int8(clamping:)")
  package init(_ number: Float) { self.init(clamping: Double(number)) }
}

extension Int16 {
  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use Int16(clamping:)")
  package init(_ number: Double) { self.init(clamping: Double(number)) }

  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use Int16(clamping:)")
  package init(_ number: Float) { self.init(clamping: Double(number)) }
}

extension Int32 {
  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use Int32(clamping:)")
  package init(_ number: Double) { self.init(clamping: Double(number)) }

  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use Int32(clamping:)")
  package init(_ number: Float) { self.init(clamping: Double(number)) }
}

extension Int64 {
  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use Int64(clamping:)")
  package init(_ number: Double) { self.init(clamping: Double(number)) }

  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use Int64(clamping:)")
  package init(_ number: Float) { self.init(clamping: Double(number)) }
}

extension UInt {
  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use UInt(clamping:)")
  package init(_ number: Double) { self.init(clamping: Double(number)) }

  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use UInt(clamping:)")
  package init(_ number: Float) { self.init(clamping: Double(number)) }
}

extension UInt8 {
  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use UInt8(clamping:)")
  package init(_ number: Double) { self.init(clamping: Double(number)) }

  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use UInt8(clamping:)")
  package init(_ number: Float) { self.init(clamping: Double(number)) }
}

extension UInt16 {
  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use UInt16(clamping:)")
  package init(_ number: Double) { self.init(clamping: Double(number)) }

  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use UInt16(clamping:)")
  package init(_ number: Float) { self.init(clamping: Double(number)) }
}

extension UInt32 {
  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use UInt32(clamping:)")
  package init(_ number: Double) { self.init(clamping: Double(number)) }

  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use UInt32(clamping:)")
  package init(_ number: Float) { self.init(clamping: Double(number)) }
}

extension UInt64 {
  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use UInt64(clamping:)")
  package init(_ number: Double) { self.init(clamping: Double(number)) }

  /// Not to be used: ``init(clamping:)`` takes every number.
  @available(*, deprecated, message: "stops where the number does not fit; use UInt64(clamping:)")
  package init(_ number: Float) { self.init(clamping: Double(number)) }
}
