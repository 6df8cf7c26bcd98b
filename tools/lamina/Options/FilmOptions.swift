// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Foundation
import Lamina
import LaminaExport
import LaminaWorkers

/// The frames of a film.
struct FilmOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Frames a second: 60, 12.5, 30000/1001; 23.976, 29.97 and 59.94 mean n/1001. (default: the "
        + "animation's own, otherwise 60; of a GIF at most 50)", valueName: "rate"),
    transform: frameRate)
  var fps: FrameRate?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The time of frame 0, in seconds. (default: 0)", valueName: "t"),
    transform: ParameterText.finiteNumber)
  var from: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where the film ends: the last frame begins before it. (default: with the last animation, an endless one "
        + "after one cycle)", valueName: "t"),
    transform: ParameterText.finiteNumber)
  var to: Double?

  @Option(
    help: ArgumentHelp("Only frames number a to b, both included; frame 0 is at --from.", valueName: "a..b"),
    transform: frameNumbers)
  var frames: ClosedRange<Int>?

  /// The times of the frames; fails if they cannot be determined. By default, a scene with frames of its own shows all
  /// of them at their rate, and any other scene its animations until they end; over a video, rate and end are the
  /// video's.
  func timing(
    frameRate: Double?, duration: Double?, over video: VideoTrack?, to output: ExportDestination
  ) throws(ExportError) -> FrameTiming {
    var span = FilmSpan()
    (span.rate, span.start, span.end, span.frames) = (fps, from, to, frames)
    return try span.timing(frameRate: frameRate, duration: duration, over: video, to: output, options: "--")
  }

  /// A time with three decimal places.
  private static func text(_ seconds: Double) -> String { String(format: "%.3f", seconds) }

  /// Warns of captions that begin after the end of a film, unless an option sets that end.
  ///
  /// - Parameter lastCaption: The time at which the last caption begins, in seconds; `nil` without captions.
  func lateCaptions(_ lastCaption: Double?, in timing: FrameTiming) -> [Diagnostic] {
    let end = timing.time(of: timing.frames.upperBound - 1)
    // A caption is shown in a frame at its start time, within rounding errors.
    guard let lastCaption, lastCaption > end + 1e-6, to == nil, frames == nil else { return [] }
    return [
      Diagnostic(
        code: "late-captions",
        message:
          "captions that begin after the film's last frame, which is at \(Self.text(end)) s, are not shown; the last caption "
          + "begins at \(Self.text(lastCaption)) s; --to makes the film longer")
    ]
  }
}

/// Parses a frame rate, in frames a second.
private func frameRate(_ argument: String) throws -> FrameRate {
  guard let rate = FrameRate(argument) else {
    throw ValidationError("from 1/1000 to 1000 frames a second are expected, such as 60, 29.97 or 30000/1001")
  }
  return rate
}

/// Parses `a..b`, or one number.
private func frameNumbers(_ argument: String) throws -> ClosedRange<Int> {
  guard let frames = FilmSpan.frames(argument) else {
    throw ValidationError("frames are a..b, such as 0..299, both included and counted from 0")
  }
  return frames
}

/// Parses a shard, `i/n`.
func filmShard(_ argument: String) throws -> Shard {
  let sides = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
  guard sides.count == 2, let index = sides[0], let count = sides[1], let shard = Shard(index, of: count) else {
    throw ValidationError("a shard is i/n with i from 1 to n, such as 2/8, and n at most \(Shard.maximumCount)")
  }
  return shard
}
