import Synchronization

/// Hands out numbered pieces of work to threads, each once.
package final class WorkQueue: Sendable {
  private let end: Int
  private let upcoming: Atomic<Int>
  private let noted = Atomic<Bool>(false)

  package init(_ pieces: Range<Int>) {
    end = pieces.upperBound
    upcoming = Atomic(pieces.lowerBound)
  }

  /// The next piece; `nil` when all are taken.
  package func next() -> Int? {
    let piece = upcoming.wrappingAdd(1, ordering: .relaxed).oldValue
    return piece < end ? piece : nil
  }

  /// Leaves a word for whoever collects the work.
  package func note() { noted.store(true, ordering: .relaxed) }

  /// Whether any thread left a word.
  package var isNoted: Bool { noted.load(ordering: .relaxed) }
}
