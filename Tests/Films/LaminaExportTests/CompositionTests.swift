// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import AVFoundation
import LaminaTestSupport
import Testing

/// Programs that put layers over videos by Apple's names: the film shows their composition.
@Suite(.enabled(if: Films.hasEncoder, "there is no ffmpeg here"))
struct CompositionTests {
  private static let (width, height) = (NumberedClip.width, NumberedClip.height)
  private static let tone = "-f lavfi -i sine=frequency=440:sample_rate=48000:duration=4"

  private static func asset(
    _ folder: TemporaryFolder, _ count: Int = 100, _ name: String = "clip.mp4", inputs: String = tone
  ) throws -> AVURLAsset {
    try NumberedClip.make(
      count, rate: "25", inputs: inputs,
      encoding: "-c:v libx264 -preset ultrafast -bf 3 -g 40 -pix_fmt yuv420p -c:a aac \(name)", in: folder)
    return AVURLAsset(url: URL(fileURLWithPath: folder.path(name)))
  }

  private static func export(
    _ asset: AVAsset, _ composition: AVMutableVideoComposition?, to name: String, in folder: TemporaryFolder
  ) async throws -> AVAssetExportSession {
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
    session.videoComposition = composition
    session.outputURL = URL(fileURLWithPath: folder.path(name))
    session.outputFileType = .mp4
    session.renderer = try Renderer(.cpu(threads: 2))
    await session.export()
    if let error = session.error { throw error }
    #expect(session.status == .completed && session.progress == 1)
    return session
  }

  /// A pixel of a frame, red, green and blue.
  private static func pixel(
    _ name: String, _ frame: Int, _ x: Int, _ y: Int, in folder: TemporaryFolder
  ) throws -> SIMD3<Int> {
    let outcome = try LaminaTool.shell(
      "ffmpeg -v error -i \(name) -vf \"select=eq(n\\,\(frame)),crop=2:2:\(x):\(y):exact=1\" -frames:v 1 -pix_fmt rgb24 -f rawvideo -",
      in: folder.url)
    let bytes = [UInt8](outcome.outputData)
    try #require(bytes.count == 12, "\(outcome.errors)")
    return SIMD3(Int(bytes[0]), Int(bytes[1]), Int(bytes[2]))
  }

  @Test("a tree around a video, written as programs do: y up, times from AVCoreAnimationBeginTimeAtZero on")
  func overlay() async throws {
    let folder = try TemporaryFolder()
    let asset = try Self.asset(folder)
    let composition = AVMutableComposition()
    let range = CMTimeRange(start: .zero, duration: try await asset.load(.duration))
    let source = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let track = try #require(
      composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
    try track.insertTimeRange(range, of: source, at: .zero)
    track.preferredTransform = source.preferredTransform
    let sound = try #require(
      composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
    try sound.insertTimeRange(range, of: try #require(asset.tracks(withMediaType: .audio).first), at: .zero)
    let size = source.naturalSize
    #expect(size == CGSize(width: Self.width, height: Self.height))

    let (parent, video, badge) = (CALayer(), CALayer(), CALayer())
    parent.frame = CGRect(origin: .zero, size: size)
    video.frame = parent.bounds
    badge.frame = CGRect(x: 20, y: 20, width: 40, height: 40)
    badge.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let fade = CABasicAnimation(keyPath: "opacity")
    // The tree is exported on another thread, while other tests move the clock of this one.
    fade.isRemovedOnCompletion = false
    (fade.fromValue, fade.toValue, fade.beginTime, fade.duration) = (0, 0, AVCoreAnimationBeginTimeAtZero, 1)
    badge.add(fade, forKey: nil)
    parent.addSublayer(video)
    parent.addSublayer(badge)
    let videoComposition = AVMutableVideoComposition()
    videoComposition.renderSize = size
    videoComposition.frameDuration = CMTime(value: 1, timescale: 25)
    videoComposition.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: video, in: parent)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = range
    let place = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    place.setTransform(source.preferredTransform, at: .zero)
    instruction.layerInstructions = [place]
    videoComposition.instructions = [instruction]

    let session = try await Self.export(composition, videoComposition, to: "film.mp4", in: folder)
    #expect(session.diagnostics.isEmpty && !video.isHidden && video.sublayers?.isEmpty ?? true)
    #expect(try NumberedClip.numbers("film.mp4", in: folder) == Array(0..<100))
    // y points up: the badge is below on the left, and shows after a second.
    let shown = try Self.pixel("film.mp4", 50, 40, Self.height - 40, in: folder)
    #expect(shown.x > 200 && shown.y < 60)
    let hidden = try Self.pixel("film.mp4", 10, 40, Self.height - 40, in: folder)
    #expect(hidden.x < 100)
    #expect(try VideoClip(folder.path("film.mp4")).sound != nil)
  }

  @Test("where the video is not all at the bottom it is drawn, as any layer is")
  func drawn() async throws {
    let folder = try TemporaryFolder()
    let asset = try Self.asset(folder, 30, inputs: "")
    let (parent, video) = (CALayer(), CALayer())
    parent.frame = CGRect(x: 0, y: 0, width: 640, height: 360)
    parent.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    video.frame = CGRect(x: 160, y: 100, width: 320, height: 180)
    parent.addSublayer(video)
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    #expect(composition.renderSize == CGSize(width: 320, height: 180))
    composition.renderSize = parent.bounds.size
    // The composition is 640 by 360, and shows the clip in its lower right quarter, twice as large in the layer.
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: asset.duration)
    let place = AVMutableVideoCompositionLayerInstruction(assetTrack: asset.tracks(withMediaType: .video)[0])
    place.setTransform(CGAffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 0, ty: 0), at: .zero)
    instruction.layerInstructions = [place]
    composition.instructions = [instruction]
    composition.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: parent)
    _ = try await Self.export(asset, composition, to: "film.mp4", in: folder)
    #expect(video.sublayers?.isEmpty ?? true)
    // y up: 100 from below is 80 from above.
    let outcome = try LaminaTool.shell(
      "ffmpeg -v error -i film.mp4 -vf crop=320:180:160:80 -fps_mode passthrough -c:v ffv1 part.mkv", in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try NumberedClip.numbers("part.mkv", in: folder) == Array(0..<30))
    #expect(try Self.pixel("film.mp4", 5, 20, 20, in: folder).z > 200)
  }

  @Test("parts of files one after the other, cut by those that are put in between")
  func parts() async throws {
    let folder = try TemporaryFolder()
    let (first, second) = (
      try Self.asset(folder, 50, "a.mp4", inputs: ""), try Self.asset(folder, 80, "b.mp4", inputs: "")
    )
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 7))
    #expect(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 7) == nil)
    func seconds(_ from: Int64, _ to: Int64) -> CMTimeRange {
      CMTimeRange(start: CMTime(value: from, timescale: 25), end: CMTime(value: to, timescale: 25))
    }
    try track.insertTimeRange(seconds(0, 50), of: first.tracks(withMediaType: .video)[0], at: .zero)
    try track.insertTimeRange(
      seconds(60, 70), of: second.tracks(withMediaType: .video)[0], at: CMTime(value: 20, timescale: 25))
    #expect(composition.duration == CMTime(value: 60, timescale: 25))
    _ = try await Self.export(composition, nil, to: "film.mp4", in: folder)
    #expect(
      try NumberedClip.numbers("film.mp4", in: folder) == Array(0..<20) + Array(60..<70) + Array(20..<50))
    // The same by layers, as the opacity has a ramp that changes nothing.
    let drawn = AVMutableVideoComposition(propertiesOf: composition)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: composition.duration)
    let place = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    place.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0.9, timeRange: seconds(55, 60))
    instruction.layerInstructions = [place]
    drawn.instructions = [instruction]
    drawn.frameDuration = CMTime(value: 1, timescale: 25)
    _ = try await Self.export(composition, drawn, to: "drawn.mp4", in: folder)
    #expect(
      try NumberedClip.numbers("drawn.mp4", in: folder) == Array(0..<20) + Array(60..<70) + Array(20..<50))
  }

  @Test("a clip that lies on its side is shown upright, by itself and drawn")
  func turned() async throws {
    let folder = try TemporaryFolder()
    _ = try Self.asset(folder, 20, inputs: "")
    let turned = try LaminaTool.shell(
      "ffmpeg -v error -i clip.mp4 -c copy -metadata:s:v rotate=90 turned.mp4", in: folder.url)
    try #require(turned.status == 0, "\(turned.errors)")
    let asset = AVURLAsset(url: URL(fileURLWithPath: folder.path("turned.mp4")))
    let track = try #require(asset.tracks(withMediaType: .video).first)
    #expect(track.naturalSize == CGSize(width: 320, height: 180) && track.preferredTransform != .identity)
    #expect(
      CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform)
        == CGRect(x: 0, y: 0, width: 180, height: 320))
    _ = try await Self.export(asset, nil, to: "plain.mp4", in: folder)
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: asset.duration)
    let place = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    place.setTransform(track.preferredTransform, at: .zero)
    place.setOpacityRamp(
      fromStartOpacity: 1, toEndOpacity: 0,
      timeRange: CMTimeRange(
        start: CMTime(value: 19, timescale: 25), end: CMTime(value: 20, timescale: 25)))
    instruction.layerInstructions = [place]
    composition.instructions = [instruction]
    _ = try await Self.export(asset, composition, to: "drawn.mp4", in: folder)
    for name in ["plain.mp4", "drawn.mp4"] {
      #expect(try VideoClip(folder.path(name)).displaySize == PixelSize(width: 180, height: 320))
    }
    let outcome = try LaminaTool.shell(
      "ffmpeg -v info -i plain.mp4 -i drawn.mp4 -lavfi \"[0]trim=end_frame=18[a];[1]trim=end_frame=18[b];[a][b]psnr\" -f null -",
      in: folder.url)
    let found = try #require(outcome.errors.firstMatch(of: /average:([0-9.]+|inf)/))
    #expect(Double(found.1).map { $0 > 30 } ?? false, "\(found.1)")
  }

  @Test("what cannot be exported says why")
  func badInput() async throws {
    let folder = try TemporaryFolder()
    #expect(AVAssetExportSession(asset: AVMutableComposition(), presetName: "nonsense") == nil)
    await #expect(throws: AVError.noPictures) {
      _ = try await Self.export(AVMutableComposition(), nil, to: "x.mp4", in: folder)
    }
    let missing = AVURLAsset(url: URL(fileURLWithPath: folder.path("nothing.mp4")))
    await #expect(throws: VideoError.self) { _ = try await Self.export(missing, nil, to: "x.mp4", in: folder) }
    await #expect(throws: VideoError.self) { _ = try await missing.load(.duration) }
    let track = try #require(AVMutableComposition().addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
    let asset = try Self.asset(folder, 10, inputs: "")
    let pictures = asset.tracks(withMediaType: .video)[0]
    let range = CMTimeRange(start: .zero, duration: asset.duration)
    #expect(throws: AVError.otherMediaType(.video, wanted: .audio)) {
      try track.insertTimeRange(range, of: pictures, at: .zero)
    }
    #expect(throws: AVError.self) { try track.insertTimeRange(.invalid, of: pictures, at: .zero) }
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPreset640x480))
    await session.export()
    #expect(session.status == .failed && session.error as? AVError == .noOutput)
  }
}
