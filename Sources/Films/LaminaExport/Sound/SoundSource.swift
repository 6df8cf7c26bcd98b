// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaVideo

/// A sound of a film: all or a part of a file, from a given time on.
public struct SoundSource: Sendable, Hashable {
  /// The file, which may also have pictures; only its sound is used.
  public var path: String
  /// The time at which the sound starts, in the film's own time, where frame 0 is at 0.
  ///
  /// - Units: seconds.
  /// - Default: 0
  public var start: TimeInterval
  /// The time in the file at which the sound starts.
  ///
  /// - Units: seconds.
  /// - Default: 0
  public var offset: TimeInterval = 0
  /// The duration of the sound in the film.
  ///
  /// - Units: seconds.
  /// - Default: `nil`: to the end of the file.
  public var duration: TimeInterval?
  /// The gain of the sound.
  ///
  /// - Range: 0...100
  /// - Default: 1
  public var gain: Double
  /// The duration of the fade from silence.
  ///
  /// - Units: seconds.
  /// - Default: 0
  public var fadeIn: TimeInterval = 0
  /// The duration of the fade to silence, at the end of the sound or of the film.
  ///
  /// - Units: seconds.
  /// - Default: 0
  public var fadeOut: TimeInterval = 0
  /// The playback speed; the pitch is kept.
  ///
  /// - Units: seconds of the file per second of the film.
  /// - Range: 0.01...100
  /// - Default: 1
  public var speed = 1.0
  /// The volume over time, in addition to ``gain``; the sound is silent outside of all ramps.
  ///
  /// - Default: empty: the recorded volume throughout.
  public var volumes: [SoundRamp] = []
  /// The format of the sound in the file.
  public let format: SoundFormat

  /// Makes a sound from a file, which is examined.
  ///
  /// - Throws: `VideoError.noSound` if the file has no sound, and errors of reading it.
  public init(_ path: String, start: TimeInterval = 0, gain: Double = 1) throws(VideoError) {
    try self.init(path, start: start, gain: gain, format: SoundFormat(of: path))
  }

  init(_ path: String, start: TimeInterval, gain: Double, format: SoundFormat) {
    (self.path, self.start, self.gain, self.format) = (path, start, gain, format)
  }
}

/// A volume that changes gradually from one value to another.
public struct SoundRamp: Sendable, Hashable, Codable {
  /// The time range, in the film's own time.
  ///
  /// - Units: seconds.
  public var range: Range<TimeInterval>
  /// The volume at the beginning; 0 is silence, 1 the recorded volume.
  public var from: Double
  /// The volume at the end.
  public var to: Double

  /// The largest number of ramps of one sound.
  public static let maximumCount = 1000

  /// Makes a ramp.
  public init(range: Range<TimeInterval>, from: Double, to: Double) {
    (self.range, self.from, self.to) = (range, from, to)
  }
}
