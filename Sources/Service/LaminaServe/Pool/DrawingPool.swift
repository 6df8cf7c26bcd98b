// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaSystem
import LaminaWorkers
import NIOCore
import Synchronization

/// The lanes of a service, and the pictures that wait for them.
///
/// A picture goes to a lane with the requested renderer: to one that recently drew its document if such a lane is free,
/// otherwise to any free lane. Of the waiting pictures, a lane first takes one whose document it knows, unless the
/// first in the queue has been passed over too often.
final class DrawingPool: @unchecked Sendable {
  // Unchecked because mutable state is accessed only while the condition's lock is held.
  private let condition = NSCondition()
  private var waiting: [Waiting] = []
  private var lanes: [DrawingLane] = []
  private var states: [LaneState] = []
  private var isEnding = false
  /// The moving average of the time that a picture takes in a lane, in seconds.
  private var usualTime = 0.05
  /// Whether one of the lanes draws with a GPU.
  private let hasGPU: Bool
  private let limit: Int
  private let longestWait: Double
  private let watcher: any PoolWatcher

  /// A waiting picture, and the number of later pictures that were taken before it.
  private struct Waiting {
    var job: DrawingJob
    var passes = 0
  }

  private struct LaneState {
    var isReady = false
    var begun: ContinuousClock.Instant?
    /// Whether the lane waits for a picture, or is about to.
    var isFree = false
    /// The documents that the lane drew recently, the last one at the end; its worker may have kept their layer trees.
    var documents: [String] = []

    /// Whether the lane drew a document recently.
    func knows(_ document: String?) -> Bool { document.map(documents.contains) ?? false }

    /// Records a document that the lane drew.
    mutating func note(_ document: String?) {
      guard let document, documents.last != document else { return }
      documents.removeAll { $0 == document }
      if documents.count == DrawingPool.mostKnown { documents.removeFirst() }
      documents.append(document)
    }
  }

  /// The maximum number of times that a picture is passed over in favour of one whose document the lane knows.
  private static let patience = 8
  /// The number of recent documents that a lane is assumed to have kept: as many as a worker keeps.
  private static let mostKnown = 8

  init(_ settings: ServiceSettings, _ watcher: any PoolWatcher) {
    (limit, longestWait, self.watcher) = (settings.capacity.queue, settings.capacity.maxWait, watcher)
    hasGPU = settings.hasGPU
    lanes = settings.sharingWorkers.enumerated().map { DrawingLane($0.offset, $0.element, of: self) }
    states = lanes.map { _ in LaneState() }
  }

  /// Starts all lanes and their workers.
  func start() { for lane in lanes { lane.start() } }

  // MARK: For requests

  /// Draws a picture.
  ///
  /// - Parameter begun: Called with the job before it is queued, so that the caller can cancel it.
  func draw(
    _ order: PictureOrder, _ drawing: PictureParameters.Drawing, _ encoding: PictureEncoding,
    begun: (DrawingJob) -> Void
  ) async -> Result<DrawnPicture, DrawingFailure> {
    await withCheckedContinuation { continuation in
      let job = DrawingJob(order, drawing, encoding, continuation)
      begun(job)
      if let refusal = take(job) { job.finish(.failure(refusal)) }
    }
  }

  private func take(_ job: DrawingJob) -> DrawingFailure? {
    condition.withLock {
      if isEnding { return .ending }
      guard lanes.contains(where: { draws(job, $0) }) else {
        let there = lanes.contains { $0.usesGPU } ? "gpu" : "cpu"
        return .noSuchRenderer(asked: job.drawing.rawValue, there: there)
      }
      guard waiting.count < limit else {
        let seconds = Double(waiting.count) * usualTime / Double(max(lanes.count, 1))
        return .full(retryAfter: max(1, Int(clamping: seconds.rounded(.up))))
      }
      waiting.append(Waiting(job: job))
      condition.broadcast()
      return nil
    }
  }

  /// Cancels a picture that is no longer wanted: removes it from the queue, or ends the worker that draws it.
  func leave(_ job: DrawingJob) {
    job.cancellation.cancel()
    let waited = condition.withLock {
      let place = waiting.firstIndex { $0.job === job }
      if let place { waiting.remove(at: place) }
      return place != nil
    }
    if waited { job.finish(.failure(.isolation(.cancelled(document: job.order.request.document)))) }
  }

  /// Refuses new pictures; lanes end when the waiting ones are drawn.
  func end() {
    condition.withLock {
      isEnding = true
      condition.broadcast()
    }
  }

  /// The numbers of waiting pictures, of pictures being drawn, and of lanes with a worker.
  var load: (waiting: Int, drawing: Int, ready: Int) {
    condition.withLock {
      (waiting.count, states.count { $0.begun != nil }, states.count { $0.isReady })
    }
  }

  // MARK: For lanes

  /// Waits for the next picture of a lane; `nil` when the service ends.
  func next(for lane: DrawingLane) -> DrawingJob? {
    while let job = wait(for: lane) {
      guard job.begun.duration(to: .now).seconds > longestWait else { return job }
      finished(job, by: lane, knows: false)
      job.finish(.failure(.waitedTooLong(seconds: longestWait)))
    }
    return nil
  }

  private func wait(for lane: DrawingLane) -> DrawingJob? {
    condition.withLock {
      while true {
        if let job = choose(for: lane) {
          states[lane.index].begun = .now
          states[lane.index].isFree = false
          // Pictures that were left to this lane must now be taken by others.
          if !waiting.isEmpty { condition.broadcast() }
          return job
        }
        if isEnding { return nil }
        states[lane.index].isFree = true
        condition.wait()
      }
    }
  }

  private func choose(for lane: DrawingLane) -> DrawingJob? {
    let own = states[lane.index]
    guard let first = waiting.firstIndex(where: { draws($0.job, lane) && !isLeftToAnother($0.job, by: lane) }) else {
      return nil
    }
    var chosen = first
    if waiting[first].passes < Self.patience, !own.knows(waiting[first].job.document),
      let known = waiting.firstIndex(where: { own.knows($0.job.document) && draws($0.job, lane) })
    {
      chosen = known
      for index in waiting.indices where index < known { waiting[index].passes += 1 }
    }
    return waiting.remove(at: chosen).job
  }

  /// Whether a lane draws with the renderer that a picture requests. Where both kinds of lanes exist, `auto` is the
  /// GPU, as on the command line, so that a picture always looks the same.
  private func draws(_ job: DrawingJob, _ lane: DrawingLane) -> Bool {
    switch job.drawing {
    case .auto: lane.usesGPU == hasGPU
    case .gpu: lane.usesGPU
    case .cpu: !lane.usesGPU
    }
  }

  /// Whether a picture is left to another lane, which is free and knows its document while this lane does not.
  private func isLeftToAnother(_ job: DrawingJob, by lane: DrawingLane) -> Bool {
    guard job.document != nil, !states[lane.index].knows(job.document) else { return false }
    return lanes.contains { other in
      let state = states[other.index]
      return other !== lane && state.isFree && state.isReady && state.knows(job.document) && draws(job, other)
    }
  }

  /// Records that a lane is done with a picture.
  ///
  /// - Parameter knows: Whether the lane's worker has read the document, and still runs.
  func finished(_ job: DrawingJob, by lane: DrawingLane, knows: Bool) {
    condition.withLock {
      if let begun = states[lane.index].begun {
        usualTime += (begun.duration(to: .now).seconds - usualTime) / 16
      }
      states[lane.index].begun = nil
      if knows { states[lane.index].note(job.document) }
      states[lane.index].isFree = knows
    }
  }

  /// Records that a lane's worker has started.
  func started(_ lane: DrawingLane, gaps: [String]) {
    condition.withLock { states[lane.index].isReady = true }
    watcher.workerStarted(lane: lane.index, gaps: gaps)
  }

  /// Records that a lane's worker could not be started.
  func cannotStart(_ lane: DrawingLane, _ error: IsolationError) {
    condition.withLock { states[lane.index].isReady = false }
    watcher.workerCannotStart(lane: lane.index, error)
  }

  /// Records that a lane lost its worker, which need not be the fault of its picture.
  func lost(_ lane: DrawingLane, _ error: IsolationError, lastWords: String) {
    // The next worker has read nothing yet.
    condition.withLock { states[lane.index].documents = [] }
    watcher.workerLost(lane: lane.index, error, lastWords: lastWords)
  }
}

/// The object that is told about events of workers.
protocol PoolWatcher: Sendable {
  /// A worker's sandbox is in force; `gaps` are the protections that this system lacks.
  func workerStarted(lane: Int, gaps: [String])
  /// A worker could not be started.
  func workerCannotStart(lane: Int, _ error: IsolationError)
  /// A worker was lost.
  func workerLost(lane: Int, _ error: IsolationError, lastWords: String)
}

/// The reason why a picture could not be made.
enum DrawingFailure: Error, Sendable {
  /// The worker failed, or was lost.
  case isolation(IsolationError)
  /// The picture cannot be encoded in the requested format.
  case encoding(GraphicsError)
  /// The queue is full; it may have room again after `retryAfter` seconds.
  case full(retryAfter: Int)
  /// The picture waited longer for a worker than allowed.
  case waitedTooLong(seconds: Double)
  /// The service is shutting down.
  case ending
  /// No worker draws with the requested kind of renderer.
  case noSuchRenderer(asked: String, there: String)
}

/// A picture to be drawn by a lane, and the continuation that waits for it.
final class DrawingJob: Sendable {
  /// The picture.
  let order: PictureOrder
  /// The renderer that the request chooses.
  let drawing: PictureParameters.Drawing
  /// The file format and its options.
  let encoding: PictureEncoding
  /// The name of the document; a worker that drew it before is preferred. `nil` for a document that is drawn once.
  var document: String? { order.identity }
  /// The time of the request.
  let begun = ContinuousClock.now
  /// Cancels the drawing.
  let cancellation = PictureCancellation()
  private let waiter: Locked<CheckedContinuation<Result<DrawnPicture, DrawingFailure>, Never>?>

  init(
    _ order: PictureOrder, _ drawing: PictureParameters.Drawing, _ encoding: PictureEncoding,
    _ waiter: CheckedContinuation<Result<DrawnPicture, DrawingFailure>, Never>
  ) {
    (self.order, self.drawing, self.encoding) = (order, drawing, encoding)
    self.waiter = Locked(waiter)
  }

  /// Resumes the waiting continuation; only the first call has an effect.
  func finish(_ result: Result<DrawnPicture, DrawingFailure>) {
    let waiter = waiter.withLock { waiter in
      defer { waiter = nil }
      return waiter
    }
    waiter?.resume(returning: result)
  }
}
#endif
