// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
public import Lamina

/// The reason why an isolated worker returned no picture.
public enum IsolationError: Error, Equatable, Sendable {
  /// The worker reported a failure, with the same message as drawing without a worker.
  case failed(PictureFailure)
  /// A signal ended the worker: its code trapped, or exceeded its memory limit.
  case crashed(document: String, signal: Int32, memory: Int)
  /// The worker exited by itself, as it does only where it cannot continue.
  case exited(document: String, status: Int32)
  /// The worker was ended after `seconds` seconds.
  case timedOut(document: String, seconds: Double)
  /// The worker sent an invalid message and was ended. `reason` holds none of its bytes.
  case misbehaved(document: String, reason: String)
  /// The picture was cancelled by a ``PictureCancellation``, before or while the worker drew; the worker was ended.
  case cancelled(document: String)
  /// No worker could be started. `reason` is the system's text, or the worker's.
  case cannotStart(reason: String)
  /// This system cannot isolate a worker as ``WorkerSettings/mustBeWhole`` demands. `gaps` are the missing protections.
  case notIsolated(gaps: [String])
}

extension IsolationError {
  /// Whether the worker was lost, so that a new one may succeed.
  public var isLoss: Bool {
    switch self {
    // A worker that failed to start may have been killed from outside; if its successor cannot start either, that is an
    // error.
    case .crashed, .exited, .timedOut, .misbehaved, .cannotStart: true
    case .failed, .cancelled, .notIsolated: false
    }
  }
}

extension IsolationError: CustomStringConvertible {
  /// One sentence for people, with the document and the numbers in it.
  public var description: String {
    switch self {
    case .failed(let failure): failure.message
    case .crashed(let document, let signal, let memory):
      "\(document): the worker that drew it was ended by signal \(signal) (\(String(cString: strsignal(signal)))); "
        + "it may use \(memory >> 20) MiB of memory"
    case .exited(let document, let status):
      "\(document): the worker that drew it ended with status \(status)"
    case .timedOut(let document, let seconds):
      "\(document): the worker that drew it was ended after \(Self.text(seconds)) s, its limit"
    case .misbehaved(let document, let reason):
      "\(document): the worker that drew it sent \(reason), and was ended"
    case .cancelled(let document): "\(document): nobody wants the picture any more"
    case .cannotStart(let reason): "no isolated worker can be started: \(reason)"
    case .notIsolated(let gaps):
      "workers cannot be isolated wholly on this system; not protected: \(gaps.joined(separator: "; "))"
    }
  }

  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? String(format: "%.0f", seconds) : "\(seconds)"
  }
}
