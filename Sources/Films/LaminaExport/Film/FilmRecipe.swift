// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaGeometry
import LaminaSandbox
import LaminaVideo

/// What `ffmpeg` is told for a kind of film.
///
/// Frames come in raw, at an exact rate. A film is encoded in segments of ``FilmSegment/frames`` frames, each by
/// itself, and these are joined without encoding anything again; so a film that was cut off goes on where it was,
/// machines share the work, and the same frames make the same bytes wherever they are encoded. What has one palette or
/// one header for all frames cannot be joined so: its segments hold PNG files behind each other, and the film is
/// encoded at the end.
struct FilmRecipe {
  let format: FilmFormat
  /// Whether frames have alpha: not over an opaque background or an opaque video.
  let hasAlpha: Bool
  let size: PixelSize
  let rate: FrameRate
  /// What the user adds.
  let arguments: [String]
  /// How pictures are encoded; a GIF or an APNG has no choice.
  let encoding: FilmEncoding
  /// What the numbers of its pixels mean.
  var color = VideoColor.bt709
  /// Whether frames are laid over a video, in its planes.
  var isOverVideo = false

  init(
    format: FilmFormat, hasAlpha: Bool, size: PixelSize, rate: FrameRate, arguments: [String],
    encoding: FilmEncoding? = nil
  ) {
    (self.format, self.hasAlpha, self.size, self.rate, self.arguments) = (format, hasAlpha, size, rate, arguments)
    self.encoding = encoding ?? FilmEncoding(format.codecs.first ?? .h264, FilmCoding())
  }

  /// How frames reach the encoder; `nil` as PNG.
  var layout: FrameLayout? {
    guard !format.codecs.isEmpty else { return nil }
    return switch encoding.codec {
    case .prores4444, .prores422HQ: .rgba
    case .vp9 where keepsAlpha: .yuva420
    case .h264, .hevc, .vp9, .av1: .yuv420
    }
  }

  /// Whether alpha is in the film: of those that have it, AV1, H.264 and HEVC lose it, and so does VP9 but in `.webm`.
  private var keepsAlpha: Bool {
    guard !isOverVideo else { return hasAlpha && format.holdsAlpha(of: encoding.codec) }
    // The plane of ProRes 4444 is there also where all of it is opaque.
    return encoding.codec == .prores4444 || hasAlpha && format.holdsAlpha(of: encoding.codec)
  }

  /// Bits a component: libvpx has a plane of alpha at 8 bits alone.
  var bitDepth: Int { encoding.codec == .vp9 && keepsAlpha ? 8 : encoding.bitDepth }

  /// What a process may do that reads files of others for the film. One that a device encodes in, or that the user has
  /// told things of their own, is not confined: neither can be known beforehand.
  ///
  /// - Parameters:
  ///   - files: What it reads.
  ///   - folder: Where it writes.
  func confinement(reading files: [String], in folder: ExportFolder) -> ProgramConfinement? {
    guard !files.isEmpty, arguments.isEmpty, encoding.device == .none else { return nil }
    return ProgramConfinement(readable: files, writable: [folder.path])
  }

  /// The size that is encoded: most codecs take even sides only.
  var encodedSize: PixelSize {
    guard layout != nil, encoding.needsEvenSides else { return size }
    return PixelSize(width: (size.width + 1) / 2 * 2, height: (size.height + 1) / 2 * 2)
  }

  /// The planes of a frame at ``encodedSize``: luma repeats its last column or row; chroma has its sides already.
  func evened(_ planes: [UInt8]) -> [UInt8] {
    let encoded = encodedSize
    guard encoded != size else { return planes }
    var result: [UInt8] = []
    result.reserveCapacity(encoded.area + planes.count - size.area)
    for row in 0..<encoded.height {
      let start = min(row, size.height - 1) * size.width
      result += planes[start..<(start + size.width)]
      if encoded.width > size.width { result.append(planes[start + size.width - 1]) }
    }
    return result + planes[size.area...]
  }

  /// The name's extension of segments.
  var segmentExtension: String { layout == nil ? "pngs" : format.rawValue }

  /// What the file says of its pixels.
  private var colors: [String] {
    // What ffprobe calls them, ffmpeg does not take.
    let transfer = ["bt470m": "gamma22", "bt470bg": "gamma28"][color.transfer] ?? color.transfer
    return [
      "-color_range", color.isFullRange ? "pc" : "tv", "-colorspace", color.matrix, "-color_primaries", color.primaries,
      "-color_trc", transfer, "-chroma_sample_location", "left",
    ]
  }

  /// The same in the words that ProRes has for it: what it cannot tell is unknown, or has the name of what is the same.
  private var proResColors: String {
    let transfers = [
      "bt709": "bt709", "smpte170m": "bt709", "bt2020-10": "bt709", "bt2020-12": "bt709", "smpte2084": "smpte2084",
      "arib-std-b67": "arib-std-b67",
    ]
    let matrices = ["bt709": "bt709", "smpte170m": "smpte170m", "bt470bg": "smpte170m", "bt2020nc": "bt2020nc"]
    let primaries = ["bt709", "bt470bg", "smpte170m", "bt2020", "smpte431", "smpte432"].first { $0 == color.primaries }
    return "color_primaries=\(primaries ?? "unknown"):color_trc=\(transfers[color.transfer] ?? "unknown")"
      + ":colorspace=\(matrices[color.matrix] ?? "unknown")"
  }

  /// Without `bitexact`, files hold random numbers and times.
  private static let exact = ["-fflags", "+bitexact"]
  private static let quiet = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y"]

  /// Whether `ffmpeg` speaks of errors alone: not where the user has it say more.
  var saysErrorsOnly: Bool { !arguments.contains { ["-loglevel", "-v", "-stats", "-report"].contains($0) } }

  /// Encodes one segment from standard input to a file.
  func segmentArguments(to path: String) -> [String] {
    guard let layout else { preconditionFailure("segments of \(format) are not encoded") }
    let pixels =
      switch layout {
      case .rgba: "rgba"
      case .yuv420: "yuv420p"
      case .yuva420: "yuva420p"
      }
    let frame = layout == .rgba ? size : encodedSize
    var result =
      Self.quiet + encoding.deviceOptions + [
        "-f", "rawvideo", "-pix_fmt", pixels, "-video_size", "\(frame.width)x\(frame.height)",
      ]
    result += ["-framerate", "\(rate)"] + (layout == .rgba ? [] : colors) + ["-i", "pipe:0"]
    if layout == .rgba {
      var steps = ["scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int"]
      if encodedSize != size { steps.append("pad=\(encodedSize.width):\(encodedSize.height)") }
      // Without alpha, frames lie over black.
      if encoding.codec != .prores4444 { steps.insert("premultiply=inplace=1", at: 0) }
      result += ["-vf", steps.joined(separator: ",")]
    } else if !encoding.uploadFilter.isEmpty {
      result += ["-vf", encoding.uploadFilter.joined(separator: ",")]
    }
    return result + encodingArguments(to: path)
  }

  /// The same over videos.
  func segmentArguments(to path: String, over graph: VideoGraph) -> [String] {
    let filter = ([graph.filter] + encoding.uploadFilter).joined(separator: ",") + "[out]"
    return Self.quiet + encoding.deviceOptions + graph.inputs + [
      "-filter_complex", filter, "-map", "[out]", "-an", "-r", "\(rate)",
    ]
      + encodingArguments(to: path)
  }

  /// How pixels of a film are encoded, in ffmpeg's words.
  var pixelFormat: String { encoding.pixelFormat(hasAlpha: keepsAlpha) }

  private func encodingArguments(to path: String) -> [String] {
    var result = encoding.arguments(hasAlpha: keepsAlpha, keys: FilmSegment.frames)
    if layout == .rgba {
      result += ["-bsf:v", "prores_metadata=" + proResColors]
    }
    result += colors
    if format.facts.hasTimescale { result += ["-video_track_timescale", "\(timescale)"] }
    return result + arguments + Self.exact + ["-f", format.rawValue, MediaProgram.address(path)]
  }

  /// Ticks a second of which a frame takes a whole number.
  private var timescale: Int {
    var scale = rate.numerator
    while scale < 10_000 { scale *= 2 }
    return scale
  }

  /// Joins the segments that a list names, and puts the sound beside them.
  func joinArguments(list: String, sound: SoundMix?, to path: String) -> [String] {
    var result = Self.quiet + ["-f", "concat", "-safe", "0", "-i", MediaProgram.address(list)]
    if let sound { result += sound.inputs }
    result += ["-map", "0:v", "-c:v", "copy"]
    if let sound { result += sound.outputs(firstInput: 1) }
    if format.facts.hasTimescale {
      result += ["-video_track_timescale", "\(timescale)", "-movflags", "+faststart"]
    }
    return result + Self.exact + ["-f", format.rawValue, MediaProgram.address(path)]
  }

  /// Encodes PNG files from standard input.
  func encodeArguments(to path: String) -> [String] {
    var result = Self.quiet + ["-f", "image2pipe", "-c:v", "png", "-framerate", "\(rate)", "-i", "pipe:0"]
    switch format {
    case .gif:
      // A palette each frame: one for all would have to keep all frames in memory until the last has come.
      result += [
        "-lavfi", "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=sierra2_4a", "-loop",
        "0",
      ]
    case .apng: result += ["-c:v", "apng", "-pix_fmt", hasAlpha ? "rgba" : "rgb24", "-plays", "0"]
    case .mp4, .mov, .webm: break
    }
    return result + arguments + Self.exact + ["-f", format.rawValue, MediaProgram.address(path)]
  }
}
