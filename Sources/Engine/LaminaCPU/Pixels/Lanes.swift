// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Arithmetic on eight neighbouring pixels at once.
//
// Only forms that compile to few instructions are used: the standard library's clamps, minima, roundings and square
// roots of vectors process one lane at a time. A mask is a word of all ones or all zeros a lane. Every function
// documents its result for a value that is not a number, since no such value may reach a pixel or an index.

import LaminaGeometry

/// One number for each of eight neighbouring pixels of a row.
typealias Lanes = SIMD8<Float>

/// One word for each of eight neighbouring pixels of a row; as a mask, all ones or all zeros.
typealias LaneBits = SIMD8<UInt32>

extension SIMD8<Float> {
  /// 0 to 7.
  @inline(__always) static var indices: Lanes { Lanes(0, 1, 2, 3, 4, 5, 6, 7) }

  /// Adding this rounds to a whole number, half to even, and leaves it in the low bits; for magnitudes below 2^22.
  @inline(__always) static var rounder: Float { 12_582_912 }

  /// Whole numbers below 2^23.
  @inline(__always) init(small numbers: LaneBits) { self = Lanes(bits: numbers | 0x4B00_0000) - 8_388_608 }

  @inline(__always) var bits: LaneBits { unsafeBitCast(self, to: LaneBits.self) }

  @inline(__always) init(bits: LaneBits) { self = unsafeBitCast(bits, to: Lanes.self) }

  /// `first` where the mask is set, else `second`.
  @inline(__always) static func choose(_ mask: LaneBits, _ first: Lanes, else second: Lanes) -> Lanes {
    // Only in this form does the compiler turn a comparison and a choice into one minimum or maximum.
    Lanes(bits: second.bits ^ ((first.bits ^ second.bits) & mask))
  }

  /// The mask of lanes in which this is above `other`; never set if either is not a number.
  @inline(__always) func isAbove(_ other: Lanes) -> LaneBits { unsafeBitCast(self .> other, to: LaneBits.self) }

  /// The mask of lanes in which this is at least `other`; never set if either is not a number.
  @inline(__always) func isAtLeast(_ other: Lanes) -> LaneBits { unsafeBitCast(self .>= other, to: LaneBits.self) }

  /// The smaller value of both; `other` where this is not a number.
  @inline(__always) func least(_ other: Lanes) -> Lanes {
    Lanes.choose(unsafeBitCast(self .< other, to: LaneBits.self), self, else: other)
  }

  /// The larger value of both; `other` where this is not a number.
  @inline(__always) func greatest(_ other: Lanes) -> Lanes {
    Lanes.choose(isAbove(other), self, else: other)
  }

  /// The value where it is above 0, else 0; 0 where it is not a number.
  @inline(__always) var nonNegative: Lanes { masked(by: isAbove(.zero)) }

  /// Clamped to 0...1; 0 where it is not a number.
  @inline(__always) var clampedToUnit: Lanes { nonNegative.least(Lanes(repeating: 1)) }

  /// The value where the mask is set, else 0.
  @inline(__always) func masked(by mask: LaneBits) -> Lanes { Lanes(bits: bits & mask) }

  /// The absolute value.
  @inline(__always) var magnitudes: Lanes { Lanes(bits: bits & 0x7FFF_FFFF) }

  /// The nearest whole number, for magnitudes below 2^22.
  @inline(__always) var roundedToWhole: Lanes { (self + Self.rounder) - Self.rounder }

  /// The largest whole number that is not above the value, for magnitudes below 2^22.
  @inline(__always) var roundedDown: Lanes {
    let nearest = roundedToWhole
    return nearest - Lanes(repeating: 1).masked(by: nearest.isAbove(self))
  }

  /// The smallest whole number that is not below the value, for magnitudes below 2^22.
  @inline(__always) var roundedUp: Lanes {
    let nearest = roundedToWhole
    return nearest + Lanes(repeating: 1).masked(by: isAbove(nearest))
  }

  /// The whole numbers as integers, for magnitudes below 2^22.
  @inline(__always) var wholeNumbers: SIMD8<Int32> {
    unsafeBitCast(self + Self.rounder, to: SIMD8<Int32>.self) &- Int32(bitPattern: Self.rounder.bitPattern)
  }

  /// The square root, exactly rounded; 0 where it is negative or not a number.
  @inline(__always) var squareRoots: Lanes {
    // With the sign known, the compiler takes the root of four lanes at once instead of calling the C library.
    @inline(__always) func root(_ value: Float) -> Float { (value > 0 ? value : 0).squareRoot() }
    return Lanes(
      root(self[0]), root(self[1]), root(self[2]), root(self[3]),
      root(self[4]), root(self[5]), root(self[6]), root(self[7]))
  }

  /// The logarithm to base 2, within 2e-6; for positive numbers that are not subnormal.
  @inline(__always) var binaryLogarithms: Lanes {
    // self = 2^exponent * mantissa with mantissa in sqrt(1/2)...sqrt(2): the bits of sqrt(1/2) are the border.
    let shifted = bits &- 0x3F35_04F3
    let exponentBits = unsafeBitCast(shifted, to: SIMD8<Int32>.self) &>> 23
    let mantissa = Lanes(bits: (shifted & 0x007F_FFFF) &+ 0x3F35_04F3)
    let exponent = Lanes(exponentBits)
    // ln(m) = 2 (t + t^3/3 + t^5/5 + ...) with t = (m - 1)/(m + 1), |t| < 0.1716.
    let t = (mantissa - 1) / (mantissa + 1)
    let square = t * t
    let series = 2.885_390_1 + square * (0.961_796_7 + square * 0.577_078_04)  // 2/ln 2, /3, /5
    return exponent + t * series
  }
}

extension SIMD8<UInt32> {
  /// The bits of a mask: one for each lane, the first lane in the lowest.
  @inline(__always) var packedMask: UInt64 {
    let flags = self & LaneBits(1, 2, 4, 8, 16, 32, 64, 128)
    let four = flags.lowHalf | flags.highHalf
    return UInt64((four.x | four.y) | (four.z | four.w))
  }

  /// Of a mask: whether any lane is set.
  @inline(__always) var isAnySet: Bool {
    let words = unsafeBitCast(self, to: SIMD4<UInt64>.self)
    let two = words.lowHalf | words.highHalf
    return (two.x | two.y) != 0
  }
}
