// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaExport
import LaminaTestSupport
import Testing

/// Differences from frame to frame, shown in films.
@Suite struct DamageOverlayTests {
  /// A white tree of 40 x 20 points in which a black square of 10 jumps to the right from frame to frame.
  private static func jumping() -> FrameSource {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
    root.backgroundColor = CGColor(gray: 1, alpha: 1)
    let square = CALayer()
    square.frame = CGRect(x: 0, y: 5, width: 10, height: 10)
    square.backgroundColor = CGColor(gray: 0, alpha: 1)
    root.addSublayer(square)
    return FrameSource(root) { number, _ in
      CATransaction.setDisableActions(true)
      square.position.x = CGFloat(10 * (number / 2 % 4) + 5)
    }
  }

  private static func frames(_ range: Range<Int>, jobs: Int = 1) async throws -> [CGImage] {
    var options = RenderOptions()
    options.overlay = .damage
    var frames: [CGImage] = []
    for try await frame in FrameSequence(
      jumping(), timing: try Films.timing(range), with: try Renderer(.cpu(threads: jobs)), options: options)
    {
      frames.append(frame.image)
    }
    return frames
  }

  @Test("the first frame is marked whole, the others where they differ from the one before") func marks() async throws {
    let frames = try await Self.frames(0..<4)
    func isMarked(_ frame: Int, _ x: Int, _ y: Int) -> Bool {
      let pixel = frames[frame].pixel(x, y).map(Int.init)
      return pixel[0] > 120 && pixel[1] + 100 < pixel[0]
    }
    #expect(isMarked(0, 5, 10) && isMarked(0, 35, 2))
    // The square stands still from an even frame to the odd one after it.
    for x in [5, 15, 35] { #expect(!isMarked(1, x, 10) && !isMarked(3, x, 10)) }
    // It left one place and came to another.
    #expect(isMarked(2, 5, 10) && isMarked(2, 15, 10) && !isMarked(2, 35, 10) && !isMarked(2, 5, 2))
  }

  @Test("a frame is the same in the film, alone, and however many lanes there are", arguments: [1, 3])
  func shards(jobs: Int) async throws {
    let whole = try await Self.frames(0..<8)
    let lanes = try await Self.frames(0..<8, jobs: jobs)
    for number in 0..<8 {
      #expect(lanes[number].premultipliedRGBA == whole[number].premultipliedRGBA, "frame \(number)")
      let alone = try await Self.frames(number..<number + 1)
      #expect(alone[0].premultipliedRGBA == whole[number].premultipliedRGBA, "frame \(number) alone")
    }
  }

  /// A square of 40 points without a ground, on as many points as a clip has pixels, that jumps to the right in every
  /// second frame.
  private static func overClip(jumps: Bool) -> FrameSource {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: NumberedClip.width, height: NumberedClip.height)
    let square = CALayer()
    square.frame = CGRect(x: 40, y: 100, width: 40, height: 40)
    square.backgroundColor = CGColor(gray: 0, alpha: 1)
    root.addSublayer(square)
    guard jumps else { return FrameSource(root) }
    return FrameSource(root) { number, _ in
      CATransaction.setDisableActions(true)
      square.position.x = CGFloat(60 + 80 * (number / 2 % 3))
    }
  }

  /// The frames of a film as planes.
  private static func planes(_ name: String, in folder: TemporaryFolder) throws -> [[UInt8]] {
    let outcome = try LaminaTool.shell(
      "ffmpeg -v error -i \(name) -fps_mode passthrough -pix_fmt yuv420p -f rawvideo -", in: folder.url)
    let (bytes, size) = ([UInt8](outcome.outputData), NumberedClip.width * NumberedClip.height * 3 / 2)
    try #require(outcome.status == 0 && bytes.count % size == 0, "\(outcome.errors)")
    return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<($0 + size)]) }
  }

  /// Whether a pixel is magenta rather than grey, as all of the clip and of the layers is.
  private static func isMarked(_ planes: [UInt8], _ x: Int, _ y: Int) -> Bool {
    let (columns, area) = (NumberedClip.width / 2, NumberedClip.width * NumberedClip.height)
    let place = area + y / 2 * columns + x / 2
    return planes[place] > 145 && planes[place + area / 4] > 145
  }

  private static func exportOverClip(_ source: FrameSource, to name: String, in folder: TemporaryFolder) throws {
    try NumberedClip.make(
      6, rate: "25", encoding: "-c:v libx264 -preset ultrafast -pix_fmt yuv420p clip.mp4", in: folder)
    var job = ExportJob(
      source, timing: try Films.timing(0..<6, fps: 25), to: try ExportDestination(folder.path(name)))
    job.options.render.overlay = .damage
    job.options.video = VideoTrack([.init(try VideoClip(folder.path("clip.mp4")))])
    _ = try job.run(with: Films.cpu())
  }

  @Test(
    "over a video the layers' pixels are compared, and the marks lie over the video",
    .enabled(if: Films.hasEncoder, "there is no ffmpeg here"),
    arguments: ["film.mp4", "film.y4m"])
  func overVideo(name: String) throws {
    let folder = try TemporaryFolder()
    try Self.exportOverClip(Self.overClip(jumps: true), to: name, in: folder)
    let frames = try Self.planes(name, in: folder)
    try #require(frames.count == 6)
    // All of the first frame, and in every second one the places that the square left and came to.
    let places = [(60, 120), (140, 120), (220, 120), (300, 20), (60, 20)]
    let expected: [[Bool]] = [
      [true, true, true, true, true], [false, false, false, false, false], [true, true, false, false, false],
      [false, false, false, false, false], [false, true, true, false, false], [false, false, false, false, false],
    ]
    for (number, frame) in frames.enumerated() {
      #expect(places.map { Self.isMarked(frame, $0.0, $0.1) } == expected[number], "frame \(number)")
    }
    #expect(try NumberedClip.numbers(name, in: folder) == Array(0..<6))
  }

  @Test(
    "over a video the first frame of a tree that stands still is marked, and no other one",
    .enabled(if: Films.hasEncoder, "there is no ffmpeg here"))
  func stillOverVideo() throws {
    let folder = try TemporaryFolder()
    try Self.exportOverClip(Self.overClip(jumps: false), to: "film.mp4", in: folder)
    let frames = try Self.planes("film.mp4", in: folder)
    for (x, y) in [(60, 120), (300, 20), (10, 170)] {
      #expect(frames.map { Self.isMarked($0, x, y) } == [true, false, false, false, false, false], "\(x), \(y)")
    }
  }

  @Test("isolated workers mark the same over a video", .enabled(if: Films.hasEncoder, "there is no ffmpeg here"))
  func isolatedOverVideo() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(
      12, rate: "25", encoding: "-c:v libx264 -preset ultrafast -pix_fmt yuv420p clip.mp4", in: folder)
    try Data(
      """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 320 180"><sublayers>
      <CALayer bounds="0 0 60 20" position="50 150" backgroundColor="1 0 0" opacity="0.5"><animations>
      <animation type="CABasicAnimation" keyPath="position.x" duration="2"><fromValue type="real" value="50"/>
      <toValue type="real" value="250"/></animation></animations></CALayer></sublayers></CALayer></caml>
      """.utf8
    ).write(to: folder.url.appendingPathComponent("title.caml"))
    let outcome = try LaminaTool.shell(
      """
      export="lamina export title.caml --over clip.mp4 --overlay damage --frames 0..11 --renderer cpu --jobs 2 -q"
      $export -o plain.mp4 && $export --isolate -o isolated.mp4 && cmp plain.mp4 isolated.mp4
      """, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let frames = try Self.planes("isolated.mp4", in: folder)
    #expect(frames.count == 12 && Self.isMarked(frames[0], 300, 20) && !Self.isMarked(frames[5], 300, 20))
  }
}
