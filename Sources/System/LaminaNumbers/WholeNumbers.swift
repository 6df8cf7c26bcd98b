// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The only place where numbers from documents and callers are converted to integers.
//
// The conversions of the standard library stop the process where a number does not fit: not a number, infinite, 1e308.
// `LaminaGeometry` hides them (`UncheckedConversions.swift`); this module lies below it, so that it can still use them.

extension FixedWidthInteger {
  /// Makes the integer part of a number, clamped to the type's range; 0 for a number that is NaN.
  ///
  /// A range between two such integers may still end before it starts, which the caller has to check.
  ///
  /// - Range: The type's range, and at most 2^62 either way, so that two results can be added.
  /// - Complexity: O(1), two comparisons.
  @inlinable package init(clamping number: Double) {
    self = Self(clamping: Int(wholePartOf: number))
  }

  /// Makes the integer part of a number, clamped to the type's range; 0 for a number that is NaN.
  ///
  /// - Range: The type's range, and at most 2^62 either way, so that two results can be added.
  /// - Complexity: O(1), two comparisons.
  @inlinable package init(clamping number: Float) {
    self = Self(clamping: Int(wholePartOf: Double(number)))
  }
}

extension Int {
  /// See ``init(clamping:)``.
  @inlinable package init(wholePartOf number: Double) {
    guard number > -0x1p62, number < 0x1p62 else {
      self = number > 0 ? 1 << 62 : number < 0 ? -(1 << 62) : 0
      return
    }
    self = Int(number)
  }
}

extension ClosedRange<Double> {
  /// Makes the range between two numbers in any order. A number that is NaN counts as the other one, and both as 0
  /// where both are NaN.
  ///
  /// `a...b` stops the process where `b` is below `a`, and where either is NaN.
  ///
  /// - Complexity: O(1).
  @inlinable package init(between first: Double, and second: Double) {
    let (one, other) = (first == first ? first : second, second == second ? second : first)
    guard one == one else {
      self = 0...0
      return
    }
    self = one < other ? one...other : other...one
  }
}
