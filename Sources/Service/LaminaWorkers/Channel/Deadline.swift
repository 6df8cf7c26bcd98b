// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
import LaminaGeometry

/// The time at which waiting ends.
package struct Deadline: Sendable {
  private let end: ContinuousClock.Instant

  /// Ends in `seconds` seconds, in a year at most; immediately if `seconds` is not a number above 0.
  package init(after seconds: Double) {
    end = .now + .seconds(seconds > 0 ? min(seconds, 31_536_000) : 0)
  }

  /// The remaining time in milliseconds for `poll`, rounded up; 0 after the deadline.
  var milliseconds: Int32 {
    let left = (end - .now) / .milliseconds(1)
    return Int32(clamping: Int(clamping: max(left, 0).rounded(.up)))
  }

  /// The remaining time in seconds; 0 after the deadline.
  var seconds: Double { max((end - .now) / .seconds(1), 0) }

  /// The deadline by the wall clock, for functions that take only a `Date`.
  var date: Date { Date(timeIntervalSinceNow: seconds) }

  /// Waits until a descriptor is ready.
  ///
  /// - Returns: Whether the descriptor became ready before the deadline.
  func waits(for descriptor: Int32, to events: Int32) -> Bool {
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
      let left = milliseconds
      let count = poll(&entry, 1, left)
      if count > 0 { return true }
      // Signals interrupt a wait, and a wait of more than 24 days takes several calls.
      if left == 0 || count < 0 && errno != EINTR { return false }
    }
  }
}
