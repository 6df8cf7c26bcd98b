// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaVideo

/// How the pictures of a film are encoded.
public enum FilmCodec: String, Sendable, Hashable, CaseIterable {
  /// H.264, by x264. All players show it.
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

/// How long an encoder may take to make a film smaller: the names are those of x264.
public enum FilmPreset: String, Sendable, Hashable, CaseIterable {
  case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow

  /// Its place, 0 for the fastest.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 5 }
}

/// What encodes a film's pictures.
public enum FilmHardware: String, Sendable, Hashable, CaseIterable {
  /// The processor.
  case none
  /// A device where ffmpeg can use one, otherwise the processor, which is said.
  case auto
  /// NVIDIA's encoder.
  case nvenc
  /// The encoder of Intel's and AMD's devices, by VA-API.
  case vaapi
}

/// How a film is encoded, as far as it is said.
public struct FilmCoding: Sendable, Hashable {
  /// The codec.
  ///
  /// - Default: `nil`: H.264 in `.mp4`, ProRes 4444 in `.mov`, VP9 in `.webm`. Over a clip of high dynamic range (PQ or
  ///   HLG), HEVC in `.mp4` and in `.mov`, where only a clip with alpha keeps ProRes 4444.
  public var codec: FilmCodec?
  /// How much time the encoder takes.
  ///
  /// - Default: `nil`: `medium`, or what the encoder's own default is.
  public var preset: FilmPreset?
  /// The quality that is kept, by the encoder's own scale: less is better. x264 and x265 0...51, VP9 and AV1 0...63.
  ///
  /// - Default: `nil`: 18 of x264, 20 of x265 and VP9, 30 of SVT-AV1.
  public var quality: Int?
  /// Bits a component, 8 or 10.
  ///
  /// - Default: `nil`: 10 of ProRes and over a clip of high dynamic range, otherwise 8.
  public var bitDepth: Int?
  /// What encodes.
  public var hardware = FilmHardware.none

  /// Says nothing.
  public init() {}
}

/// A codec with its settings, as a film's segments are encoded.
struct FilmEncoding: Hashable {
  let codec: FilmCodec
  let coding: FilmCoding
  /// What the film says of the light that it was made for.
  var mastering: MasteringData?
  /// The device that encodes; the processor where there is none.
  var device: FilmHardware = .none

  init(_ codec: FilmCodec, _ coding: FilmCoding) {
    (self.codec, self.coding) = (codec, coding)
  }

  /// Bits a component.
  var bitDepth: Int {
    switch codec {
    case .prores4444, .prores422HQ: 10
    case .h264, .hevc, .vp9, .av1: coding.bitDepth ?? 8
    }
  }

  /// Whether sides must be even, as where chroma has half of the pixels.
  var needsEvenSides: Bool {
    switch codec {
    case .h264, .hevc, .av1: true
    case .prores422HQ: true
    case .vp9, .prores4444: false
    }
  }

  /// The shortest side of a picture that the encoder takes, in pixels. Those of devices are not known beforehand.
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

  /// What pixels are, in ffmpeg's words.
  ///
  /// - Parameter hasAlpha: Whether alpha is kept, of codecs that can.
  func pixelFormat(hasAlpha: Bool) -> String {
    switch codec {
    case .prores4444: hasAlpha ? "yuva444p10le" : "yuv444p10le"
    case .prores422HQ: "yuv422p10le"
    case .vp9 where hasAlpha: "yuva420p"
    case .h264, .hevc, .vp9, .av1: bitDepth == 10 ? "yuv420p10le" : "yuv420p"
    }
  }

  /// One thread each for so many pictures: libx264 makes other bytes with another number of threads, so it is not the
  /// machine's.
  private static let threads = ["-threads", "8"]

  /// What the encoder is told.
  ///
  /// - Parameters:
  ///   - hasAlpha: Whether alpha is kept.
  ///   - keys: After how many pictures one must stand by itself.
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
      // The plane of alpha is a stream of its own, which cannot have such references.
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
