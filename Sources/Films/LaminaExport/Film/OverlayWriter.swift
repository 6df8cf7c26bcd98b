// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaVideo

/// Encodes a film over videos segment by segment: `ffmpeg` reads the clips itself, and receives only the rectangle that
/// the tree covers.
///
/// A segment's file gets its final name once it is complete. Its frames are counted, since `ffmpeg` may exit with 0
/// although the disk was full.
final class OverlayWriter: FrameWriter {
  /// A segment that is being encoded.
  private struct Current {
    var encoder: SegmentEncoder
    /// Whether the tree's pictures are written to the encoder.
    var hasTree: Bool
    /// Whether repetitions at a segment's end are written too.
    var takesEveryFrame: Bool
    /// The last frame that was written, and the number of its repetitions that are held back: at a segment's end they
    /// need not be written.
    var last = PixelBytes([])
    var held = 0
  }

  private let film: Range<Int>
  private let base: VideoBase
  private let recipe: FilmRecipe
  private let folder: ExportFolder
  private let encoder: FilmEncoder
  private let join: FilmJoin?
  private var current: Current?
  private var ending = EndingSegment(countsFrames: true)
  private var cancellation: ExportCancellation?
  private(set) var finished = 0

  init(
    film: Range<Int>, base: VideoBase, recipe: FilmRecipe, folder: ExportFolder, encoder: FilmEncoder, join: FilmJoin?
  ) {
    self.film = film
    self.base = base
    self.recipe = recipe
    self.folder = folder
    self.encoder = encoder
    self.join = join
  }

  func watch(_ cancellation: ExportCancellation) { self.cancellation = cancellation }

  func write(_ number: Int, _ bytes: PixelBytes, isRepeated: Bool) throws(ExportError) {
    note(try ending.take())
    let segment = FilmSegment(of: number, in: film, length: base.segmentLength)
    if current?.encoder.segment != segment { current = try open(segment) }
    guard current?.hasTree == true else { return try end(at: number) }
    if isRepeated, number > segment.range.lowerBound {
      current?.held += 1
    } else {
      try flush(number)
      try current?.encoder.write(bytes, frame: number)
      current?.last = bytes
    }
    try end(at: number)
  }

  /// Writes the repetitions that were held back.
  private func flush(_ number: Int) throws(ExportError) {
    guard let current, current.held > 0 else { return }
    for _ in 0..<current.held { try current.encoder.write(current.last, frame: number) }
    self.current?.held = 0
  }

  private func open(_ segment: FilmSegment) throws(ExportError) -> Current {
    let graph = base.graph(of: segment, recipe)
    let encoder = try SegmentEncoder(segment, to: segment.path(in: folder, recipe)) {
      (partial) throws(ExportError) in
      try self.encoder.start(
        recipe.segmentArguments(to: partial, over: graph), writing: partial, judgesWords: false,
        confinement: recipe.confinement(reading: graph.files, in: folder), cancellation)
    }
    base.noteUnprotected(encoder.unprotected)
    return Current(encoder: encoder, hasTree: graph.hasTree, takesEveryFrame: graph.takesEveryFrame)
  }

  /// Ends the segment if a frame is its last one.
  private func end(at number: Int) throws(ExportError) {
    guard let current, number == current.encoder.segment.range.upperBound - 1 else { return }
    if current.takesEveryFrame { try flush(number) }
    self.current = nil
    note(try ending.begin(current.encoder, on: recipe.encoding.device))
  }

  /// Counts a finished segment, and keeps the program's messages.
  private func note(_ ended: EndingSegment.Ended?) {
    guard let ended else { return }
    base.note(ended.words, at: ended.segment)
    finished += ended.segment.range.count
  }

  var diagnostics: [Diagnostic] { join?.diagnostics ?? [] }

  func settle() throws(ExportError) { note(try ending.wait()) }

  func finish(_ cancellation: ExportCancellation, encoded: (Int) -> Void) throws(ExportError) {
    try join?.run(encoder: encoder, cancellation, encoded: encoded)
  }

  func abandon() {
    current?.encoder.abandon()
    current = nil
    note(ending.giveUp())
  }
}

/// Counts the frames of a finished file.
enum FilmFrames {
  /// Counts the frames of a file without decoding them; `nil` if the file cannot be read.
  static func count(in path: String) -> Int? {
    let arguments = [
      "-v", "quiet", "-count_packets", "-select_streams", "v:0", "-show_entries", "stream=nb_read_packets",
      "-print_format",
      "csv=p=0", "-i", MediaProgram.address(path),
    ]
    guard let (output, _, _) = try? MediaProgram.run(MediaProgram.ffprobe, arguments, reading: MediaFile(path)) else {
      return nil
    }
    return Int(String(decoding: output, as: UTF8.self).trimmingCharacters(in: CharacterSet(charactersIn: ",\n\r ")))
  }
}
