// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaVideo

/// A file format of films, encoded by `ffmpeg`. The raw values are file extensions.
public enum FilmFormat: String, Sendable, CaseIterable, Codable {
  /// H.264, HEVC, AV1 or VP9. Alpha is lost.
  case mp4
  /// ProRes 4444 with alpha, or another ProRes codec, H.264 or HEVC without alpha.
  case mov
  /// VP9 with alpha, or AV1 without alpha.
  case webm
  /// A palette of 256 colours for each frame; each pixel is either opaque or transparent.
  case gif
  /// Lossless, with alpha.
  case apng

  /// The possible codecs, the default one first; empty if the format implies its encoding.
  public var codecs: [FilmCodec] { facts.codecs }
  /// The media type for HTTP headers.
  package var mediaType: String { facts.mediaType }
  /// The name of the format for menus, such as `MP4 (H.264)`.
  package var title: String { facts.title }
  /// The arguments of `ffmpeg` that write a file of the format.
  func output(to path: String) -> [String] { ["-f", facts.muxer ?? rawValue, MediaProgram.address(path)] }
  /// The highest frame rate of the format, in frames per second; `nil` for no limit.
  package var highestRate: Int? { facts.highestRate }
  /// Further properties of the format.
  var facts: FilmFormatFacts {
    switch self {
    case .mp4:
      FilmFormatFacts(
        title: "MP4 (H.264)", mediaType: "video/mp4", codecs: [.h264, .hevc, .av1, .vp9],
        copiedSounds: [
          "aac", "mp3", "ac3", "eac3", "alac", "opus", "flac",
        ], soundEncoding: ["aac", "-b:a", "192k"],
        // In older versions of ffmpeg some sound codecs in MP4, such as FLAC, are experimental.
        copyOptions: ["-strict", "experimental"], hasTimescale: true)
    case .mov:
      FilmFormatFacts(
        title: "MOV (ProRes 4444)", mediaType: "video/quicktime", codecs: [.prores4444, .prores422HQ, .h264, .hevc],
        alphaCodecs: [.prores4444],
        copiedSounds: [
          "aac", "mp3", "ac3", "eac3", "alac", "pcm_s16le", "pcm_s24le", "pcm_s16be", "pcm_s24be", "pcm_f32le",
        ], soundEncoding: ["aac", "-b:a", "192k"], hasTimescale: true)
    case .webm:
      FilmFormatFacts(
        title: "WebM (VP9)", mediaType: "video/webm", codecs: [.vp9, .av1], alphaCodecs: [.vp9],
        copiedSounds: ["opus", "vorbis"], soundEncoding: ["libopus", "-b:a", "160k"])
    case .gif:
      FilmFormatFacts(
        title: "GIF", mediaType: "image/gif",
        // A palette per frame: a common palette would require all frames in memory until the last one is known.
        pictureEncoding: { _ in
          [
            "-lavfi", "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=sierra2_4a",
            "-loop", "0",
          ]
        },
        // Players show every frame for at least two hundredths of a second.
        highestRate: 50)
    case .apng:
      FilmFormatFacts(
        title: "APNG", mediaType: "image/apng",
        pictureEncoding: { ["-c:v", "apng", "-pix_fmt", $0 ? "rgba" : "rgb24", "-plays", "0"] })
    }
  }

  /// Whether the format supports alpha with a codec.
  func holdsAlpha(of codec: FilmCodec) -> Bool { facts.alphaCodecs.contains(codec) }

  /// Each extension with its default codec, for messages: `.mp4 (h264), .gif`.
  package static var summary: String {
    allCases.map { format in
      ".\(format.rawValue)" + (format.codecs.first.map { " (\($0.rawValue))" } ?? "")
    }.joined(separator: ", ")
  }

  /// The extensions of formats with sound, for messages.
  static var soundList: String {
    let names = allCases.filter { !$0.facts.soundEncoding.isEmpty }.map { "." + $0.rawValue }
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  /// The codecs of each format, for messages: `h264, hevc or av1 in .mp4; vp9 in .webm`.
  package static var codecList: String {
    allCases.filter { !$0.codecs.isEmpty }.map { format in
      let names = format.codecs.map(\.rawValue)
      return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "") + " in .\(format.rawValue)"
    }.joined(separator: "; ")
  }
}

/// The properties of a film format: a row of the table in ``FilmFormat/facts``.
struct FilmFormatFacts {
  var title: String
  var mediaType: String
  /// The container by FFmpeg's name; `nil` where it is the file extension.
  var muxer: String?
  var codecs: [FilmCodec] = []
  /// The codecs with which the format supports alpha.
  var alphaCodecs: [FilmCodec] = []
  /// The sound codecs whose packets can be copied, by FFmpeg's names; empty if the format has no sound.
  var copiedSounds: [String] = []
  /// The codec for other sound, with its options.
  var soundEncoding: [String] = []
  /// Options of `ffmpeg` for copying sound.
  var copyOptions: [String] = []
  /// Whether the container's ticks per second can be chosen.
  var hasTimescale = false
  /// The options of `ffmpeg` that encode PNG files, with alpha or without, for a format that implies its encoding.
  var pictureEncoding: @Sendable (_ hasAlpha: Bool) -> [String] = { _ in [] }
  var highestRate: Int?
}

/// The format of an uncompressed stream. The raw values are file extensions.
public enum StreamFormat: String, Sendable, CaseIterable {
  /// YUV4MPEG2: a header, then 4:2:0 planes of BT.709 in limited range. Alpha is lost: frames are drawn over black.
  case y4m
  /// Frames without any header, four bytes per pixel, with straight alpha.
  case rgba

  /// The media type for HTTP headers.
  package var mediaType: String { self == .y4m ? "video/x-yuv4mpeg" : "application/vnd.lamina.rgba" }

  /// The layout of the frames.
  var layout: FrameLayout { self == .y4m ? .yuv420 : .rgba }

  /// The bytes before the first frame.
  func header(size: PixelSize, rate: FrameRate) -> [UInt8] {
    guard self == .y4m else { return [] }
    let line =
      "YUV4MPEG2 W\(size.width) H\(size.height) F\(rate.numerator):\(rate.denominator) Ip A1:1 C420mpeg2 "
      + "XYSCSS=420MPEG2 XCOLORRANGE=LIMITED\n"
    return Array(line.utf8)
  }

  /// The bytes before every frame.
  var frameHeader: [UInt8] { self == .y4m ? Array("FRAME\n".utf8) : [] }
}

/// A format of a film in one file, encoded or uncompressed; the common table for the command line, the service and the
/// studio.
package enum MovingFormat: RawRepresentable, CaseIterable, Sendable, Hashable {
  case film(FilmFormat)
  case stream(StreamFormat)

  /// Every format, encoded ones first.
  package static let allCases = FilmFormat.allCases.map(Self.film) + StreamFormat.allCases.map(Self.stream)

  /// Makes a format from its name; `nil` for an unknown name.
  package init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  /// The name, which is also the file extension.
  package var rawValue: String {
    switch self {
    case .film(let format): format.rawValue
    case .stream(let format): format.rawValue
    }
  }

  /// The media type for HTTP headers.
  package var mediaType: String {
    switch self {
    case .film(let format): format.mediaType
    case .stream(let format): format.mediaType
    }
  }

  /// All extensions with their dots, for messages.
  package static var extensionList: String { allCases.map { "." + $0.rawValue }.joined(separator: ", ") }
}
