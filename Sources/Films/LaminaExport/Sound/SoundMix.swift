// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaVideo

/// The sound of a film, as arguments of `ffmpeg` for joining the segments.
///
/// A single unchanged sound is copied packet by packet if the film's format supports it. Other sounds are mixed: each
/// source is cut, amplified, faded and placed with the accuracy of a sample, and the sum lasts exactly as long as the
/// film.
struct SoundMix: Codable, Equatable {
  /// A source with its times in the film.
  struct Entry: Codable, Equatable {
    var path: String
    /// The index of the track in the file; `nil` in manifests of older versions, for the first sound track.
    var stream: Int?
    var start: Double
    var offset: Double
    var duration: Double?
    var gain: Double
    var fadeIn: Double
    var fadeOut: Double
    var codec: String
    var length: Double?
    var identity: String
    /// Seconds of the file per second of the film; `nil` for 1.
    var speed: Double?
    /// The volume over time, in seconds after the start; `nil` for the recorded volume.
    var volumes: [SoundRamp]?

    /// The track, in the notation of `ffmpeg` for tracks of an input.
    var track: String { stream.map { "\($0)" } ?? "a:0" }
  }

  var entries: [Entry]
  /// The files of the sources.
  var files: [String] { entries.map(\.path) }
  /// The duration of the film, in seconds.
  var duration: Double
  /// The format of the film.
  var format: FilmFormat

  /// - Parameters:
  ///   - sources: The sounds, by the tree's time.
  ///   - timing: The frames of the film, which may be a part of the sounds' time.
  init?(_ sources: [SoundSource], timing: FrameTiming, format: FilmFormat) {
    let begin = timing.time(of: timing.frames.lowerBound)
    duration = timing.rate.time(of: timing.frames.count)
    self.format = format
    var entries: [Entry] = []
    for source in sources {
      var entry = Entry(
        path: source.path, stream: source.format.streamIndex, start: source.start - begin, offset: source.offset,
        duration: source.duration,
        gain: source.gain,
        fadeIn: source.fadeIn, fadeOut: source.fadeOut, codec: source.format.codec, length: source.format.duration,
        identity: FileIdentity.digest(of: source.path))
      if source.speed != 1 { entry.speed = min(max(source.speed, 0.01), 100) }
      if !source.volumes.isEmpty {
        let shift = max(0, entry.start) + begin
        entry.volumes = source.volumes.prefix(SoundRamp.maximumCount).map {
          SoundRamp(range: ($0.range.lowerBound - shift)..<($0.range.upperBound - shift), from: $0.from, to: $0.to)
        }
      }
      if entry.start < 0 {
        entry.offset -= entry.start * (entry.speed ?? 1)
        if let left = entry.duration { entry.duration = left + entry.start }
        entry.start = 0
      }
      let isOver = (entry.duration ?? 1) <= 0 || entry.length.map { $0 <= entry.offset } == true
      if !isOver, entry.start < duration { entries.append(entry) }
    }
    guard !entries.isEmpty else { return nil }
    self.entries = entries
  }

  /// The mix as text, for manifests.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Makes a mix from its ``text``.
  init?(text: String) {
    guard let mix = try? JSONDecoder().decode(SoundMix.self, from: Data(text.utf8)) else { return nil }
    self = mix
  }

  /// Whether packets are copied: a single unchanged sound from the beginning of the film.
  var isCopied: Bool {
    guard entries.count == 1, let only = entries.first, only.gain == 1, only.fadeIn == 0, only.fadeOut == 0,
      only.start == 0, only.speed == nil, only.volumes == nil
    else { return false }
    return format.facts.copiedSounds.contains(only.codec)
  }

  private static func seconds(_ value: Double) -> String {
    String(format: "%.6f", locale: Locale(identifier: "C"), value)
  }

  /// Options of `ffmpeg` for the files as inputs.
  var inputs: [String] {
    entries.flatMap { entry -> [String] in
      guard isCopied else { return MediaProgram.readingOptions + ["-i", MediaProgram.address(entry.path)] }
      let start = entry.offset > 0 ? ["-ss", Self.seconds(entry.offset)] : []
      let length = ["-t", Self.seconds(min(duration, entry.duration ?? duration))]
      return start + length + MediaProgram.readingOptions + ["-i", MediaProgram.address(entry.path)]
    }
  }

  /// Options of `ffmpeg` for the sound of the output.
  func outputs(firstInput: Int) -> [String] {
    if isCopied {
      return ["-map", "\(firstInput):\(entries[0].track)", "-c:a", "copy"] + format.facts.copyOptions
    }
    var chains: [String] = []
    for (index, entry) in entries.enumerated() {
      chains.append("[\(firstInput + index):\(entry.track)]\(chain(entry))[a\(index)]")
    }
    let inputs = entries.indices.map { "[a\($0)]" }.joined()
    let mix = entries.count > 1 ? "\(inputs)amix=inputs=\(entries.count):duration=longest:normalize=0," : inputs
    // The sound has exactly as many samples as the film: extra samples are cut off, and missing ones are filled with
    // silence.
    let samples = Int(clamping: (duration * Double(Self.sampleRate)).rounded())
    chains.append("\(mix)apad=whole_len=\(samples),atrim=end_sample=\(samples),asetpts=N/SR/TB[sound]")
    return ["-filter_complex", chains.joined(separator: ";"), "-map", "[sound]", "-c:a"] + format.facts.soundEncoding
  }

  /// The sample rate of mixed sound, in samples per second.
  private static let sampleRate = 48_000

  /// Filters that change the speed and keep the pitch, by factors that the filter supports.
  private static func tempo(_ speed: Double) -> [String] {
    var (rest, steps) = (speed, [String]())
    while rest < 0.5 {
      steps.append("atempo=0.5")
      rest /= 0.5
    }
    return rest == 1 ? steps : steps + ["atempo=\(seconds(rest))"]
  }

  /// A filter for the volume of every sample; each ramp includes its first moment and excludes its last.
  private static func volume(_ ramps: [SoundRamp]) -> String {
    let terms = ramps.compactMap { ramp -> String? in
      let (start, end) = (ramp.range.lowerBound, ramp.range.upperBound)
      guard end > start, end > 0, ramp.from.isFinite, ramp.to.isFinite else { return nil }
      let inside = "gte(t,\(seconds(start)))*lt(t,\(seconds(end)))"
      let slope = (ramp.to - ramp.from) / (end - start)
      if slope == 0 { return "\(inside)*\(seconds(ramp.from))" }
      return "\(inside)*(\(seconds(ramp.from))+(t-(\(seconds(start))))*(\(number(slope))))"
    }
    let sum = terms.isEmpty ? "0" : terms.joined(separator: "+")
    return "aeval=exprs='val(0)*(\(sum))|val(1)*(\(sum))':c=same"
  }

  private static func number(_ value: Double) -> String {
    String(format: "%.12g", locale: Locale(identifier: "C"), value)
  }

  private func chain(_ entry: Entry) -> String {
    // Gaps in the file's timestamps are filled, so that the sound stays in sync with the pictures.
    var steps = ["aresample=\(Self.sampleRate):async=1:first_pts=0", "aformat=sample_fmts=fltp:channel_layouts=stereo"]
    var cut = "atrim=start=\(Self.seconds(entry.offset))"
    let speed = entry.speed ?? 1
    if let length = entry.duration { cut += ":duration=\(Self.seconds(length * speed))" }
    steps += [cut, "asetpts=PTS-STARTPTS"]
    steps += Self.tempo(speed)
    if speed != 1, let length = entry.duration {
      // Stretched sound may have a few samples too few or too many.
      let samples = Int(clamping: (length * Double(Self.sampleRate)).rounded())
      steps += ["apad=whole_len=\(samples)", "atrim=end_sample=\(samples)"]
    }
    if let volumes = entry.volumes { steps.append(Self.volume(volumes)) }
    if entry.gain != 1 { steps.append("volume=\(entry.gain)") }
    if entry.fadeIn > 0 { steps.append("afade=t=in:d=\(Self.seconds(entry.fadeIn))") }
    if entry.fadeOut > 0 {
      let own = entry.duration ?? entry.length.map { ($0 - entry.offset) / speed } ?? duration
      let end = min(own, duration - entry.start)
      steps.append("afade=t=out:st=\(Self.seconds(max(0, end - entry.fadeOut))):d=\(Self.seconds(entry.fadeOut))")
    }
    if entry.start > 0 {
      let samples = Int(clamping: (entry.start * Double(Self.sampleRate)).rounded())
      steps.append("adelay=\(samples)S:all=1")
    }
    return steps.joined(separator: ",")
  }
}
