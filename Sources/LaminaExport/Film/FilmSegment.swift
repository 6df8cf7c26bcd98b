import Foundation
import Lamina
import LaminaGeometry

/// A piece of a film: frames that are encoded together and joined with others unchanged.
struct FilmSegment: Hashable {
  /// Frames of a segment: what is lost at most when a film is cut off, and the distance of key frames. A whole number
  /// of microseconds long at all usual rates, so that segments join without a gap.
  static let frames = 120

  /// Which, from 0.
  let index: Int
  /// Its frames.
  let range: Range<Int>

  /// The segment of a frame of a film.
  init(of frame: Int, in film: Range<Int>) {
    index = (frame - film.lowerBound) / Self.frames
    let start = film.lowerBound + index * Self.frames
    range = start..<min(start + Self.frames, film.upperBound)
  }

  /// All segments of some frames of a film.
  static func all(_ frames: Range<Int>, in film: Range<Int>) -> [FilmSegment] {
    stride(from: frames.lowerBound, to: frames.upperBound, by: Self.frames).map { FilmSegment(of: $0, in: film) }
  }

  /// Its file in a folder.
  func path(in folder: ExportFolder, _ recipe: FilmRecipe) -> String {
    let number = String(index)
    let name = String(repeating: "0", count: max(0, 6 - number.count)) + number
    return folder.file("segment-\(name).\(recipe.segmentExtension)")
  }
}
