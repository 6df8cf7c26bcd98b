// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
public import Lamina

/// Why an isolated worker gave no picture.
public enum IsolationError: Error, Equatable, Sendable {
  /// The worker says why, in the words of drawing without one.
  case failed(PictureFailure)
  /// A signal ended the worker: its code trapped, or ran out of the memory that it may use.
  case crashed(document: String, signal: Int32, memory: Int)
  /// The worker ended by itself, which it does only where it cannot go on.
  case exited(document: String, status: Int32)
  /// The worker was ended after so many seconds.
  case timedOut(document: String, seconds: Double)
  /// The worker said what no worker says, and was ended. `reason` holds none of its bytes.
  case misbehaved(document: String, reason: String)
  /// Somebody asked for it by a ``PictureCancellation``, before or while the worker drew, which it does no more.
  case cancelled(document: String)
  /// No worker could be started. `reason` is the system's text, or what the worker says.
  case cannotStart(reason: String)
  /// This system cannot isolate a worker as ``WorkerSettings/mustBeWhole`` asks. `gaps` are what is not protected.
  case notIsolated(gaps: [String])
}

extension IsolationError {
  /// Whether a worker was lost, so that another one may do better.
  public var isLoss: Bool {
    switch self {
    // A worker that has not even started may have been ended by somebody; another one that cannot start either is an
    // error.
    case .crashed, .exited, .timedOut, .misbehaved, .cannotStart: true
    case .failed, .cancelled, .notIsolated: false
    }
  }
}

extension IsolationError: CustomStringConvertible {
  /// One sentence for a person, with the document and the numbers in it.
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
