// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGraphics
import LaminaSandbox
import LaminaVideo

/// A segment that a program encodes: its file gets its name when it is whole.
final class SegmentEncoder {
  let segment: FilmSegment
  /// The file's name in the end.
  let path: String
  private let partial: String
  private let process: EncoderProcess
  /// What the program was to be kept from and is not, in words.
  var unprotected: [String] { process.unprotected }

  /// What starts a program for a segment.
  struct Start {
    var encoder: FilmEncoder
    /// Whether it has failed when it says anything.
    var judgesWords: Bool
    /// What it may do; `nil` for all that this process may.
    var confinement: ProgramConfinement?
    var cancellation: ExportCancellation?
  }

  /// Starts the program.
  ///
  /// - Parameter arguments: What it is told, where it writes a file.
  init(
    _ segment: FilmSegment, to path: String, _ start: Start, arguments: (String) -> [String]
  ) throws(ExportError) {
    (self.segment, self.path, partial) = (segment, path, StreamedFile.partialPath(of: path))
    process = try start.encoder.start(
      arguments(partial), writing: partial, judgesWords: start.judgesWords, confinement: start.confinement,
      start.cancellation)
  }

  /// Feeds a frame.
  func write(_ bytes: [UInt8], frame: Int) throws(ExportError) { try process.write(bytes, frame: frame) }

  /// Ends the input and does not wait.
  fileprivate func endInput() { process.endInput() }

  /// Whether the program has ended.
  fileprivate var hasEnded: Bool { process.hasEnded }

  /// Ends the input, waits for the program and gives the file its name.
  ///
  /// - Parameter countsFrames: Whether the file's frames are counted.
  /// - Returns: What the program said.
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
    try ExportError.writing(last) { () throws(GraphicsError) in try StreamedFile.adopt(partial, as: path) }
    return words
  }

  /// Has the program ended if it takes long.
  fileprivate func giveUp() { process.isCancelled = { true } }

  /// Ends the program and removes what it wrote: nobody goes on inside a segment, and where the disk is full it is in
  /// the way.
  func abandon() {
    process.stop()
    unlink(partial)
  }
}

/// The segment whose frames were all fed and whose program still encodes those that it kept back, while the next
/// segment is fed.
///
/// There is one at most, so no more than two programs have pictures in memory.
struct EndingSegment {
  /// A segment whose file has its name.
  struct Ended {
    var segment: FilmSegment
    /// What the program said.
    var words: ProgramWords
  }

  /// Whether a file's frames are counted: `ffmpeg` may leave with 0 after the disk was full, or a clip was over.
  let countsFrames: Bool
  private var encoder: SegmentEncoder?

  init(countsFrames: Bool) { self.countsFrames = countsFrames }

  /// Ends a segment's input, and waits for the segment before it.
  ///
  /// - Parameter device: What encodes the segment, which is waited for, too, where that is a device.
  /// - Returns: The last segment that was waited for.
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
    // Devices encode a few films at once, and others may be among them.
    return device != .none ? try wait() : ended
  }

  /// The segment, where its program has ended.
  mutating func take() throws(ExportError) -> Ended? { encoder?.hasEnded == true ? try wait() : nil }

  /// Waits for the segment's program, and not for long: nobody waits for the film any more.
  mutating func giveUp() -> Ended? {
    encoder?.giveUp()
    // What is said is why the film is given up. Where this segment fails, too, it is not there.
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

extension ExportError {
  /// Says of what fails that it was a frame that could not be written.
  static func writing(_ frame: Int, _ body: () throws(GraphicsError) -> Void) throws(ExportError) {
    do throws(GraphicsError) {
      try body()
    } catch {
      throw .writing(frame: frame, error)
    }
  }
}
