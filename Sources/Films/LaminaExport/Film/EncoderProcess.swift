// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGraphics
import LaminaSandbox
import LaminaSystem
import LaminaVideo

/// A program that reads frames from its standard input.
///
/// It has its own process group, so that Ctrl-C reaches only this process. When this process dies, the program's input
/// ends, and so does the program. A program that stalls is killed, with all its children.
final class EncoderProcess {
  private let child: ChildProcess
  private var input: StreamedFile?
  private let judgesWords: Bool
  private let output: String?
  private var watch: EncoderWatch
  /// The messages of the program.
  var words: ProgramWords { child.words }
  /// Descriptions of protections that are missing on this system.
  var unprotected: [String] { child.unprotected }
  /// Whether the result is no longer needed. A program that accepts no input for a while is killed then.
  var isCancelled: () -> Bool = { false }

  /// The path of a program, which is searched for in `PATH` unless it contains a slash.
  static func find(_ name: String) throws(ExportError) -> String {
    if let path = MediaProgram.path(of: name) { return path }
    throw .noEncoder(name: name)
  }

  /// A program that was started to print its version.
  struct Asked {
    private let path: String
    private let process: EncoderProcess

    /// Starts the program.
    init(_ path: String) throws(ExportError) {
      self.path = path
      process = try EncoderProcess(path, ["-version"], keepsOutput: true)
    }

    /// Waits for the first line of the program's output.
    func version() throws(ExportError) -> String {
      // The version is asked before anything is drawn, since a program that does not answer could not make a film
      // either.
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
  ///   - output: The file that the program writes, which shows whether it is working and, after a failure, why it
  ///     failed.
  ///   - patience: The number of seconds of inactivity after which the program is killed.
  ///   - keepsOutput: Whether the standard output is kept with the messages.
  ///   - judgesWords: Whether any message means failure. `ffmpeg` with a log level of errors may exit with 0 although
  ///     the disk was full.
  ///   - confinement: The rights of the program; `nil` for all rights of this process.
  init(
    _ path: String, _ arguments: [String], output: String? = nil, patience: Double = 60, keepsOutput: Bool = false,
    judgesWords: Bool = false, confinement: ProgramConfinement? = nil
  ) throws(ExportError) {
    self.judgesWords = judgesWords
    self.output = output
    child = try converting(to: { ExportError.cannotStartEncoder(path: path, code: $0.code) }) {
      () throws(SystemFailure) in
      try ChildProcess(
        path, arguments, hasInput: true, output: keepsOutput ? .words : .discarded, confinement: confinement)
    }
    watch = EncoderWatch(group: child.identifier, output: output, words: child.words, patience: patience)
    do throws(FileError) {
      // A separate descriptor, which does not block either.
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

  /// After a cancellation: the number of seconds that a program may accept no input, and that it may take to end.
  private static let patience = (forFrames: 2.0, forEnd: 10.0)

  /// Writes bytes to the program.
  ///
  /// - Throws: ``ExportError/cancelled(finished:total:)`` after a cancellation,
  ///   ``ExportError/encoderStalled(frame:seconds:log:)`` if the program has stalled.
  func write(_ bytes: UnsafeRawBufferPointer, frame: Int) throws(ExportError) {
    var hasStalled = false
    do throws(FileError) {
      // The closure is called ten times a second.
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
      // The program ended successfully, but too early: an argument may be the cause.
      throw .encoderFailed(frame: frame, status: 0, log: "it took no more frames. " + words.summary)
    }
  }

  /// Ends the input without waiting.
  func endInput() { input = nil }

  /// Whether the program has ended.
  var hasEnded: Bool { child.hasEnded() }

  /// Ends the input and waits for the program.
  ///
  /// - Throws: ``ExportError/encoderFailed(frame:status:log:)``, ``ExportError/encoderStalled(frame:seconds:log:)``,
  ///   ``ExportError/cancelled(finished:total:)``, and ``ExportError/writing(frame:_:)`` if the program cannot write
  ///   its file.
  func finish(frame: Int) throws(ExportError) {
    guard try finish(frame: frame, patience: Self.patience.forEnd) else { throw .cancelled(finished: 0, total: 0) }
  }

  /// Ends the input and waits for the program, or kills it after a cancellation.
  ///
  /// - Parameter patience: The number of seconds that the program may continue after a cancellation.
  /// - Returns: Whether the program ran to its end.
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

  /// Kills the program and its children, if it is still running.
  func stop() {
    endInput()
    child.stop()
  }

  private func stalled(_ frame: Int) -> ExportError {
    .encoderStalled(frame: frame, seconds: max(watch.idle, watch.patience), log: words.summary)
  }

  /// The reason for a failure; if the program could not write its file, the system's error.
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

/// The program that encodes and joins films, with its time limit.
struct FilmEncoder {
  /// The path of the program.
  let path: String
  /// The number of seconds that the program may do nothing.
  let patience: Double

  /// Finds the program.
  init(_ name: String, patience: Double) throws(ExportError) {
    path = try EncoderProcess.find(name)
    self.patience = patience
  }

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - output: The file that the program writes.
  ///   - judgesWords: Whether any message means failure.
  ///   - confinement: The rights of the program; `nil` for all rights of this process.
  ///   - cancellation: Stops the program.
  func start(
    _ arguments: [String], writing output: String, judgesWords: Bool, confinement: ProgramConfinement? = nil,
    _ cancellation: ExportCancellation?
  ) throws(ExportError) -> EncoderProcess {
    let process = try EncoderProcess(
      path, arguments, output: output, patience: patience, judgesWords: judgesWords, confinement: confinement)
    if let cancellation { process.isCancelled = { cancellation.isCancelled } }
    return process
  }
}

/// Encodes a segment with a program. The file gets its final name once it is complete.
final class SegmentEncoder {
  let segment: FilmSegment
  /// The final path of the file.
  let path: String
  private let partial: String
  private let process: EncoderProcess
  /// Descriptions of protections that are missing on this system.
  var unprotected: [String] { process.unprotected }

  /// Starts the program.
  ///
  /// - Parameter start: Starts the program, which writes to the given path.
  init(
    _ segment: FilmSegment, to path: String, start: (_ partial: String) throws(ExportError) -> EncoderProcess
  ) throws(ExportError) {
    (self.segment, self.path, partial) = (segment, path, StreamedFile.partialPath(of: path))
    process = try start(partial)
  }

  /// Writes a frame to the program.
  func write(_ pixels: PixelBytes, frame: Int) throws(ExportError) {
    try pixels.withBytes { (bytes) throws(ExportError) in try process.write(bytes, frame: frame) }
  }

  /// Ends the input without waiting.
  fileprivate func endInput() { process.endInput() }

  /// Whether the program has ended.
  fileprivate var hasEnded: Bool { process.hasEnded }

  /// Ends the input, waits for the program, and gives the file its final name.
  ///
  /// - Parameter countsFrames: Whether the file's frames are counted.
  /// - Returns: The messages of the program.
  fileprivate func end(countsFrames: Bool) throws(ExportError) -> ProgramWords {
    let last = segment.range.upperBound - 1
    try process.finish(frame: last)
    let words = process.words
    if countsFrames {
      let (count, wanted) = (FilmFrames.count(in: partial), segment.range.count)
      guard count == wanted else {
        throw .encoderFailed(
          frame: last, status: 0, log: "it wrote \(count ?? 0) of a segment's \(wanted) frames. " + words.summary)
      }
    }
    try ExportError.writing(last) { () throws(FileError) in try StreamedFile.adopt(partial, as: path) }
    return words
  }

  /// Lets the program be killed if it takes long.
  fileprivate func giveUp() { process.isCancelled = { true } }

  /// Kills the program and removes its file: an incomplete segment cannot be continued, and only takes space on a full
  /// disk.
  func abandon() {
    process.stop()
    unlink(partial)
  }
}

/// A segment whose frames were all written, and whose program is still encoding the buffered ones while the next
/// segment is written.
///
/// There is at most one, so at most two programs have pictures in memory.
struct EndingSegment {
  /// A segment whose file is complete and has its final name.
  struct Ended {
    var segment: FilmSegment
    /// The messages of the program.
    var words: ProgramWords
  }

  /// Whether a file's frames are counted: `ffmpeg` may exit with 0 although the disk was full or a clip has ended.
  let countsFrames: Bool
  private var encoder: SegmentEncoder?

  init(countsFrames: Bool) { self.countsFrames = countsFrames }

  /// Ends a segment's input, and waits for the segment before it.
  ///
  /// - Parameter device: The hardware that encodes the segment. For a GPU this segment is waited for too.
  /// - Returns: The last segment that was finished.
  mutating func begin(_ next: SegmentEncoder, on device: FilmHardware) throws(ExportError) -> Ended? {
    next.endInput()
    let ended: Ended?
    do throws(ExportError) {
      ended = try wait()
    } catch {
      next.abandon()
      throw error
    }
    encoder = next
    // GPUs encode only a few films at the same time, and other programs may use them too.
    return device != .none ? try wait() : ended
  }

  /// The segment, if its program has ended.
  mutating func take() throws(ExportError) -> Ended? { encoder?.hasEnded == true ? try wait() : nil }

  /// Waits for the segment's program for a short time, since the film was cancelled.
  mutating func giveUp() -> Ended? {
    encoder?.giveUp()
    // The error that ended the film is the one to report. If this segment fails too, it is just missing.
    return try? wait()
  }

  /// Waits for the segment's program.
  mutating func wait() throws(ExportError) -> Ended? {
    guard let encoder else { return nil }
    self.encoder = nil
    do throws(ExportError) {
      return Ended(segment: encoder.segment, words: try encoder.end(countsFrames: countsFrames))
    } catch {
      encoder.abandon()
      throw error
    }
  }
}

/// The system's error with which a program failed to write its file.
struct OutputProblem {
  /// The system's error.
  let code: Int32

  /// Errors of disks and files that accept no more data; a program that prints the text of one of them has met it.
  private static let codes = [ENOSPC, EDQUOT, EFBIG, EROFS]

  /// - Parameters:
  ///   - words: The messages of the program.
  ///   - status: The exit code.
  ///   - path: The file that the program wrote.
  init?(_ words: String, status: Int32, writing path: String) {
    if let code = Self.codes.first(where: { words.contains(String(cString: strerror($0))) }) {
      self.code = code
    } else if status == 128 + SIGXFSZ {
      code = EFBIG
    } else if let code = OutputFile.problem(writingBytes: 1 << 16, beside: path) {
      // The program did not report it, but writing there fails now.
      self.code = code
    } else {
      return nil
    }
  }
}
