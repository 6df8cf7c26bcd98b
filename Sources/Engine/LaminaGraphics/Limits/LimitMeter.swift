// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import Synchronization

/// Measures the cost of a picture, for all threads that plan and draw it.
///
/// Loops check ``isOver`` wherever they can stop, and discard their results; the code that started them checks the
/// ``verdict``, and throws it. So code inside does not have to throw, and only the first limit that was exceeded is
/// reported.
package final class LimitMeter: Sendable {
  /// When the time of pictures began that are drawn on this thread, where that was before planning: documents are read
  /// first.
  package static var start: ContinuousClock.Instant? { scope.value }
  private static let scope = ThreadScoped<ContinuousClock.Instant>()

  /// Does work on this thread whose pictures have their time from a moment on.
  package static func with<Value>(start: ContinuousClock.Instant, _ work: () -> Value) -> Value {
    scope.withValue(start, work)
  }

  package let limits: RenderLimits
  private let end: ContinuousClock.Instant
  private let over = Atomic<Bool>(false)
  private let touched = Atomic<Int>(0)
  private let held = Atomic<Int>(0)
  private let first = Locked<LimitExceeded?>(nil)

  /// Begins to count, the time from ``start`` or from now on.
  package init(_ limits: RenderLimits) {
    self.limits = limits
    // A duration holds no more than some hundreds of thousands of millions of years.
    end = (Self.start ?? .now) + .seconds(limits.time > 0 ? min(limits.time, 1e12) : 0)
  }

  /// Whether the machine had no memory for a part of the picture.
  private let short = Atomic<Bool>(false)
  /// Whether a limit was met, or memory was short.
  package var isOver: Bool { over.load(ordering: .relaxed) }

  /// Whether the machine had no memory for a part of the picture, which is no limit's fault.
  package var isShortOfMemory: Bool { short.load(ordering: .relaxed) }

  /// Notes that the machine had no memory for a part of the picture.
  package func noteShortage() {
    short.store(true, ordering: .relaxed)
    over.store(true, ordering: .relaxed)
  }

  /// How many pixels were taken so far.
  package var touchedPixels: Int { touched.load(ordering: .relaxed) }

  /// Why there is no picture, where there is none.
  package var verdict: LimitExceeded? { isOver ? first.withLock { $0 } : nil }

  /// Looks at the clock.
  ///
  /// - Returns: Whether a limit was met, this one or another.
  package func isOutOfTime(_ what: String = "the picture") -> Bool {
    if isOver { return true }
    guard ContinuousClock.now >= end else { return false }
    refuse(LimitExceeded(.time, allowed: limits.time, what: what))
    return true
  }

  /// Takes pixels that something touches.
  ///
  /// - Returns: Whether there were enough.
  package func take(pixels count: Int, _ what: String = "all that is drawn") -> Bool {
    take(count, from: touched, limits.touchedPixels, .touchedPixels, what)
  }

  /// Takes memory that is held until the picture is there.
  ///
  /// - Returns: Whether there was enough.
  package func take(bytes count: Int, _ what: String = "the picture") -> Bool {
    take(count, from: held, limits.memory, .memory, what)
  }

  private func take(
    _ count: Int, from counter: borrowing Atomic<Int>, _ limit: Int, _ kind: LimitExceeded.Kind, _ what: String
  ) -> Bool {
    // Counts that would overflow are over any limit.
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
