// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaGeometry
import LaminaVideo

/// What `ffmpeg` is told to put the pictures of a tree over those of videos, for one segment of a film.
///
/// The tree comes in through a pipe, and only as the rectangle that it touches in the segment: what lies outside of it
/// never leaves ffmpeg's own planes.
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
      // Without a list of key pictures a place in the file is guessed by its clock, and the next key picture comes
      // after it.
      let start = part.start - tolerance(of: clip) - (clip.hasIndex ? 0 : 10)
      if start > 0 { result += ["-noaccurate_seek", "-ss", Self.seconds(start)] }
      // A stream that changes its size goes on through the same filters, the first of which scales.
      result += MediaProgram.readingOptions + clip.decoderOptions
      result += ["-reinit_filter", "0", "-i", MediaProgram.address(clip.path)]
    }
    guard hasTree else { return result }
    return result + [
      "-f", "rawvideo", "-pix_fmt", layout == .alpha ? "yuva420p" : pixelFormat, "-video_size",
      "\(rectangle.width)x\(pipeHeight)", "-framerate", "\(rate)", "-thread_queue_size", "64", "-i", "pipe:0",
    ]
  }

  /// How the tree's pictures come in.
  private var layout: TreeLayout { TreeLayout(pixelFormat) }

  /// Rows of a picture in the pipe.
  private var pipeHeight: Int {
    if case .masks(let planes) = layout { 2 * planes.maskRow(rectangle.height) } else { rectangle.height }
  }

  /// Whether every frame is to be fed: otherwise `ffmpeg` holds the last one for the rest of a segment.
  var takesEveryFrame: Bool {
    if case .masks(let planes) = layout { planes.hasAlpha } else { false }
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
    let tree = "[\(parts.count):v]"
    switch layout {
    case .alpha:
      chains.append(
        "\(video)\(tree)overlay=x=\(rectangle.minX):y=\(rectangle.minY):format=yuv420:eof_action=repeat:alpha=straight,"
          + counting)
    case .masks(let planes):
      chains += MaskedMerge(rectangle: rectangle, size: encodedSize, planes: planes, pixelFormat: pixelFormat)
        .chains(video, tree, counting)
    }
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
    steps += ["trim=end_frame=\(part.count)", "setpts=N"]
    if clip.hasAlpha, !pixelFormat.hasPrefix("yuva") { steps += blackBehind }
    return "[\(input):\(clip.streamIndex)]" + (steps + ["format=\(pixelFormat)"]).joined(separator: ",") + output
  }

  /// Lays pictures with alpha on black. `premultiply` takes black from the range that pictures say they have, which is
  /// always the limited one here.
  private var blackBehind: [String] {
    let steps = ["format=\(pixelFormat.hasSuffix("10le") ? "yuva444p10le" : "yuva444p")"]
    guard track.color.isFullRange else { return steps + ["premultiply=inplace=1"] }
    return steps + ["setparams=range=pc", "premultiply=inplace=1", "setparams=range=tv"]
  }

  /// How far a picture may begin after a frame's time and still be shown at it: what files round off, at most half a
  /// tick of theirs.
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

  /// What the scaler is told of colours. Where the numbers mean the same, they are to stay: whatever their range, the
  /// scaler is told that it is limited before and after, as it would bring what it takes for full into limited range.
  private static func conversion(of clip: VideoClip, to color: VideoColor) -> String {
    if clip.isRGB { return "out_color_matrix=\(color.scalerMatrix):out_range=\(color.scalerRange)" }
    let own = clip.color
    guard own.scalerMatrix != color.scalerMatrix || own.isFullRange != color.isFullRange else {
      return "in_range=tv:out_range=tv"
    }
    return "in_color_matrix=\(own.scalerMatrix):out_color_matrix=\(color.scalerMatrix):in_range=\(own.scalerRange)"
      + ":out_range=\(color.scalerRange)"
  }

  /// A time with six digits behind the point.
  private static func seconds(_ value: Double) -> String {
    let micros = Int(clamping: (value * 1e6).rounded(.down))
    let fraction = String(micros % 1_000_000)
    return "\(micros / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
  }
}
