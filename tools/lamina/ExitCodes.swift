// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Every way to fail, and the exit code it has: the one place where typed errors become numbers (sysexits.h).

import Foundation
import Lamina
import LaminaExport
import LaminaWorkers

/// What the tool tells the shell.
enum ExitStatus: Int32 {
  /// Pictures differ by more than the tolerance.
  case different = 1
  /// EX_USAGE: the arguments make no sense.
  case usage = 64
  /// EX_DATAERR: the document or picture is malformed, or refused for what it asks.
  case badData = 65
  /// EX_NOINPUT: the document or picture is not there, or may not be read.
  case noInput = 66
  /// EX_UNAVAILABLE: no device that can draw, or no program that encodes.
  case noDevice = 69
  /// EX_SOFTWARE: what should not happen, and memory that is not there.
  case internalError = 70
  /// EX_OSERR: an isolated worker crashed, overran a limit or said what no worker says.
  case workerLost = 71
  /// EX_CANTCREAT: the output cannot be written.
  case cannotWrite = 73
  /// EX_TEMPFAIL: another time it may succeed. Parts are missing that may still come, or another export has the place.
  case tryLater = 75
  /// Ended by SIGINT, cleanly.
  case interrupted = 130
  /// The reader of standard output has gone; nothing is said, as of a program that SIGPIPE ends.
  case readerGone = 141
  /// Ended by SIGTERM, cleanly.
  case terminated = 143
}

/// A reason to stop: what the shell gets, and the one line that a person gets.
struct CommandFailure: Error {
  /// The exit code.
  var status: ExitStatus
  /// One line, without "error:"; `nil` where everything has been said.
  var message: String?
  /// Where to say it.
  var console = Console()
  /// Which limit was met, where it is one.
  var limit: LimitExceeded.Kind?

  init(_ status: ExitStatus, _ message: String?, console: Console = Console()) {
    self.status = status
    self.message = message
    self.console = console
  }
}

extension CommandFailure {
  /// What a request without a picture comes to.
  init(_ failure: PictureFailure, console: Console) {
    self.init(ExitStatus(failure.kind), failure.message + Self.advice(failure.limit), console: console)
    limit = failure.limit
  }

  /// What a document that cannot be read comes to.
  init(_ error: SceneError, console: Console) { self.init(PictureFailure(error), console: console) }

  /// What a picture that cannot be made comes to; `scene` is what was being drawn.
  init(_ error: RenderError, scene: String?, console: Console) {
    self.init(PictureFailure(error, document: scene), console: console)
  }

  /// The end of the program where a file cannot be read or written.
  init(_ error: FileError, console: Console) {
    switch error {
    case .cannotRead: self.init(.noInput, "\(error)", console: console)
    case .cannotWrite: self.init(.cannotWrite, "\(error)", console: console)
    }
  }

  /// The end of the program where a picture's file cannot be read or written.
  init(_ error: GraphicsError, path: String, console: Console) {
    switch error {
    case .file(let error): self.init(error, console: console)
    case .fileTooLarge, .unknownFormat, .unsupportedFormat, .malformedImage, .imageTooLarge:
      self.init(.badData, "\(path): \(error)", console: console)
    case .cannotEncode: self.init(.cannotWrite, "\(path): \(error)", console: console)
    case .bitmapTooLarge, .wrongPixelCount, .outOfMemory:
      self.init(.internalError, "\(path): \(error)", console: console)
    }
  }

  /// What a video or a sound that cannot be read comes to.
  init(_ error: VideoError, console: Console) {
    let status: ExitStatus =
      switch error {
      case .noProgram: .noDevice
      case .cannotStart(_, let code): Self.isShortage(code) ? .internalError : .noDevice
      case .stalled, .tooSlow, .tooMuch: .internalError
      case .unreadable(let path, _) where access(path, F_OK) != 0: .noInput
      case .unreadable, .noVideo, .noSound, .outOfRange: .badData
      }
    self.init(status, "\(error)", console: console)
  }

  /// What a film that is not finished comes to.
  init(_ error: ExportError, console: Console) {
    let status: ExitStatus
    switch error {
    case .badRange, .tooLong, .badDestination: status = .usage
    case .rendering(let frame, let error):
      self.init(error, scene: "frame \(frame)", console: console)
      return
    case .drawingElsewhere(_, let reason):
      let failure = (reason as? IsolationError).map { CommandFailure($0, console: console) }
      self.init(failure?.status ?? .internalError, "\(error)" + Self.advice(failure?.limit), console: console)
      return
    case .encoding(let frame, let error):
      self.init(error, path: "frame \(frame)", console: console)
      message = "frame \(frame): \(error)"
      return
    case .writing(let frame, let error):
      self.init(error, console: console)
      message = "frame \(frame): \(error)"
      return
    case .file(let error):
      self.init(error, console: console)
      return
    case .frameSize, .cannotResume: status = .badData
    case .noEncoder: status = .noDevice
    case .cannotStartEncoder(_, let code): status = Self.isShortage(code) ? .internalError : .noDevice
    case .encoderFailed, .encoderStalled: status = .internalError
    case .inUse: status = .tryLater
    case .cannotJoin(_, _, let missing): status = missing.isEmpty ? .badData : .tryLater
    case .cancelled: status = .interrupted
    }
    self.init(status, "\(error)", console: console)
  }

  /// Whether a program could not be started for lack of descriptors, memory or processes, rather than for what it is.
  private static func isShortage(_ code: Int32) -> Bool { [EMFILE, ENFILE, ENOMEM, EAGAIN].contains(code) }

  /// What an isolated worker that gave no picture comes to.
  init(_ error: IsolationError, console: Console) {
    let status: ExitStatus =
      switch error {
      case .failed(let failure): ExitStatus(failure.kind)
      case .crashed, .exited, .timedOut, .misbehaved: .workerLost
      case .cancelled: .interrupted
      case .cannotStart: .internalError
      case .notIsolated: .noDevice
      }
    self.init(status, "\(error)", console: console)
    switch error {
    case .failed(let failure): limit = failure.limit
    case .timedOut: limit = .time
    default: break
    }
    message = "\(error)" + Self.advice(limit)
  }

  /// Which option raises a limit, as the end of a sentence.
  private static func advice(_ limit: LimitExceeded.Kind?) -> String {
    let option =
      switch limit {
      case .time: "--max-time"
      case .pixels: "--max-pixels"
      case .touchedPixels: "--max-touched"
      case .elements: "--max-elements"
      case .depth: "--max-depth"
      case .memory: "--max-memory"
      case nil: ""
      }
    return option.isEmpty ? "" : "; \(option) sets it"
  }
}

extension ExitStatus {
  /// The status for who is at fault where there is no picture.
  init(_ kind: PictureFailure.Kind) {
    self =
      switch kind {
      case .usage: .usage
      case .badData: .badData
      case .noInput: .noInput
      case .noDevice: .noDevice
      case .cannotWrite: .cannotWrite
      case .internalError: .internalError
      }
  }
}
