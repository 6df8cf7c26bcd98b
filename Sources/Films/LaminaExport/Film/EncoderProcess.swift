// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGraphics
import LaminaSandbox
import LaminaVideo

/// A program that takes frames on its standard input.
///
/// It is in a process group of its own, so that Ctrl-C reaches only the one who feeds it. When that one dies, its input
/// ends and so does the program. One that stops working is ended, with all that it has started.
final class EncoderProcess {
  private let child: ChildProcess
  private var input: StreamedFile?
  private let judgesWords: Bool
  private let output: String?
  private var watch: EncoderWatch
  /// What it said.
  var words: ProgramWords { child.words }
  /// What it was to be kept from and is not, in words.
  var unprotected: [String] { child.unprotected }
  /// Whether nobody wants what it makes any more. A program that takes nothing for a while is killed then.
  var isCancelled: () -> Bool = { false }

  /// The path of a program, looked for in `PATH` unless it has a slash in it.
  static func find(_ name: String) throws(ExportError) -> String {
    if let path = MediaProgram.path(of: name) { return path }
    throw .noEncoder(name: name)
  }

  /// A program that was asked for its version and answers meanwhile.
  struct Asked {
    private let path: String
    private let process: EncoderProcess

    /// Asks a program.
    init(_ path: String) throws(ExportError) {
      self.path = path
      process = try EncoderProcess(path, ["-version"], keepsOutput: true)
    }

    /// Waits for what it says first.
    func version() throws(ExportError) -> String {
      // Asked before anything is drawn: one that does not answer would make no film either.
      process.isCancelled = { true }
      guard try process.finish(frame: 0, patience: 20) else {
        throw .encoderFailed(frame: 0, status: 128 + SIGKILL, log: "'\(path) -version' does not answer")
      }
      return process.words.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "unknown"
    }
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - output: The file that it writes, which tells whether it works and, when it fails, why.
  ///   - patience: For how many seconds it may do nothing before it is ended.
  ///   - keepsOutput: Whether what it writes to standard output is kept with its messages.
  ///   - judgesWords: Whether it has failed when it says anything. `ffmpeg`, told to speak of errors alone, may leave
  ///     with 0 after the disk was full.
  ///   - confinement: What it may do; `nil` for all that this process may.
  init(
    _ path: String, _ arguments: [String], output: String? = nil, patience: Double = 60, keepsOutput: Bool = false,
    judgesWords: Bool = false, confinement: ProgramConfinement? = nil
  ) throws(ExportError) {
    self.judgesWords = judgesWords
    self.output = output
    do throws(SystemFailure) {
      child = try ChildProcess(
        path, arguments, hasInput: true, output: keepsOutput ? .words : .discarded, confinement: confinement)
    } catch {
      throw .cannotStartEncoder(path: path, code: error.code)
    }
    watch = EncoderWatch(group: child.identifier, output: output, words: child.words, patience: patience)
    do throws(GraphicsError) {
      // A descriptor of its own, which does not wait either.
      input = try StreamedFile("/dev/fd/\(child.input)")
      child.endInput()
    } catch {
      guard case .cannotWrite(_, _, let code, _, _) = error else { throw .file(error) }
      throw .cannotStartEncoder(path: path, code: code)
    }
  }

  deinit {
    stop()
  }

  /// How long a program that nobody wants any more may take nothing, and how long it may take to end; seconds.
  private static let patience = (forFrames: 2.0, forEnd: 10.0)

  /// Feeds bytes.
  ///
  /// - Throws: ``ExportError/cancelled(finished:total:)`` where it was given up,
  ///   ``ExportError/encoderStalled(frame:seconds:log:)`` where it stopped working.
  func write(_ bytes: [UInt8], frame: Int) throws(ExportError) {
    var hasStalled = false
    do throws(GraphicsError) {
      // Asked ten times a second.
      try input?.write(bytes) { seconds in
        if seconds < 0.15 { self.watch.reset() }
        hasStalled = self.watch.hasStalled(after: 0.1)
        return hasStalled || (seconds >= Self.patience.forFrames && self.isCancelled())
      }
      watch.reset()
    } catch {
      if case .cannotWrite(_, _, ECANCELED, _, _) = error {
        stop()
        throw hasStalled ? stalled(frame) : .cancelled(finished: 0, total: 0)
      }
      try finish(frame: frame)
      // It ended well, and too early: an argument may have told it to.
      throw .encoderFailed(frame: frame, status: 0, log: "it took no more frames. " + words.summary)
    }
  }

  /// Ends the input and does not wait.
  func endInput() { input = nil }

  /// Whether the program has ended.
  var hasEnded: Bool { child.hasEnded() }

  /// Ends the input and waits for the program.
  ///
  /// - Throws: ``ExportError/encoderFailed(frame:status:log:)``, ``ExportError/encoderStalled(frame:seconds:log:)``,
  ///   ``ExportError/cancelled(finished:total:)``, and ``ExportError/writing(frame:_:)`` where its file cannot be
  ///   written.
  func finish(frame: Int) throws(ExportError) {
    guard try finish(frame: frame, patience: Self.patience.forEnd) else { throw .cancelled(finished: 0, total: 0) }
  }

  /// The same, or kills the program when nobody wants it any more.
  ///
  /// - Parameter patience: For how many seconds it may go on then.
  /// - Returns: Whether it ran to its end.
  func finish(frame: Int, patience: Double) throws(ExportError) -> Bool {
    endInput()
    var pause = 0.001
    var waited = 0.0
    watch.reset()
    while !child.hasEnded() {
      if isCancelled() {
        guard waited < patience else {
          stop()
          return false
        }
        waited += pause
      } else if watch.hasStalled(after: pause) {
        stop()
        throw stalled(frame)
      }
      usleep(UInt32(clamping: pause * 1e6))
      pause = min(pause * 2, 0.05)
    }
    let status = child.wait()
    words.finish()
    guard status == 0, !judgesWords || words.summary.isEmpty else { throw failure(frame, status) }
    if let output, access(output, F_OK) != 0 {
      throw .encoderFailed(frame: frame, status: 0, log: "it ended without a file. " + words.summary)
    }
    return true
  }

  /// Kills the program and what it has started, if it still runs.
  func stop() {
    endInput()
    child.stop()
  }

  private func stalled(_ frame: Int) -> ExportError {
    .encoderStalled(frame: frame, seconds: max(watch.idle, watch.patience), log: words.summary)
  }

  /// Why it failed: that its file cannot be written, where that is so.
  private func failure(_ frame: Int, _ status: Int32) -> ExportError {
    let said = words.text
    guard let output, let code = OutputProblem(said, status: status, writing: output)?.code else {
      return .encoderFailed(frame: frame, status: status, log: words.summary)
    }
    var file = stat()
    let written = stat(output, &file) == 0 ? Int(file.st_size) : 0
    return .writing(frame: frame, .cannotWrite(path: output, step: .write, code: code, written: written, total: 0))
  }
}

/// Why a program could not write its file, found out when it has failed.
struct OutputProblem {
  /// The system's error.
  let code: Int32

  /// What the system says of disks and files that take no more; a program that speaks of one of them has met it.
  private static let codes = [ENOSPC, EDQUOT, EFBIG, EROFS]

  /// - Parameters:
  ///   - words: What the program said.
  ///   - status: Its exit code.
  ///   - path: The file that it wrote.
  init?(_ words: String, status: Int32, writing path: String) {
    if let code = Self.codes.first(where: { words.contains(String(cString: strerror($0))) }) {
      self.code = code
    } else if status == 128 + SIGXFSZ {
      code = EFBIG
    } else if let code = OutputFile.problem(writingBytes: 1 << 16, beside: path) {
      // It did not say, but nobody could write there now.
      self.code = code
    } else {
      return nil
    }
  }
}
