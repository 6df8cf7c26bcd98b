// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The Gaussian of standard deviation 1, in arithmetic that gives the same numbers on every machine.
package enum Gaussian {
  /// e to the power of `exponent`, within 1e-13 of it, for exponents of at most 0.
  package static func exponential(_ exponent: Double) -> Double {
    guard exponent > -700 else { return 0 }
    // e^p = (e^(p/1024))^1024, the inner one by its series.
    let small = exponent / 1024
    var result = 1 + small * (1 + small / 2 * (1 + small / 3 * (1 + small / 4 * (1 + small / 5))))
    for _ in 0..<10 { result *= result }
    return result
  }

  /// The density at `x`.
  package static func density(_ x: Double) -> Double {
    0.398_942_280_401_432_7 * exponential(-x * x / 2)
  }

  /// The integral of the density up to `x`, within 2e-7 (Abramowitz and Stegun, 7.1.28).
  package static func integral(_ x: Double) -> Double {
    let z = abs(x) * 0.707_106_781_186_547_5
    var sum = 0.0
    for coefficient in integralCoefficients.reversed() { sum = (sum + coefficient) * z }
    var power = 1 + sum
    for _ in 0..<4 { power *= power }
    let tail = 0.5 / power
    return x < 0 ? tail : 1 - tail
  }

  private static let integralCoefficients: [Double] = [
    0.070_523_078_4, 0.042_282_012_3, 0.009_270_527_2, 0.000_152_014_3, 0.000_276_567_2, 0.000_043_063_8,
  ]
}
