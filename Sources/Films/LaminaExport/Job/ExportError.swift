// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
public import Lamina
import LaminaGeometry
public import LaminaSystem

/// The reason why a film is not finished.
///
/// Every case has the cause, and the frame if the error belongs to one. Frames that were finished before are kept.
public enum ExportError: Error, Sendable {
  /// The requested frames cannot be exported.
  case badRange(reason: String)
  /// The film would last `seconds`, which exceeds `limit`, the longest duration without an explicit length. `reason`
  /// tells the origin of the duration, and the option that sets it explicitly.
  case tooLong(seconds: Double, limit: Double, reason: String)
  /// The name of the output is unusable.
  case badDestination(path: String, reason: String)
  /// A frame could not be drawn; after a lost context, a second attempt on a new one failed too.
  case rendering(frame: Int, RenderError)
  /// A frame could not be drawn in another process; the error comes from that process or its supervisor. If the process
  /// was lost, a second attempt in a new one failed too.
  case drawingElsewhere(frame: Int, any Error & Sendable)
  /// A frame has another size than the first one, which a stream does not support. Sizes are in pixels.
  case frameSize(frame: Int, size: PixelSize, expected: PixelSize)
  /// A frame could not be encoded.
  case encoding(frame: Int, GraphicsError)
  /// A frame could not be written.
  case writing(frame: Int, FileError)
  /// A file that belongs to the film as a whole could not be written or read.
  case file(FileError)
  /// There is no `ffmpeg` to be run.
  case noEncoder(name: String)
  /// `ffmpeg` exists and cannot be started; `code` is the system's error, such as too many open files.
  case cannotStartEncoder(path: String, code: Int32)
  /// `ffmpeg` stalled and was killed after this number of seconds; `log` is the beginning and the end of its messages.
  /// `frame` is the last frame that was written to it.
  case encoderStalled(frame: Int, seconds: Double, log: String)
  /// `ffmpeg` ended too early; `log` is the beginning and the end of its messages. `frame` is the last frame that was
  /// written to it.
  case encoderFailed(frame: Int, status: Int32, log: String)
  /// Another export is making the same output or, in the case of a join, a part of it; `holder` names the process, if
  /// it is known.
  case inUse(path: String, holder: String)
  /// There is nothing to resume, or it belongs to another film.
  case cannotResume(path: String, reason: String)
  /// Parts do not match, or some are missing.
  case cannotJoin(path: String, reason: String, missing: [Int])
  /// The export was cancelled. `finished` of `total` frames are kept, if the destination keeps frames.
  case cancelled(finished: Int, total: Int)
}

extension ExportError {
  /// Whether the export was cancelled.
  var isCancellation: Bool { if case .cancelled = self { true } else { false } }
}

extension ExportError: CustomStringConvertible {
  /// One line for a person, with the numbers in it.
  public var description: String {
    switch self {
    case .badRange(let reason): "these frames cannot be exported: \(reason)"
    case .tooLong(let seconds, let limit, let reason):
      "the film would last \(Self.length(seconds)), and films of more than \(Self.length(limit)) are made only where they are asked"
        + " for: \(reason)"
    case .badDestination(let path, let reason): "cannot export to '\(path)': \(reason)"
    case .rendering(let frame, let error): "frame \(frame): \(error)"
    case .drawingElsewhere(let frame, let reason): "frame \(frame): \(reason)"
    case .frameSize(let frame, let size, let expected):
      "frame \(frame): a picture of \(size) px in a film of \(expected) px"
    case .encoding(let frame, let error): "frame \(frame): \(error)"
    case .writing(let frame, let error): "frame \(frame): \(error)"
    case .file(let error): "\(error)"
    case .noEncoder(let name):
      "there is no '\(name)' to encode the film with: install ffmpeg, or export pictures, .y4m or .rgba"
    case .cannotStartEncoder(let path, let code): "cannot start '\(path)': \(Self.reason(code))"
    case .encoderStalled(let frame, let seconds, let log):
      "ffmpeg stopped working at frame \(frame) and was ended after \(Int(clamping: seconds.rounded())) s"
        + (log.isEmpty ? "; it said nothing" : ": " + log)
    case .inUse(let path, let holder):
      "'\(path)' is being exported to by \(holder.isEmpty ? "another process" : holder); try again when that has ended"
    case .encoderFailed(let frame, let status, let log):
      "ffmpeg failed at frame \(frame) (exit code \(status))\(log.isEmpty ? "" : ": " + log)"
    case .cannotResume(let path, let reason): "cannot go on with '\(path)': \(reason)"
    case .cannotJoin(let path, let reason, _): "cannot join '\(path)': \(reason)"
    case .cancelled(let finished, let total): "stopped after \(finished) of \(total) frames"
    }
  }
  /// A length in seconds, and in hours and minutes.
  private static func length(_ seconds: Double) -> String {
    let minutes = Int(clamping: (seconds / 60).rounded())
    return "\(Int(clamping: seconds.rounded())) s (\(minutes / 60) h \(minutes % 60) min)"
  }

  /// The system's message; for too many open files also the limit.
  private static func reason(_ code: Int32) -> String {
    let words = String(cString: strerror(code))
    var limit = rlimit()
    guard code == EMFILE, getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return words }
    return "\(words); this process may have \(limit.rlim_cur), which 'ulimit -n' sets"
  }
}

extension ExportError {
  /// Reports an error as a frame that could not be written.
  static func writing(_ frame: Int, _ body: () throws(FileError) -> Void) throws(ExportError) {
    try converting(to: { ExportError.writing(frame: frame, $0) }, body)
  }
}
