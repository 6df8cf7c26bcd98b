// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaBench
import Testing

/// The calls of OpenGL ES that a frame of a scene takes, on a device that reads back and uploads through buffers. One
/// scene after the other, since frames of another scene would end what a frame leaves for the next.
@Suite(.serialized) struct CallTests {
  /// The named scenes, fewer layers of some: calls depend on passes and draws, not on layers.
  static let scenes = [
    "@cards:200", "@cards-alike:200", "@shadows:200", "@text-page:600", "@photo-wall:50", "@glass", "@cube-field:40",
    "@chart:20", "@deep:40", "@scroll-list:200", "@particles:500", "@edit:200", "@scroll:200", "@ticker:20",
    "@template:50",
  ]

  private static let renderer = Result { try GPURenderer(profile: .hardware, isDebugging: false) }

  static var hasDevice: Bool { (try? renderer.get()) != nil }

  /// The most calls of a frame.
  private static func limit(_ scene: String, _ statistics: RenderStatistics) -> Int {
    switch scene {
    case "@glass": 400
    case "@chart:20": 300
    // Shadows, boxes inside covers and boxes alternate, and one program draws all of them.
    case "@shadows:200": 60
    // Every frame has a part that does not depend on draws and passes.
    default:
      statistics.passes == 1 && statistics.drawCalls <= 4
        ? 60 : 4 * statistics.drawCalls + 6 * statistics.passes
    }
  }

  @Test(
    "frames take no more calls on average than their draws and passes need", .enabled(if: hasDevice),
    arguments: scenes)
  func calls(_ name: String) throws {
    let renderer = try Self.renderer.get()
    let root = try #require(WorkloadScene(argument: name)).makeScene().root
    var options = RenderOptions()
    // The panes of glass have their usual size: the sizes of their passes move, and smaller ones fit less often.
    options.size = name == "@glass" ? PixelSize(width: 1920, height: 1080) : PixelSize(width: 960, height: 540)
    var (calls, limit) = (0, 0)
    for frame in 0..<16 {
      let plan = try RenderPlan(root, at: Double(frame) / 60, options: options)
      _ = try renderer.render(plan)
      // Programs are compiled and buffers made in the first frames.
      guard frame >= 4 else { continue }
      calls += renderer.statistics.glCalls
      limit += Self.limit(name, renderer.statistics)
    }
    #expect(calls <= limit)
  }

  @Test(
    "frames of changes take no more calls than their draws and parts need", .enabled(if: hasDevice),
    arguments: ["edit:200", "reorder:200", "template:50", "ticker:20"])
  func changes(_ name: String) throws {
    let subject = BenchSubject(try #require(WorkloadScene(argument: "@" + name)))
    let renderer = try Self.renderer.get()
    renderer.drawsChangesOnly = true
    defer { renderer.drawsChangesOnly = false }
    var options = RenderOptions()
    options.size = PixelSize(width: 960, height: 540)
    var (calls, limit) = (0, 0)
    for frame in 0..<16 {
      subject.change(frame)
      _ = try renderer.render(try RenderPlan(subject.scene, at: Double(frame) / 60, options: options))
      guard frame >= 4 else { continue }
      let statistics = renderer.statistics
      calls += statistics.glCalls
      // Each changed part is cleared and read back by itself, as a pass is: three cards take another place.
      limit += 4 * statistics.drawCalls + 6 * (statistics.passes + 5)
    }
    #expect(calls <= limit, "\(calls) of \(limit)")
  }
}
