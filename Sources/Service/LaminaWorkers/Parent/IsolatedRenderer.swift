// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Foundation
public import Lamina
public import LaminaGraphics
public import LaminaPlan
import LaminaSystem
import Synchronization

/// Draws documents in a process of its own, which is sandboxed so that it can do nothing but draw.
///
///     let renderer = IsolatedRenderer()
///     for path in uploads {
///       do {
///         save(try renderer.draw(SceneRequest(path)).image)
///       } catch {
///         print(error)  // also where a document has brought the worker down; the next one gets another
///       }
///     }
///
/// The worker is started with the first picture and runs until it is lost or this object is released; it opens no files
/// by itself. A program that uses this class calls ``IsolatedWorker/runIfAsked()`` first in its `main`. A renderer is
/// used by one thread at a time; several renderers draw in parallel.
public final class IsolatedRenderer {
  /// The settings of the workers.
  public let settings: WorkerSettings
  /// The protections that this system lacks, in words, once a worker has been started; empty if it has all of them.
  public private(set) var gaps: [String] = []
  /// The last standard error output of the worker that was lost most recently: one line without control characters, of
  /// at most 4,096 bytes. It is meant for logs and not trusted; a document that has taken over the worker can write
  /// anything.
  public private(set) var lastWords = ""
  /// The worker; `nil` while none runs.
  private(set) var process: WorkerProcess?
  private var backoff: Backoff
  /// The time beyond its limit that a worker gets to report the overrun itself, in seconds.
  private static let patience = 0.1

  /// Makes a renderer, without starting a worker.
  public init(_ settings: WorkerSettings = WorkerSettings()) {
    self.settings = settings
    backoff = Backoff(longest: settings.longestPause)
  }

  /// The process number of the worker; `nil` while no worker runs.
  package var processIdentifier: Int32? { process?.process }

  // MARK: Pictures

  /// Draws a picture.
  ///
  /// - Parameters:
  ///   - request: The document, and how it is drawn.
  ///   - upload: The document, if it is in memory, with all files that it and values of the request may refer to.
  ///   - cancellation: Ends the worker in the middle of the picture, from any thread.
  /// - Throws: ``IsolationError``. After an error that means that the worker was lost, the next picture gets a new
  ///   worker, after a pause of 0.1 s that doubles with each consecutive loss, up to ``WorkerSettings/longestPause``.
  public func draw(
    _ request: SceneRequest, in upload: DocumentUpload? = nil, cancellation: PictureCancellation? = nil
  ) throws(IsolationError) -> IsolatedPicture {
    try draw(PictureOrder(request, in: upload), cancellation: cancellation)
  }

  /// Draws a picture of a document that may have an identity.
  package func draw(
    _ order: PictureOrder, cancellation: PictureCancellation? = nil
  ) throws(IsolationError) -> IsolatedPicture {
    let (document, seconds) = (order.request.document, order.request.options.limits.time)
    let picture = try converse(about: document, for: seconds, cancellation: cancellation) {
      (conversation, pixels, deadline) throws(ChannelError) in
      try conversation.draw(order, into: &pixels, until: deadline)
    }
    if settings.isForOneDocument { process = nil }
    return try picture.getOrThrow()
  }

  /// Tells the worker to try an action that its sandbox must prevent.
  package func probe(_ probe: Probe, seconds: Double = 10) throws(IsolationError) -> Probe.Outcome {
    try converse(about: "a probe", for: seconds) { (conversation, _, deadline) throws(ChannelError) in
      try conversation.probe(probe, until: deadline)
    }
  }

  // MARK: The worker

  /// Starts the worker now, rather than with the next picture; has no effect if one runs.
  ///
  /// - Throws: ``IsolationError/cannotStart(reason:)``, ``IsolationError/notIsolated(gaps:)``.
  public func start() throws(IsolationError) { _ = try running() }

  /// Talks to the worker, which is started if necessary, and ends it if it misbehaves.
  ///
  /// - Parameter talk: The conversation. Its second argument is the memory of the worker's previous picture.
  func converse<Answer>(
    about document: String, for seconds: Double, cancellation: PictureCancellation? = nil,
    _ talk: (Conversation, inout SharedPixels?, Deadline) throws(ChannelError) -> Answer
  ) throws(IsolationError) -> Answer {
    let process = try running()
    guard cancellation?.begins(process) ?? true else { throw .cancelled(document: document) }
    defer { cancellation?.ends() }
    do throws(ChannelError) {
      let answer = try talk(
        Conversation(channel: process.channel), &process.pixels, Deadline(after: seconds + Self.patience))
      backoff.succeeded()
      return answer
    } catch {
      self.process = nil
      if let cancellation, cancellation.isCancelled {
        _ = process.end()
        throw .cancelled(document: document)
      }
      backoff.lost()
      throw problem(error, process, document, seconds)
    }
  }

  /// The worker. If none runs, starts one and waits until its sandbox is in force.
  private func running() throws(IsolationError) -> WorkerProcess {
    if let process { return process }
    if backoff.pause > 0 { Thread.sleep(forTimeInterval: backoff.pause) }
    let new = try WorkerProcess(settings)
    do throws(ChannelError) {
      gaps = try Conversation(channel: new.channel).introduction(until: Deadline(after: 30)).gaps
    } catch {
      backoff.lost()
      throw .cannotStart(reason: problem(error, new, settings.program, 30).description)
    }
    guard gaps.isEmpty || !settings.mustBeWhole else { throw .notIsolated(gaps: gaps) }
    process = new
    return new
  }

  /// Ends the worker and describes the error.
  private func problem(
    _ error: ChannelError, _ process: WorkerProcess, _ document: String, _ seconds: Double
  ) -> IsolationError {
    defer { lastWords = process.lastWords }
    switch error {
    case .closed:
      switch process.ended() {
      case .signal(let signal): return .crashed(document: document, signal: signal, memory: settings.memory)
      case .exited(let status): return .exited(document: document, status: status)
      }
    case .timedOut:
      _ = process.end()
      return .timedOut(document: document, seconds: seconds)
    case .malformed(let reason):
      _ = process.end()
      return .misbehaved(document: document, reason: reason)
    case .system(let code):
      _ = process.end()
      return .misbehaved(document: document, reason: "something that ends in '\(String(cString: strerror(code)))'")
    }
  }
}

extension Result where Failure == PictureFailure {
  /// The worker's answer, or its failure as an error of isolation.
  func getOrThrow() throws(IsolationError) -> Success {
    switch self {
    case .success(let value): return value
    case .failure(let failure): throw .failed(failure)
    }
  }
}

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

/// Cancels a picture that is no longer wanted, from any thread.
///
/// The worker is ended, since nothing less stops a driver or a library in the middle of a call; the next picture gets a
/// new worker, without a pause. Where the kernel has no process descriptors (Linux before 5.3), a picture that has
/// begun is finished.
public final class PictureCancellation: Sendable {
  private struct State {
    var isCancelled = false
    var worker: OpenFile?
  }

  private let state = Locked(State())

  /// Makes a cancellation that is not cancelled yet.
  public init() {}

  /// Whether ``cancel()`` was called.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Ends the worker if one draws the picture; otherwise keeps any from beginning.
  public func cancel() {
    let worker = state.withLock { state in
      state.isCancelled = true
      return state.worker
    }
    if let worker { _ = lamina_process_end(worker.number, 0) }
  }

  /// Records the worker that is about to draw.
  ///
  /// - Returns: Whether it should draw; `false` after a cancellation.
  func begins(_ process: WorkerProcess) -> Bool {
    let descriptor = process.descriptor
    return state.withLock { state in
      state.worker = descriptor
      return !state.isCancelled
    }
  }

  /// Records that no worker draws any more.
  func ends() { state.withLock { $0.worker = nil } }
}

/// A picture that an isolated worker has drawn.
public struct IsolatedPicture: Sendable {
  /// The pixels. A document that has taken over the worker can draw anything, so they show no more than what the
  /// document wants to show.
  public var image: CGImage
  /// Diagnostics of the document's content that the picture does not show.
  public var diagnostics: [Diagnostic]
  /// The renderer, as `Renderer.description`.
  public var renderer: String
  /// The reason for its choice, as `Renderer.reason`.
  public var reason: String?
  /// The durations of the steps, by the worker's clock.
  public var timings: RenderTimings
  /// The renderer's counters, as the worker reports them.
  public var statistics: RenderStatistics
}

/// The former name of a request, which now serves more than isolated workers.
@available(*, deprecated, renamed: "SceneRequest")
public typealias PictureRequest = SceneRequest
