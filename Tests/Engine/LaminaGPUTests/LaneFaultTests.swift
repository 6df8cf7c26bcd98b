// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import Foundation
import LaminaGPU
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaSystem
import Synchronization
import Testing

/// Contexts of several lanes with frames in work, of which some are reset, some are late, and some meet limits.
@Suite(.needsDevice, .serialized) struct LaneFaultTests {
  /// The results of the frames of one lane: the same picture as alone, another one, or an error.
  private struct Outcome {
    var right: [Int] = []
    var wrong: [Int] = []
    var errors: [(frame: Int, error: GPUError)] = []
  }

  /// A frame of its own for each number, in several passes.
  private static func plan(_ number: Int) throws -> RenderPlan {
    let group = PassTests.group(opacity: 0.3 + 0.1 * Float(number % 5))
    let picture = makeLayer(40, 30, at: CGPoint(x: 20 + number % 40, y: 30), radius: 5)
    picture.contents = makePicture(40, 30, seed: number)
    group.addSublayer(picture)
    return try makePlan(of: group)
  }

  /// A frame that takes its device long.
  private static func longPlan() throws -> RenderPlan {
    let root = makeRoot(900, 900)
    for index in 0..<10 {
      let color = CGColor(srgbRed: 0.2, green: 0.5, blue: 0.9, alpha: 0.9)
      let blurred = makeLayer(800, 800, at: CGPoint(x: 450 + index, y: 450), color: color)
      let filter = CAFilter(type: "gaussianBlur")
      filter.setValue(4 + index, forKey: "inputRadius")
      blurred.filters = [filter]
      blurred.opacity = 0.9
      root.addSublayer(blurred)
    }
    return try makePlan(of: root)
  }

  /// Draws frames with three in work, as a lane of a film.
  ///
  /// - Parameters:
  ///   - limit: The time limit of a frame, seconds.
  ///   - reset: Called before a frame is begun.
  ///   - isAlone: Whether no other frame is in work beside a frame, which would ask for its fence.
  ///   - waits: Called before a frame is waited for, and afterwards.
  private static func run(
    _ renderer: GPURenderer, _ plans: [RenderPlan], _ expected: [CGImage], limit: (Int) -> Double? = { _ in nil },
    isAlone: (Int) -> Bool = { _ in false }, reset: (Int) -> Void = { _ in },
    waits: (_ frame: Int, _ isBeginning: Bool) -> Void = { _, _ in }
  ) -> Outcome {
    var outcome = Outcome()
    var begun: [Int] = []
    func end() {
      let frame = begun.removeFirst()
      waits(frame, true)
      defer { waits(frame, false) }
      do throws(GPUError) {
        guard case .image(let image) = try renderer.end() else { return outcome.wrong.append(frame) }
        if image.premultipliedRGBA == expected[frame].premultipliedRGBA {
          outcome.right.append(frame)
        } else {
          outcome.wrong.append(frame)
        }
      } catch {
        outcome.errors.append((frame, error))
      }
    }
    for (frame, plan) in plans.enumerated() {
      if isAlone(frame) { while !begun.isEmpty { end() } }
      reset(frame)
      var limits = RenderLimits()
      if let time = limit(frame) { limits.time = time }
      do throws(GPUError) {
        try renderer.begin(plan, meter: LimitMeter(limits))
        begun.append(frame)
      } catch {
        outcome.errors.append((frame, error))
      }
      while begun.count >= (isAlone(frame) ? 1 : 3) { end() }
    }
    while !begun.isEmpty { end() }
    return outcome
  }

  @Test("the time for which a frame waits for other contexts does not count against its limit")
  func turns() throws {
    let driver = FakeDriver()
    let (slow, quick) = (try GPURenderer(libraries: driver.libraries), try GPURenderer())
    let plan = try Self.plan(1)
    let expected = try quick.render(plan)
    func limits(_ time: Double) -> LimitMeter {
      var limits = RenderLimits()
      limits.time = time
      return LimitMeter(limits)
    }
    try slow.begin(plan, meter: limits(1.5))
    driver.answers.keepsFences = true
    let isOver = DispatchSemaphore(value: 0)
    JobQueue.start("test.slow") {
      // Software keeps its turn until the time is up.
      _ = try? slow.end()
      isOver.signal()
    }
    Thread.sleep(forTimeInterval: 0.1)
    let image = try quick.render(plan, strategy: .depth, meter: limits(0.5))
    #expect(image.premultipliedRGBA == expected.premultipliedRGBA)
    isOver.wait()
  }

  @Test("the time for which a frame waits for earlier frames of its lane does not count against its limit")
  func order() throws {
    let driver = FakeDriver()
    let renderer = try GPURenderer(libraries: driver.libraries)
    let plans = try [1, 2].map(Self.plan)
    let expected = try plans.map { try renderer.render($0) }
    driver.answers.keepsFences = true
    let outcome = Self.run(
      renderer, plans, expected, limit: { [1.5, 1][$0] },
      waits: { frame, isBeginning in
        if frame == 0, !isBeginning { driver.answers.keepsFences = false }
      })
    #expect(outcome.errors.map(\.frame) == [0] && outcome.right == [1], "\(outcome)")
  }

  @Test(
    "without memory to read back into, or of it when it is read, frames fail with the number of bytes, each once",
    arguments: [true, false])
  func readBack(staysMapped: Bool) throws {
    let driver = FakeDriver(.init(hidden: staysMapped ? [] : ["GL_EXT_buffer_storage"]))
    let renderer = try GPURenderer(libraries: driver.libraries, profile: .hardware)
    let plans = try (0..<8).map(Self.plan)
    let alone = try GPURenderer(profile: .hardware)
    let expected = try plans.map { try alone.render($0) }
    // Buffers that stay mapped are mapped when they are made, the others when the pixels are there.
    let outcome = Self.run(
      renderer, plans, expected, reset: { driver.answers.refusesReading = staysMapped && $0 == 2 },
      waits: { frame, isBeginning in
        if !staysMapped { driver.answers.refusesReading = frame == 2 && isBeginning }
      })
    let errors = outcome.errors
    #expect(outcome.wrong.isEmpty)
    #expect((outcome.right + errors.map(\.frame)).sorted() == Array(plans.indices), "each frame has one outcome")
    #expect((1...3).contains(errors.count) && errors.contains { $0.frame == 2 })
    for (frame, error) in errors {
      guard case .outOfMemory(let object) = error else {
        Issue.record("frame \(frame): \(error)")
        continue
      }
      #expect(object.contains("bytes"), "\(object)")
    }
    #expect(renderer.reopened == 1)
  }

  @Test(
    "each frame of each lane is its picture or an error, and the others' faults are none of theirs",
    arguments: [false, true])
  func faults(drawsChangesOnly: Bool) throws {
    let count = 24
    let plans = try (0..<count).map(Self.plan)
    let alone = try GPURenderer()
    let expected = try plans.map { try alone.render($0) }
    let drivers = (0..<4).map { _ in FakeDriver() }
    let renderers = try drivers.map { try GPURenderer(libraries: $0.libraries) }
    for renderer in renderers { renderer.drawsChangesOnly = drawsChangesOnly }
    let long = try Self.longPlan()
    let outcomes = Locked<[Int: Outcome]>([:])
    DispatchQueue.concurrentPerform(iterations: renderers.count) { lane in
      let (driver, renderer) = (drivers[lane], renderers[lane])
      let outcome: Outcome
      switch lane {
      case 0:
        outcome = Self.run(
          renderer, plans, expected,
          reset: { if $0 % 7 == 5 { driver.answers.resets = [GL_INNOCENT_CONTEXT_RESET] } })
      case 1:
        // A device whose fences come late: one frame's time is up first.
        outcome = Self.run(
          renderer, plans, expected, limit: { $0 == 10 ? 0.15 : nil }, isAlone: { $0 == 10 },
          waits: { driver.answers.keepsFences = $0 == 10 && $1 })
      case 2:
        // A limit in the middle of a frame, whose first passes the device goes on to draw.
        var mixed = plans
        for frame in stride(from: 4, to: count, by: 6) { mixed[frame] = long }
        outcome = Self.run(renderer, mixed, expected, limit: { $0 % 6 == 4 ? 0.004 : nil })
      default: outcome = Self.run(renderer, plans, expected)
      }
      outcomes.withLock { $0[lane] = outcome }
    }
    for (lane, outcome) in outcomes.withLock({ $0 }) {
      #expect(outcome.wrong.isEmpty, "lane \(lane)")
      let known = (outcome.right + outcome.errors.map(\.frame)).sorted()
      #expect(known == Array(0..<count), "each frame of lane \(lane) has one outcome")
    }
    let found = outcomes.withLock { $0 }
    let resets = try #require(found[0]).errors
    #expect(!resets.isEmpty && resets.count <= 4 * 3)
    for case (let frame, let error) in resets {
      guard case .contextLost(.innocent, _) = error else {
        Issue.record("frame \(frame): \(error)")
        continue
      }
    }
    let late = try #require(found[1]).errors
    #expect(late.first?.frame == 10 && late.count <= 3)
    if case .overLimit(let limit)? = late.first?.error {
      #expect(limit.kind == .time)
    } else {
      Issue.record("no limit was met")
    }
    #expect(try #require(found[2]).errors.map(\.frame) == Array(stride(from: 4, to: count, by: 6)))
    #expect(try #require(found[3]).errors.isEmpty)
  }
}
