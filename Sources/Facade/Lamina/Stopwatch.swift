// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics

/// Measures time from lap to lap.
package struct Stopwatch {
  private var start = ContinuousClock.now

  /// Starts the measurement.
  package init() {}

  /// The time since the last lap, or since the start, in seconds.
  package mutating func lap() -> Double {
    let now = ContinuousClock.now
    defer { start = now }
    return start.duration(to: now).seconds
  }
}
