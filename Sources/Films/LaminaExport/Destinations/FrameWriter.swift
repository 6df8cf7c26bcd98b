// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGraphics
import LaminaSystem

/// Receives the frames of a film in ascending order, on one thread.
protocol FrameWriter: AnyObject {
  /// Sets a cancellation that, when it is used, ends waits for other programs after a while.
  func watch(_ cancellation: ExportCancellation)
  /// Writes a frame.
  ///
  /// - Parameters:
  ///   - number: The number of the frame.
  ///   - bytes: The encoded frame, or the frame that it repeats.
  ///   - isRepeated: Whether the frame equals the previous one.
  func write(_ number: Int, _ bytes: PixelBytes, isRepeated: Bool) throws(ExportError)
  /// Waits until other programs have processed the frames that were written.
  func settle() throws(ExportError)
  /// Finishes the film after all frames were written.
  ///
  /// - Parameters:
  ///   - cancellation: Stops finishing where it takes a while.
  ///   - encoded: Called from time to time with the number of frames that the encoder has taken, for a film that is
  ///     encoded at its end.
  func finish(_ cancellation: ExportCancellation, encoded: (Int) -> Void) throws(ExportError)
  /// Stops early. Finished parts are kept.
  func abandon()
  /// The number of finished frames, which are kept whatever happens.
  var finished: Int { get }
  /// Diagnostics of problems with a film that was made nevertheless.
  var diagnostics: [Diagnostic] { get }
}

extension FrameWriter {
  func watch(_ cancellation: ExportCancellation) {}
  func settle() throws(ExportError) {}
  var diagnostics: [Diagnostic] { [] }
}

/// Writes a sequence of files. Lanes write frames themselves, each file as a whole; this object writes only
/// repetitions, and records which frames are finished.
final class PictureWriter: FrameWriter {
  private let pattern: FramePattern
  private let journal: FrameJournal
  private(set) var finished = 0

  init(_ pattern: FramePattern, journal: FrameJournal) {
    self.pattern = pattern
    self.journal = journal
  }

  func write(_ number: Int, _ bytes: PixelBytes, isRepeated: Bool) throws(ExportError) {
    if isRepeated { try Self.write(bytes.bytes, frame: number, to: pattern) }
    try journal.note(number)
    finished += 1
  }

  /// Writes one file, on any thread.
  static func write(_ bytes: [UInt8], frame: Int, to pattern: FramePattern) throws(ExportError) {
    try ExportError.writing(frame) { () throws(FileError) in try OutputFile(pattern.path(of: frame)).write(bytes) }
  }

  func finish(_ cancellation: ExportCancellation, encoded: (Int) -> Void) {}
  func abandon() {}
}

/// Writes a raw stream.
final class StreamWriter: FrameWriter {
  private let file: StreamedFile
  private let frameHeader: [UInt8]
  private let folder: ExportFolder?
  private var lastLook = ContinuousClock.now
  private(set) var finished = 0

  /// - Parameters:
  ///   - header: The bytes before the first frame; not written if earlier bytes are kept.
  ///   - kept: The number of bytes of an earlier attempt to keep.
  ///   - folder: The folder of parts, which is removed once the file has its final name.
  init(
    _ path: String, header: [UInt8], frameHeader: [UInt8], keeping kept: Int = 0, leaving folder: ExportFolder? = nil
  ) throws(ExportError) {
    self.frameHeader = frameHeader
    self.folder = folder
    file = try converting(to: ExportError.file) { () throws(FileError) in
      let file = try StreamedFile(path, keeping: kept)
      if kept == 0, !header.isEmpty { try file.write(header) }
      return file
    }
  }

  func write(_ number: Int, _ bytes: PixelBytes, isRepeated: Bool) throws(ExportError) {
    try ExportError.writing(number) { () throws(FileError) in
      if !frameHeader.isEmpty { try file.write(frameHeader) }
      try bytes.withBytes { (bytes) throws(FileError) in try file.write(bytes) }
    }
    finished += 1
    // Writes to a file whose folder was removed succeed, although the file will be lost.
    if lastLook.duration(to: .now) > .seconds(1) {
      lastLook = .now
      if file.isGone {
        throw .writing(
          frame: number,
          .cannotWrite(path: file.path, step: .write, code: ENOENT, written: file.written, total: file.written))
      }
    }
  }

  func finish(_ cancellation: ExportCancellation, encoded: (Int) -> Void) throws(ExportError) {
    try converting(to: ExportError.file) { () throws(FileError) in try file.finish() }
    folder?.remove()
  }

  func abandon() {}
}
