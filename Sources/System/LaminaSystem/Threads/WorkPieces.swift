// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Synchronization

/// A queue that hands out numbered pieces of work to threads, each once.
package final class WorkPieces: Sendable {
  private let end: Int
  private let upcoming: Atomic<Int>

  package init(_ pieces: Range<Int>) {
    end = pieces.upperBound
    upcoming = Atomic(pieces.lowerBound)
  }

  /// The next piece; `nil` when all are taken.
  package func next() -> Int? {
    let piece = upcoming.wrappingAdd(1, ordering: .relaxed).oldValue
    return piece < end ? piece : nil
  }
}
