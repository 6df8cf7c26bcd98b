// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaExport
import LaminaSystem
import LaminaTestSupport
import Testing

/// Several frames of a film in work at a time, by drawers that are late and fail.
@Suite struct LaneTests {
  private static let (lanes, frames) = ([1, 2, 4, 8], 0..<60)

  private func drawers(_ plans: [FragileDrawer.Plan], capacity: Int) -> Drawers {
    Drawers(identity: "fragile", lanes: plans.count, encoders: 2) { (lane, _) throws(RenderError) in
      try FragileDrawer(plans[lane], capacity: capacity)
    }
  }

  private func export(_ drawers: Drawers, to folder: TemporaryFolder) throws -> (summary: ExportSummary, film: Data) {
    let path = folder.path("film.rgba")
    let job = ExportJob(Films.sparks(), timing: try Films.timing(Self.frames), to: try ExportDestination(path))
    return (try job.run(with: drawers), try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test("frames of late and lost devices are there once each, and in order", arguments: lanes, [1, 3])
  func lost(lanes: Int, capacity: Int) throws {
    let whole = try export(drawers([FragileDrawer.Plan(losses: [])], capacity: 1), to: try TemporaryFolder())
    // A frame is drawn again by its lane's next draw, which succeeds.
    let plans = (0..<lanes).map { lane in
      FragileDrawer.Plan(losses: [1 + lane % 3, 5 + lane % 2, 8], delay: 0.004)
    }
    let (summary, film) = try export(drawers(plans, capacity: capacity), to: try TemporaryFolder())
    #expect(film == whole.film)
    #expect(summary.drawn == Self.frames.count && summary.repeated == 0)
    #expect(plans.map(\.counts.drawn).reduce(0, +) == Self.frames.count, "no frame is drawn twice")
    let lost = plans.map(\.counts.lost).reduce(0, +)
    #expect(summary.replacedDevices == lost && lost >= 3)
    #expect(plans.allSatisfy { $0.mostBegun <= capacity }, "a lane has more frames in work than it may")
  }

  @Test("no more lanes are opened than frames fit into the limit of memory, or than the film has frames")
  func memory() throws {
    let folder = try TemporaryFolder()
    func opened(_ frames: Range<Int>, _ change: (inout ExportOptions) -> Void) throws -> Int {
      let plans = (0..<8).map { _ in FragileDrawer.Plan(losses: [], delay: 0.004) }
      var job = ExportJob(
        Films.sparks(), timing: try Films.timing(frames), to: try ExportDestination(folder.path("film.rgba")))
      job.options.render.size = PixelSize(width: 480, height: 320)
      change(&job.options)
      #expect(try job.run(with: drawers(plans, capacity: 3)).drawn == frames.count)
      return plans.filter { $0.drawers > 0 }.count
    }
    // Three times the pixels of a frame are counted, for the targets and for the written bytes.
    let frame = 3 * 4 * 480 * 320
    #expect(try (1...2).contains(opened(0..<20) { $0.render.limits.memory = 2 * frame + frame / 2 }))
    #expect(try (1...3).contains(opened(0..<3) { _ in }))
  }

  @Test(
    "a limit that a frame meets in one lane is that frame's error, and the frames before it are there", arguments: lanes
  )
  func limited(lanes: Int) async throws {
    let timing = try Films.timing(Self.frames)
    let pictures = try Films.pictures(Films.sparks(), timing)
    let limit = LimitExceeded(.time, allowed: 2, what: "drawing")
    let plans = (0..<lanes).map { lane in
      FragileDrawer.Plan(losses: lane == lanes - 1 ? [3] : [], error: .overLimit(limit), delay: 0.002)
    }
    var taken = 0
    let sequence = FrameSequence(
      Films.sparks(), timing: timing, with: drawers(plans, capacity: 3), options: RenderOptions())
    do {
      for try await frame in sequence {
        #expect(try #require(ImageComparison(frame.image, pictures[frame.number])).largest == 0)
        #expect(frame.number == taken)
        taken += 1
      }
      // One lane of several may have got fewer frames.
      #expect(lanes > 1 && plans[lanes - 1].counts.lost == 0 && taken == Self.frames.count)
    } catch ExportError.rendering(let frame, .overLimit(let met)) {
      #expect(frame == taken && met == limit)
      #expect(plans.map(\.counts.lost).reduce(0, +) == 1, "a limit is met again by another try")
    }
  }

  @Test("lanes that cannot be opened leave the frames to the others, with a word of it", arguments: [[2], [1, 2, 3]])
  func unopened(closed: [Int]) throws {
    let whole = try export(drawers([FragileDrawer.Plan(losses: [])], capacity: 1), to: try TemporaryFolder())
    let plan = FragileDrawer.Plan(losses: [])
    let drawers = Drawers(identity: "fragile", lanes: 4, encoders: 2) { (lane, _) throws(RenderError) in
      if closed.contains(lane) { throw .gpu(.outOfMemory(object: "a context")) }
      return try FragileDrawer(plan, capacity: 3)
    }
    let (summary, film) = try export(drawers, to: try TemporaryFolder())
    #expect(film == whole.film && summary.drawn == Self.frames.count)
    // A lane that finds no frame left does not open anything.
    let told = summary.diagnostics.filter { $0.code == "fewer-lanes" }
    #expect(told.count <= closed.count && told.allSatisfy { $0.message.contains("a context") })
  }

  @Test("a device that cannot be opened by any lane is the first frame's error")
  func closed() throws {
    let drawers = Drawers(identity: "fragile", lanes: 4, encoders: 2) { (_, _) throws(RenderError) in
      throw .gpu(.outOfMemory(object: "a context"))
    }
    do {
      _ = try export(drawers, to: try TemporaryFolder())
      Issue.record("it went on")
    } catch ExportError.rendering(let frame, .gpu(.outOfMemory)) {
      #expect(frame == 0)
    }
  }

  @Test(
    "a device has a lane for each four processors, up to eight, and software one",
    arguments: [
      (1, 1, 1), (2, 1, 1), (8, 1, 2), (16, 1, 4), (32, 1, 8), (192, 1, 8), (16, 4, 1), (128, 8, 4), (128, 2, 8),
    ])
  func usual(processors: Int, devices: Int, expected: Int) {
    #expect(Drawers.lanes(ofEach: devices, areHardware: true, processors: processors, nil) == expected)
    #expect(Drawers.lanes(ofEach: devices, areHardware: false, processors: processors, nil) == 1)
    for isHardware in [true, false] {
      #expect(Drawers.lanes(ofEach: devices, areHardware: isHardware, processors: processors, 5) == 5)
    }
  }
}

/// Lanes of a device, each with a context of its own.
@Suite(.enabled(if: SharedRenderers.hasGPU, "no device for OpenGL ES"), .serialized)
struct DeviceLaneTests {
  private func drawers(lanes: Int) throws -> Drawers {
    var options = ExportOptions()
    options.lanes = lanes
    let drawers = Drawers(try Renderer(.gpu(.automatic)), options: options)
    #expect(drawers.lanes == lanes)
    return drawers
  }

  private func film(_ source: FrameSource, _ name: String, lanes: Int) throws -> Data {
    let folder = try TemporaryFolder()
    let job = ExportJob(source, timing: try Films.timing(0..<40), to: try ExportDestination(folder.path(name)))
    let summary = try job.run(with: drawers(lanes: lanes))
    #expect(summary.drawn == 40)
    return try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
  }

  @Test("a film has the same bytes whatever the number of lanes", arguments: ["film.rgba", "film.y4m"])
  func same(name: String) throws {
    for source in [Films.sparks, Films.moving] {
      let one = try film(source(), name, lanes: 1)
      for lanes in [2, 4, 8] { #expect(try film(source(), name, lanes: lanes) == one, "\(lanes) lanes") }
    }
  }

  @Test("lanes that are open before the film starts make the same frames")
  func opened() throws {
    let folder = try TemporaryFolder()
    let source = Films.moving()
    let job = ExportJob(source, timing: try Films.timing(0..<40), to: try ExportDestination(folder.path("film.rgba")))
    let frame = try source.plan(job.timing.moment(of: 7), options: job.options.render)
    _ = try job.run(with: drawers(lanes: 3).opened(drawing: frame, layout: nil))
    let made = try Data(contentsOf: URL(fileURLWithPath: folder.path("film.rgba")))
    #expect(try made == film(Films.moving(), "film.rgba", lanes: 1))
  }

  @Test("a film that was begun with some lanes goes on with others")
  func resumed() throws {
    let (folder, whole) = (try TemporaryFolder(), try TemporaryFolder())
    func job(in folder: TemporaryFolder, resumes: Bool = false) throws -> ExportJob {
      var job = ExportJob(
        Films.sparks(), timing: try Films.timing(0..<40), to: try ExportDestination(folder.path("%02d.png")))
      job.options.resumes = resumes
      return job
    }
    let cancellation = ExportCancellation()
    _ = try? job(in: folder).run(with: drawers(lanes: 3), cancellation: cancellation) {
      if $0.finished == 9 { cancellation.cancel() }
    }
    let summary = try job(in: folder, resumes: true).run(with: drawers(lanes: 2))
    #expect(summary.kept >= 9 && summary.kept + summary.drawn == 40)
    _ = try job(in: whole).run(with: drawers(lanes: 1))
    for number in 0..<40 {
      let name = String(format: "%02d.png", number)
      let files = try [folder, whole].map { try Data(contentsOf: URL(fileURLWithPath: $0.path(name))) }
      #expect(files[0] == files[1], "\(name)")
    }
  }
}
