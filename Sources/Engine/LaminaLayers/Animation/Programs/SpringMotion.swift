// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

// A damped harmonic oscillator that starts at 0 with a velocity and comes to rest at 1. Closed forms instead of an
// integration, so any time costs the same.

/// The movement of a spring.
///
/// - Conformance: TIME-8
package struct SpringMotion: Sendable, Equatable {
  /// The undamped angular frequency, in radians per second.
  package let frequency: Double
  /// The damping relative to critical damping.
  package let ratio: Double
  /// The initial velocity, in distances from start to end per second.
  package let velocity: Double

  /// Applies the rules for values out of range.
  package init(mass: Double, stiffness: Double, damping: Double, initialVelocity: Double, allowsOverdamping: Bool) {
    let mass = mass > 0 && mass.isFinite ? mass : 1
    let stiffness = stiffness > 0 && stiffness.isFinite ? stiffness : 100
    let damping = damping >= 0 && damping.isFinite ? damping : 10
    frequency = (stiffness / mass).squareRoot()
    let ratio = damping / (2 * stiffness.squareRoot() * mass.squareRoot())
    // Beyond this the movement never ends, and squares of the ratio overflow.
    self.ratio = allowsOverdamping ? min(ratio, 1e9) : min(ratio, 1)
    velocity = initialVelocity.isFinite ? initialVelocity : 0
  }

  /// The difference from critical damping below which the other formulas lose digits.
  private static let nearlyCritical = 1e-6

  /// Returns the position of the mass.
  ///
  /// - Parameter time: Seconds since the start.
  package func position(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    let decay = exp(-ratio * frequency * time)
    if abs(ratio - 1) < Self.nearlyCritical {
      return 1 - decay * (1 + (frequency - velocity) * time)
    }
    if ratio < 1 {
      let damped = frequency * (1 - ratio * ratio).squareRoot()
      let sine = (ratio * frequency - velocity) / damped
      return 1 - decay * (cos(damped * time) + sine * sin(damped * time))
    }
    // Two decays, of which the slower one dominates. Written without cosh, which overflows long before the products do.
    let spread = frequency * (ratio * ratio - 1).squareRoot()
    let slow = frequency * frequency / (ratio * frequency + spread)
    let fast = ratio * frequency + spread
    let share = (fast - velocity) / (2 * spread)
    return 1 - share * exp(-slow * time) - (1 - share) * exp(-fast * time)
  }

  /// The time to come within a thousandth of the distance and stay there.
  package var settlingDuration: Double {
    if ratio == 0 { return .infinity }
    let decay = ratio * frequency
    if ratio < 1 - Self.nearlyCritical {
      let damped = frequency * (1 - ratio * ratio).squareRoot()
      return (log(1000) + log(1 + abs((velocity - decay) / damped))) / decay
    }
    return firstTenthAtRest
  }

  /// The first multiple of a tenth of a second at which a spring that does not oscillate is within a thousandth.
  private var firstTenthAtRest: Double {
    // The maximum number of tenths; it keeps the slowest springs from being counted for ever.
    let limit = 10_000_000
    var step = 1
    // For a slow spring, the step is doubled first; then a binary search follows between the last two steps.
    while step < limit, abs(position(at: Double(step) / 10) - 1) >= 0.001 { step = step < 1000 ? step + 1 : step * 2 }
    guard step > 1000, step < limit else { return Double(min(step, limit)) / 10 }
    var (low, high) = (step / 2, step)
    while high - low > 1 {
      let middle = (low + high) / 2
      if abs(position(at: Double(middle) / 10) - 1) < 0.001 { high = middle } else { low = middle }
    }
    return Double(high) / 10
  }
}
