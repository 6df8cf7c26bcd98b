// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The bit of a value in a table of bits, which tells at little cost that a value is not in a set. Its place is the
/// highest digits of a product, which depend on all digits of the value.
@frozen @usableFromInline package struct HashedBit {
  /// The number of the word of 64 bits.
  @usableFromInline package let word: Int
  /// The bit in that word.
  @usableFromInline package let bit: UInt64

  /// - Parameter digits: The table has two to the power of this number of bits, 6...32.
  @inlinable package init(of value: UInt32, digits: UInt32) {
    let place = (value &* 0x9E37_79B1) &>> (32 &- digits)
    (word, bit) = (Int(truncatingIfNeeded: place &>> 6), 1 &<< UInt64(truncatingIfNeeded: place & 63))
  }
}
