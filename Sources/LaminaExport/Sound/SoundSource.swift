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

  /// Whether the file's own packets can be taken as they are: nothing is done to what they say.
  var isPlain: Bool { gain == 1 && fadeIn == 0 && fadeOut == 0 }
}
