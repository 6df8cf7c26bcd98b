// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGPU
import LaminaGraphics
import LaminaPlan
import LaminaShaders
import Testing

/// The driver's own view of what we call, where it is listened to.
@Suite(.needsDevice) struct DebugOutputTests {
  @Test("every kind of draw passes the driver's debug output, in both orders")
  func quiet() throws {
    let renderer = try GPURenderer(isDebugging: true)
    guard renderer.isDebugging else {
      #expect(renderer.notes.contains { $0.contains("no debug output") })
      return
    }
    for (_, plan) in try LimitTests.scenes.get() {
      for strategy in RenderStrategy.allCases { _ = try renderer.render(plan, strategy: strategy) }
      try renderer.begin(plan)
      _ = try renderer.end()
    }
    for program in SharedRenderer.programs { _ = try renderer.inputs(of: program) }
  }

  @Test("what the driver says is wrong is an error with its text")
  func loud() throws {
    // More layers than the real driver has: it refuses the storage, as a bug of ours would make it do.
    let driver = FakeDriver()
    let renderer = try GPURenderer(libraries: driver.libraries, isDebugging: true)
    guard renderer.isDebugging else { return }
    driver.answers.breaksTextures = true
    let error = #expect(throws: GPUError.self) { try renderer.render(try LimitTests.scenes.get()[4].plan) }
    guard case .driverMessage(let message, let call) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.contains("glTexStorage") || message.contains("GL_INVALID"), "\(message)")
    #expect(call.contains("texture"))
    #expect(error?.description == "the driver complains in \(call): \(message)")
    driver.answers.breaksTextures = false
    var plan = HandMadePlan(width: 8, height: 8)
    plan.clear = [0, 1, 0, 1]
    #expect(try renderer.render(plan.plan)[3, 3] == [0, 255, 0, 255])
  }

  @Test("a context that is to be debugged is asked to look closely, others are not")
  func wishes() throws {
    for isDebugging in [true, false] {
      let driver = FakeDriver()
      _ = try GPURenderer(libraries: driver.libraries, isDebugging: isDebugging)
      let asked = driver.contextAttributes.contains {
        $0.contains(EGL_CONTEXT_OPENGL_DEBUG) || $0.contains(EGL_CONTEXT_FLAGS_KHR)
      }
      #expect(asked == isDebugging)
    }
  }

  @Test("a driver without debug output is drawn with, and that is noted")
  func withoutOutput() throws {
    let driver = FakeDriver(.init(hidden: ["GL_KHR_debug"]))
    let renderer = try GPURenderer(libraries: driver.libraries, isDebugging: true)
    #expect(!renderer.isDebugging)
    #expect(renderer.notes.contains { $0.contains("LAMINA_GL_DEBUG") })
  }
}
