// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaVideo

/// A codec for the pictures of a film.
public enum FilmCodec: String, Sendable, Hashable, CaseIterable {
  /// H.264, by x264. All players support it.
  case h264
  /// HEVC (H.265), by x265.
  case hevc
  /// VP9, by libvpx; with alpha in `.webm`.
  case vp9
  /// AV1, by SVT-AV1.
  case av1
  /// Apple ProRes 4444, with alpha and 10 bits.
  case prores4444 = "prores-4444"
  /// Apple ProRes 422 HQ, with 10 bits.
  case prores422HQ = "prores-422-hq"
}

/// The speed of an encoder, which it trades for the size of the film; the names are x264's.
public enum FilmPreset: String, Sendable, Hashable, CaseIterable {
  case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow

  /// The position in the list, 0 for the fastest.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 5 }
}

/// The hardware that encodes the pictures of a film.
public enum FilmHardware: String, Sendable, Hashable, CaseIterable {
  /// The processor.
  case none
  /// A GPU if ffmpeg can use one, otherwise the processor, which is reported.
  case auto
  /// NVIDIA's encoder.
  case nvenc
  /// The encoder of Intel's and AMD's GPUs, by VA-API.
  case vaapi
}

/// Settings for encoding a film.
public struct FilmCoding: Sendable, Hashable {
  /// The codec.
  ///
  /// - Default: `nil`: H.264 in `.mp4`, ProRes 4444 in `.mov`, VP9 in `.webm`. Over a clip of high dynamic range (PQ or
  ///   HLG), HEVC in `.mp4` and in `.mov`, where only a clip with alpha keeps ProRes 4444.
  public var codec: FilmCodec?
  /// The speed of the encoder.
  ///
  /// - Default: `nil`: `medium`, or the encoder's own default.
  public var preset: FilmPreset?
  /// The quality, on the encoder's own scale, where lower values are better: 0...51 for x264 and x265, 0...63 for VP9
  /// and AV1.
  ///
  /// - Default: `nil`: 18 for x264, 20 for x265 and VP9, 30 for SVT-AV1.
  public var quality: Int?
  /// Bits per component, 8 or 10.
  ///
  /// - Default: `nil`: 10 for ProRes and over a clip of high dynamic range, otherwise 8.
  public var bitDepth: Int?
  /// The hardware that encodes.
  public var hardware = FilmHardware.none

  /// Makes the default settings.
  public init() {}
}

/// The codec and the settings of a film's segments.
struct FilmEncoding: Hashable {
  let codec: FilmCodec
  let coding: FilmCoding
  /// Metadata about the brightness of the film.
  var mastering: MasteringData?
  /// The GPU that encodes; `none` for the processor.
  var device: FilmHardware = .none

  init(_ codec: FilmCodec, _ coding: FilmCoding) {
    (self.codec, self.coding) = (codec, coding)
  }

  /// Bits per component.
  var bitDepth: Int {
    switch codec {
    case .prores4444, .prores422HQ: 10
    case .h264, .hevc, .vp9, .av1: coding.bitDepth ?? 8
    }
  }

  /// Whether the sides of pictures must be even, because chroma has half the resolution.
  var needsEvenSides: Bool {
    switch codec {
    case .h264, .hevc, .av1: true
    case .prores422HQ: true
    case .vp9, .prores4444: false
    }
  }

  /// The shortest side that the encoder supports, in pixels. The limits of GPUs are not known in advance.
  var leastSide: Int {
    switch codec {
    case .hevc where device == .none: 16
    case .av1 where device == .none: 64
    case .h264, .hevc, .vp9, .av1, .prores4444, .prores422HQ: 1
    }
  }

  /// The encoder's name in ffmpeg.
  var encoder: String {
    let suffix = device == .nvenc ? "_nvenc" : "_vaapi"
    switch codec {
    case .h264: return device == .none ? "libx264" : "h264" + suffix
    case .hevc: return device == .none ? "libx265" : "hevc" + suffix
    case .vp9: return device == .none ? "libvpx-vp9" : "vp9" + suffix
    case .av1: return device == .none ? "libsvtav1" : "av1" + suffix
    case .prores4444, .prores422HQ: return "prores_ks"
    }
  }

  /// The pixel format, by ffmpeg's name.
  ///
  /// - Parameter hasAlpha: Whether alpha is kept, if the codec supports it.
  func pixelFormat(hasAlpha: Bool) -> String {
    switch codec {
    case .prores4444: hasAlpha ? "yuva444p10le" : "yuv444p10le"
    case .prores422HQ: "yuv422p10le"
    case .vp9 where hasAlpha: "yuva420p"
    case .h264, .hevc, .vp9, .av1: bitDepth == 10 ? "yuv420p10le" : "yuv420p"
    }
  }

  /// The number of threads is fixed, since the output of libx264 depends on it and must be the same on all machines.
  private static let threads = ["-threads", "8"]

  /// Options of `ffmpeg` for the encoder.
  ///
  /// - Parameters:
  ///   - hasAlpha: Whether alpha is kept.
  ///   - keys: The largest distance of key frames, in pictures.
  func arguments(hasAlpha: Bool, keys: Int) -> [String] {
    let pixels = pixelFormat(hasAlpha: hasAlpha)
    var result = ["-c:v", encoder]
    if device == .nvenc {
      let preset = coding.preset.map { "p\(1 + $0.rank * 6 / 8)" } ?? "p4"
      return result + [
        "-preset", preset, "-rc", "vbr", "-cq", "\(coding.quality ?? 20)", "-b:v", "0", "-g", "\(keys)", "-pix_fmt",
        pixels,
      ]
    }
    if device == .vaapi { return result + ["-qp", "\(coding.quality ?? 20)", "-g", "\(keys)"] }
    switch codec {
    case .h264:
      result += ["-preset", (coding.preset ?? .medium).rawValue, "-crf", "\(coding.quality ?? 18)", "-pix_fmt", pixels]
      result += ["-g", "\(keys)"] + Self.threads
      if let mastering { result += ["-x264-params", mastering.wordsOfX264.joined(separator: ":")] }
    case .hevc:
      result += ["-preset", (coding.preset ?? .medium).rawValue, "-crf", "\(coding.quality ?? 20)", "-pix_fmt", pixels]
      let parameters = ["keyint=\(keys)", "frame-threads=2", "log-level=error"] + (mastering?.wordsOfX265 ?? [])
      result += ["-x265-params", parameters.joined(separator: ":"), "-tag:v", "hvc1"]
    case .vp9:
      result += ["-crf", "\(coding.quality ?? 20)", "-b:v", "0", "-row-mt", "1", "-g", "\(keys)"]
      if let preset = coding.preset {
        result += ["-deadline", "good", "-cpu-used", "\(max(0, 5 - preset.rank * 5 / 8))"]
      }
      // The alpha plane is a separate stream, which does not support alternate reference frames.
      result += ["-auto-alt-ref", hasAlpha ? "0" : "1", "-pix_fmt", pixels] + Self.threads
    case .av1:
      result += [
        "-preset", "\(12 - (coding.preset ?? .medium).rank)", "-crf", "\(coding.quality ?? 30)", "-g", "\(keys)",
      ]
      result += ["-pix_fmt", pixels]
      if let mastering { result += ["-svtav1-params", mastering.wordsOfSVT.joined(separator: ":")] }
    case .prores4444, .prores422HQ:
      result += ["-profile:v", codec == .prores4444 ? "4444" : "hq", "-pix_fmt", pixels]
      if hasAlpha { result += ["-alpha_bits", "16"] }
      result += ["-vendor", "apl0"]
    }
    return result
  }
}
