// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaNumbers
import Synchronization

/// Measures the cost of a picture, for all threads that plan and draw it.
///
/// Loops check ``isOver`` wherever they can stop, and discard their results; the code that started them checks the
/// ``verdict``, and throws it. So code inside does not have to throw, and only the first limit that was exceeded is
/// reported.
package final class LimitMeter: Sendable {
  /// The start of the time of pictures that are drawn on this thread, where it was before planning, since documents are
  /// read first.
  package static var start: ContinuousClock.Instant? { scope.value }
  private static let scope = ThreadScoped<ContinuousClock.Instant>()

  /// Does work on this thread, with the time of its pictures counted from an instant.
  package static func with<Value>(start: ContinuousClock.Instant, _ work: () -> Value) -> Value {
    scope.withValue(start, work)
  }

  package let limits: RenderLimits
  private let end: ContinuousClock.Instant
  /// Nanoseconds that do not count.
  private let excused = Atomic<Int64>(0)
  private let over = Atomic<Bool>(false)
  private let touched = Atomic<Int>(0)
  private let held = Atomic<Int>(0)
  private let first = Locked<LimitExceeded?>(nil)

  /// Begins to measure, with the time counted from ``start`` or from now on.
  package init(_ limits: RenderLimits) {
    self.limits = limits
    // The limit is clamped, since a duration holds at most some hundreds of thousands of millions of years.
    end = (Self.start ?? .now) + .seconds(limits.time > 0 ? min(limits.time, 1e12) : 0)
  }

  /// Whether there was not enough memory for a part of the picture.
  private let short = Atomic<Bool>(false)
  /// Whether a limit was exceeded, or memory was short.
  package var isOver: Bool { over.load(ordering: .relaxed) }

  /// Whether there was not enough memory for a part of the picture, independent of limits.
  package var isShortOfMemory: Bool { short.load(ordering: .relaxed) }

  /// Records that there was not enough memory for a part of the picture.
  package func noteShortage() {
    short.store(true, ordering: .relaxed)
    over.store(true, ordering: .relaxed)
  }

  /// The number of pixels that were counted so far.
  package var touchedPixels: Int { touched.load(ordering: .relaxed) }

  /// The limit that was exceeded; `nil` where there is a picture.
  package var verdict: LimitExceeded? { isOver ? first.withLock { $0 } : nil }

  /// Checks the time.
  ///
  /// - Returns: Whether this or another limit was exceeded.
  package func isOutOfTime(_ what: String = "the picture") -> Bool {
    if isOver { return true }
    guard ContinuousClock.now >= end + .nanoseconds(excused.load(ordering: .relaxed)) else { return false }
    refuse(LimitExceeded(.time, allowed: limits.time, what: what))
    return true
  }

  /// Leaves out time in which the picture waited for other pictures, which does not depend on its own cost.
  package func excuse(_ waiting: Duration) {
    let (seconds, attoseconds) = waiting.components
    excused.wrappingAdd(
      (seconds &* 1_000_000_000) &+ (attoseconds / 1_000_000_000), ordering: .relaxed)
  }

  /// Counts pixels that an operation touches.
  ///
  /// - Returns: Whether the limit permits them.
  package func take(pixels count: Int, _ what: String = "all that is drawn") -> Bool {
    take(count, from: touched, limits.touchedPixels, .touchedPixels, what)
  }

  /// Counts memory that is held until the picture is complete.
  ///
  /// - Returns: Whether the limit permits it.
  package func take(bytes count: Int, _ what: String = "the picture") -> Bool {
    take(count, from: held, limits.memory, .memory, what)
  }

  private func take(
    _ count: Int, from counter: borrowing Atomic<Int>, _ limit: Int, _ kind: LimitExceeded.Kind, _ what: String
  ) -> Bool {
    // Counts that overflow exceed any limit.
    let (known, sum) = counter.wrappingAdd(count, ordering: .relaxed)
    guard sum >= known, sum <= limit else {
      refuse(LimitExceeded(kind, allowed: Double(limit), needed: Double(known) + Double(count), what: what))
      return false
    }
    return true
  }

  /// Records that a limit was exceeded; only the first is kept.
  package func refuse(_ limit: LimitExceeded) {
    first.withLock { $0 = $0 ?? limit }
    over.store(true, ordering: .relaxed)
  }
}
