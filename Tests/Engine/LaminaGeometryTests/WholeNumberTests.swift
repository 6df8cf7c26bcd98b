// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import Testing

/// Numbers of any kind become whole numbers without stopping the process.
@Suite struct WholeNumberTests {
  private static let most = 1 << 62
  private static let numbers: [(Double, Int)] = [
    (0.0, 0), (0.9, 0), (-0.9, 0), (1.5, 1), (-1.5, -1), (1e9, 1_000_000_000), (0x1p62, most), (0x1p61, 1 << 61),
    (-0x1p62, -most), (1e308, most), (-1e308, -most), (.infinity, most), (-.infinity, -most), (.nan, 0),
    (.leastNonzeroMagnitude, 0),
  ]

  @Test("the whole part, or the nearest that the type has", arguments: numbers)
  func whole(_ number: Double, _ expected: Int) {
    #expect(Int(clamping: number) == expected)
    #expect(Int32(clamping: number) == Int32(clamping: expected))
    #expect(UInt8(clamping: number) == UInt8(clamping: expected))
    #expect(UInt64(clamping: number) == UInt64(clamping: expected))
  }

  @Test("floats likewise", arguments: [Float.nan, .infinity, -.infinity, 3e38, -3e38, 2.7, -2.7])
  func floats(_ number: Float) {
    #expect(Int(clamping: number) == Int(clamping: Double(number)))
    #expect(Int16(clamping: number) == Int16(clamping: Double(number)))
  }

  private static let ends: [(Double, Double, ClosedRange<Double>)] = [
    (1, 2, 1...2), (2, 1, 1...2), (3, 3, 3...3), (.nan, 2, 2...2), (2, .nan, 2...2), (.nan, .nan, 0...0),
  ]

  @Test("a range between any two numbers", arguments: ends)
  func ranges(_ first: Double, _ second: Double, _ expected: ClosedRange<Double>) {
    #expect(ClosedRange(between: first, and: second) == expected)
  }
}
