import LaminaGraphics

/// Measures time from lap to lap.
package struct Stopwatch {
  private var start = ContinuousClock.now

  /// Starts it.
  package init() {}

  /// The time since the last lap, or since the start, in seconds.
  package mutating func lap() -> Double {
    let now = ContinuousClock.now
    defer { start = now }
    return start.duration(to: now).seconds
  }
}
