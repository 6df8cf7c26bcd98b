/// Measures time from lap to lap.
package struct Stopwatch {
  private var start = ContinuousClock.now

  /// Starts it.
  package init() {}

  /// The time since the last lap, or since the start, in seconds.
  package mutating func lap() -> Double {
    let now = ContinuousClock.now
    let passed = start.duration(to: now).components
    start = now
    return Double(passed.seconds) + Double(passed.attoseconds) * 1e-18
  }
}
