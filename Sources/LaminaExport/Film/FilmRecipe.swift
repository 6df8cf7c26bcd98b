import Lamina
import LaminaGeometry

/// What `ffmpeg` is told for a kind of film.
///
/// Frames come in raw, at an exact rate. A film is encoded in segments of ``FilmSegment/frames`` frames, each by
/// itself, and these are joined without encoding anything again; so a film that was cut off goes on where it was,
/// machines share the work, and the same frames make the same bytes wherever they are encoded. What has one palette or one header for
/// all frames cannot be joined so: its segments hold PNG files behind each other, and the film is encoded at the end.
struct FilmRecipe {
  let format: FilmFormat
  /// Whether frames have alpha: not over an opaque background.
  let hasAlpha: Bool
  let size: PixelSize
  let rate: FrameRate
  /// What the user adds.
  let arguments: [String]

  /// How frames reach the encoder; `nil` as PNG.
  var layout: FrameLayout? {
    switch format {
    case .mp4: .yuv420
    case .mov: .rgba
    case .webm: hasAlpha ? .yuva420 : .yuv420
    case .gif, .apng: nil
    }
  }

  /// The size that is encoded: H.264 takes even sides only.
  var encodedSize: PixelSize {
    guard format == .mp4 else { return size }
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

  /// One thread each for so many pictures: libx264 makes other bytes with another number of threads, so it is not the
  /// machine's.
  private static let threads = ["-threads", "8"]

  private static let colors = [
    "-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
    "-chroma_sample_location", "left",
  ]
  /// Without `bitexact`, files hold random numbers and times.
  private static let exact = ["-fflags", "+bitexact"]
  private static let quiet = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y"]

  /// Whether `ffmpeg` speaks of errors alone: not where the user has it say more.
  var saysErrorsOnly: Bool { !arguments.contains { ["-loglevel", "-v", "-stats", "-report"].contains($0) } }

  /// A path as `ffmpeg` takes it: by itself it would read `a:b` as an address.
  private static func address(_ path: String) -> String { "file:" + path }

  /// Encodes one segment from standard input to a file.
  func segmentArguments(to path: String) -> [String] {
    guard let layout else { preconditionFailure("segments of \(format) are not encoded") }
    let pixels =
      switch layout {
      case .rgba: "rgba"
      case .yuv420: "yuv420p"
      case .yuva420: "yuva420p"
      }
    let sides = "\(encodedSize.width)x\(encodedSize.height)"
    var result = Self.quiet + ["-f", "rawvideo", "-pix_fmt", pixels, "-video_size", sides]
    result += ["-framerate", "\(rate)"] + (layout == .rgba ? [] : Self.colors) + ["-i", "pipe:0"]
    switch format {
    case .mp4:
      result += ["-c:v", "libx264", "-preset", "medium", "-crf", "18", "-pix_fmt", "yuv420p"]
      result += ["-g", "\(FilmSegment.frames)"] + Self.threads + Self.colors
    case .mov:
      result += ["-vf", "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int"]
      result += ["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le", "-alpha_bits", "16"]
      result += ["-bsf:v", "prores_metadata=color_primaries=bt709:color_trc=bt709:colorspace=bt709", "-vendor", "apl0"]
    case .webm:
      result += ["-c:v", "libvpx-vp9", "-crf", "20", "-b:v", "0", "-row-mt", "1", "-g", "\(FilmSegment.frames)"]
      // The plane of alpha is a stream of its own, which cannot have such references.
      result += ["-auto-alt-ref", hasAlpha ? "0" : "1", "-pix_fmt", pixels] + Self.threads + Self.colors
    case .gif, .apng: break
    }
    return result + ["-video_track_timescale", "\(timescale)"].filter { _ in format == .mp4 || format == .mov }
      + arguments + Self.exact + ["-f", format.rawValue, Self.address(path)]
  }

  /// Ticks a second of which a frame takes a whole number.
  private var timescale: Int {
    var scale = rate.numerator
    while scale < 10_000 { scale *= 2 }
    return scale
  }

  /// Joins the segments that a list names.
  func joinArguments(list: String, to path: String) -> [String] {
    var result = Self.quiet + ["-f", "concat", "-safe", "0", "-i", Self.address(list), "-c", "copy"]
    if format == .mp4 || format == .mov {
      result += ["-video_track_timescale", "\(timescale)", "-movflags", "+faststart"]
    }
    return result + Self.exact + ["-f", format.rawValue, Self.address(path)]
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
    return result + arguments + Self.exact + ["-f", format.rawValue, Self.address(path)]
  }
}
