// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Keeps a worker for whoever asks: starts it when it is needed, ends it where it does not behave, and starts another
/// one, later with every loss that follows on another.
final class WorkerKeeper {
  let settings: WorkerSettings
  /// What is not protected on this system, once a worker has been started.
  private(set) var gaps: [String] = []
  /// The worker; `nil` while there is none.
  private(set) var process: WorkerProcess?
  private var backoff: Backoff
  /// What the worker that was lost last wrote to standard error, as one line of at most 4,096 bytes.
  private(set) var lastWords = ""

  init(_ settings: WorkerSettings) {
    self.settings = settings
    backoff = Backoff(longest: settings.longestPause)
  }

  /// Ends the worker.
  func end() { process = nil }

  /// How much longer a worker may take than it is told to, to say so itself. Seconds.
  private static let patience = 0.1

  /// Starts a worker where there is none.
  @discardableResult
  func begin() throws(IsolationError) -> WorkerProcess {
    let process: WorkerProcess
    if let running = self.process { process = running } else { process = try start() }
    self.process = process
    return process
  }

  /// Talks to the worker, starting one where there is none, and ends it where it does not behave.
  func converse<Answer>(
    about document: String, for seconds: Double, cancellation: PictureCancellation? = nil,
    _ talk: (Conversation, Deadline) throws(ChannelError) -> Answer
  ) throws(IsolationError) -> Answer {
    let process = try begin()
    guard cancellation?.begins(process) ?? true else { throw .cancelled(document: document) }
    defer { cancellation?.ends() }
    do throws(ChannelError) {
      let answer = try talk(Conversation(channel: process.channel), Deadline(after: seconds + Self.patience))
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
