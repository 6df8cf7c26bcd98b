// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaGeometry
import LaminaVideo

/// The inputs and filters of `ffmpeg` that blend the pictures of a tree over videos, for one segment of a film.
///
/// The tree comes through a pipe, limited to the rectangle that it covers in the segment; pixels outside of it stay in
/// ffmpeg's own planes.
struct VideoGraph {
  let track: VideoTrack
  let parts: [VideoTrack.Part]
  let rate: FrameRate
  /// The displayed size of the film.
  let size: PixelSize
  /// The encoded size of the film, whose sides may have to be even.
  let encodedSize: PixelSize
  /// The rectangle that the tree covers; empty if it draws nothing.
  let rectangle: PixelRect
  /// The pixel format for blending and encoding, by ffmpeg's name.
  let pixelFormat: String

  /// Whether the tree's pictures are an input.
  var hasTree: Bool { !rectangle.isEmpty }

  /// The clips that are read.
  var files: [String] { parts.map { track.pieces[$0.piece].clip.path } }

  /// The arguments for the inputs: the clips, each read from the key frame before its first picture, and the pipe.
  var inputs: [String] {
    var result = ["-copyts", "-start_at_zero"]
    for part in parts {
      let clip = track.pieces[part.piece].clip
      // Without an index of key frames ffmpeg guesses a position in the file by time, and continues with the key frame
      // after it.
      let start = part.start - tolerance(of: clip) - (clip.hasIndex ? 0 : 10)
      if start > 0 { result += ["-noaccurate_seek", "-ss", Self.seconds(start)] }
      // If a stream changes its size, the same filters remain in use; the first of them scales.
      result += MediaProgram.readingOptions + clip.decoderOptions
      result += ["-reinit_filter", "0", "-i", MediaProgram.address(clip.path)]
    }
    guard hasTree else { return result }
    return result + [
      "-f", "rawvideo", "-pix_fmt", layout == .alpha ? "yuva420p" : pixelFormat, "-video_size",
      "\(rectangle.width)x\(pipeHeight)", "-framerate", "\(rate)", "-thread_queue_size", "64", "-i", "pipe:0",
    ]
  }

  /// The layout of the tree's pictures.
  private var layout: TreeLayout { TreeLayout(pixelFormat) }

  /// The number of rows of a picture in the pipe.
  private var pipeHeight: Int {
    if case .masks(let planes) = layout { 2 * planes.maskRow(rectangle.height) } else { rectangle.height }
  }

  /// Whether every frame has to be written; otherwise `ffmpeg` repeats the last one for the rest of a segment.
  var takesEveryFrame: Bool {
    if case .masks(let planes) = layout { planes.hasAlpha } else { false }
  }

  /// The filters that make the film from the inputs; the unlabelled output is the film.
  var filter: String {
    var chains: [String] = []
    for (index, part) in parts.enumerated() { chains.append(chain(of: part, input: index, to: "[v\(index)]")) }
    var video = "[v0]"
    if parts.count > 1 {
      chains.append((parts.indices.map { "[v\($0)]" }).joined() + "concat=n=\(parts.count):v=1:a=0[v]")
      video = "[v]"
    }
    // Times count in whole frames, so that nothing is rounded.
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

  /// Converts a clip to the film's rate, size and format.
  private func chain(of part: VideoTrack.Part, input: Int, to output: String) -> String {
    let clip = track.pieces[part.piece].clip
    // A picture that begins slightly after a frame's time, by no more than the file's rounding, is shown at that time.
    let shift = ((part.start + tolerance(of: clip)) * 1e6).rounded()
    var steps = Self.fitting(clip, to: size, track.fit, track.color)
    if encodedSize != size {
      let (right, bottom) = (encodedSize.width - size.width, encodedSize.height - size.height)
      steps += [
        "pad=\(encodedSize.width):\(encodedSize.height):0:0", "fillborders=right=\(right):bottom=\(bottom):mode=smear",
      ]
    }
    steps += ["settb=AVTB", "setpts=PTS-(\(Int(clamping: shift)))"]
    // The duration in the file is rounded, and pictures that cannot be decoded are missing, so the last picture is
    // repeated.
    steps += ["tpad=stop=-1:stop_mode=clone", "fps=\(rate):round=up:start_time=0"]
    steps += ["trim=end_frame=\(part.count)", "setpts=N"]
    if clip.hasAlpha, !pixelFormat.hasPrefix("yuva") { steps += blackBehind }
    return "[\(input):\(clip.streamIndex)]" + (steps + ["format=\(pixelFormat)"]).joined(separator: ",") + output
  }

  /// Blends pictures with alpha over black. `premultiply` takes black from the declared range of the pictures, which is
  /// always limited here.
  private var blackBehind: [String] {
    let steps = ["format=\(pixelFormat.hasSuffix("10le") ? "yuva444p10le" : "yuva444p")"]
    guard track.color.isFullRange else { return steps + ["premultiply=inplace=1"] }
    return steps + ["setparams=range=pc", "premultiply=inplace=1", "setparams=range=tv"]
  }

  /// The largest amount by which a picture may begin after a frame's time and still be shown at it. It allows for
  /// rounding in files, of at most half a tick.
  private func tolerance(of clip: VideoClip) -> Double { min(clip.timeTolerance, rate.time(of: 1) / 4) }

  /// Filters that scale pictures to the film's size; pictures that have it already are unchanged.
  ///
  /// - Parameter color: The colour space to convert to; `nil` to keep the clip's own.
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

  /// Options of the scaler for colours. If the colour spaces are equal, the pixels must stay the same: whatever their
  /// range, the scaler is told that both sides are limited, since it would convert full range to limited range.
  private static func conversion(of clip: VideoClip, to color: VideoColor) -> String {
    if clip.isRGB { return "out_color_matrix=\(color.scalerMatrix):out_range=\(color.scalerRange)" }
    let own = clip.color
    guard own.scalerMatrix != color.scalerMatrix || own.isFullRange != color.isFullRange else {
      return "in_range=tv:out_range=tv"
    }
    return "in_color_matrix=\(own.scalerMatrix):out_color_matrix=\(color.scalerMatrix):in_range=\(own.scalerRange)"
      + ":out_range=\(color.scalerRange)"
  }

  /// Formats a time with six decimals.
  private static func seconds(_ value: Double) -> String {
    let micros = Int(clamping: (value * 1e6).rounded(.down))
    let fraction = String(micros % 1_000_000)
    return "\(micros / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
  }
}
