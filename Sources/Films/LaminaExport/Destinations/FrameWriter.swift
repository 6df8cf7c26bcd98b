// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// Where the frames of a film go, one after the other, in ascending order, on one thread.
protocol FrameWriter: AnyObject {
  /// Gives up, after a while, what waits for another program, once this is used.
  func watch(_ cancellation: ExportCancellation)
  /// Writes a frame.
  ///
  /// - Parameters:
  ///   - number: Its number.
  ///   - bytes: What was made of it, or of the one it repeats.
  ///   - isRepeated: Whether it shows what the frame before shows.
  func write(_ number: Int, _ bytes: [UInt8], isRepeated: Bool) throws(ExportError)
  /// Waits for what programs still make of the frames that were written.
  func settle() throws(ExportError)
  /// Ends the film: all frames were written, and nothing is made of them any more.
  ///
  /// - Parameters:
  ///   - cancellation: What stops it where that takes a while.
  ///   - encoded: Called now and then with the frames that an encoder has taken, of a film that is encoded at its end.
  func finish(_ cancellation: ExportCancellation, encoded: (Int) -> Void) throws(ExportError)
  /// Ends it early. What is finished stays.
  func abandon()
  /// How many frames are finished: they stay whatever happens.
  var finished: Int { get }
  /// What is wrong with the film, and yet it was made.
  var diagnostics: [Diagnostic] { get }
}

extension FrameWriter {
  func watch(_ cancellation: ExportCancellation) {}
  func settle() throws(ExportError) {}
  var diagnostics: [Diagnostic] { [] }
}

/// Files of a sequence. Lanes write frames themselves, each whole; here only repetitions are written, and it is noted
/// what is finished.
final class PictureWriter: FrameWriter {
  private let pattern: FramePattern
  private let journal: FrameJournal
  private(set) var finished = 0

  init(_ pattern: FramePattern, journal: FrameJournal) {
    self.pattern = pattern
    self.journal = journal
  }

  func write(_ number: Int, _ bytes: [UInt8], isRepeated: Bool) throws(ExportError) {
    if isRepeated { try Self.write(bytes, frame: number, to: pattern) }
    try journal.note(number)
    finished += 1
  }

  /// Writes one file; any thread may.
  static func write(_ bytes: [UInt8], frame: Int, to pattern: FramePattern) throws(ExportError) {
    do throws(GraphicsError) {
      try OutputFile(pattern.path(of: frame)).write(bytes)
    } catch {
      throw .writing(frame: frame, error)
    }
  }

  func finish(_ cancellation: ExportCancellation, encoded: (Int) -> Void) {}
  func abandon() {}
}

/// A raw stream.
final class StreamWriter: FrameWriter {
  private let file: StreamedFile
  private let frameHeader: [UInt8]
  private let folder: ExportFolder?
  private var lastLook = ContinuousClock.now
  private(set) var finished = 0

  /// - Parameters:
  ///   - header: What stands before the first frame; not written where something is kept.
  ///   - kept: Bytes of an earlier attempt to go on after.
  ///   - folder: What is removed once the file has its name.
  init(
    _ path: String, header: [UInt8], frameHeader: [UInt8], keeping kept: Int = 0, leaving folder: ExportFolder? = nil
  ) throws(ExportError) {
    self.frameHeader = frameHeader
    self.folder = folder
    do throws(GraphicsError) {
      file = try StreamedFile(path, keeping: kept)
      if kept == 0, !header.isEmpty { try file.write(header) }
    } catch {
      throw .file(error)
    }
  }

  func write(_ number: Int, _ bytes: [UInt8], isRepeated: Bool) throws(ExportError) {
    do throws(GraphicsError) {
      if !frameHeader.isEmpty { try file.write(frameHeader) }
      try file.write(bytes)
    } catch {
      throw .writing(frame: number, error)
    }
    finished += 1
    // A file whose folder was removed takes everything, and is nowhere in the end.
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
    do throws(GraphicsError) {
      try file.finish()
    } catch {
      throw .file(error)
    }
    folder?.remove()
  }

  func abandon() {}
}
