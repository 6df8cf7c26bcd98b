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

  @Test("no more frames of a sequence are under way than fit into the limit of memory")
  func memoryOfSequences() async throws {
    let plans = (0..<8).map { _ in FragileDrawer.Plan(losses: [], delay: 0.002) }
    var options = RenderOptions()
    options.size = PixelSize(width: 480, height: 320)
    options.limits.memory = 3 * (3 * 4 * 480 * 320) + 1000
    var (taken, evaluated) = (0, 0)
    let moving = Films.moving()
    let source = FrameSource(moving.scene) { frame, time in
      moving.prepare?(frame, time)
      evaluated += 1
    }
    for try await _ in FrameSequence(
      source, timing: try Films.timing(0..<20), with: drawers(plans, capacity: 3), options: options, framesAhead: 12)
    {
      taken += 1
      #expect(evaluated <= taken + 2)
    }
    #expect(taken == 20 && (1...3).contains(plans.count { $0.drawers > 0 }))
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

  private static let memory = RenderError.gpu(.outOfMemory(object: "a target"))

  @Test(
    "a lane without memory leaves its frames to the others, and no frame is drawn twice or missing", arguments: lanes,
    [1, 3])
  func withoutMemory(lanes: Int, capacity: Int) throws {
    let whole = try export(drawers([FragileDrawer.Plan(losses: [])], capacity: 1), to: try TemporaryFolder())
    // All but one, which has to wait until frames are left for it.
    let plans = (0..<lanes).map { lane in
      FragileDrawer.Plan(losses: lane == 0 ? [] : [2 + lane % 3], error: Self.memory, delay: 0.004)
    }
    let (summary, film) = try export(drawers(plans, capacity: capacity), to: try TemporaryFolder())
    #expect(film == whole.film)
    #expect(summary.drawn == Self.frames.count && summary.repeated == 0 && summary.replacedDevices == 0)
    #expect(plans.map(\.counts.drawn).reduce(0, +) == Self.frames.count, "no frame is drawn twice")
    let lost = plans.map(\.counts.lost).reduce(0, +)
    #expect(lanes == 1 || lost > 0)
    let told = summary.diagnostics.filter { $0.code == "fewer-lanes" }
    #expect(told.count == lost && told.allSatisfy { $0.message.hasSuffix("has no memory left for a target") })
    #expect(plans.allSatisfy { $0.drawers <= 1 }, "a lane that left comes back")
  }

  @Test("the last lane, for which the others made room, tries once more", arguments: [2, 4, 8], [1, 3])
  func lastLane(lanes: Int, capacity: Int) throws {
    let whole = try export(drawers([FragileDrawer.Plan(losses: [])], capacity: 1), to: try TemporaryFolder())
    let plans = (0..<lanes).map { _ in FragileDrawer.Plan(losses: [2], error: Self.memory, delay: 0.004) }
    let (summary, film) = try export(drawers(plans, capacity: capacity), to: try TemporaryFolder())
    #expect(film == whole.film && summary.drawn == Self.frames.count)
    #expect(plans.map(\.counts.drawn).reduce(0, +) == Self.frames.count, "no frame is drawn twice")
    #expect(summary.replacedDevices <= 1)
    // And no more than once for a frame.
    let hopeless = (0..<lanes).map { _ in FragileDrawer.Plan(losses: Set(3...99), error: Self.memory) }
    do {
      _ = try export(drawers(hopeless, capacity: capacity), to: try TemporaryFolder())
      Issue.record("it went on")
    } catch ExportError.rendering(let frame, .gpu(.outOfMemory(object: "a target"))) {
      #expect((2..<Self.frames.count).contains(frame))
    }
  }

  @Test("the last lane of workers, for which the others made room, tries once more, too", arguments: [1, 2, 4])
  func lastWorker(lanes: Int) throws {
    let folder = try TemporaryFolder()
    let timing = try Films.timing(0..<30)
    func film(_ name: String, failures: Int) throws -> Data {
      let path = folder.path(name)
      let work = FilmWork(timing: timing, destination: try ExportDestination(path), options: ExportOptions())
      let crew = ShortCrew(lanes: lanes, failures: failures)
      let summary = try work.run(crew, cancellation: ExportCancellation()) { _ in }
      #expect(summary.drawn == 30)
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
    let whole = try film("whole.rgba", failures: 0)
    // Of a single lane, none other has made room.
    if lanes > 1 { #expect(try film("film.rgba", failures: 1) == whole) }
    #expect(throws: ExportError.self) { try film("none.rgba", failures: 9) }
  }

  @Test("a film that devices were lost in is gone on with, by other lanes", arguments: [1, 4])
  func resumed(lanes: Int) throws {
    let film = try ResumedFilm()
    func drawers(_ lanes: Int, losses: Set<Int>) -> Drawers {
      let plans = (0..<lanes).map { lane in
        FragileDrawer.Plan(losses: Set(losses.map { $0 + lane }), delay: 0.003)
      }
      return self.drawers(plans, capacity: 3)
    }
    // A frame that is lost twice ends the film.
    #expect(throws: ExportError.self) {
      try film.job().run(with: drawers(lanes, losses: lanes == 1 ? [3, 9, 10] : Set(4...40)))
    }
    let summary = try film.job(resumes: true).run(with: drawers(5 - lanes, losses: [2, 4]))
    #expect(summary.kept + summary.drawn == 40 && summary.kept > 0)
    try film.expectWhole(made: drawers(1, losses: []))
  }

  @Test("when a film fails or is left, no lane uses its device any more", arguments: lanes)
  func ended(lanes: Int) async throws {
    let limit = LimitExceeded(.time, allowed: 2, what: "drawing")
    func plans(_ losses: Set<Int>) -> [FragileDrawer.Plan] {
      (0..<lanes).map { lane in
        FragileDrawer.Plan(losses: lane == 0 ? losses : [], error: .overLimit(limit), delay: 0.05)
      }
    }
    let failing = plans(Set(1...60))
    #expect(throws: ExportError.self) { try export(drawers(failing, capacity: 3), to: try TemporaryFolder()) }
    #expect(failing.map(\.living).reduce(0, +) == 0)
    let cancelled = plans([])
    let (cancellation, folder) = (ExportCancellation(), try TemporaryFolder())
    let job = ExportJob(
      Films.sparks(), timing: try Films.timing(Self.frames), to: try ExportDestination(folder.path("film.rgba")))
    #expect(throws: ExportError.self) {
      try job.run(with: drawers(cancelled, capacity: 3), cancellation: cancellation) { _ in cancellation.cancel() }
    }
    #expect(cancelled.map(\.living).reduce(0, +) == 0)
    let left = plans([])
    let sequence = FrameSequence(
      Films.sparks(), timing: try Films.timing(Self.frames), with: drawers(left, capacity: 3), options: RenderOptions())
    for try await frame in sequence where frame.number == 2 { break }
    #expect(left.map(\.living).reduce(0, +) == 0 && left.contains { $0.drawers > 0 })
  }

  @Test(
    "lanes that cannot be opened leave the frames to the others, with a word of it",
    arguments: [[2], [1, 2, 3], [0], [0, 1, 3]])
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

  /// Whether the second lane finds the frame not begun yet is chance, so this is tried several times.
  @Test("a lane that finds no frame to begin stays for the ones that others leave", arguments: 0..<20)
  func late(attempt: Int) throws {
    let plans = [
      FragileDrawer.Plan(losses: [1], error: .gpu(.outOfMemory(object: "targets")), delay: 0.02),
      FragileDrawer.Plan(losses: []),
    ]
    let path = try TemporaryFolder().path("film.rgba")
    let job = ExportJob(Films.sparks(), timing: try Films.timing(0..<2), to: try ExportDestination(path))
    let summary = try job.run(with: drawers(plans, capacity: 3))
    #expect(summary.drawn == 2)
    #expect(plans.map(\.counts.drawn).reduce(0, +) == 2)
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

/// Makers of frames as workers are, which have no memory for their first frames.
private struct ShortCrew: FrameCrew {
  let lanes: Int
  /// The number of frames that each maker fails of first.
  let failures: Int
  let identity = "short"
  let encoders = 0
  private let planner = FramePlanner(
    Films.sparks(), options: RenderOptions(),
    drawers: Drawers(identity: "none", lanes: 1, encoders: 0) { (_, _) throws(RenderError) in
      preconditionFailure("frames come drawn")
    })

  init(lanes: Int, failures: Int) { (self.lanes, self.failures) = (lanes, failures) }

  func contents(at first: FrameMoment, specimens: [FrameMoment]) throws(ExportError) -> FilmContents {
    try planner.contents(at: first, specimens: specimens)
  }
  func task(for moment: FrameMoment) -> FrameMoment { moment }
  func extent(of moments: [FrameMoment]) throws(ExportError) -> FrameExtent { try planner.extent(of: moments) }
  func maker(_ lane: Int) -> any FrameMaker<FrameMoment> { Maker(failures) }

  private struct Shortage: Error {}

  private final class Maker: FrameMaker, @unchecked Sendable {
    let factory: DrawerFactory? = nil
    private var failures: Int
    private let source = Films.sparks()
    private let renderer = try? Renderer(.cpu(threads: 1))

    init(_ failures: Int) { self.failures = failures }

    func make(_ task: FrameMoment, layout: FrameLayout?, part: PixelRect?) throws(ExportError) -> MadeFrame {
      guard failures == 0, let drawn = try? renderer?.render(source.scene, at: task.time) else {
        failures -= 1
        throw .drawingElsewhere(frame: task.number, Shortage())
      }
      let size = PixelSize(width: drawn.image.width, height: drawn.image.height)
      return MadeFrame(pixels: .image(drawn.image), size: size, diagnostics: [])
    }

    func isOver(after error: ExportError) -> Bool { true }
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

  @Test("a frame with passes is the same whatever was drawn before it: by other lanes, and as a picture alone")
  func turned() throws {
    let one = try film(Films.turned(), "film.rgba", lanes: 1)
    #expect(try film(Films.turned(), "film.rgba", lanes: 3) == one)
    let (source, size) = (Films.turned(), 640 * 480 * 4)
    let timing = try Films.timing(0..<40)
    for number in [0, 7, 12, 39] {
      let renderer = try Renderer(.gpu(.automatic))
      let picture = try renderer.render(source.scene, at: timing.time(of: number))
      let frame = one[(number * size)..<((number + 1) * size)]
      #expect(frame.elementsEqual(picture.image.premultipliedRGBA), "frame \(number)")
    }
  }

  @Test("lanes and workers that share a device keep no more in its memory than a renderer that is alone")
  func budgets() throws {
    // A layer of the texture of pictures holds one of them, and 64 MiB have four layers.
    let pictures = (0..<6).map { index in
      CGImage(width: 1900, height: 1900) { x, y in [UInt8(truncatingIfNeeded: x ^ y), UInt8(index), 0, 255] }
    }
    for (sharers, kept) in [(1, 6), (8, 4), (1000, 1)] {
      let renderer = try Renderer(.gpu(.automatic), automaticThreads: nil, sharers: sharers)
      for picture in pictures {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
        (layer.contents, layer.minificationFilter) = (picture, .nearest)
        _ = try renderer.render(layer)
      }
      #expect(renderer.gpu?.cachedPictures == kept, "shared by \(sharers)")
    }
  }

  @Test("lanes that are open before the film starts make the same frames")
  func opened() throws {
    let folder = try TemporaryFolder()
    let source = Films.moving()
    let job = ExportJob(source, timing: try Films.timing(0..<40), to: try ExportDestination(folder.path("film.rgba")))
    let plan = try source.plan(job.timing.moment(of: 7), options: job.options.render).plan
    _ = try job.run(with: drawers(lanes: 3).opened(drawing: plan, layout: nil))
    let made = try Data(contentsOf: URL(fileURLWithPath: folder.path("film.rgba")))
    #expect(try made == film(Films.moving(), "film.rgba", lanes: 1))
  }

  @Test("a film that was begun with some lanes goes on with others")
  func resumed() throws {
    let film = try ResumedFilm()
    let cancellation = ExportCancellation()
    _ = try? film.job().run(with: drawers(lanes: 3), cancellation: cancellation) {
      if $0.finished == 9 { cancellation.cancel() }
    }
    let summary = try film.job(resumes: true).run(with: drawers(lanes: 2))
    #expect(summary.kept >= 9 && summary.kept + summary.drawn == 40)
    try film.expectWhole(made: drawers(lanes: 1))
  }
}

/// A film of 40 pictures that ends early and goes on, beside the same film made at once.
private struct ResumedFilm {
  private let (folder, whole): (TemporaryFolder, TemporaryFolder)

  init() throws { (folder, whole) = (try TemporaryFolder(), try TemporaryFolder()) }

  func job(resumes: Bool = false) throws -> ExportJob { try Self.job(in: folder, resumes: resumes) }

  private static func job(in folder: TemporaryFolder, resumes: Bool) throws -> ExportJob {
    var job = ExportJob(
      Films.sparks(), timing: try Films.timing(0..<40), to: try ExportDestination(folder.path("%02d.png")))
    job.options.resumes = resumes
    return job
  }

  /// Makes the film at once, and expects the same files of the film that went on.
  func expectWhole(made drawers: Drawers) throws {
    _ = try Self.job(in: whole, resumes: false).run(with: drawers)
    for number in 0..<40 {
      let name = String(format: "%02d.png", number)
      let files = try [folder, whole].map { try Data(contentsOf: URL(fileURLWithPath: $0.path(name))) }
      #expect(files[0] == files[1], "\(name)")
    }
  }
}
