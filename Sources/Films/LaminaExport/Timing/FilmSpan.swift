// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaVideo

/// Which frames of a scene a film is to have, as far as somebody says it; what a scene has of its own says the rest.
package struct FilmSpan: Sendable, Equatable {
  /// Frames a second.
  package var rate: FrameRate?
  /// The time of frame 0. Seconds.
  package var start: Double?
  /// Where the film ends: the last frame begins before it. Seconds.
  package var end: Double?
  /// Only these frames, both ends included.
  package var frames: ClosedRange<Int>?

  /// The longest film that is made without its end or its frames being asked for. Seconds.
  package static let usualLimit = 3600.0

  /// Says nothing.
  package init() {}

  /// Reads `a..b`, or one number; `nil` for anything else.
  package static func frames(_ text: String) -> ClosedRange<Int>? {
    let sides = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = sides.map { $0.count <= 18 && $0.allSatisfy { $0.isASCII && $0.isNumber } ? Int($0) : nil }
    if sides.count == 1, let only = numbers[0] { return only...only }
    guard sides.count == 3, sides[1].isEmpty, let first = numbers[0], let last = numbers[2], first <= last else {
      return nil
    }
    return first...last
  }

  /// The frames. Where nothing else is said, a scene that has frames of its own shows all of them, at their rate, and
  /// any other one what moves in it until it ends.
  ///
  /// - Parameters:
  ///   - frameRate: The scene's own, where it has frames.
  ///   - duration: How long the scene moves, of one that says so. Seconds.
  ///   - video: What lies under it; rate and length are then the video's.
  ///   - output: Where the film goes.
  ///   - options: What the names of what is missing begin with, in messages.
  /// - Throws: ``ExportError/badRange(reason:)``, with what is missing; ``ExportError/tooLong(seconds:limit:reason:)``
  ///   for a film that lasts longer than ``usualLimit`` though neither its end nor its frames were asked for.
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
