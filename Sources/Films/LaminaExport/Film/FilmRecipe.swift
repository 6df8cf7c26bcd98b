// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaGeometry
import LaminaSandbox
import LaminaVideo

/// The arguments of `ffmpeg` for a film.
///
/// Frames are passed raw, at an exact rate. A film is encoded in independent segments of ``FilmSegment/frames`` frames,
/// which are joined without being encoded again. So an interrupted film can be continued, machines can share the work,
/// and the same frames give the same bytes wherever they are encoded. Formats with one palette or one header for all
/// frames cannot be joined in this way: their segments contain concatenated PNG files, and the film is encoded at the
/// end.
struct FilmRecipe {
  let format: FilmFormat
  /// Whether frames have alpha; `false` over an opaque background or an opaque video.
  let hasAlpha: Bool
  let size: PixelSize
  let rate: FrameRate
  /// Additional arguments from the user.
  let arguments: [String]
  /// The encoding of pictures; unused for GIF and APNG.
  let encoding: FilmEncoding
  /// The colour space of the film.
  var color = VideoColor.bt709
  /// Whether frames are blended with a video, in the video's planes.
  var isOverVideo = false

  init(
    format: FilmFormat, hasAlpha: Bool, size: PixelSize, rate: FrameRate, arguments: [String],
    encoding: FilmEncoding? = nil
  ) {
    (self.format, self.hasAlpha, self.size, self.rate, self.arguments) = (format, hasAlpha, size, rate, arguments)
    self.encoding = encoding ?? FilmEncoding(format.codecs.first ?? .h264, FilmCoding())
  }

  /// The layout of frames that are passed to the encoder; `nil` for PNG.
  var layout: FrameLayout? {
    guard !format.codecs.isEmpty else { return nil }
    return switch encoding.codec {
    case .prores4444, .prores422HQ: .rgba
    case .vp9 where keepsAlpha: .yuva420
    case .h264, .hevc, .vp9, .av1: .yuv420
    }
  }

  /// Whether the film contains alpha. AV1, H.264 and HEVC have none, and VP9 has alpha only in `.webm`.
  private var keepsAlpha: Bool {
    guard !isOverVideo else { return hasAlpha && format.holdsAlpha(of: encoding.codec) }
    // ProRes 4444 has an alpha plane even if all frames are opaque.
    return encoding.codec == .prores4444 || hasAlpha && format.holdsAlpha(of: encoding.codec)
  }

  /// Bits per component: libvpx supports alpha only with 8 bits.
  var bitDepth: Int { encoding.codec == .vp9 && keepsAlpha ? 8 : encoding.bitDepth }

  /// The rights of a process that reads other files for the film. It is not confined if a GPU encodes or the user has
  /// added arguments, since their needs are not known in advance.
  ///
  /// - Parameters:
  ///   - files: The files to read.
  ///   - folder: The folder to write to.
  func confinement(reading files: [String], in folder: ExportFolder) -> ProgramConfinement? {
    guard !files.isEmpty, arguments.isEmpty, encoding.device == .none else { return nil }
    return ProgramConfinement(readable: files, writable: [folder.path])
  }

  /// The size of the encoded pictures: most codecs require even sides.
  var encodedSize: PixelSize {
    guard layout != nil, encoding.needsEvenSides else { return size }
    return PixelSize(width: (size.width + 1) / 2 * 2, height: (size.height + 1) / 2 * 2)
  }

  /// The file extension of segments.
  var segmentExtension: String { layout == nil ? "pngs" : format.rawValue }

  /// Options that store the colour space in the file.
  private var colors: [String] {
    // Names that ffprobe prints and ffmpeg does not accept.
    let transfer = ["bt470m": "gamma22", "bt470bg": "gamma28"][color.transfer] ?? color.transfer
    return [
      "-color_range", color.isFullRange ? "pc" : "tv", "-colorspace", color.matrix, "-color_primaries", color.primaries,
      "-color_trc", transfer, "-chroma_sample_location", "left",
    ]
  }

  /// The colour space by the names of the ProRes metadata filter: values that it does not know become `unknown`, or the
  /// name of an equal value.
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

  /// Without `bitexact`, files contain random numbers and times.
  private static let exact = ["-fflags", "+bitexact"]
  private static let quiet = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y"]

  /// Whether `ffmpeg` prints only errors, which it does unless the user asks for more.
  var saysErrorsOnly: Bool { !arguments.contains { ["-loglevel", "-v", "-stats", "-report"].contains($0) } }

  /// The arguments that encode one segment from standard input to a file.
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
      // Without alpha, frames are drawn over black.
      if encoding.codec != .prores4444 { steps.insert("premultiply=inplace=1", at: 0) }
      result += ["-vf", steps.joined(separator: ",")]
    } else if !encoding.uploadFilter.isEmpty {
      result += ["-vf", encoding.uploadFilter.joined(separator: ",")]
    }
    return result + encodingArguments(to: path)
  }

  /// The arguments that encode one segment over videos.
  func segmentArguments(to path: String, over graph: VideoGraph) -> [String] {
    let filter = ([graph.filter] + encoding.uploadFilter).joined(separator: ",") + "[out]"
    return Self.quiet + encoding.deviceOptions + graph.inputs + [
      "-filter_complex", filter, "-map", "[out]", "-an", "-r", "\(rate)",
    ]
      + encodingArguments(to: path)
  }

  /// The pixel format of the film, by ffmpeg's name.
  var pixelFormat: String { encoding.pixelFormat(hasAlpha: keepsAlpha) }

  private func encodingArguments(to path: String) -> [String] {
    var result = encoding.arguments(hasAlpha: keepsAlpha, keys: FilmSegment.frames)
    if layout == .rgba {
      result += ["-bsf:v", "prores_metadata=" + proResColors]
    }
    result += colors
    if format.facts.hasTimescale { result += ["-video_track_timescale", "\(timescale)"] }
    return result + arguments + Self.exact + format.output(to: path)
  }

  /// Ticks per second, such that a frame takes a whole number of ticks.
  private var timescale: Int {
    var scale = rate.numerator
    while scale < 10_000 { scale *= 2 }
    return scale
  }

  /// The arguments that join the segments of a list, and add the sound.
  func joinArguments(list: String, sound: SoundMix?, to path: String) -> [String] {
    var result = Self.quiet + ["-f", "concat", "-safe", "0", "-i", MediaProgram.address(list)]
    if let sound { result += sound.inputs }
    result += ["-map", "0:v", "-c:v", "copy"]
    if let sound { result += sound.outputs(firstInput: 1) }
    if format.facts.hasTimescale {
      result += ["-video_track_timescale", "\(timescale)", "-movflags", "+faststart"]
    }
    return result + Self.exact + format.output(to: path)
  }

  /// The arguments that encode PNG files from standard input.
  func encodeArguments(to path: String) -> [String] {
    Self.quiet + ["-f", "image2pipe", "-c:v", "png", "-framerate", "\(rate)", "-i", "pipe:0"]
      + format.facts.pictureEncoding(hasAlpha) + arguments + Self.exact + format.output(to: path)
  }
}
