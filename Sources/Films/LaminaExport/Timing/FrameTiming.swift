// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// The frames of a film with their times: frame k is shown at `start` + k / `rate`.
public struct FrameTiming: Sendable, Hashable {
  /// Frames per second.
  public var rate: FrameRate
  /// The time of frame 0, in the root's own time.
  ///
  /// - Units: seconds.
  public var start: TimeInterval
  /// The numbers of the frames.
  public var frames: Range<Int>

  /// The largest number of frames of a film: 46 hours at 60 frames per second.
  public static let maximumFrames = 10_000_000
  /// The largest number of a frame.
  public static let maximumNumber = 1_000_000_000

  /// Makes a timing.
  ///
  /// - Parameters:
  ///   - rate: Frames per second.
  ///   - start: The time of frame 0, seconds.
  ///   - frames: The numbers of the frames.
  /// - Throws: ``ExportError/badRange(reason:)`` for an empty range, too many frames, negative numbers, and a start
  ///   that is not a number.
  public init(rate: FrameRate, start: TimeInterval = 0, frames: Range<Int>) throws(ExportError) {
    guard start.isFinite, abs(start) <= 1e9 else { throw .badRange(reason: "a film cannot start at \(start) s") }
    guard frames.lowerBound >= 0 else { throw .badRange(reason: "frames are counted from 0, not \(frames.lowerBound)") }
    guard !frames.isEmpty else { throw .badRange(reason: "there is no frame in it") }
    guard frames.upperBound - 1 <= Self.maximumNumber, frames.count <= Self.maximumFrames else {
      throw .badRange(
        reason: "\(frames.count) frames up to number \(frames.upperBound - 1) are too many: at most "
          + "\(Self.maximumFrames), numbered up to \(Self.maximumNumber)")
    }
    self.rate = rate
    self.start = start
    self.frames = frames
  }

  /// Makes a timing with a whole number of frames per second.
  ///
  /// - Parameters:
  ///   - framesPerSecond: 1...1000. For other rates use a `FrameRate`.
  ///   - start: The time of frame 0, seconds.
  ///   - frames: The numbers of the frames.
  /// - Throws: ``ExportError/badRange(reason:)`` as with a `FrameRate`, and for rates out of range.
  public init(framesPerSecond: Int, start: TimeInterval = 0, frames: Range<Int>) throws(ExportError) {
    guard let rate = FrameRate(framesPerSecond) else {
      throw .badRange(reason: "a film has 1 to 1000 frames a second, not \(framesPerSecond)")
    }
    try self.init(rate: rate, start: start, frames: frames)
  }

  /// The time at which a frame is shown, in the root's own time.
  ///
  /// - Units: seconds.
  public func time(of frame: Int) -> TimeInterval { start + rate.time(of: frame) }
}

/// A frame with its number.
package protocol FrameNumbered: Sendable {
  /// The number, from that of the film's first frame.
  var number: Int { get }
}

/// The number of a frame, and its content.
package struct FrameMoment: FrameNumbered, Hashable, Codable {
  /// Its number.
  package var number: Int
  /// Seconds, in the root's own time.
  package var time: TimeInterval
  /// The content of the frame before; `nil` for the first.
  package var before: TimeInterval?

  /// Makes a moment.
  package init(number: Int, time: TimeInterval, before: TimeInterval? = nil) {
    (self.number, self.time, self.before) = (number, time, before)
  }
}

extension FrameTiming {
  /// A frame with its time.
  package func moment(of number: Int) -> FrameMoment {
    FrameMoment(number: number, time: time(of: number), before: number > 0 ? time(of: number - 1) : nil)
  }

  /// The first frame, one in the middle and the last, each once: the frames that tell a film from others.
  package var specimens: [FrameMoment] {
    let (first, last) = (frames.lowerBound, frames.upperBound - 1)
    return Set([first, first + (last - first) / 2, last]).sorted().map(moment(of:))
  }
}
