// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import AVFoundation
import LaminaTestSupport
import Testing

/// Other speeds, parts of pictures and volumes by Apple's names.
@Suite(.enabled(if: Films.hasEncoder, "there is no ffmpeg here"))
struct CompositionMixTests {
  private static func time(_ frames: Int64) -> CMTime { CMTime(value: frames, timescale: 25) }
  private static func range(_ first: Int64, _ end: Int64) -> CMTimeRange {
    CMTimeRange(start: time(first), end: time(end))
  }

  /// Four seconds of numbers, with a tone of 440 Hz of full loudness.
  private static func asset(_ folder: TemporaryFolder) throws -> AVURLAsset {
    try NumberedClip.make(
      100, rate: "25", inputs: "-f lavfi -i aevalsrc='0.8*sin(2*PI*440*t)':s=48000:d=4",
      encoding: "-c:v libx264 -preset ultrafast -bf 3 -g 40 -pix_fmt yuv420p -c:a pcm_s16le clip.mov", in: folder)
    return AVURLAsset(url: URL(fileURLWithPath: folder.path("clip.mov")))
  }

  @discardableResult
  private static func export(
    _ asset: AVAsset, in folder: TemporaryFolder, _ change: (AVAssetExportSession) -> Void = { _ in }
  ) async throws -> AVAssetExportSession {
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
    session.outputURL = URL(fileURLWithPath: folder.path("film.mp4"))
    session.outputFileType = .mp4
    session.renderer = try Renderer(.cpu(threads: 2))
    change(session)
    await session.export()
    if let error = session.error { throw error }
    return session
  }

  /// The film's sound, 8,000 samples a second.
  private static func samples(_ folder: TemporaryFolder) throws -> [Double] {
    let outcome = try LaminaTool.shell("ffmpeg -v error -i film.mp4 -f s16le -ac 1 -ar 8000 -", in: folder.url)
    let bytes = [UInt8](outcome.outputData)
    return stride(from: 0, to: bytes.count - 1, by: 2).map {
      Double(Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)) / 32768
    }
  }

  /// The largest sample within a twentieth of a second.
  private static func loudness(_ samples: [Double], at seconds: Double) -> Double {
    let first = Int(clamping: seconds * 8000) - 200
    return samples[max(0, first)..<min(samples.count, first + 400)].map(abs).max() ?? 0
  }

  /// How often the sound goes up through zero in a second.
  private static func pitch(_ samples: [Double], from seconds: Double) -> Int {
    let part = Array(samples[Int(clamping: seconds * 8000)..<Int(clamping: (seconds + 1) * 8000)])
    return zip(part, part.dropFirst()).count { $0 < 0 && $1 >= 0 }
  }

  @Test("a stretch of time that is shown slower or faster; pitch stays, and what comes after it moves")
  func speeds() async throws {
    let folder = try TemporaryFolder()
    let asset = try Self.asset(folder)
    let composition = AVMutableComposition()
    try composition.insertTimeRange(Self.range(0, 100), of: asset, at: .zero)
    #expect(composition.tracks.count == 2)
    composition.scaleTimeRange(Self.range(10, 30), toDuration: Self.time(40))
    composition.scaleTimeRange(Self.range(70, 110), toDuration: Self.time(10))
    #expect(composition.duration == Self.time(90))
    try await Self.export(composition, in: folder)
    let expected = Array(0..<10) + (10..<30).flatMap { [$0, $0] } + Array(30..<50) + stride(from: 50, to: 90, by: 4)
    #expect(try NumberedClip.numbers("film.mp4", in: folder) == expected + Array(90..<100))
    let samples = try Self.samples(folder)
    #expect(abs(samples.count - 90 * 8000 / 25) <= 1100, "\(samples.count)")
    #expect(abs(Self.pitch(samples, from: 0.6) - 440) <= 4, "\(Self.pitch(samples, from: 0.6))")
    // Nothing is changed by what is no time.
    composition.scaleTimeRange(.invalid, toDuration: Self.time(5))
    composition.scaleTimeRange(Self.range(0, 10), toDuration: .zero)
    composition.removeTimeRange(CMTimeRange(start: .zero, duration: .positiveInfinity))
    #expect(composition.duration == Self.time(90))
  }

  @Test("pauses are put in and stretches taken out")
  func cuts() async throws {
    let folder = try TemporaryFolder()
    let composition = AVMutableComposition()
    try composition.insertTimeRange(Self.range(0, 40), of: try Self.asset(folder), at: .zero)
    composition.removeTimeRange(Self.range(10, 20))
    #expect(composition.duration == Self.time(30))
    try await Self.export(composition, in: folder)
    #expect(try NumberedClip.numbers("film.mp4", in: folder) == Array(0..<10) + Array(20..<40))
    composition.insertEmptyTimeRange(Self.range(10, 15))
    #expect(composition.duration == Self.time(35))
    try await Self.export(composition, in: folder)
    let numbers = try NumberedClip.numbers("film.mp4", in: folder)
    // A pause is black: no block is light.
    #expect(numbers == Array(0..<10) + [0, 0, 0, 0, 0] + Array(20..<40))
    #expect(Self.loudness(try Self.samples(folder), at: 0.5) < 0.02)
  }

  @Test("pictures are cut, before they are moved, and the part may grow")
  func crops() async throws {
    let folder = try TemporaryFolder()
    let asset = try Self.asset(folder)
    let track = try #require(asset.tracks(withMediaType: .video).first)
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: asset.duration)
    instruction.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    let place = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    place.setTransform(CGAffineTransform(translationX: 20, y: 10), at: .zero)
    place.setCropRectangle(CGRect(x: 100, y: 60, width: 80, height: 40), at: .zero)
    place.setCropRectangleRamp(
      fromStartCropRectangle: CGRect(x: 100, y: 60, width: 80, height: 40),
      toEndCropRectangle: CGRect(x: 0, y: 0, width: 320, height: 180), timeRange: Self.range(50, 75))
    instruction.layerInstructions = [place]
    composition.instructions = [instruction]
    try await Self.export(asset, in: folder) { $0.videoComposition = composition }
    func isVideo(_ frame: Int, _ x: Int, _ y: Int) throws -> Bool {
      let outcome = try LaminaTool.shell(
        "ffmpeg -v error -i film.mp4 -vf \"select=eq(n\\,\(frame)),crop=2:2:\(x):\(y):exact=1\" -frames:v 1 -pix_fmt rgb24 -f rawvideo -",
        in: folder.url)
      let bytes = [UInt8](outcome.outputData)
      try #require(bytes.count == 12, "\(outcome.errors)")
      return bytes[2] < 150
    }
    // The part lies at 120...200 by 70...110.
    for (x, y, inside) in [
      (124, 74, true), (196, 106, true), (114, 80, false), (204, 80, false), (150, 66, false), (150, 114, false),
    ] {
      #expect(try isVideo(10, x, y) == inside, "\(x) \(y)")
      #expect(try isVideo(90, x, y), "\(x) \(y)")
    }
    #expect(try !isVideo(90, 10, 90) && isVideo(90, 24, 90))
    // Halfway it has grown by half.
    #expect(try isVideo(62, 80, 80) && !isVideo(62, 60, 80))
  }

  @Test("volumes are set and go up and down, sample by sample")
  func mix() async throws {
    let folder = try TemporaryFolder()
    let asset = try Self.asset(folder)
    let track = try #require(asset.tracks(withMediaType: .audio).first)
    let parameters = AVMutableAudioMixInputParameters(track: track)
    #expect(parameters.trackID == track.trackID)
    parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: Self.range(25, 75))
    parameters.setVolume(0.5, at: Self.time(90))
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    try await Self.export(asset, in: folder) { $0.audioMix = mix }
    let samples = try Self.samples(folder)
    // One channel becomes two of the same power.
    let full = 0.8 * 0.5.squareRoot()
    for (seconds, volume) in [(0.5, 1), (1.5, 0.75), (2, 0.5), (2.5, 0.25), (3.2, 0), (3.8, 0.5)] {
      let found = Self.loudness(samples, at: seconds)
      #expect(abs(found - full * volume) < 0.04, "\(seconds): \(found)")
    }
    // A part of the film has its own part of the volumes.
    try await Self.export(asset, in: folder) {
      $0.audioMix = mix
      $0.timeRange = CMTimeRange(start: CMTime(value: 2, timescale: 1), duration: CMTime(value: 1, timescale: 1))
    }
    let part = try Self.samples(folder)
    #expect(abs(Self.loudness(part, at: 0.5) - full / 4) < 0.04, "\(Self.loudness(part, at: 0.5))")
    // More changes than are made are refused.
    let many = AVMutableAudioMixInputParameters(track: track)
    for number in 0..<1001 { many.setVolume(0.5, at: CMTime(value: Int64(number), timescale: 1000)) }
    mix.inputParameters = [many]
    await #expect(throws: AVError.self) { try await Self.export(asset, in: folder) { $0.audioMix = mix } }
  }
}
