// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
import LaminaGeometry

/// When waiting ends.
package struct Deadline: Sendable {
  private let end: ContinuousClock.Instant

  /// So many seconds from now; at most a year, and at once for what is no number above 0.
  package init(after seconds: Double) {
    end = .now + .seconds(seconds > 0 ? min(seconds, 31_536_000) : 0)
  }

  /// What is left of it, for `poll`, rounded up to a millisecond; 0 where it has passed.
  var milliseconds: Int32 {
    let left = (end - .now) / .milliseconds(1)
    return Int32(clamping: Int(clamping: max(left, 0).rounded(.up)))
  }

  /// What is left of it; 0 where it has passed.
  var seconds: Double { max((end - .now) / .seconds(1), 0) }

  /// The same by the clock on the wall, for waits that know no other.
  var date: Date { Date(timeIntervalSinceNow: seconds) }

  /// Waits until a descriptor is ready.
  ///
  /// - Returns: Whether it is, before the end.
  func waits(for descriptor: Int32, to events: Int32) -> Bool {
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
      let left = milliseconds
      let count = poll(&entry, 1, left)
      if count > 0 { return true }
      // Signals interrupt; and a wait of more than 24 days is cut into several.
      if left == 0 || count < 0 && errno != EINTR { return false }
    }
  }
}
