// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

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
