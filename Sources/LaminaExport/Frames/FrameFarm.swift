// The middle of the pipeline: frames go in in order on one thread, are made on several, and come out in order on
// another one. Never are more of them under way than `depth`, whoever is slow.

import Foundation
import LaminaPlan

/// A frame on its way through the farm.
struct FrameTicket: Sendable {
  /// How many frames were put in before.
  var position: Int
  var task: FrameTask
}

/// What became of a frame.
enum FrameOutcome<Product: Sendable>: Sendable {
  case made(Product)
  /// It shows what the frame before shows.
  case repeated
}

/// Where frames wait for the threads that make them, and their products for the one that takes them.
///
/// All state is guarded by one lock. Lanes are the threads that call ``next(waits:)`` and ``deliver(_:for:)``.
final class FrameFarm<Product: Sendable>: @unchecked Sendable {
  typealias Outcome = Result<FrameOutcome<Product>, ExportError>

  /// How many frames may be under way, from the time they are put in until they are taken out.
  let depth: Int
  private let condition = NSCondition()
  private var waiting: [Int: FrameTask] = [:]
  private var putCount = 0
  private var begunCount = 0
  private var takenCount = 0
  private var outcomes: [Int: Outcome] = [:]
  private var plans: [Int: PlannedFrame?] = [:]
  private var isClosed = false
  private var isCancelled = false
  private var taker: CheckedContinuation<Void, Never>?

  init(depth: Int) {
    self.depth = max(1, depth)
  }

  // MARK: in

  /// How many frames are under way.
  var underWay: Int { condition.withLock { putCount - takenCount } }

  /// Puts a frame in, once there is room.
  ///
  /// - Returns: Whether it was; not after ``cancel()``.
  @discardableResult
  func put(_ task: FrameTask) -> Bool {
    condition.withLock {
      while putCount - takenCount >= depth, !isCancelled { condition.wait() }
      guard !isCancelled else { return false }
      waiting[putCount] = task
      putCount += 1
      condition.broadcast()
      return true
    }
  }

  /// Says that no frame comes after those.
  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
      wakeTaker()
    }
  }

  /// Forgets the frames that nobody has begun, and lets everybody go.
  func cancel() {
    condition.withLock {
      isCancelled = true
      waiting = [:]
      condition.broadcast()
      wakeTaker()
    }
  }

  // MARK: lanes

  /// The next frame to make.
  ///
  /// - Parameter waits: Whether to wait for one.
  /// - Returns: `nil` where there is none now, or will be none any more.
  func next(waits: Bool) -> FrameTicket? {
    condition.withLock {
      while waits, begunCount == putCount, !isClosed, !isCancelled { condition.wait() }
      guard !isCancelled, let task = waiting.removeValue(forKey: begunCount) else { return nil }
      begunCount += 1
      return FrameTicket(position: begunCount - 1, task: task)
    }
  }

  /// Whether a frame looks as the one before it. Every frame that was begun must be asked about, once.
  ///
  /// It waits for the frame before to be planned. That one was begun earlier, and its lane waits for none that was begun
  /// later, so the waiting ends.
  ///
  /// - Parameter planned: What the frame shows; `nil` where it could not be planned.
  func isRepeated(_ ticket: FrameTicket, _ planned: PlannedFrame?) -> Bool {
    condition.withLock {
      plans[ticket.position] = .some(planned)
      condition.broadcast()
      guard ticket.position > 0 else { return false }
      while plans[ticket.position - 1] == nil, !isCancelled { condition.wait() }
      guard let entry = plans.removeValue(forKey: ticket.position - 1), let before = entry, let planned else {
        return false
      }
      return planned.plan.drawsSame(as: before.plan)
    }
  }

  /// Hands over what became of a frame.
  func deliver(_ outcome: Outcome, for ticket: FrameTicket) {
    condition.withLock {
      outcomes[ticket.position] = outcome
      condition.broadcast()
      if ticket.position == takenCount { wakeTaker() }
    }
  }

  // MARK: out

  /// Takes the next product, in the order of the frames, once it is there.
  ///
  /// - Returns: `nil` after the last one, and after ``cancel()``.
  func take() -> Outcome? {
    condition.withLock {
      while outcomes[takenCount] == nil, !isCancelled, !(isClosed && takenCount == putCount) { condition.wait() }
      return removeNext()
    }
  }

  /// The same for tasks, which must not block their threads. One task at a time may call it.
  func takeLater() async -> Outcome? {
    await withCheckedContinuation { continuation in
      condition.withLock {
        if outcomes[takenCount] != nil || isCancelled || (isClosed && takenCount == putCount) {
          continuation.resume()
        } else {
          taker = continuation
        }
      }
    }
    return condition.withLock { removeNext() }
  }

  private func removeNext() -> Outcome? {
    guard !isCancelled, let outcome = outcomes.removeValue(forKey: takenCount) else { return nil }
    takenCount += 1
    condition.broadcast()
    return outcome
  }

  private func wakeTaker() {
    taker?.resume()
    taker = nil
  }
}
