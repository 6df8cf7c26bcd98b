// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGraphics
import LaminaSystem
import Synchronization

/// Encodes a film segment by segment. A segment's file gets its final name once it is complete.
final class FilmWriter: FrameWriter {
  /// The receiver of the current segment's frames.
  private enum Sink {
    case encoder(SegmentEncoder)
    case file(StreamedFile)
  }

  /// A segment that shows one picture throughout. A following segment with the same picture is a copy of its file.
  private struct StillSegment {
    var path: String
    var count: Int
  }

  private let film: Range<Int>
  private let recipe: FilmRecipe
  private let folder: ExportFolder
  private let encoder: FilmEncoder
  private var sink: Sink?
  private var ending = EndingSegment(countsFrames: false)
  private var still: StillSegment?
  /// Frames at the start of the current segment that repeat the segment before, and are not encoded yet.
  private var held: (count: Int, bytes: PixelBytes) = (0, PixelBytes([]))
  private var isStill = true
  private var cancellation: ExportCancellation?
  private(set) var finished = 0
  /// The final join; `nil` for a shard.
  private let join: FilmJoin?

  init(film: Range<Int>, recipe: FilmRecipe, folder: ExportFolder, encoder: FilmEncoder, join: FilmJoin?) {
    self.film = film
    self.recipe = recipe
    self.folder = folder
    self.encoder = encoder
    self.join = join
  }

  func write(_ number: Int, _ bytes: PixelBytes, isRepeated: Bool) throws(ExportError) {
    note(try ending.take())
    let segment = FilmSegment(of: number, in: film, length: FilmSegment.frames)
    let path = segment.path(in: folder, recipe)
    let isFirst = number == segment.range.lowerBound
    let isLast = number == segment.range.upperBound - 1
    if isFirst { isStill = true } else if !isRepeated { isStill = false }
    if isRepeated, sink == nil, isFirst || held.count > 0, still?.count == segment.range.count {
      held = (held.count + 1, bytes)
      if isLast { try copyStill(to: path, frame: number, count: segment.range.count) }
      return
    }
    let current: Sink
    if let sink { current = sink } else { current = try open(segment, path) }
    sink = current
    for _ in 0..<held.count { try put(held.bytes, into: current, frame: number) }
    held = (0, PixelBytes([]))
    try put(bytes, into: current, frame: number)
    if isLast { try close(current, segment, path, frame: number) }
  }

  private func put(_ bytes: PixelBytes, into sink: Sink, frame number: Int) throws(ExportError) {
    switch sink {
    case .encoder(let encoder): try encoder.write(bytes, frame: number)
    case .file(let file):
      try ExportError.writing(number) { () throws(FileError) in
        try bytes.withBytes { (bytes) throws(FileError) in try file.write(bytes) }
      }
    }
  }

  /// Counts a segment that the encoder has finished.
  private func note(_ ended: EndingSegment.Ended?) { finished += ended?.segment.range.count ?? 0 }

  /// Writes a segment as a copy of the previous one, which shows the same picture.
  private func copyStill(to path: String, frame number: Int, count: Int) throws(ExportError) {
    guard let still else { return }
    held = (0, PixelBytes([]))
    try settle()
    try ExportError.writing(number) { () throws(FileError) in
      let copy = try StreamedFile(path)
      do throws(FileError) {
        try FileChunks(of: still.path).forEach { (bytes) throws(FileError) in try copy.write(bytes) }
        try copy.finish()
      } catch {
        copy.discard()
        throw error
      }
    }
    self.still = StillSegment(path: path, count: count)
    finished += count
  }

  private func close(_ sink: Sink, _ segment: FilmSegment, _ path: String, frame number: Int) throws(ExportError) {
    self.sink = nil
    switch sink {
    case .encoder(let encoder): note(try ending.begin(encoder, on: recipe.encoding.device))
    case .file(let file):
      do throws(FileError) {
        try file.finish()
      } catch {
        file.discard()
        throw .writing(frame: number, error)
      }
      finished += segment.range.count
    }
    still = isStill ? StillSegment(path: path, count: segment.range.count) : nil
  }

  private func open(_ segment: FilmSegment, _ path: String) throws(ExportError) -> Sink {
    if recipe.layout != nil {
      return .encoder(
        try SegmentEncoder(segment, to: path) { (partial) throws(ExportError) in
          try encoder.start(
            recipe.segmentArguments(to: partial), writing: partial, judgesWords: recipe.saysErrorsOnly, cancellation)
        })
    }
    return try converting(to: ExportError.file) { () throws(FileError) in .file(try StreamedFile(path)) }
  }

  func watch(_ cancellation: ExportCancellation) { self.cancellation = cancellation }

  var diagnostics: [Diagnostic] { join?.diagnostics ?? [] }

  func settle() throws(ExportError) { note(try ending.wait()) }

  func finish(_ cancellation: ExportCancellation, encoded: (Int) -> Void) throws(ExportError) {
    try join?.run(encoder: encoder, cancellation, encoded: encoded)
  }

  func abandon() {
    switch sink {
    case .encoder(let encoder): encoder.abandon()
    case .file(let file): file.discard()
    case nil: break
    }
    sink = nil
    note(ending.giveUp())
  }
}

/// Diagnostics that are collected while a film is joined.
private final class FilmNotes: Sendable {
  let all = Locked<[Diagnostic]>([])
}

/// Makes a film from its segments.
struct FilmJoin {
  let path: String
  let film: Range<Int>
  let recipe: FilmRecipe
  let folder: ExportFolder
  /// The number of frames of a segment.
  var length = FilmSegment.frames
  /// The sound of the film.
  var sound: SoundMix?
  /// The collected diagnostics.
  private let notes = FilmNotes()

  init(path: String, film: Range<Int>, recipe: FilmRecipe, folder: ExportFolder) {
    (self.path, self.film, self.recipe, self.folder) = (path, film, recipe, folder)
  }

  /// The collected diagnostics, about sound that cannot be read completely.
  var diagnostics: [Diagnostic] { notes.all.withLock { $0 } }

  /// Joins the segments, gives the film its final name, and removes the segments.
  ///
  /// - Throws: ``ExportError/cancelled(finished:total:)``, with all segments kept.
  func run(
    encoder: FilmEncoder, _ cancellation: ExportCancellation, encoded: (Int) -> Void = { _ in }
  ) throws(ExportError) {
    let joined = folder.file("joined.\(recipe.format.rawValue)")
    do throws(ExportError) {
      try make(joined, encoder: encoder, cancellation, encoded: encoded)
    } catch {
      unlink(joined)
      throw error
    }
    let last = film.upperBound - 1
    try ExportError.writing(last) { () throws(FileError) in try StreamedFile.adopt(joined, as: path) }
    folder.remove()
  }

  /// Makes one file from the segments.
  private func make(
    _ joined: String, encoder: FilmEncoder, _ cancellation: ExportCancellation, encoded: (Int) -> Void
  ) throws(ExportError) {
    let segments = FilmSegment.all(film, in: film, length: length)
    let process: EncoderProcess
    if recipe.layout == nil {
      process = try encoder.start(
        recipe.encodeArguments(to: joined), writing: joined, judgesWords: recipe.saysErrorsOnly, cancellation)
      for segment in segments {
        try feed(segment, to: process, cancellation)
        encoded(segment.range.upperBound - film.lowerBound)
      }
    } else {
      let list = folder.file("segments.txt")
      try converting(to: ExportError.file) { () throws(FileError) in
        try OutputFile(list).write(Array(text(of: segments).utf8))
      }
      process = try encoder.start(
        recipe.joinArguments(list: list, sound: sound, to: joined), writing: joined, judgesWords: sound == nil,
        confinement: recipe.confinement(reading: sound?.files ?? [], in: folder), cancellation)
    }
    guard try process.finish(frame: film.upperBound - 1, patience: 0) else { throw cancelled }
    let words = process.words.summary
    if let sound, !words.isEmpty { try judge(words, of: sound, joined) }
  }

  /// Accepts a film despite messages of `ffmpeg`, if it contains all pictures. The messages are then about sound, of
  /// which the readable part is in the film.
  private func judge(_ words: String, of sound: SoundMix, _ joined: String) throws(ExportError) {
    let count = FilmFrames.count(in: joined)
    guard count == film.count else {
      throw .encoderFailed(
        frame: film.upperBound - 1, status: 0, log: "it joined \(count ?? 0) of \(film.count) frames. " + words)
    }
    let names = Set(sound.files).sorted().map { "'\($0)'" }.joined(separator: ", ")
    let said = words.replacing(/\s@ 0x[0-9a-f]+/, with: "")
    notes.all.withLock {
      $0 = [
        Diagnostic(
          code: "damaged-sound",
          message: "\(names): not all sound can be read; where it is missing it is silent: \(said)",
          file: Set(sound.files).count == 1 ? sound.files[0] : nil)
      ]
    }
  }

  /// The list of segments for `ffmpeg`, with exact durations, since the durations in the files are rounded.
  private func text(of segments: [FilmSegment]) -> String {
    var text = "ffconcat version 1.0\n"
    for segment in segments {
      // Paths are absolute, since relative ones would be read as parts of a URL.
      let path = segment.path(in: folder, recipe)
      let whole = path.hasPrefix("/") ? path : PathParts.joined(FileManager.default.currentDirectoryPath, path)
      let name = "'file:" + whole.replacingOccurrences(of: "'", with: "'\\''") + "'"
      let microseconds =
        (segment.range.count * recipe.rate.denominator * 1_000_000 + recipe.rate.numerator / 2) / recipe.rate.numerator
      let fraction = String(microseconds % 1_000_000)
      let zeros = String(repeating: "0", count: 6 - fraction.count)
      text += "file \(name)\nduration \(microseconds / 1_000_000).\(zeros)\(fraction)\n"
    }
    return text
  }

  private var cancelled: ExportError { .cancelled(finished: film.count, total: film.count) }

  private func feed(_ segment: FilmSegment, to process: EncoderProcess, _ cancellation: ExportCancellation)
    throws(ExportError)
  {
    let chunks = try converting(to: ExportError.file) { () throws(FileError) in
      try FileChunks(of: segment.path(in: folder, recipe), count: 1 << 16)
    }
    while true {
      let bytes = try converting(to: ExportError.file) { () throws(FileError) in try chunks.next() }
      guard !bytes.isEmpty else { return }
      guard !cancellation.isCancelled else { throw cancelled }
      try bytes.withBytes { (bytes) throws(ExportError) in
        try process.write(bytes, frame: segment.range.upperBound - 1)
      }
    }
  }
}
