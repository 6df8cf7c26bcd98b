import Foundation
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaVideo

/// Encodes a film over videos segment by segment: `ffmpeg` reads the clips itself, and gets the rectangle that the tree touches.
///
/// A segment has its name when it is whole, which is counted: `ffmpeg` may leave with 0 after the disk was full.
final class OverlayWriter: FrameWriter {
  /// A segment that is being encoded.
  private struct Current {
    var segment: FilmSegment
    var path: String
    var graph: VideoGraph
    var process: EncoderProcess
    /// The frame that was fed last, and how many of its repetitions are held back: at a segment's end they need not be fed.
    var last: [UInt8] = []
    var held = 0
  }

  private let film: Range<Int>
  private let base: VideoBase
  private let recipe: FilmRecipe
  private let folder: ExportFolder
  private let encoder: FilmEncoder
  private let join: FilmJoin?
  private var current: Current?
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

  func write(_ number: Int, _ bytes: [UInt8], isRepeated: Bool) throws(ExportError) {
    let segment = FilmSegment(of: number, in: film, length: base.segmentLength)
    if current?.segment != segment { current = try open(segment) }
    guard current?.graph.hasTree == true else { return try end(at: number) }
    if isRepeated, number > segment.range.lowerBound {
      current?.held += 1
    } else {
      try flush(number)
      try current?.process.write(bytes, frame: number)
      current?.last = bytes
    }
    try end(at: number)
  }

  /// Feeds what was held back.
  private func flush(_ number: Int) throws(ExportError) {
    guard let current, current.held > 0 else { return }
    for _ in 0..<current.held { try current.process.write(current.last, frame: number) }
    self.current?.held = 0
  }

  private func open(_ segment: FilmSegment) throws(ExportError) -> Current {
    let path = segment.path(in: folder, recipe)
    let partial = StreamedFile.partialPath(of: path)
    let graph = base.graph(of: segment, recipe)
    let process = try encoder.start(
      recipe.segmentArguments(to: partial, over: graph), writing: partial, judgesWords: false,
      confinement: recipe.confinement(reading: graph.files, in: folder), cancellation)
    base.noteUnprotected(process.unprotected)
    return Current(segment: segment, path: path, graph: graph, process: process)
  }

  /// Ends the segment where a frame is its last one.
  private func end(at number: Int) throws(ExportError) {
    guard let current, number == current.segment.range.upperBound - 1 else { return }
    try current.process.finish(frame: number)
    let partial = StreamedFile.partialPath(of: current.path)
    let (wanted, words) = (current.segment.range.count, current.process.summary)
    let count = FilmFrames.count(in: partial)
    guard count == wanted else {
      throw .encoderFailed(
        frame: number, status: 0, log: "it wrote \(count ?? 0) of a segment's \(wanted) frames. " + words)
    }
    base.note(words, at: current.segment)
    do throws(GraphicsError) {
      try StreamedFile.adopt(partial, as: current.path)
    } catch {
      throw .writing(frame: number, error)
    }
    self.current = nil
    finished += wanted
  }

  func finish(_ cancellation: ExportCancellation, encoded: (Int) -> Void) throws(ExportError) {
    try join?.run(encoder: encoder, cancellation, encoded: encoded)
  }

  func abandon() {
    guard let current else { return }
    current.process.stop()
    unlink(StreamedFile.partialPath(of: current.path))
    self.current = nil
  }
}

/// How many frames a finished file has.
enum FilmFrames {
  /// Counts what is in a file without decoding it; `nil` where it cannot be read.
  static func count(in path: String) -> Int? {
    let arguments = [
      "-v", "quiet", "-count_packets", "-select_streams", "v:0", "-show_entries", "stream=nb_read_packets",
      "-print_format",
      "csv=p=0", "-i", MediaProgram.address(path),
    ]
    guard let (output, _, _) = try? MediaProgram.run(MediaProgram.ffprobe, arguments, reading: path) else { return nil }
    return Int(String(decoding: output, as: UTF8.self).trimmingCharacters(in: CharacterSet(charactersIn: ",\n\r ")))
  }
}
