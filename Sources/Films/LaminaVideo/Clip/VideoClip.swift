// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGeometry

/// A file with moving pictures, as far as can be said without decoding any of them.
///
///     let clip = try VideoClip("interview.mp4")
///     clip.displaySize       // 1080 x 1920 for one that was taken upright
///     clip.rate              // 30000/1001
///
/// Read by `ffprobe`, in a process of its own. Time 0 is where the file begins, whatever its clock says there: the
/// earliest of its tracks.
public struct VideoClip: Sendable, Hashable {
  /// The file.
  public var path: String { file.path }
  /// How it is read.
  package let file: MediaFile
  /// How large pictures are kept, before they are turned; pixels.
  public let codedSize: PixelSize
  /// How large they are shown: turned as the file says, with square pixels.
  public let displaySize: PixelSize
  /// How far pictures are turned clockwise to be shown.
  ///
  /// - Units: degrees; 0, 90, 180 or 270.
  public let rotation: Int
  /// Frames a second: of a constant rate the very one, of a variable one the mean, rounded.
  public let rate: FrameRate
  /// How long pictures are shown, from time 0.
  ///
  /// - Units: seconds.
  public let duration: TimeInterval
  /// What pictures are encoded with, in FFmpeg's words: `h264`, `prores`.
  public let codec: String
  /// How pixels are kept, in FFmpeg's words: `yuv420p`, `yuv422p10le`.
  public let pixelFormat: String
  /// Whether pictures have alpha.
  public let hasAlpha: Bool
  /// What the numbers of its pixels mean.
  public let color: VideoColor
  /// What it says of the light that it was made for; `nil` where it says nothing, or has no high dynamic range.
  package let mastering: MasteringData?
  /// Whether it says how its light is shown picture by picture, as Dolby Vision and HDR10+ do.
  package let hasDynamicRangeData: Bool
  /// Its sound; `nil` where it has none.
  public let sound: SoundFormat?
  /// How finely the file tells times apart, at most a hundredth of a second.
  ///
  /// - Units: seconds.
  package let timeTick: TimeInterval
  /// Which of the file's tracks is shown.
  package let streamIndex: Int
  /// Whether the file has a list of its key pictures, so that one is found at or before any time.
  package let hasIndex: Bool
  /// What the file was when it was looked at.
  let state: FileState

  /// The longest side that is taken, pixels.
  public static let maximumSide = 16_384
  /// The longest duration that is believed, seconds.
  public static let maximumDuration: TimeInterval = 1e6

  /// Looks at a file.
  ///
  /// - Throws: ``VideoError``.
  public init(_ path: String) throws(VideoError) {
    self = try ClipReport(of: MediaFile(path)).clip()
  }

  /// Looks at a file.
  ///
  /// - Parameter patience: For how many seconds the program that looks may say nothing.
  package init(_ file: MediaFile, patience: TimeInterval = 60) throws(VideoError) {
    self = try ClipReport(of: file, patience: patience).clip()
  }

  init(
    file: MediaFile, codedSize: PixelSize, displaySize: PixelSize, rotation: Int, rate: FrameRate,
    duration: TimeInterval,
    codec: String, pixelFormat: String, hasAlpha: Bool, color: VideoColor, mastering: MasteringData?,
    hasDynamicRangeData: Bool,
    sound: SoundFormat?, tick: TimeInterval, streamIndex: Int, hasIndex: Bool, state: FileState
  ) {
    self.file = file
    self.codedSize = codedSize
    self.displaySize = displaySize
    self.rotation = rotation
    self.rate = rate
    self.duration = duration
    self.codec = codec
    self.pixelFormat = pixelFormat
    self.hasAlpha = hasAlpha
    self.color = color
    self.mastering = mastering
    self.hasDynamicRangeData = hasDynamicRangeData
    self.sound = sound
    self.timeTick = tick
    self.streamIndex = streamIndex
    self.hasIndex = hasIndex
    self.state = state
  }

  /// What happened to the file since it was looked at, as one sentence; `nil` where it is as it was.
  package var change: String? {
    state.change(of: file.ownPath).map {
      "'\(path)' \($0) while it was read; it is shown as long as it was found to be before that"
    }
  }

  /// What ffmpeg is told before it reads the file, to decode it: the decoder where its own choice loses alpha, as of
  /// VP8 and VP9.
  package var decoderOptions: [String] {
    guard hasAlpha else { return [] }
    return switch codec {
    case "vp9": ["-c:v", "libvpx-vp9"]
    case "vp8": ["-c:v", "libvpx"]
    default: []
    }
  }

  /// How far a picture may begin after a time and still be shown at it: what files round off, at most half a tick of
  /// theirs.
  ///
  /// - Units: seconds.
  package var timeTolerance: TimeInterval { timeTick / 2 + 1.5e-6 }

  /// Whether pixels are kept as red, green and blue, rather than as luma and chroma.
  package var isRGB: Bool {
    ["rgb", "bgr", "gbr", "argb", "abgr", "0rgb", "0bgr", "pal8"].contains { pixelFormat.hasPrefix($0) }
  }

  /// How many bits a component of its pixels has.
  public var bitDepth: Int {
    for depth in [16, 14, 12, 10, 9] where pixelFormat.contains("p\(depth)") || pixelFormat.contains("\(depth)le") {
      return depth
    }
    return 8
  }
}

/// The sound of a file.
public struct SoundFormat: Sendable, Hashable {
  /// What it is encoded with, in FFmpeg's words: `aac`, `opus`, `pcm_s16le`.
  public let codec: String
  /// Samples a second.
  public let sampleRate: Int
  /// How many channels it has.
  public let channels: Int
  /// How long it lasts, from the file's time 0; `nil` where the file does not say.
  ///
  /// - Units: seconds.
  public let duration: TimeInterval?
  /// Which of the file's tracks is heard: the one that the file marks as its default, or else the first of sound.
  package let streamIndex: Int
  /// How many tracks of sound the file has.
  public let trackCount: Int

  /// Looks at the sound of a file, which may have no pictures.
  ///
  /// - Throws: ``VideoError``, ``VideoError/noSound(path:)`` where there is none.
  public init(of path: String) throws(VideoError) {
    guard let sound = try ClipReport(of: MediaFile(path)).sound() else { throw .noSound(path: path) }
    self = sound
  }

  init(
    codec: String, sampleRate: Int, channels: Int, duration: TimeInterval?, streamIndex: Int, trackCount: Int
  ) {
    (self.codec, self.sampleRate, self.channels, self.duration) = (codec, sampleRate, channels, duration)
    (self.streamIndex, self.trackCount) = (streamIndex, trackCount)
  }
}
