import Synchronization

/// Hands out numbered pieces of work to threads, each once.
final class WorkQueue: Sendable {
  private let end: Int
  private let upcoming: Atomic<Int>
  private let noted = Atomic<Bool>(false)

  init(_ pieces: Range<Int>) {
    end = pieces.upperBound
    upcoming = Atomic(pieces.lowerBound)
  }

  /// The next piece; `nil` when all are taken.
  func next() -> Int? {
    let piece = upcoming.wrappingAdd(1, ordering: .relaxed).oldValue
    return piece < end ? piece : nil
  }

  /// Leaves a word for whoever collects the work.
  func note() { noted.store(true, ordering: .relaxed) }

  /// Whether any thread left a word.
  var isNoted: Bool { noted.load(ordering: .relaxed) }
}
