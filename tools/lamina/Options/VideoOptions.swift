// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Foundation
import Lamina
import LaminaExport

/// The videos under a film, and its sound.
struct VideoOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Draw the scene over each frame of a video; several are shown one after the other. '@5..12.5' behind the name takes that part, "
        + "in seconds. The film is as long as all of them together, with the sound of each; size, rate and colour are those of the first, unless said otherwise.",
      valueName: "clip"))
  var over: [String] = []

  @Option(
    help: ArgumentHelp(
      "How a video is placed in a film of other proportions: contain, cover or fill. (default: contain)",
      valueName: "how"),
    transform: oneOf(VideoFit.self))
  var fit: VideoFit?

  @Flag(help: "Leave out the sound of the videos.")
  var mute = false

  @Option(
    help: ArgumentHelp(
      "By how much the sound of the videos is amplified, such as 0.5 or -6dB. (default: 1)", valueName: "gain"),
    transform: gain)
  var overGain: Double?

  @Option(
    help: ArgumentHelp(
      "A sound that is heard from the beginning, or from '@START' seconds on, amplified by ':GAIN': music.m4a@2.5:-6dB. "
        + "Several are mixed; 'in=S' and 'out=S' fade, as in music.m4a:0.5:in=1:out=2.",
      valueName: "file[@start][:gain]"))
  var audio: [String] = []

  /// Adds the videos and sounds to an export.
  func apply(to options: inout ExportOptions) throws(VideoError) {
    var pieces: [VideoTrack.Piece] = []
    for argument in over { pieces.append(try Self.piece(argument)) }
    options.video = VideoTrack(pieces)
    if let fit { options.video?.fit = fit }
    options.videoGain = mute ? 0 : overGain ?? 1
    options.sounds = []
    for argument in audio { options.sounds.append(try Self.sound(argument)) }
  }

  /// Parses `clip.mp4`, or `clip.mp4@5..12.5`. An existing file whose name is the whole argument takes precedence.
  private static func piece(_ argument: String) throws(VideoError) -> VideoTrack.Piece {
    guard access(argument, F_OK) != 0, let match = argument.wholeMatch(of: /(.+)@(\d+(?:\.\d+)?)?\.\.(\d+(?:\.\d+)?)?/)
    else {
      return VideoTrack.Piece(try VideoClip(argument))
    }
    let clip = try VideoClip(String(match.1))
    let from = match.2.flatMap { Double($0) } ?? 0
    let to = match.3.flatMap { Double($0) } ?? clip.duration
    guard from < to, from < clip.duration else {
      throw .outOfRange(
        path: clip.path, what: "part", value: "\(from)..\(to) s", limit: "the clip has 0..\(clip.duration) s")
    }
    return VideoTrack.Piece(clip, from..<to)
  }

  /// Parses `music.m4a@2.5:-6dB:in=1:out=2`.
  private static func sound(_ argument: String) throws(VideoError) -> SoundSource {
    guard access(argument, F_OK) != 0 else { return try SoundSource(argument) }
    var (rest, values) = (Substring(argument), [Substring]())
    // From the end, since file names may contain colons.
    while let colon = rest.lastIndex(of: ":"), isSetting(rest[rest.index(after: colon)...]) {
      values.append(rest[rest.index(after: colon)...])
      rest = rest[..<colon]
    }
    var start = 0.0
    if let at = rest.lastIndex(of: "@"), let seconds = Double(rest[rest.index(after: at)...]), seconds >= 0,
      seconds.isFinite
    {
      start = seconds
      rest = rest[..<at]
    }
    var source = try SoundSource(String(rest), start: start)
    for value in values {
      if let seconds = fade("in=", value) {
        source.fadeIn = seconds
      } else if let seconds = fade("out=", value) {
        source.fadeOut = seconds
      } else if let gain = amplification(value) {
        source.gain = gain
      }
    }
    return source
  }

  private static func isSetting(_ word: Substring) -> Bool {
    fade("in=", word) != nil || fade("out=", word) != nil || amplification(word) != nil
  }

  private static func fade(_ name: String, _ word: Substring) -> Double? {
    guard word.hasPrefix(name), let seconds = Double(word.dropFirst(name.count)), seconds >= 0, seconds.isFinite else {
      return nil
    }
    return seconds
  }
}

/// Parses `0.5`, or `-6dB`; the maximum is a factor of 100.
private func amplification(_ word: some StringProtocol) -> Double? {
  let text = word.lowercased()
  guard text.hasSuffix("db") else { return Double(text).flatMap { (0...100).contains($0) ? $0 : nil } }
  guard let decibels = Double(text.dropLast(2)), decibels.isFinite, decibels <= 40 else { return nil }
  return pow(10, decibels / 20)
}

private func gain(_ argument: String) throws -> Double {
  guard let gain = amplification(argument) else {
    throw ValidationError("a gain is a factor from 0 to 100, or decibels up to 40, such as 0.5 or -6dB")
  }
  return gain
}

/// Options for encoding a film's pictures.
struct CodingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "\(FilmFormat.codecList). "
        + "(default: the first of each; over a clip in PQ or HLG hevc)", valueName: "codec"),
    transform: oneOf(FilmCodec.self))
  var codec: FilmCodec?

  @Option(
    help: ArgumentHelp(
      "How long the encoder may take to make the film smaller: ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, "
        + "veryslow. (default: medium)", valueName: "name"),
    transform: oneOf(FilmPreset.self))
  var preset: FilmPreset?

  @Option(
    help: ArgumentHelp(
      "What quality is kept, by the encoder's own scale, less is better: 0 to 51 of h264 and hevc, 0 to 63 of vp9 and av1. "
        + "(default: 18 of h264, 20 of hevc and vp9, 30 of av1)", valueName: "crf"),
    transform: wholeNumber(in: 0...63))
  var crf: Int?

  @Option(
    help: ArgumentHelp(
      "Bits a component, 8 or 10. (default: 8, of ProRes and over a clip in PQ or HLG 10)", valueName: "n"),
    transform: bitDepth)
  var bits: Int?

  @Option(
    help: ArgumentHelp(
      "What encodes: none (the processor), nvenc, vaapi, or auto, which takes a device where ffmpeg can use one. (default: none)",
      valueName: "what"),
    transform: oneOf(FilmHardware.self))
  var hardware: FilmHardware?

  /// The library's options for these arguments.
  var coding: FilmCoding {
    var coding = FilmCoding()
    coding.codec = codec
    coding.preset = preset
    coding.quality = crf
    coding.bitDepth = bits
    coding.hardware = hardware ?? .none
    return coding
  }
}

private func bitDepth(_ argument: String) throws -> Int {
  guard let bits = Int(argument), bits == 8 || bits == 10 else { throw ValidationError("8 or 10 bits are possible") }
  return bits
}
