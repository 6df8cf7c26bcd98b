#if Serve
import Foundation
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaWorkers

/// The lanes of a service, and the pictures that wait for one of them.
///
/// A picture goes to a lane that draws what it asks for; of those that wait, a lane takes first one whose document it drew last, unless
/// others have been passed over too often for that.
final class DrawingPool: @unchecked Sendable {
  // Unchecked because everything that changes is reached with the condition's lock held.
  private let condition = NSCondition()
  private var waiting: [Waiting] = []
  private var lanes: [DrawingLane] = []
  private var states: [LaneState] = []
  private var isEnding = false
  /// How long a picture takes a lane, on the average of late; seconds.
  private var usualTime = 0.05
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
    var document: String?
  }

  /// How often a picture may be passed over by one whose document a lane knows.
  private static let patience = 8

  init(_ settings: ServiceSettings, _ watcher: any PoolWatcher) {
    (limit, longestWait, self.watcher) = (settings.queueLength, settings.longestWait, watcher)
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
    _ request: PictureRequest, _ parameters: PictureParameters, document: String? = nil,
    begun: (DrawingJob) -> Void
  ) async -> Result<DrawnPicture, DrawingFailure> {
    await withCheckedContinuation { continuation in
      let job = DrawingJob(request, parameters, document: document, continuation)
      begun(job)
      if let refusal = take(job) { job.finish(.failure(refusal)) }
    }
  }

  private func take(_ job: DrawingJob) -> DrawingFailure? {
    condition.withLock {
      if isEnding { return .ending }
      guard lanes.contains(where: { $0.draws(job) }) else {
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
    if waited { job.finish(.failure(.isolation(.cancelled(document: job.request.document)))) }
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
      finished(job, by: lane)
      job.finish(.failure(.waitedTooLong(seconds: longestWait)))
    }
    return nil
  }

  private func wait(for lane: DrawingLane) -> DrawingJob? {
    condition.withLock {
      while true {
        if let job = choose(for: lane) {
          states[lane.index].begun = .now
          return job
        }
        if isEnding { return nil }
        condition.wait()
      }
    }
  }

  private func choose(for lane: DrawingLane) -> DrawingJob? {
    guard let first = waiting.firstIndex(where: { lane.draws($0.job) }) else { return nil }
    var chosen = first
    if waiting[first].passes < Self.patience, let document = states[lane.index].document,
      waiting[first].job.document != document,
      let known = waiting.firstIndex(where: { $0.job.document == document && lane.draws($0.job) })
    {
      chosen = known
      for index in waiting.indices where index < known { waiting[index].passes += 1 }
    }
    return waiting.remove(at: chosen).job
  }

  /// Notes that a lane is free.
  func finished(_ job: DrawingJob, by lane: DrawingLane) {
    condition.withLock {
      if let begun = states[lane.index].begun {
        usualTime += (begun.duration(to: .now).seconds - usualTime) / 16
      }
      states[lane.index].begun = nil
      states[lane.index].document = job.document
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
    watcher.workerLost(lane: lane.index, error, lastWords: lastWords)
  }
}

extension DrawingLane {
  /// Whether a picture may be drawn here.
  func draws(_ job: DrawingJob) -> Bool {
    switch job.drawing {
    case .auto: true
    case .gpu: usesGPU
    case .cpu: !usesGPU
    }
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
