internal import Foundation
import Lamina

/// Draws documents in a process of its own, which can do nothing but draw.
///
///     let renderer = IsolatedRenderer()
///     for path in uploads {
///       do {
///         save(try renderer.draw(PictureRequest(path)).image)
///       } catch {
///         print(error)  // also where a document has brought the worker down; the next one gets another
///       }
///     }
///
/// The worker is started with the first picture and serves until it is lost or this object goes; it opens nothing by itself.
/// A program that uses this calls ``IsolatedWorker/runIfAsked()`` first in its `main`. Used by one thread at a time; several
/// of them draw side by side.
public final class IsolatedRenderer {
  /// What its workers are.
  public let settings: WorkerSettings
  /// What is not protected on this system, in words, once a worker has been started; empty where all is.
  public private(set) var gaps: [String] = []
  private var process: WorkerProcess?
  /// The worker's process; `nil` while there is none.
  package var processIdentifier: Int32? { process?.process }
  private var backoff = Backoff()

  /// Makes a renderer; nothing is started yet.
  public init(_ settings: WorkerSettings = WorkerSettings()) {
    self.settings = settings
  }

  /// Draws a picture.
  ///
  /// - Throws: ``IsolationError``. After one that says that the worker was lost, the next picture gets a new one, after a
  ///   pause of .1 s that doubles, up to 5 s, with every loss that follows without a success between.
  public func draw(_ request: PictureRequest) throws(IsolationError) -> IsolatedPicture {
    let result = try converse(about: request.document, for: request.options.limits.time) {
      (conversation, deadline) throws(ChannelError) in
      try conversation.draw(request, until: deadline)
    }
    if settings.isForOneDocument { process = nil }
    switch result {
    case .success(let picture): return picture
    case .failure(let failure): throw .failed(failure)
    }
  }

  /// Has the worker try what it must not be able to do.
  package func probe(_ probe: Probe, seconds: Double = 10) throws(IsolationError) -> Probe.Outcome {
    try converse(about: "a probe", for: seconds) { (conversation, deadline) throws(ChannelError) in
      try conversation.probe(probe, until: deadline)
    }
  }

  /// How much longer a worker may take than it is told to, to say so itself. Seconds.
  private static let patience = 0.1

  /// Talks to the worker, starting one where there is none, and ends it where it does not behave.
  private func converse<Answer>(
    about document: String, for seconds: Double,
    _ talk: (Conversation, Deadline) throws(ChannelError) -> Answer
  ) throws(IsolationError) -> Answer {
    let process: WorkerProcess
    if let running = self.process { process = running } else { process = try start() }
    self.process = process
    do throws(ChannelError) {
      let answer = try talk(Conversation(channel: process.channel), Deadline(after: seconds + Self.patience))
      backoff.succeeded()
      return answer
    } catch {
      self.process = nil
      backoff.lost()
      throw problem(error, process, document, seconds)
    }
  }

  /// Starts a worker and waits until it has shut itself in.
  private func start() throws(IsolationError) -> WorkerProcess {
    if backoff.pause > 0 { Thread.sleep(forTimeInterval: backoff.pause) }
    let process = try WorkerProcess(settings)
    do throws(ChannelError) {
      gaps = try Conversation(channel: process.channel).introduction(until: Deadline(after: 30)).gaps
    } catch {
      backoff.lost()
      throw .cannotStart(reason: problem(error, process, settings.program, 30).description)
    }
    guard gaps.isEmpty || !settings.mustBeWhole else { throw .notIsolated(gaps: gaps) }
    return process
  }

  /// What went wrong, after the worker has ended.
  private func problem(
    _ error: ChannelError, _ process: WorkerProcess, _ document: String, _ seconds: Double
  ) -> IsolationError {
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
