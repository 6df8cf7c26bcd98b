// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGeometry

/// The properties of a file with moving pictures, found without decoding it.
///
///     let clip = try VideoClip("interview.mp4")
///     clip.displaySize       // 1080 x 1920 for one that was taken upright
///     clip.rate              // 30000/1001
///
/// The file is read by `ffprobe`, in a separate process. Time 0 is the beginning of the earliest track, whatever time
/// the file gives it.
public struct VideoClip: Sendable, Hashable {
  /// The path of the file.
  public var path: String { file.path }
  /// The file, with the way to read it.
  package let file: MediaFile
  /// The size of the stored pictures, before rotation, in pixels.
  public let codedSize: PixelSize
  /// The size of the shown pictures: rotated as the file specifies, with square pixels.
  public let displaySize: PixelSize
  /// The clockwise rotation of the pictures for display.
  ///
  /// - Units: degrees; 0, 90, 180 or 270.
  public let rotation: Int
  /// Frames per second: the exact rate if it is constant, otherwise the mean, rounded.
  public let rate: FrameRate
  /// The end of the last picture, counted from time 0.
  ///
  /// - Units: seconds.
  public let duration: TimeInterval
  /// The codec of the pictures, by FFmpeg's name: `h264`, `prores`.
  public let codec: String
  /// The pixel format, by FFmpeg's name: `yuv420p`, `yuv422p10le`.
  public let pixelFormat: String
  /// Whether pictures have alpha.
  public let hasAlpha: Bool
  /// The colour space of the pixels.
  public let color: VideoColor
  /// Metadata about brightness; `nil` if there is none, or the video has no high dynamic range.
  package let mastering: MasteringData?
  /// Whether the video has dynamic metadata about the brightness of each picture, as in Dolby Vision and HDR10+.
  package let hasDynamicRangeData: Bool
  /// The sound; `nil` if there is none.
  public let sound: SoundFormat?
  /// The resolution of times in the file, at most a hundredth of a second.
  ///
  /// - Units: seconds.
  package let timeTick: TimeInterval
  /// The index of the shown track in the file.
  package let streamIndex: Int
  /// Whether the file has an index of key frames, so that seeking finds one at or before any time.
  package let hasIndex: Bool
  /// The state of the file when it was examined.
  let state: FileState

  /// The longest supported side, in pixels.
  public static let maximumSide = 16_384
  /// The longest supported duration, in seconds.
  public static let maximumDuration: TimeInterval = 1e6

  /// Examines a file.
  ///
  /// - Throws: ``VideoError``.
  public init(_ path: String) throws(VideoError) {
    self = try ClipReport(of: MediaFile(path)).clip()
  }

  /// Examines a file.
  ///
  /// - Parameter patience: The number of seconds that the examining program may be silent.
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

  /// A sentence about the change of the file since it was examined; `nil` if it is unchanged.
  package var change: String? {
    state.change(of: file.ownPath).map {
      "'\(path)' \($0) while it was read; it is shown as long as it was found to be before that"
    }
  }

  /// Options of ffmpeg for decoding the file: a decoder, where ffmpeg's default would lose alpha, as for VP8 and VP9.
  package var decoderOptions: [String] {
    guard hasAlpha else { return [] }
    return switch codec {
    case "vp9": ["-c:v", "libvpx-vp9"]
    case "vp8": ["-c:v", "libvpx"]
    default: []
    }
  }

  /// The largest amount by which a picture may begin after a time and still be shown at that time. It allows for
  /// rounding in files, of at most half a tick.
  ///
  /// - Units: seconds.
  package var timeTolerance: TimeInterval { timeTick / 2 + 1.5e-6 }

  /// Whether pixels are stored as red, green and blue, and not as luma and chroma.
  package var isRGB: Bool {
    ["rgb", "bgr", "gbr", "argb", "abgr", "0rgb", "0bgr", "pal8"].contains { pixelFormat.hasPrefix($0) }
  }

  /// The bits of each component of a pixel.
  public var bitDepth: Int {
    for depth in [16, 14, 12, 10, 9] where pixelFormat.contains("p\(depth)") || pixelFormat.contains("\(depth)le") {
      return depth
    }
    return 8
  }
}

/// The sound of a file.
public struct SoundFormat: Sendable, Hashable {
  /// The codec, by FFmpeg's name: `aac`, `opus`, `pcm_s16le`.
  public let codec: String
  /// Samples per second.
  public let sampleRate: Int
  /// The number of channels.
  public let channels: Int
  /// The end of the sound, counted from the file's time 0; `nil` if the file does not specify it.
  ///
  /// - Units: seconds.
  public let duration: TimeInterval?
  /// The index of the sound's track in the file: the track marked as default, or else the first sound track.
  package let streamIndex: Int
  /// The number of sound tracks in the file.
  public let trackCount: Int

  /// Examines the sound of a file, which need not have pictures.
  ///
  /// - Throws: ``VideoError``; ``VideoError/noSound(path:)`` if there is no sound.
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
