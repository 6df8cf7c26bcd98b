// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The middle of the pipeline: frames go in in order on one thread, are made on several, and come out in order on
// another one. Never are more of them under way than `depth`, whoever is slow.

import Foundation
import LaminaPlan
import LaminaSystem

/// A frame on its way through the farm.
struct FrameTicket<Task: Sendable>: Sendable {
  /// How many frames were put in before.
  var position: Int
  var task: Task
  /// The content to draw, once it is known.
  var planned: RenderPlan?
  /// Whether it was found out whether the frame looks as the one before it.
  var isCompared = false
  /// Whether it was tried before, and lost with its device.
  var isRetried = false
}

/// The result of a frame.
enum FrameOutcome<Product: Sendable>: Sendable {
  case made(Product)
  /// It shows what the frame before shows.
  case repeated
}

/// Where frames wait for the threads that make them, and their products for the one that takes them.
///
/// All state is guarded by one lock. Lanes are the threads that call ``next(waits:takesFirst:)`` and
/// ``deliver(_:for:)``. A lane that cannot draw any more leaves its frames to the others (``leave(_:)``), so lanes stay
/// until all frames are drawn.
final class FrameFarm<Task: Sendable, Product: Sendable>: @unchecked Sendable {
  typealias Ticket = FrameTicket<Task>
  typealias Outcome = Result<FrameOutcome<Product>, ExportError>

  /// How many frames may be under way, from the time they are put in until they are taken out.
  let depth: Int
  private let condition = NSCondition()
  private var waiting: [Int: Task] = [:]
  private var putCount = 0
  private var begunCount = 0
  private var takenCount = 0
  private var outcomes: [Int: Outcome] = [:]
  private var looks: [Int: FrameLook?] = [:]
  private var isClosed = false
  private var isCancelled = false
  /// How many threads make a product of a frame that was drawn.
  private var makingCount = 0
  /// How many frames lanes have begun to make and neither drawn nor left.
  private var drawingCount = 0
  /// The frames of lanes that left.
  private var left: [Ticket] = []
  private var laneCount = 0
  private var hasFewerLanes = false
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
  func put(_ task: Task) -> Bool {
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

  /// Waits for the products that are being made, after ``cancel()``: some are written to files as they are made, and a
  /// process that ends before would leave those halfway.
  func waitForProducts() {
    condition.withLock {
      while makingCount > 0 { condition.wait() }
    }
  }

  // MARK: lanes

  /// Says how many lanes there are, before the first one starts.
  func open(lanes: Int) { condition.withLock { laneCount = lanes } }

  /// Whether there are frames that nobody has begun, or may be.
  var hasMore: Bool {
    condition.withLock { !isCancelled && !(isClosed && begunCount == putCount && left.isEmpty) }
  }

  /// Whether a lane has left.
  var isShortOfLanes: Bool { condition.withLock { hasFewerLanes } }

  /// Takes the frames of a lane that cannot draw any more, for the others.
  ///
  /// - Returns: Whether the lane may end: not where it is the last one.
  func leave(_ tickets: [Ticket]) -> Bool {
    condition.withLock {
      guard laneCount > 1 else { return false }
      laneCount -= 1
      hasFewerLanes = true
      drawingCount -= tickets.count
      left += tickets
      condition.broadcast()
      return true
    }
  }

  /// Says that a lane has ended, as it found no more frames.
  func endLane() { condition.withLock { laneCount -= 1 } }

  /// The next frame to make: the earliest that a lane left, or one that nobody has begun.
  ///
  /// - Parameters:
  ///   - waits: Whether to wait for one, as long as another lane draws frames that it may leave.
  ///   - takesFirst: Whether it may be the first frame; `false` leaves that one to another lane, while all are there.
  /// - Returns: `nil` where there is none now, or will be none any more.
  func next(waits: Bool, takesFirst: Bool) -> Ticket? {
    condition.withLock {
      var mayTake: Bool { begunCount > 0 || takesFirst || hasFewerLanes }
      while waits, !isCancelled, left.isEmpty,
        begunCount == putCount ? !(isClosed && drawingCount == 0) : !mayTake
      {
        condition.wait()
      }
      guard !isCancelled else { return nil }
      if let place = left.indices.min(by: { left[$0].position < left[$1].position }) {
        drawingCount += 1
        return left.remove(at: place)
      }
      guard mayTake, let task = waiting.removeValue(forKey: begunCount) else { return nil }
      begunCount += 1
      drawingCount += 1
      if begunCount == 1 { condition.broadcast() }
      return Ticket(position: begunCount - 1, task: task)
    }
  }

  /// Whether a frame looks as the one before it. Every frame that was begun must be asked about, once.
  ///
  /// It waits until the look of the frame before is known. The frame before was begun earlier, and its lane waits for
  /// none that was begun later, so the waiting ends.
  ///
  /// - Parameter look: The look of the frame; `nil` where it will not be known.
  func isRepeated(_ ticket: Ticket, _ look: FrameLook?) -> Bool {
    let before: FrameLook? = condition.withLock {
      looks[ticket.position] = .some(look)
      condition.broadcast()
      guard ticket.position > 0 else { return nil }
      while looks[ticket.position - 1] == nil, !isCancelled { condition.wait() }
      return looks.removeValue(forKey: ticket.position - 1) ?? nil
    }
    guard let before, let look else { return false }
    return look.isSame(as: before)
  }

  /// Hands over what became of a frame that a lane made.
  func deliver(_ outcome: Outcome, for ticket: Ticket) {
    endDrawing()
    handOver(outcome, for: ticket)
  }

  private func endDrawing() {
    condition.withLock {
      drawingCount -= 1
      if drawingCount == 0 { condition.broadcast() }
    }
  }

  private func handOver(_ outcome: Outcome, for ticket: Ticket) {
    condition.withLock {
      outcomes[ticket.position] = outcome
      condition.broadcast()
      if ticket.position == takenCount { wakeTaker() }
    }
  }

  /// Makes the product of a frame that was drawn and hands it over; after ``cancel()`` none is begun.
  ///
  /// - Parameters:
  ///   - encoders: Where it is made; on this thread where there is none.
  ///   - encode: Makes it.
  func deliver(
    for ticket: Ticket, on encoders: JobQueue?, _ encode: @escaping @Sendable () throws(ExportError) -> Product
  ) {
    endDrawing()
    let work: @Sendable () -> Void = {
      guard self.beginMaking() else { return }
      do throws(ExportError) {
        self.handOver(.success(.made(try encode())), for: ticket)
      } catch {
        self.handOver(.failure(error), for: ticket)
      }
      self.endMaking()
    }
    if let encoders { encoders.add(work) } else { work() }
  }

  private func beginMaking() -> Bool {
    condition.withLock {
      guard !isCancelled else { return false }
      makingCount += 1
      return true
    }
  }

  private func endMaking() {
    condition.withLock {
      makingCount -= 1
      condition.broadcast()
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
