// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How long to wait before a worker is started again: a tenth of a second after the first loss, twice as long after
/// each further one, at most five seconds unless told otherwise; nothing after a success.
package struct Backoff: Equatable {
  private var losses = 0
  private let longest: Double

  /// Without a loss.
  ///
  /// - Parameter longest: The longest pause, in seconds.
  package init(longest: Double = 5) {
    self.longest = longest
  }

  /// Seconds to wait.
  package var pause: Double { losses == 0 ? 0 : min(0.1 * Double(1 << min(losses - 1, 10)), longest) }

  /// Counts a worker that was lost.
  package mutating func lost() { losses += 1 }

  /// Forgets all losses.
  package mutating func succeeded() { losses = 0 }
}
