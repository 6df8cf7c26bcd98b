// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaExport
import LaminaTestSupport
import Testing

/// What differs from frame to frame, shown in films.
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

  @Test(
    "over a video there is nothing to compare, and that is said before anything is drawn",
    .enabled(if: Films.hasEncoder, "there is no ffmpeg here"))
  func overVideo() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(
      5, rate: "25", encoding: "-c:v libx264 -preset ultrafast -pix_fmt yuv420p clip.mp4", in: folder)
    var job = ExportJob(
      Self.jumping(), timing: try Films.timing(0..<2), to: try ExportDestination(folder.path("film.mp4")))
    job.options.render.overlay = .damage
    job.options.video = VideoTrack([.init(try VideoClip(folder.path("clip.mp4")))])
    let error = #expect(throws: ExportError.self) { try job.run(with: Films.cpu()) }
    #expect("\(String(describing: error))".contains("not of layers over a video"))
  }
}
