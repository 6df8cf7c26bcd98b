// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The pause before a worker is started again: 0.1 s after the first loss, twice as long after each further loss, at
/// most 5 s by default; none after a success.
package struct Backoff: Equatable {
  private var losses = 0
  private let longest: Double

  /// Makes a backoff without losses.
  ///
  /// - Parameter longest: The longest pause, in seconds.
  package init(longest: Double = 5) {
    self.longest = longest
  }

  /// The pause in seconds.
  package var pause: Double { losses == 0 ? 0 : min(0.1 * Double(1 << min(losses - 1, 10)), longest) }

  /// Counts a lost worker.
  package mutating func lost() { losses += 1 }

  /// Forgets all losses.
  package mutating func succeeded() { losses = 0 }
}
