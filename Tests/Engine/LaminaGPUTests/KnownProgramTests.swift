// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import Foundation
import LaminaGPU
import LaminaGraphics
import LaminaPlan
import Testing

/// Compiled programs that contexts of a process have from one another.
@Suite(.needsDevice) struct KnownProgramTests {
  private static let givesPrograms = (try? SharedRenderer.renderer().givesPrograms) ?? false

  /// A renderer of a driver of another name, whose programs no other test compiles.
  private static func renderer(_ name: String, formats: GLint? = nil) throws -> GPURenderer {
    var answers = FakeDriver.Answers(strings: [GL_RENDERER: "llvmpipe, \(name)"])
    answers.integers[GL_NUM_PROGRAM_BINARY_FORMATS] = formats
    return try GPURenderer(libraries: FakeDriver(answers).libraries, profile: .compute)
  }

  private static var plan: RenderPlan {
    var plan = HandMadePlan(width: 40, height: 30)
    for index in 0..<9 {
      plan.addBox([Float(index), 2, Float(20 + index), 25], fill: [0.1, 0.02, 0.05, 0.2], radius: 3)
    }
    return plan.plan
  }

  /// The calls of a first frame, and its bytes.
  private static func first(_ renderer: GPURenderer) throws -> (calls: Int, bytes: [UInt8]) {
    let image = try renderer.render(plan)
    return (renderer.statistics.glCalls, image.premultipliedRGBA)
  }

  @Test(
    "a second context of a driver has the program of the first, and draws the same bytes",
    .enabled(if: givesPrograms, "the driver gives no programs out"))
  func shared() throws {
    let name = UUID().uuidString
    let (one, other) = (try Self.first(Self.renderer(name)), try Self.first(Self.renderer(name)))
    #expect(one.calls > other.calls, "\(one.calls) calls, then \(other.calls)")
    #expect(one.bytes == other.bytes)
    let unlike = try Self.first(Self.renderer(UUID().uuidString))
    #expect(unlike.calls == one.calls, "another driver compiles its own")
  }

  @Test("a driver that gives no programs out compiles for each context")
  func none() throws {
    let name = UUID().uuidString
    let (one, other) = (
      try Self.first(Self.renderer(name, formats: 0)), try Self.first(Self.renderer(name, formats: 0))
    )
    #expect(one.calls == other.calls && one.bytes == other.bytes)
  }

  @Test("the time of compiling is measured, and nothing is compiled twice for a context")
  func time() throws {
    let renderer = try Self.renderer(UUID().uuidString)
    #expect(try renderer.compileTiles() > 0)
    let compiled = renderer.compileTime
    #expect(try renderer.compileTiles() == 0)
    _ = try renderer.render(Self.plan)
    #expect(renderer.compileTime == compiled)
  }
}
