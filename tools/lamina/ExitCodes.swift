// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The exit codes of all failures: the only place that maps typed errors to numbers (sysexits.h).

import Foundation
import Lamina
import LaminaExport
import LaminaWorkers

/// The exit codes of the tool.
enum ExitStatus: Int32 {
  /// Pictures differ by more than the tolerance.
  case different = 1
  /// EX_USAGE: the arguments are invalid.
  case usage = 64
  /// EX_DATAERR: the document or picture is malformed, or refused because it exceeds a limit.
  case badData = 65
  /// EX_NOINPUT: the document or picture does not exist, or is not readable.
  case noInput = 66
  /// EX_UNAVAILABLE: no device is available for drawing, or no program for encoding.
  case noDevice = 69
  /// EX_SOFTWARE: an internal error, or a lack of memory.
  case internalError = 70
  /// EX_OSERR: an isolated worker crashed, overran a limit or sent an invalid message.
  case workerLost = 71
  /// EX_CANTCREAT: the output cannot be written.
  case cannotWrite = 73
  /// EX_TEMPFAIL: the command may succeed later. Parts of a film are missing, or another export uses the destination.
  case tryLater = 75
  /// Ended by SIGINT, cleanly.
  case interrupted = 130
  /// The reader of standard output has closed it; no message is written, as if SIGPIPE had ended the program.
  case readerGone = 141
  /// Ended by SIGTERM, cleanly.
  case terminated = 143
}

/// A failure that ends the tool: the exit code for the shell, and a line for people.
struct CommandFailure: Error {
  /// The exit code.
  var status: ExitStatus
  /// One line, without "error:"; `nil` if the message was written already.
  var message: String?
  /// The console to which the message is written.
  var console = Console()
  /// The limit that was exceeded, if that is the reason.
  var limit: LimitExceeded.Kind?

  init(_ status: ExitStatus, _ message: String?, console: Console = Console()) {
    self.status = status
    self.message = message
    self.console = console
  }
}

extension CommandFailure {
  /// The failure for a picture that could not be made.
  init(_ failure: PictureFailure, console: Console) {
    self.init(ExitStatus(failure.kind), failure.message + Self.advice(failure.limit), console: console)
    limit = failure.limit
  }

  /// The failure for a document that cannot be read.
  init(_ error: SceneError, console: Console) { self.init(PictureFailure(error), console: console) }

  /// The failure for a picture that cannot be drawn; `scene` is its document.
  init(_ error: RenderError, scene: String?, console: Console) {
    self.init(PictureFailure(error, document: scene), console: console)
  }

  /// The failure for a picture file that cannot be read or written.
  init(_ error: FileError, console: Console) {
    switch error {
    case .cannotRead: self.init(.noInput, "\(error)", console: console)
    // As if the signal of a closed pipe had ended the program.
    case .cannotWrite(_, _, EPIPE, _, _): self.init(.readerGone, nil, console: console)
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

  /// The failure for a video or a sound that cannot be read.
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

  /// The failure for a film that could not be finished.
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
      // A film whose reader has gone is not whole, which whoever waits for it has to learn.
      if self.status == .readerGone { self.status = .cannotWrite }
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

  /// Whether a program failed to start for lack of descriptors, memory or processes, rather than because of the
  /// program.
  private static func isShortage(_ code: Int32) -> Bool { [EMFILE, ENFILE, ENOMEM, EAGAIN].contains(code) }

  /// The failure for an isolated worker that returned no picture.
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

  /// A hint at the option that sets a limit, as the end of a sentence.
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
  /// The status for a kind of failure.
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
