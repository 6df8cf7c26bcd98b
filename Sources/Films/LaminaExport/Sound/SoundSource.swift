// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaVideo

/// A sound that is heard in a film: all of a file, or a part of it, from some time on.
public struct SoundSource: Sendable, Hashable {
  /// The file; also one with pictures, of which the sound is taken.
  public var path: String
  /// When it begins to be heard, in the film's own time, where frame 0 is at 0.
  ///
  /// - Units: seconds.
  /// - Default: 0
  public var start: TimeInterval
  /// From where in the file it is heard.
  ///
  /// - Units: seconds.
  /// - Default: 0
  public var offset: TimeInterval = 0
  /// For how long it is heard.
  ///
  /// - Units: seconds.
  /// - Default: `nil`: to its end.
  public var duration: TimeInterval?
  /// By how much it is amplified.
  ///
  /// - Range: 0...100
  /// - Default: 1
  public var gain: Double
  /// For how long it grows from silence.
  ///
  /// - Units: seconds.
  /// - Default: 0
  public var fadeIn: TimeInterval = 0
  /// For how long it fades to silence, up to its end or the film's.
  ///
  /// - Units: seconds.
  /// - Default: 0
  public var fadeOut: TimeInterval = 0
  /// How fast it is played; its pitch stays.
  ///
  /// - Units: seconds of the file in one of the film.
  /// - Range: 0.01...100
  /// - Default: 1
  public var speed = 1.0
  /// How loud it is over time, besides ``gain``: where none of them says anything it is silent.
  ///
  /// - Default: empty: as loud as it is throughout.
  public var volumes: [SoundRamp] = []
  /// What the file holds.
  public let format: SoundFormat

  /// Looks at a file.
  ///
  /// - Throws: `VideoError.noSound` where it has none, and what reading it can fail with.
  public init(_ path: String, start: TimeInterval = 0, gain: Double = 1) throws(VideoError) {
    try self.init(path, start: start, gain: gain, format: SoundFormat(of: path))
  }

  init(_ path: String, start: TimeInterval, gain: Double, format: SoundFormat) {
    (self.path, self.start, self.gain, self.format) = (path, start, gain, format)
  }
}

/// A volume that goes from one value to another.
public struct SoundRamp: Sendable, Hashable, Codable {
  /// When, in the film's own time.
  ///
  /// - Units: seconds.
  public var range: Range<TimeInterval>
  /// The volume at its beginning; 0 is silence, 1 as loud as it is.
  public var from: Double
  /// The volume at its end.
  public var to: Double

  /// More of them are not taken for one sound.
  public static let maximumCount = 1000

  /// Makes a ramp.
  public init(range: Range<TimeInterval>, from: Double, to: Double) {
    (self.range, self.from, self.to) = (range, from, to)
  }
}
