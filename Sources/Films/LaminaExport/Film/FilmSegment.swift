// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaSystem
import LaminaVideo

/// A segment of a film: frames that are encoded together, and then joined with other segments unchanged.
struct FilmSegment: Hashable {
  /// The number of frames of a segment. It is the largest loss when an export is interrupted, and the distance of key
  /// frames. At all usual rates a segment lasts a whole number of microseconds, so that segments join without a gap.
  static let frames = 120
  /// The number of frames of a segment over videos. It is larger, since each segment seeks in the video first, which
  /// takes as long as a hundred frames.
  static let framesOverVideo = 1200

  /// The index of the segment, from 0.
  let index: Int
  /// The frames of the segment.
  let range: Range<Int>

  /// The segment that contains a frame of a film.
  ///
  /// - Parameter length: The number of frames of each segment except the last.
  init(of frame: Int, in film: Range<Int>, length: Int) {
    index = (frame - film.lowerBound) / length
    let start = film.lowerBound + index * length
    range = start..<min(start + length, film.upperBound)
  }

  /// All segments of a range of frames.
  static func all(_ frames: Range<Int>, in film: Range<Int>, length: Int) -> [FilmSegment] {
    stride(from: frames.lowerBound, to: frames.upperBound, by: length).map {
      FilmSegment(of: $0, in: film, length: length)
    }
  }

  /// The path of the segment's file in a folder.
  func path(in folder: ExportFolder, _ recipe: FilmRecipe) -> String {
    let number = String(index)
    let name = String(repeating: "0", count: max(0, 6 - number.count)) + number
    return folder.file("segment-\(name).\(recipe.segmentExtension)")
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
  func write(_ bytes: [UInt8], frame: Int) throws(ExportError) { try process.write(bytes, frame: frame) }

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

extension ExportError {
  /// Reports an error as a frame that could not be written.
  static func writing(_ frame: Int, _ body: () throws(FileError) -> Void) throws(ExportError) {
    try converting(to: { ExportError.writing(frame: frame, $0) }, body)
  }
}
