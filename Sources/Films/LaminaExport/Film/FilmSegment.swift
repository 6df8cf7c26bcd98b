// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGeometry

/// A piece of a film: frames that are encoded together and joined with others unchanged.
struct FilmSegment: Hashable {
  /// Frames of a segment: what is lost at most when a film is cut off, and the distance of key frames. A whole number
  /// of microseconds long at all usual rates, so that segments join without a gap.
  static let frames = 120
  /// The same of a film over videos: each segment finds its place in a video anew, which takes as long as a hundred
  /// frames.
  static let framesOverVideo = 1200

  /// Which, from 0.
  let index: Int
  /// Its frames.
  let range: Range<Int>

  /// The segment of a frame of a film.
  ///
  /// - Parameter length: How many frames each segment has, but the last.
  init(of frame: Int, in film: Range<Int>, length: Int) {
    index = (frame - film.lowerBound) / length
    let start = film.lowerBound + index * length
    range = start..<min(start + length, film.upperBound)
  }

  /// All segments of some frames of a film.
  static func all(_ frames: Range<Int>, in film: Range<Int>, length: Int) -> [FilmSegment] {
    stride(from: frames.lowerBound, to: frames.upperBound, by: length).map {
      FilmSegment(of: $0, in: film, length: length)
    }
  }

  /// Its file in a folder.
  func path(in folder: ExportFolder, _ recipe: FilmRecipe) -> String {
    let number = String(index)
    let name = String(repeating: "0", count: max(0, 6 - number.count)) + number
    return folder.file("segment-\(name).\(recipe.segmentExtension)")
  }
}
