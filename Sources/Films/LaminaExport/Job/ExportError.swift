// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
public import Lamina
import LaminaGeometry

/// Why a film is not finished.
///
/// Every case says what failed and, where it is one, at which frame. Frames that were finished before are kept.
public enum ExportError: Error, Sendable {
  /// The frames that were asked for cannot be exported.
  case badRange(reason: String)
  /// The film would last longer than films do that nobody gave a length: `seconds`, where at most `limit` are made
  /// unasked. `reason` says where the length comes from, and the option that asks for it.
  case tooLong(seconds: Double, limit: Double, reason: String)
  /// The output is named in a way that cannot be used.
  case badDestination(path: String, reason: String)
  /// A frame could not be drawn; after a lost context, it was tried once more on a new one.
  case rendering(frame: Int, RenderError)
  /// A frame could not be drawn in another process; `reason` is what that process, or whoever watches over it, says.
  /// Where the process was lost, it was tried once more in a new one.
  case drawingElsewhere(frame: Int, any Error & Sendable)
  /// A frame has another size than the first one, which a stream cannot hold. Pixels.
  case frameSize(frame: Int, size: PixelSize, expected: PixelSize)
  /// A frame could not be encoded or written.
  case writing(frame: Int, GraphicsError)
  /// A file that belongs to the film as a whole could not be written or read.
  case file(GraphicsError)
  /// There is no `ffmpeg` to be run.
  case noEncoder(name: String)
  /// `ffmpeg` is there and cannot be started; `code` is the system's error, such as too many open files.
  case cannotStartEncoder(path: String, code: Int32)
  /// `ffmpeg` stopped working and was ended after so many seconds; `log` is how what it said begins and ends. `frame`
  /// is the last that it was given.
  case encoderStalled(frame: Int, seconds: Double, log: String)
  /// `ffmpeg` ended before its time; `log` is how what it said begins and ends. `frame` is the last that it was given.
  case encoderFailed(frame: Int, status: Int32, log: String)
  /// Another export is making the same now, or, for a join, a part of it; `holder` says which process, where that is
  /// known.
  case inUse(path: String, holder: String)
  /// There is nothing that could be gone on with, or it belongs to another film.
  case cannotResume(path: String, reason: String)
  /// Parts do not belong together, or some are missing.
  case cannotJoin(path: String, reason: String, missing: [Int])
  /// Somebody asked for it. `finished` of `total` frames are kept, where the destination keeps any.
  case cancelled(finished: Int, total: Int)
}

extension ExportError {
  /// Whether somebody asked for it.
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

  /// The system's words; the limit, where a process has too many files open.
  private static func reason(_ code: Int32) -> String {
    let words = String(cString: strerror(code))
    var limit = rlimit()
    guard code == EMFILE, getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return words }
    return "\(words); this process may have \(limit.rlim_cur), which 'ulimit -n' sets"
  }
}
