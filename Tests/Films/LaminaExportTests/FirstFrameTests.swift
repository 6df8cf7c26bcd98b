// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaExport
import LaminaTestSupport
import LaminaVideo
import Testing

/// A frame that is looked at before anything is drawn (its size, its diagnostics, its pictures, the places where it
/// draws) is planned once: the lane that draws it gets the plan.
@Suite struct FirstFrameTests {
  /// Notes the times for which trees are copied, which are then planned.
  private final class Clock: CALayer {
    var shown: [CGFloat] = []
    override class func needsDisplay(forKey key: String) -> Bool { key == "seconds" }
    override func display() { shown.append(value(forKey: "seconds") as? CGFloat ?? -1) }

    /// A clock whose key counts seconds.
    static func running() -> Clock {
      let clock = Clock()
      clock.bounds = CGRect(x: 0, y: 0, width: 32, height: 18)
      clock.backgroundColor = CGColor(srgbRed: 0.2, green: 0.5, blue: 0.9, alpha: 1)
      let run = CABasicAnimation(keyPath: "seconds")
      (run.fromValue, run.toValue, run.duration) = (CGFloat(0), CGFloat(100), 100)
      clock.add(run, forKey: nil)
      return clock
    }

    func copies(at seconds: CGFloat) -> Int { shown.count { abs($0 - seconds) < 1e-6 } }
  }

  /// How often a program is asked for each frame, as it is before the tree is copied and planned.
  private static func requests(
    _ frames: Range<Int>, to path: String, jobs: Int, _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> [Int: Int] {
    var requests: [Int: Int] = [:]
    let moving = Films.moving()
    let source = FrameSource(moving.scene) { frame, time in
      requests[frame, default: 0] += 1
      moving.prepare?(frame, time)
    }
    var job = ExportJob(source, timing: try Films.timing(frames, fps: 25), to: try ExportDestination(path))
    job.options.jobs = jobs
    change(&job.options)
    let summary = try job.run(with: Films.cpu())
    #expect(summary.frames == frames.count && summary.drawn + summary.repeated == frames.count)
    return requests
  }

  @Test(
    "each frame of a program's film is copied and planned once, by any number of lanes",
    arguments: ["film.y4m", "film.rgba", "%03d.png"], [1, 3])
  func program(name: String, jobs: Int) throws {
    let folder = try TemporaryFolder()
    let frames = 5..<29
    let requests = try Self.requests(frames, to: folder.path(name), jobs: jobs)
    #expect(requests == Dictionary(uniqueKeysWithValues: frames.map { ($0, 1) }))
  }

  @Test(
    "so is each frame of a film over a video", .enabled(if: Films.hasEncoder, "there is no ffmpeg here"),
    arguments: ["film.mp4", "film.y4m"])
  func overVideo(name: String) throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(
      30, rate: "25", encoding: "-c:v libx264 -preset ultrafast -pix_fmt yuv420p clip.mp4", in: folder)
    let clip = try VideoClip(folder.path("clip.mp4"))
    let requests = try Self.requests(0..<24, to: folder.path(name), jobs: 2) {
      $0.video = VideoTrack([.init(clip)])
      $0.coding.preset = .ultrafast
    }
    #expect(requests == Dictionary(uniqueKeysWithValues: (0..<24).map { ($0, 1) }))
  }

  @Test("the manifest takes the first frame's pictures from the plan that is drawn", arguments: [1, 3])
  func manifest(jobs: Int) throws {
    let folder = try TemporaryFolder()
    let clock = Clock.running()
    var job = ExportJob(
      FrameSource(clock), timing: try Films.timing(0..<12, fps: 2), to: try ExportDestination(folder.path("f.y4m")))
    job.options.jobs = jobs
    _ = try job.run(with: Films.cpu())
    #expect(clock.copies(at: 0) == 1, "\(clock.shown)")
    for number in 1..<12 { #expect(clock.copies(at: CGFloat(number) / 2) >= 1, "frame \(number)") }
  }

  @Test("an isolated worker draws the frame that it looked at from the same plan")
  func worker() throws {
    let clock = Clock.running()
    let source = FrameSource(clock)
    let (options, timing) = (RenderOptions(), try Films.timing(0..<6, fps: 2))
    let planner = FramePlanner(source, options: options, drawers: Drawers(try Films.cpu(), options: ExportOptions()))
    let first = timing.moment(of: 0)
    let looked = try planner.look(at: first)
    _ = try source.material(of: timing.specimens, options: options, known: planner.knownPlan)
    let extent = try source.extent(of: timing.frames.map(timing.moment(of:)), options: options) {
      planner.knownPlan(of: $0)
    }
    #expect(extent.count == 6 && !extent.pixels.isEmpty)
    #expect(try planner.plan(first).plan.drawsSame(as: looked))
    #expect(clock.copies(at: 0) == 1, "\(clock.shown)")
    // A frame that is drawn again, as the worker before was lost, is planned again.
    #expect(planner.knownPlan(of: first) == nil)
    #expect(try planner.plan(first).plan.drawsSame(as: looked))
    // A frame that another worker draws is not kept for good.
    #expect(try planner.look(at: timing.moment(of: 3)).canvas == looked.canvas)
    #expect(planner.knownPlan(of: timing.moment(of: 3)) != nil)
    _ = try planner.plan(timing.moment(of: 4))
    #expect(planner.knownPlan(of: timing.moment(of: 3)) == nil)
  }

  @Test("a manifest is the same whether the first frame was planned with decoded pictures or without")
  func decoded() throws {
    let folder = try TemporaryFolder()
    let picture = try #require(CGImage(width: 9, height: 7) { x, _ in [UInt8(20 * x), 90, 200, 255] })
    try FileManager.default.createDirectory(atPath: folder.path("assets"), withIntermediateDirectories: true)
    for name in ["a", "b"] { try folder.write(Data(try PNGEncoder().encode(picture)), to: "assets/\(name).png") }
    let document = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 40 30"><sublayers>
      <CALayer bounds="0 0 20 20" position="20 15"><animations>
      <animation type="CAKeyframeAnimation" keyPath="contents" calculationMode="discrete" beginTime="1e-100"
      duration="9" fillMode="both" removedOnCompletion="0"><values><CGImage src="assets/a.png"/>
      <CGImage src="assets/b.png"/></values></animation></animations></CALayer></sublayers></CALayer></caml>
      """
    func source() throws -> FrameSource {
      FrameSource(try SceneReader().read(try folder.write(document, to: "main.caml")))
    }
    let (options, timing) = (RenderOptions(), try Films.timing(0..<6, fps: 2))
    let encoded = try source()
    let expected = try encoded.material(of: timing.specimens, options: options)
    let planner = FramePlanner(encoded, options: options, drawers: Drawers(try Films.cpu(), options: ExportOptions()))
    #expect(try planner.look(at: timing.moment(of: 0)).diagnostics.isEmpty)
    #expect(encoded.scene.encodedPictures.reduce(0) { $0 + $1.decodes } == 1)
    #expect(try encoded.material(of: timing.specimens, options: options, known: planner.knownPlan) == expected)
    // The picture counts.
    let other = try #require(CGImage(width: 9, height: 7) { x, _ in [UInt8(20 * x), 91, 200, 255] })
    try folder.write(Data(try PNGEncoder().encode(other)), to: "assets/a.png")
    #expect(try source().material(of: timing.specimens, options: options) != expected)
  }
}
