import Foundation
import Lamina
import LaminaGraphics

/// Encodes a film segment by segment. A segment has its name when it is whole.
final class FilmWriter: FrameWriter {
  /// Where the frames of the segment under way go.
  private enum Sink {
    case encoder(EncoderProcess)
    case file(StreamedFile)
  }

  private let film: Range<Int>
  private let recipe: FilmRecipe
  private let folder: ExportFolder
  private let encoder: String
  private var sink: Sink?
  private(set) var finished = 0
  /// What comes after the last segment; nothing for a shard.
  private let join: FilmJoin?

  init(film: Range<Int>, recipe: FilmRecipe, folder: ExportFolder, encoder: String, join: FilmJoin?) {
    self.film = film
    self.recipe = recipe
    self.folder = folder
    self.encoder = encoder
    self.join = join
  }

  func write(_ number: Int, _ bytes: [UInt8], isRepeated: Bool) throws(ExportError) {
    let segment = FilmSegment(of: number, in: film)
    let path = segment.path(in: folder, recipe)
    let current: Sink
    if let sink { current = sink } else { current = try open(path) }
    sink = current
    switch current {
    case .encoder(let process): try process.write(bytes, frame: number)
    case .file(let file): try Self.writing(number) { () throws(GraphicsError) in try file.write(bytes) }
    }
    guard number == segment.range.upperBound - 1 else { return }
    switch current {
    case .encoder(let process):
      try process.finish(frame: number)
      try Self.rename(StreamedFile.partialPath(of: path), to: path)
    case .file(let file): try Self.writing(number) { () throws(GraphicsError) in try file.finish() }
    }
    sink = nil
    finished += segment.range.count
  }

  private func open(_ path: String) throws(ExportError) -> Sink {
    if recipe.layout != nil {
      let partial = StreamedFile.partialPath(of: path)
      return .encoder(try EncoderProcess(encoder, recipe.segmentArguments(to: partial)))
    }
    do throws(GraphicsError) {
      return .file(try StreamedFile(path))
    } catch {
      throw .file(error)
    }
  }

  private static func writing(_ frame: Int, _ body: () throws(GraphicsError) -> Void) throws(ExportError) {
    do throws(GraphicsError) {
      try body()
    } catch {
      throw .writing(frame: frame, error)
    }
  }

  /// Gives a file its name.
  static func rename(_ path: String, to name: String) throws(ExportError) {
    guard Foundation.rename(path, name) == 0 else {
      throw .file(.cannotWrite(path: name, step: .rename, code: errno, written: 0, total: 0))
    }
  }

  func finish() throws(ExportError) {
    try join?.run(encoder: encoder)
  }

  func abandon() {
    switch sink {
    case .encoder(let process): process.stop()
    case .file(let file): file.discard()
    case nil: break
    }
    sink = nil
  }
}

/// Makes a film of its segments.
struct FilmJoin {
  let path: String
  let film: Range<Int>
  let recipe: FilmRecipe
  let folder: ExportFolder

  /// Joins, gives the film its name, and removes the parts.
  func run(encoder: String) throws(ExportError) {
    let segments = FilmSegment.all(film, in: film)
    let joined = folder.file("joined.\(recipe.format.rawValue)")
    let last = film.upperBound - 1
    if recipe.layout == nil {
      let process = try EncoderProcess(encoder, recipe.encodeArguments(to: joined))
      for segment in segments { try feed(segment, to: process) }
      try process.finish(frame: last)
    } else {
      let list = folder.file("segments.txt")
      do throws(GraphicsError) {
        try OutputFile(list).write(Array(text(of: segments).utf8))
      } catch {
        throw .file(error)
      }
      try EncoderProcess(encoder, recipe.joinArguments(list: list, to: joined)).finish(frame: last)
    }
    try FilmWriter.rename(joined, to: path)
    folder.remove()
  }

  /// The list that `ffmpeg` joins, with exact durations: those in the files are rounded.
  private func text(of segments: [FilmSegment]) -> String {
    var text = "ffconcat version 1.0\n"
    for segment in segments {
      let name = PathParts.name(of: segment.path(in: folder, recipe))
      let microseconds =
        (segment.range.count * recipe.rate.denominator * 1_000_000 + recipe.rate.numerator / 2) / recipe.rate.numerator
      let fraction = String(microseconds % 1_000_000)
      let zeros = String(repeating: "0", count: 6 - fraction.count)
      text += "file \(name)\nduration \(microseconds / 1_000_000).\(zeros)\(fraction)\n"
    }
    return text
  }

  private func feed(_ segment: FilmSegment, to process: EncoderProcess) throws(ExportError) {
    let path = segment.path(in: folder, recipe)
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw .file(.cannotRead(path: path, reason: "it is not there"))
    }
    while let data = try? file.read(upToCount: 1 << 20), !data.isEmpty {
      try process.write([UInt8](data), frame: segment.range.upperBound - 1)
    }
  }
}
