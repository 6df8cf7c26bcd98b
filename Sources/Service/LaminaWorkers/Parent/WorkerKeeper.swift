// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Keeps a worker available: starts it when it is needed, ends it if it misbehaves, and starts a new one, after a pause
/// that grows with each consecutive loss.
final class WorkerKeeper {
  let settings: WorkerSettings
  /// The protections that this system lacks, once a worker has been started.
  private(set) var gaps: [String] = []
  /// The worker; `nil` while none runs.
  private(set) var process: WorkerProcess?
  private var backoff: Backoff
  /// The last standard error output of the worker that was lost most recently, as one line of at most 4,096 bytes.
  private(set) var lastWords = ""

  init(_ settings: WorkerSettings) {
    self.settings = settings
    backoff = Backoff(longest: settings.longestPause)
  }

  /// Ends the worker.
  func end() { process = nil }

  /// The time beyond its limit that a worker gets to report the overrun itself, in seconds.
  private static let patience = 0.1

  /// Starts a worker unless one runs.
  @discardableResult
  func begin() throws(IsolationError) -> WorkerProcess {
    let process: WorkerProcess
    if let running = self.process { process = running } else { process = try start() }
    self.process = process
    return process
  }

  /// Talks to the worker, which is started if necessary, and ends it if it misbehaves.
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

  /// Starts a worker and waits until its sandbox is in force.
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
