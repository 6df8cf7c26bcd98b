import Synchronization

/// Hands out numbered pieces of work to threads, each once.
package final class WorkQueue: Sendable {
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
