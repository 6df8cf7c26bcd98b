// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaVideo

// Films over clips of high dynamic range keep it: 10 bits, the clip's transfer function and primaries, and its metadata
// about brightness. The tree is blended in the clip's own planes, with its white at 203 candelas per square metre.

extension FilmWork {
  /// The clip from which the film takes its high dynamic range; `nil` for other films.
  private var highRangeClip: VideoClip? {
    guard isOverlaid, let video = options.video, video.isHighDynamicRange else { return nil }
    return video.pieces[0].clip
  }

  /// The settings for encoding the film: the requested ones, and over a clip of high dynamic range 10 bits, with HEVC
  /// if the format supports it.
  func coding(_ format: FilmFormat) -> FilmCoding {
    var coding = options.coding
    guard highRangeClip != nil else { return coding }
    let usual = format.codecs.first ?? .h264
    if coding.codec == nil, format.codecs.contains(.hevc),
      options.video?.hasAlpha != true || !format.holdsAlpha(of: usual)
    {
      coding.codec = .hevc
    }
    coding.bitDepth = coding.bitDepth ?? 10
    return coding
  }

  /// Metadata about the brightness of the film.
  func mastering(of encoding: FilmEncoding) -> MasteringData? {
    encoding.keepsMastering ? highRangeClip?.mastering : nil
  }

  /// Checks before drawing whether the encoder supports the film's number of bits.
  func checkDepth(_ recipe: FilmRecipe) throws(ExportError) {
    let encoding = recipe.encoding
    guard recipe.layout != nil, recipe.bitDepth == 10, encoding.device == .none, encoding.needsDepthCheck else {
      return
    }
    let program = try EncoderProcess.find(options.encoder)
    guard let lack = encoding.lackOfDepth(program) else { return }
    var ways = recipe.format.codecs.filter { codec in
      guard codec != encoding.codec else { return false }
      var other = FilmEncoding(codec, encoding.coding)
      other.device = .none
      return !(other.needsDepthCheck && other.lackOfDepth(program) != nil)
    }.map { "--codec \($0.rawValue)" }
    if !lack.isMissing { ways.append("--bits 8") }
    if ways.isEmpty { ways.append("another ffmpeg") }
    let reason =
      highRangeClip.map { "'\($0.path)' has a high dynamic range (\($0.color.rangeName)), which takes 10 bits, and " }
      ?? ""
    let words = lack.isMissing ? "has no encoder \(encoding.encoder)" : "has \(encoding.encoder) with 8 bits alone"
    throw .badDestination(
      path: destination.path,
      reason: "\(reason)'\(program)' \(words); \(ways.joined(separator: " or ")) helps")
  }

  /// Diagnostics of losses of a clip's high dynamic range in the film.
  func remarks(onRangeOf recipe: FilmRecipe) -> [Diagnostic] {
    guard let video = options.video, isOverlaid else { return [] }
    var result: [Diagnostic] = []
    func remark(_ code: String, _ clip: VideoClip, _ message: String) {
      result.append(Diagnostic(code: code, message: "'\(clip.path)' \(message)", file: clip.path))
    }
    if let other = video.pieces.map(\.clip).first(where: { $0.color.rangeName != video.pieces[0].clip.color.rangeName })
    {
      remark(
        "mixed-range", other,
        "has the range \(other.color.rangeName), and the film, as its first clip, \(video.color.rangeName): its light is"
          + " not converted, so it looks brighter or darker than it is")
    }
    guard let clip = highRangeClip else { return result }
    if recipe.bitDepth < 10 {
      remark(
        "hdr-bits", clip,
        "has a high dynamic range (\(clip.color.rangeName)), and the film has 8 bits a component, in which gradients"
          + " show steps; HEVC, AV1 and ProRes have 10")
    }
    if clip.mastering != nil, !recipe.encoding.keepsMastering {
      remark(
        "mastering-data", clip,
        "says what screen it was made on and how bright it gets, which \(recipe.encoding.encoder) cannot be told, so the"
          + " film does not say it; hevc, av1 and h264 keep it")
    }
    if clip.hasDynamicRangeData {
      remark(
        "dynamic-range-data", clip,
        "says picture by picture how its light is shown (Dolby Vision or HDR10+), which the film does not say; what is the"
          + " same for all pictures is kept")
    }
    return result
  }
}

extension VideoColor {
  /// The common name of the dynamic range.
  fileprivate var rangeName: String {
    switch transfer {
    case "smpte2084": "PQ"
    case "arib-std-b67": "HLG"
    default: "SDR"
    }
  }
}

extension FilmEncoding {
  /// Whether the supported number of bits depends on the build of the encoder.
  fileprivate var needsDepthCheck: Bool {
    switch codec {
    case .h264, .hevc, .vp9, .av1: true
    case .prores4444, .prores422HQ: false
    }
  }

  /// The reason why the encoder cannot make 10 bits, from the output of `ffmpeg`; `nil` if it can, or that is unknown.
  fileprivate func lackOfDepth(_ program: String) -> (isMissing: Bool, Void)? {
    guard
      let (output, _, words) = try? MediaProgram.run(
        program, ["-hide_banner", "-h", "encoder=\(encoder)"], limit: 1 << 20, patience: 20)
    else { return nil }
    let text = String(decoding: output, as: UTF8.self)
    if words.contains("not recognized") || text.contains("not recognized") { return (true, ()) }
    let formats = text.split(whereSeparator: \.isNewline).first { $0.contains("Supported pixel formats:") }
    guard let formats else { return nil }
    return formats.split(separator: " ").contains("yuv420p10le") ? nil : (false, ())
  }
}
