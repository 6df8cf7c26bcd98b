import Lamina
import LaminaGeometry
import LaminaVideo

/// What `ffmpeg` is told to put the pictures of a tree over those of videos, for one segment of a film.
///
/// The tree comes in through a pipe, and only as the rectangle that it touches in the segment: what lies outside of it never leaves
/// ffmpeg's own planes.
struct VideoGraph {
  let track: VideoTrack
  let parts: [VideoTrack.Part]
  let rate: FrameRate
  /// How large the film is shown.
  let size: PixelSize
  /// How large it is encoded: sides may have to be even.
  let encodedSize: PixelSize
  /// Where the tree draws; empty where it draws nothing.
  let rectangle: PixelRect
  /// How pixels are blended and encoded, in ffmpeg's words.
  let pixelFormat: String

  /// Whether the tree's pictures come in.
  var hasTree: Bool { !rectangle.isEmpty }

  /// The clips that are read.
  var files: [String] { parts.map { track.pieces[$0.piece].clip.path } }

  /// What stands before the pipe's own arguments: the clips. Each is read from the key picture before its first frame.
  var inputs: [String] {
    var result = ["-copyts", "-start_at_zero"]
    for part in parts {
      let clip = track.pieces[part.piece].clip
      // Without a list of key pictures a place in the file is guessed by its clock, and the next key picture comes after it.
      let start = part.start - tolerance(of: clip) - (clip.hasIndex ? 0 : 10)
      if start > 0 { result += ["-noaccurate_seek", "-ss", Self.seconds(start)] }
      // A stream that changes its size goes on through the same filters, the first of which scales.
      result += MediaProgram.readingOptions + clip.decoderOptions
      result += ["-reinit_filter", "0", "-i", MediaProgram.address(clip.path)]
    }
    guard hasTree else { return result }
    return result + [
      "-f", "rawvideo", "-pix_fmt", sendsPlanes ? "yuva420p" : "rgba", "-video_size",
      "\(rectangle.width)x\(rectangle.height)", "-framerate",
      "\(rate)",
      "-thread_queue_size", "64", "-i", "pipe:0",
    ]
  }

  /// How the film is made of the inputs; what is left without a name is the film.
  var filter: String {
    var chains: [String] = []
    for (index, part) in parts.enumerated() { chains.append(chain(of: part, input: index, to: "[v\(index)]")) }
    var video = "[v0]"
    if parts.count > 1 {
      chains.append((parts.indices.map { "[v\($0)]" }).joined() + "concat=n=\(parts.count):v=1:a=0[v]")
      video = "[v]"
    }
    // Whole numbers, which do not round: a frame each tick.
    let counting = "settb=\(rate.denominator)/\(rate.numerator),setpts=N"
    guard hasTree else { return chains.joined(separator: ";") + ";\(video)\(counting)" }
    var tree = "[\(parts.count):v]"
    if !sendsPlanes {
      chains.append("\(tree)\(treeColors)[tree]")
      tree = "[tree]"
    }
    chains.append(
      "\(video)\(tree)overlay=x=\(rectangle.minX):y=\(rectangle.minY):format=\(blending):eof_action=repeat:alpha=straight,"
        + counting)
    return chains.joined(separator: ";")
  }

  /// A clip at the film's rate, size and format.
  private func chain(of part: VideoTrack.Part, input: Int, to output: String) -> String {
    let clip = track.pieces[part.piece].clip
    // Pictures that begin within the file's own rounding of a frame's time are shown at it.
    let shift = ((part.start + tolerance(of: clip)) * 1e6).rounded()
    var steps = Self.fitting(clip, to: size, track.fit, track.color)
    if encodedSize != size {
      let (right, bottom) = (encodedSize.width - size.width, encodedSize.height - size.height)
      steps += [
        "pad=\(encodedSize.width):\(encodedSize.height):0:0", "fillborders=right=\(right):bottom=\(bottom):mode=smear",
      ]
    }
    steps += ["settb=AVTB", "setpts=PTS-(\(Int(clamping: shift)))"]
    // What the file says of its end is rounded, and pictures that cannot be decoded are missing: the last one is held.
    steps += ["tpad=stop=-1:stop_mode=clone", "fps=\(rate):round=up:start_time=0"]
    steps += ["trim=end_frame=\(part.count)", "setpts=N", "format=\(pixelFormat)"]
    return "[\(input):\(clip.streamIndex)]" + steps.joined(separator: ",") + output
  }

  /// How far a picture may begin after a frame's time and still be shown at it: what files round off, at most half a tick of theirs.
  private func tolerance(of clip: VideoClip) -> Double { min(clip.timeTolerance, rate.time(of: 1) / 4) }

  /// Pictures at the film's size; nothing is done to those that have it.
  ///
  /// - Parameter color: What the numbers of pixels are to mean; `nil` for what they do.
  static func fitting(
    _ clip: VideoClip, to size: PixelSize, _ fit: VideoFit, _ color: VideoColor? = nil
  ) -> [String] {
    let colors = conversion(of: clip, to: color ?? clip.color) + ":flags=bicubic+accurate_rnd+full_chroma_int"
    var steps: [String]
    if clip.displaySize == size || fit == .fill {
      steps = ["scale=\(size.width):\(size.height):\(colors)"]
    } else if fit == .contain {
      steps = [
        "scale=\(size.width):\(size.height):force_original_aspect_ratio=decrease:\(colors)",
        "pad=\(size.width):\(size.height):(ow-iw)/2:(oh-ih)/2:black",
      ]
    } else {
      steps = [
        "scale=\(size.width):\(size.height):force_original_aspect_ratio=increase:\(colors)",
        "crop=\(size.width):\(size.height)",
      ]
    }
    return steps + ["setsar=1"]
  }

  /// What the scaler is told of colours. Where the numbers mean the same, they are to stay: whatever their range, the scaler is told that it is
  /// limited before and after, as it would bring what it takes for full into limited range.
  private static func conversion(of clip: VideoClip, to color: VideoColor) -> String {
    if clip.isRGB { return "out_color_matrix=\(color.scalerMatrix):out_range=\(color.scalerRange)" }
    let own = clip.color
    guard own.scalerMatrix != color.scalerMatrix || own.isFullRange != color.isFullRange else {
      return "in_range=tv:out_range=tv"
    }
    return "in_color_matrix=\(own.scalerMatrix):out_color_matrix=\(color.scalerMatrix):in_range=\(own.scalerRange)"
      + ":out_range=\(color.scalerRange)"
  }

  /// How the tree's pictures become planes of the kind that they are blended in; `nil` where ffmpeg makes them of RGBA: for more than 8 bits,
  /// for chroma of other sizes, and where colours change by more than a matrix.
  static func planes(_ pixelFormat: String, _ color: VideoColor) -> PlaneWeights? {
    blending(pixelFormat) == "yuv420" ? PlaneWeights(color) : nil
  }

  /// Whether the tree comes in as planes.
  private var sendsPlanes: Bool { Self.planes(pixelFormat, track.color) != nil }

  /// What the tree's sRGB becomes: planes of the film's own kind.
  private var treeColors: String {
    let color = track.color
    let planes = "format=\(alphaFormat)"
    guard color.isHighDynamicRange || color.primaries == "bt2020" else {
      return
        "scale=out_color_matrix=\(color.scalerMatrix):out_range=\(color.scalerRange):flags=accurate_rnd+full_chroma_int,\(planes)"
    }
    // Paper white lies at 203 candelas a square metre (ITU-R BT.2408).
    let transfer = color.isHighDynamicRange ? color.transfer : "bt709"
    let full = color.isFullRange ? "full" : "limited"
    return "format=gbrap,zscale=primariesin=bt709:transferin=iec61966-2-1:matrixin=gbr:rangein=full:primaries=bt2020:"
      + "transfer=\(transfer):matrix=bt2020nc:range=\(full):npl=203,\(planes)"
  }

  /// In which format pixels are blended. ffmpeg has none of 4:4:4 at 10 bits: there it is 4:2:2.
  private static func blending(_ pixelFormat: String) -> String {
    switch pixelFormat {
    case "yuv420p10le": "yuv420p10"
    case "yuv422p": "yuv422"
    case "yuv422p10le", "yuv444p10le", "yuva444p10le": "yuv422p10"
    case "yuv444p": "yuv444"
    default: "yuv420"
    }
  }

  private var blending: String { Self.blending(pixelFormat) }

  private var alphaFormat: String {
    switch blending {
    case "yuv420p10": "yuva420p10le"
    case "yuv422": "yuva422p"
    case "yuv422p10": "yuva422p10le"
    case "yuv444": "yuva444p"
    default: "yuva420p"
    }
  }

  /// A time with six digits behind the point.
  private static func seconds(_ value: Double) -> String {
    let micros = Int(clamping: (value * 1e6).rounded(.down))
    let fraction = String(micros % 1_000_000)
    return "\(micros / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
  }
}
