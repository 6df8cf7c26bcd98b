// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaVideo

/// The requested frames of a film. Missing values are taken from the scene.
package struct FilmSpan: Sendable, Equatable {
  /// Frames per second.
  package var rate: FrameRate?
  /// The time of frame 0, in seconds.
  package var start: Double?
  /// The end of the film, in seconds: the last frame begins before it.
  package var end: Double?
  /// The numbers of the first and the last frame.
  package var frames: ClosedRange<Int>?

  /// The longest film without a requested end or requested frames, in seconds.
  package static let usualLimit = 3600.0

  /// Makes an empty request.
  package init() {}

  /// Parses `a..b`, or one number; `nil` for other text.
  package static func frames(_ text: String) -> ClosedRange<Int>? {
    let sides = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = sides.map { $0.count <= 18 && $0.allSatisfy { $0.isASCII && $0.isNumber } ? Int($0) : nil }
    if sides.count == 1, let only = numbers[0] { return only...only }
    guard sides.count == 3, sides[1].isEmpty, let first = numbers[0], let last = numbers[2], first <= last else {
      return nil
    }
    return first...last
  }

  /// The frames of the film. By default, a scene with its own frames shows all of them at their rate, and another scene
  /// lasts until its last animation ends.
  ///
  /// - Parameters:
  ///   - frameRate: The scene's own frame rate, if it has frames.
  ///   - duration: The duration of the scene's animation, in seconds, if it is known.
  ///   - video: The video under the scene, which then determines rate and length.
  ///   - output: The destination of the film.
  ///   - options: A prefix for the names of missing options in messages.
  /// - Throws: ``ExportError/badRange(reason:)``, with the missing option;
  ///   ``ExportError/tooLong(seconds:limit:reason:)`` for a film that lasts longer than ``usualLimit`` though neither
  ///   its end nor its frames were requested.
  package func timing(
    frameRate: Double?, duration: Double?, over video: VideoTrack? = nil, to output: ExportDestination, options: String
  ) throws(ExportError) -> FrameTiming {
    let duration = video?.duration ?? duration
    var usual = video?.rate ?? frameRate.flatMap { FrameRate(nearest: $0) } ?? FrameRate(60)
    if case .film(_, let format) = output, let highest = format.highestRate, usual?.isAbove(highest) == true {
      usual = FrameRate(highest)
    }
    guard let rate = rate ?? usual else { throw .badRange(reason: "there is no such rate") }
    let start = start ?? 0
    var range: Range<Int>?
    let ownEnd = frames == nil && end == nil ? duration : nil
    if let ownEnd, ownEnd <= start {
      let what = video == nil ? "what moves in the scene ends" : "the videos end"
      throw .badRange(
        reason: "\(what) after \(ownEnd) s, before \(options)from; give \(options)to")
    }
    if let ownEnd, ownEnd - start > Self.usualLimit {
      let cause =
        if video != nil { "the videos under it last so long" } else if frameRate != nil {
          "the animation in the file has so many frames"
        } else { "an animation in the scene ends then, one without end after its first cycle" }
      throw .tooLong(
        seconds: ownEnd - start, limit: Self.usualLimit,
        reason: "\(cause); give \(options)to or \(options)frames a..b for any length")
    }
    if let end = end ?? ownEnd {
      guard let count = rate.frames(in: end - start) else {
        throw .badRange(reason: "\(end - start) s are more than \(FrameTiming.maximumFrames) frames")
      }
      range = 0..<count
    }
    if let frames {
      let wanted = frames.lowerBound..<(frames.upperBound + 1)
      range = range.map { wanted.clamped(to: $0) } ?? wanted
    }
    guard let range else {
      throw .badRange(
        reason: "no animation in the scene says how long they go on; give \(options)to, or \(options)frames a..b")
    }
    return try FrameTiming(rate: rate, start: start, frames: range)
  }
}
