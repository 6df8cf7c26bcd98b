// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The reason why a video or a sound cannot be read.
public enum VideoError: Error, Sendable, Equatable {
  /// There is no program with this name (`ffmpeg`, `ffprobe`).
  case noProgram(name: String)
  /// The program exists and cannot be started; `code` is the system's error.
  case cannotStart(program: String, code: Int32)
  /// The program was idle for this number of seconds, and was ended; `log` is the beginning and the end of its
  /// messages.
  case stalled(program: String, seconds: Double, log: String)
  /// A picture of the file was not decoded in the remaining time.
  case tooSlow(path: String)
  /// The program wrote too much, and was ended.
  case tooMuch(program: String, bytes: Int)
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The file contains no pictures that can be shown.
  case noVideo(path: String)
  /// The file has no sound.
  case noSound(path: String)
  /// A number in the file is out of range: a size, a rate, a duration.
  case outOfRange(path: String, what: String, value: String, limit: String)
}

extension VideoError: CustomStringConvertible {
  /// One line for a person, with the numbers in it.
  public var description: String {
    switch self {
    case .noProgram(let name): "there is no '\(name)' to read videos and sound with: install ffmpeg"
    case .cannotStart(let program, let code): "cannot start '\(program)': \(String(cString: strerror(code)))"
    case .stalled(let program, let seconds, let log):
      "\(program) did nothing for \(seconds) s and was ended" + (log.isEmpty ? "" : ": " + log)
    case .tooSlow(let path): "'\(path)': the picture was not decoded in the time that was left"
    case .tooMuch(let program, let bytes): "\(program) wrote more than \(bytes) bytes and was ended"
    case .unreadable(let path, let reason): "cannot read '\(path)': \(reason)"
    case .noVideo(let path): "'\(path)' has no pictures to show: there is no video track in it"
    case .noSound(let path): "'\(path)' has no sound: there is no audio track in it"
    case .outOfRange(let path, let what, let value, let limit):
      "'\(path)': its \(what) is \(value), and \(limit)"
    }
  }
}
