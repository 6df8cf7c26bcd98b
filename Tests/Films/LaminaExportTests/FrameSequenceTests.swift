// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaExport
import LaminaSystem
import LaminaTestSupport
import Synchronization
import Testing

@Suite struct FrameSequenceTests {
  @Test("frames come in order, each the picture of its time")
  func frames() async throws {
    let (source, timing) = (Films.sparks(), try Films.timing(10..<30))
    let expected = try Films.pictures(source, timing)
    var number = 10
    for try await frame in FrameSequence(source, timing: timing, with: try Films.cpu()) {
      #expect(frame.number == number && frame.time == timing.time(of: number) && !frame.isRepeated)
      #expect(try #require(ImageComparison(frame.image, expected[number - 10])).largest == 0)
      number += 1
    }
    #expect(number == 30)
  }

  @Test("frames whose contents are drawn for a key of the program's own are those that each draws alone")
  func ownKeys() async throws {
    // Each alone, of a tree that has drawn nothing before, the last first.
    let timing = try Films.timing(0..<40)
    var expected: [Int: CGImage] = [:]
    for number in timing.frames.reversed() {
      expected[number] = try Films.pictures(Films.filling(), Films.timing(number..<number + 1))[0]
    }
    var number = 0
    for try await frame in FrameSequence(Films.filling(), timing: timing, with: try Films.cpu()) {
      let alone = try #require(expected[number])
      #expect(try #require(ImageComparison(frame.image, alone)).largest == 0, "\(number)")
      number += 1
    }
    #expect(number == 40)
    let early = try #require(expected[3])
    let late = try #require(expected[28])
    #expect(try #require(ImageComparison(early, late)).largest == 255)
  }

  @Test("nothing is drawn that nobody has come for: the slower side sets the pace")
  func pressure() async throws {
    var evaluated = 0
    let moving = Films.moving()
    let source = FrameSource(moving.scene) { frame, time in
      moving.prepare?(frame, time)
      evaluated += 1
    }
    let sequence = FrameSequence(
      source, timing: try Films.timing(0..<1000), with: try Films.cpu(), framesAhead: 3)
    let frames = sequence.makeAsyncIterator()
    #expect(evaluated == 0)
    for taken in 1...20 {
      _ = try await frames.next()
      #expect(evaluated == taken + 2)
    }
  }

  @Test("a frame that shows what the one before shows is the same picture")
  func repeated() async throws {
    var pictures: Set<ObjectIdentifier> = []
    var repeated = 0
    for try await frame in FrameSequence(Films.still(), timing: try Films.timing(0..<30), with: try Films.cpu()) {
      pictures.insert(ObjectIdentifier(frame.image))
      repeated += frame.isRepeated ? 1 : 0
    }
    #expect(pictures.count == 1 && repeated == 29)
  }

  @Test("the tree may be changed between frames when one at a time is under way")
  func changes() async throws {
    let source = Films.still()
    let sequence = FrameSequence(source, timing: try Films.timing(0..<3), with: try Films.cpu(), framesAhead: 1)
    var colors: [UInt8] = []
    for try await frame in sequence {
      colors.append(frame.image.premultipliedRGBA[0])
      source.scene.root.backgroundColor = CGColor(srgbRed: CGFloat(colors.count) / 2, green: 0, blue: 0, alpha: 1)
    }
    #expect(colors == [26, 128, 255])
  }

  @Test("leaving early leaves no thread at work", .timeLimit(.minutes(30)))
  func early() async throws {
    for _ in 0..<20 {
      for try await frame in FrameSequence(
        Films.sparks(), timing: try Films.timing(0..<1_000_000), with: try Films.cpu())
      where frame.number == 3 {
        break
      }
    }
  }
}

/// A drawer that loses its device when it is told to.
final class FragileDrawer: FrameDrawer {
  /// Which draws fail, counted over all drawers that have the plan.
  final class Plan: Sendable {
    let losses: Set<Int>
    let error: RenderError
    private let delay: Double
    private let state = Locked((draws: 0, lost: 0, drawers: 0, living: 0, mostBegun: 0))

    /// - Parameter delay: How late a draw is at most, seconds.
    init(
      losses: Set<Int>, error: RenderError = .gpu(.contextLost(cause: .unknown, call: "pulled out")),
      delay: Double = 0
    ) {
      (self.losses, self.error, self.delay) = (losses, error, delay)
    }

    var drawers: Int { state.withLock { $0.drawers } }
    /// How many draws succeeded, and failed.
    var counts: (drawn: Int, lost: Int) { state.withLock { ($0.draws - $0.lost, $0.lost) } }

    /// How many frames one of the drawers had begun at most.
    var mostBegun: Int { state.withLock { $0.mostBegun } }

    func note(begun: Int) { state.withLock { $0.mostBegun = max($0.mostBegun, begun) } }

    /// How many drawers there are now.
    var living: Int { state.withLock { $0.living } }

    func makeDrawer() { state.withLock { ($0.drawers, $0.living) = ($0.drawers + 1, $0.living + 1) } }

    func endDrawer() { state.withLock { $0.living -= 1 } }

    func draws() -> Bool {
      let (draw, fails) = state.withLock { state in
        state.draws += 1
        if losses.contains(state.draws) { state.lost += 1 }
        return (state.draws, losses.contains(state.draws))
      }
      if delay > 0 { Thread.sleep(forTimeInterval: delay * Double(draw * 7 % 5) / 4) }
      return !fails
    }
  }

  let capacity: Int
  private let plan: Plan
  private let inner: PlainDrawer
  private var begun: [RenderPlan] = []

  init(_ plan: Plan, capacity: Int) throws(RenderError) {
    self.plan = plan
    self.capacity = capacity
    inner = PlainDrawer(try Renderer(.cpu(threads: 1)), options: RenderOptions())
    plan.makeDrawer()
  }

  deinit { plan.endDrawer() }

  func begin(_ plan: RenderPlan) {
    begun.append(plan)
    self.plan.note(begun: begun.count)
  }

  func end() throws(RenderError) -> FramePixels {
    guard plan.draws() else { throw plan.error }
    try inner.begin(begun.removeFirst())
    return try inner.end()
  }
}

@Suite struct LostContextTests {
  private func export(_ plan: FragileDrawer.Plan, capacity: Int, to folder: TemporaryFolder) throws -> ExportSummary {
    let job = ExportJob(
      Films.sparks(), timing: try Films.timing(0..<12), to: try ExportDestination(folder.path("film.rgba")))
    let drawers = Drawers(identity: "fragile", lanes: 1, encoders: 2) { (_, _) throws(RenderError) in
      try FragileDrawer(plan, capacity: capacity)
    }
    return try job.run(with: drawers)
  }

  @Test("a lost device is replaced once, and no frame is lost with it", arguments: [1, 3])
  func replaced(capacity: Int) throws {
    let (folder, whole) = (try TemporaryFolder(), try TemporaryFolder())
    _ = try export(FragileDrawer.Plan(losses: []), capacity: 1, to: whole)
    let plan = FragileDrawer.Plan(losses: [5, 9])
    let summary = try export(plan, capacity: capacity, to: folder)
    #expect(summary.drawn == 12 && summary.replacedDevices == 2 && plan.drawers == 3)
    let files = try [folder, whole].map { try Data(contentsOf: URL(fileURLWithPath: $0.path("film.rgba"))) }
    #expect(files[0] == files[1])
  }

  @Test("a device that is lost again fails the film with the frame's number", arguments: [1, 3])
  func again(capacity: Int) throws {
    let folder = try TemporaryFolder()
    do {
      _ = try export(FragileDrawer.Plan(losses: [5, 6]), capacity: capacity, to: folder)
      Issue.record("it went on")
    } catch ExportError.rendering(let frame, .gpu(.contextLost)) {
      #expect(frame == 4)
    }
  }

  @Test("any other failure is not tried again")
  func others() throws {
    let folder = try TemporaryFolder()
    let plan = FragileDrawer.Plan(losses: [3], error: .gpu(.outOfMemory(object: "everything")))
    do {
      _ = try export(plan, capacity: 1, to: folder)
      Issue.record("it went on")
    } catch ExportError.rendering(let frame, .gpu(.outOfMemory)) {
      #expect(frame == 2)
    }
  }
}
