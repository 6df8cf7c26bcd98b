// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaWorkers

/// The lanes of a service, and the pictures that wait for one of them.
///
/// A picture goes to a lane that draws what it asks for: to one that drew its document lately, where such a lane is
/// free, otherwise to any that is. Of those that wait, a lane takes first one whose document it knows, unless others
/// have been passed over too often for that.
final class DrawingPool: @unchecked Sendable {
  // Unchecked because everything that changes is reached with the condition's lock held.
  private let condition = NSCondition()
  private var waiting: [Waiting] = []
  private var lanes: [DrawingLane] = []
  private var states: [LaneState] = []
  private var isEnding = false
  /// How long a picture takes a lane, on the average of late; seconds.
  private var usualTime = 0.05
  /// Whether a GPU draws in one of the lanes.
  private let hasGPU: Bool
  private let limit: Int
  private let longestWait: Double
  private let watcher: any PoolWatcher

  /// A picture that waits, and how often a later one was taken before it.
  private struct Waiting {
    var job: DrawingJob
    var passes = 0
  }

  private struct LaneState {
    var isReady = false
    var begun: ContinuousClock.Instant?
    /// Whether it waits for a picture, or is about to.
    var isFree = false
    /// What it drew lately, the last one at the end: its worker may have kept them.
    var documents: [String] = []

    /// Whether it drew a document lately.
    func knows(_ document: String?) -> Bool { document.map(documents.contains) ?? false }

    /// Notes what it drew.
    mutating func note(_ document: String?) {
      guard let document, documents.last != document else { return }
      documents.removeAll { $0 == document }
      if documents.count == DrawingPool.mostKnown { documents.removeFirst() }
      documents.append(document)
    }
  }

  /// How often a picture may be passed over by one whose document a lane knows.
  private static let patience = 8
  /// Of how many documents a lane is believed to know what it read: as many as a worker keeps.
  private static let mostKnown = 8

  init(_ settings: ServiceSettings, _ watcher: any PoolWatcher) {
    (limit, longestWait, self.watcher) = (settings.capacity.queue, settings.capacity.maxWait, watcher)
    hasGPU = settings.hasGPU
    lanes = settings.workers.enumerated().map { DrawingLane($0.offset, $0.element, of: self) }
    states = lanes.map { _ in LaneState() }
  }

  /// Starts all lanes and their workers.
  func start() { for lane in lanes { lane.start() } }

  // MARK: For whoever wants pictures

  /// Draws a picture.
  ///
  /// - Parameter begun: Called with the job before anything is done, for whoever may want to end it.
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

  /// Ends a picture that nobody wants any more: at once where it waits, with its worker where one draws it.
  func leave(_ job: DrawingJob) {
    job.cancellation.cancel()
    let waited = condition.withLock {
      let place = waiting.firstIndex { $0.job === job }
      if let place { waiting.remove(at: place) }
      return place != nil
    }
    if waited { job.finish(.failure(.isolation(.cancelled(document: job.order.request.document)))) }
  }

  /// Takes no more pictures, and lets lanes end when those that wait are drawn.
  func end() {
    condition.withLock {
      isEnding = true
      condition.broadcast()
    }
  }

  /// How many wait, how many are being drawn, and how many lanes have a worker.
  var load: (waiting: Int, drawing: Int, ready: Int) {
    condition.withLock {
      (waiting.count, states.count { $0.begun != nil }, states.count { $0.isReady })
    }
  }

  // MARK: For lanes

  /// The next picture of a lane, which waits for it; `nil` when there will be none.
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
          // What was left to this lane has to be taken by another one now.
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

  /// Whether a lane draws what a picture asks for. Where both kinds are there, `auto` is a GPU, as on the command line:
  /// a picture has one look.
  private func draws(_ job: DrawingJob, _ lane: DrawingLane) -> Bool {
    switch job.drawing {
    case .auto: lane.usesGPU == hasGPU
    case .gpu: lane.usesGPU
    case .cpu: !lane.usesGPU
    }
  }

  /// Whether a picture is for another lane, which is free and knows its document where this one does not.
  private func isLeftToAnother(_ job: DrawingJob, by lane: DrawingLane) -> Bool {
    guard job.document != nil, !states[lane.index].knows(job.document) else { return false }
    return lanes.contains { other in
      let state = states[other.index]
      return other !== lane && state.isFree && state.isReady && state.knows(job.document) && draws(job, other)
    }
  }

  /// Notes that a lane is done with a picture.
  ///
  /// - Parameter knows: Whether its worker has read the document, and is still there.
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

  /// Notes that a lane has a worker.
  func started(_ lane: DrawingLane, gaps: [String]) {
    condition.withLock { states[lane.index].isReady = true }
    watcher.workerStarted(lane: lane.index, gaps: gaps)
  }

  /// Notes that a lane has none.
  func cannotStart(_ lane: DrawingLane, _ error: IsolationError) {
    condition.withLock { states[lane.index].isReady = false }
    watcher.workerCannotStart(lane: lane.index, error)
  }

  /// Notes that a lane lost its worker, which may be by another one's fault.
  func lost(_ lane: DrawingLane, _ error: IsolationError, lastWords: String) {
    // The next worker has read nothing yet.
    condition.withLock { states[lane.index].documents = [] }
    watcher.workerLost(lane: lane.index, error, lastWords: lastWords)
  }
}

/// Who is told of what happens to workers.
protocol PoolWatcher: Sendable {
  /// A worker has shut itself in; `gaps` are what is not protected.
  func workerStarted(lane: Int, gaps: [String])
  /// A worker could not be started.
  func workerCannotStart(lane: Int, _ error: IsolationError)
  /// A worker has gone.
  func workerLost(lane: Int, _ error: IsolationError, lastWords: String)
}
#endif
