// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Numbers of documents and of callers become whole numbers here, and nowhere else.
//
// The conversions of the standard library stop the process where a number does not fit: not a number, infinite, 1e308.
// `LaminaGeometry` hides them (`UncheckedConversions.swift`); this module lies below it, so that it can still use them.

extension FixedWidthInteger {
  /// The whole part of a number: the nearest that the range has where it does not fit, 0 for what is not a number.
  ///
  /// A range made of such numbers may still end before it starts, which the caller has to see to.
  ///
  /// - Range: That of the type, and at most 2^62 either way, so that two of them can be added.
  /// - Complexity: O(1), two comparisons.
  @inlinable package init(clamping number: Double) {
    self = Self(clamping: Int(wholePartOf: number))
  }

  /// The whole part of a number: the nearest that the range has where it does not fit, 0 for what is not a number.
  ///
  /// - Range: That of the type, and at most 2^62 either way, so that two of them can be added.
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
  /// The range between two numbers, whichever is the smaller. What is not a number counts as the other one, and as 0
  /// where neither is.
  ///
  /// `a...b` stops the process where `b` is below `a`, and where either is not a number.
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
