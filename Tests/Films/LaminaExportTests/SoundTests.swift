// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaExport
import LaminaTestSupport
import Testing

/// The sound of films: in step with its source to the sample, and as long as the film.
@Suite(.enabled(if: Films.hasEncoder, "there is no ffmpeg here"))
struct SoundTests {
  private static let rate = 48_000

  /// Makes a clip of five seconds with a tone that rises all the time, so that it is like itself at no other place.
  private static func clip(in folder: TemporaryFolder) throws -> VideoClip {
    let samples = (0..<(5 * rate)).map { index in
      let time = Double(index) / Double(rate)
      return Int16(clamping: (8000 * sin(2 * .pi * (200 * time + 180 * time * time))).rounded())
    }
    try samples.withUnsafeBytes { try Data($0).write(to: folder.url.appendingPathComponent("sweep.raw")) }
    try NumberedClip.make(
      125, rate: "25", inputs: "-f s16le -ar \(rate) -ac 1 -i sweep.raw",
      encoding: "-c:v libx264 -preset ultrafast -g 40 -c:a aac -b:a 192k clip.mp4", in: folder)
    return try VideoClip(folder.path("clip.mp4"))
  }

  private static func samples(_ name: String, in folder: TemporaryFolder) throws -> [Float] {
    let outcome = try LaminaTool.shell(
      "ffmpeg -v error -i \(name) -map 0:a:0 -ac 1 -ar \(rate) -f f32le -", in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.outputData.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  /// By how many samples `later` comes after `sound` from `start` on, where they are most alike, and how much: 1 is the
  /// same.
  private static func lag(_ later: [Float], after sound: [Float], start: Int) -> (samples: Int, likeness: Double) {
    let (window, reach) = (12_000, 2_000)
    func sum(_ a: ArraySlice<Float>, _ b: ArraySlice<Float>) -> Double {
      zip(a, b).reduce(0) { $0 + Double($1.0 * $1.1) }
    }
    let own = sound[(start + reach)..<(start + reach + window)]
    var best = (samples: 0, likeness: -1.0)
    for shift in -reach...reach {
      let other = later[(reach + shift)..<(reach + shift + window)]
      let likeness = sum(own, other) / (sum(own, own) * sum(other, other)).squareRoot()
      if likeness > best.likeness { best = (shift, likeness) }
    }
    return best
  }

  @discardableResult private func export(
    _ frames: Range<Int>, to path: String, start: Double = 0, _ change: (inout ExportOptions) throws -> Void
  ) throws -> [Diagnostic] {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: NumberedClip.width, height: NumberedClip.height)
    let timing = try FrameTiming(rate: FrameRate(25)!, start: start, frames: frames)
    var job = ExportJob(FrameSource(root), timing: timing, to: try ExportDestination(path))
    job.options.coding.preset = .ultrafast
    try change(&job.options)
    return try job.run(with: Films.cpu()).diagnostics
  }

  @Test("the clip's sound is copied, in step to the sample", arguments: [0.0, 1.32])
  func copied(_ start: Double) throws {
    let folder = try TemporaryFolder()
    let clip = try Self.clip(in: folder)
    try export(0..<75, to: folder.path("film.mp4"), start: start) { $0.video = VideoTrack([.init(clip)]) }
    let lag = try Self.lag(
      Self.samples("film.mp4", in: folder), after: Self.samples("clip.mp4", in: folder),
      start: Int(clamping: (start * 48_000).rounded()))
    #expect(lag.samples == 0 && lag.likeness > 0.999, "\(lag)")
    #expect(try SoundFormat(of: folder.path("film.mp4")).duration.map { abs($0 - 3) < 0.03 } == true)
  }

  @Test("sound that is mixed in begins at its sample, at its loudness, and lasts exactly as long as the film")
  func mixed() throws {
    let folder = try TemporaryFolder()
    let clip = try Self.clip(in: folder)
    let path = folder.path("clip.mp4")
    try export(0..<75, to: folder.path("film.mp4")) {
      $0.video = VideoTrack([.init(clip)])
      $0.videoGain = 0
      $0.sounds = [try SoundSource(path, start: 0.5, gain: 0.25)]
    }
    let (sound, film) = (try Self.samples("clip.mp4", in: folder), try Self.samples("film.mp4", in: folder))
    #expect(film[0..<22_000].allSatisfy { abs($0) < 0.01 })
    let lag = Self.lag(Array(film[24_000...]), after: sound, start: 0)
    #expect(lag.samples == 0 && lag.likeness > 0.95, "\(lag)")
    func loudness(_ samples: ArraySlice<Float>) -> Double {
      (samples.reduce(0) { $0 + Double($1 * $1) } / Double(samples.count)).squareRoot()
    }
    let ratio = loudness(film[48_000..<96_000]) / loudness(sound[24_000..<72_000])
    #expect(abs(ratio - 0.25) < 0.02, "\(ratio)")
    #expect(abs(film.count - 3 * Self.rate) <= 1024)
  }

  @Test("of several tracks the default one is heard, copied or mixed, and a warning names the others")
  func severalTracks() throws {
    let folder = try TemporaryFolder()
    // Silence first; the tone is the default.
    let outcome = try LaminaTool.shell(
      "ffmpeg -v error -f lavfi -i anullsrc=r=48000:cl=mono -f lavfi -i sine=440:r=48000 -t 2 -map 0 -map 1 -c:a aac"
        + " -disposition:a:0 0 -disposition:a:1 default two.mka", in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let source = try SoundSource(folder.path("two.mka"))
    #expect(source.format.trackCount == 2)
    for gain in [1, 0.5] {
      var heard = source
      heard.gain = gain
      let name = "film\(gain).mp4"
      let diagnostics = try export(0..<25, to: folder.path(name)) { $0.sounds = [heard] }
      let samples = try Self.samples(name, in: folder)
      #expect((samples.map(abs).max() ?? 0) > 0.05 * Float(gain), "the silent track is heard")
      let warning = diagnostics.first { $0.code == "unheard-sound" }
      #expect(warning?.message.contains("2 tracks") == true && warning?.file == folder.path("two.mka"))
    }
  }

  @Test("sounds go into films without videos too; into pictures and streams they do not")
  func withoutVideo() throws {
    let folder = try TemporaryFolder()
    _ = try Self.clip(in: folder)
    let path = folder.path("clip.mp4")
    for name in ["film.mp4", "film.mov", "film.webm"] {
      try export(0..<25, to: folder.path(name)) { $0.sounds = [try SoundSource(path)] }
      let format = try SoundFormat(of: folder.path(name))
      #expect(
        format.codec == (name == "film.webm" ? "opus" : "aac") && format.duration.map { abs($0 - 1) < 0.05 } == true)
    }
    for name in ["film.gif", "film.y4m", "%d.png"] {
      #expect(throws: ExportError.self) {
        try export(0..<5, to: folder.path(name)) { $0.sounds = [try SoundSource(path)] }
      }
    }
  }
}
