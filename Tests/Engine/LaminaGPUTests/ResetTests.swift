// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import Foundation
import LaminaGPU
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import Testing

/// Frames of a device that is reset, with a driver that reports the reset.
@Suite(.needsDevice) struct ResetTests {
  private static let color = SIMD4(0, 255, 0, 255)

  private static func plan() -> RenderPlan {
    var plan = HandMadePlan(width: 16, height: 8)
    plan.clear = [0, 1, 0, 1]
    return plan.plan
  }

  private static func call(width: Int = 16, height: Int = 8) -> String { "a frame of \(width) x \(height) pixels" }

  @Test("a context is asked to say when it is lost, wherever the display knows how")
  func wish() throws {
    let driver = FakeDriver()
    let renderer = try GPURenderer(libraries: driver.libraries)
    _ = try renderer.render(Self.plan())
    // With the extension's name of the wish, or with that of EGL 1.5.
    let asked = driver.contextAttributes.contains { $0.contains(0x3138) || $0.contains(0x31BD) }
    let says = try GPUDevice.abilities().first { $0.device.isUsable }?.saysReset == true
    #expect(asked || !says)
  }

  @Test("every frame asks once whether the device was reset, and once more whenever it has waited in vain")
  func asked() throws {
    let driver = FakeDriver()
    let renderer = try GPURenderer(libraries: driver.libraries)
    // A busy machine may keep software waiting for a fence longer than one wait lasts.
    func frameQuestions() -> Int { driver.asked - driver.expired }
    for frame in 1...3 {
      let before = frameQuestions()
      #expect(try renderer.render(Self.plan())[1, 1] == Self.color)
      #expect(frameQuestions() == before + 1, "frame \(frame)")
    }
    let before = frameQuestions()
    try renderer.begin(Self.plan())
    _ = try renderer.end()
    #expect(frameQuestions() == before + 1)
  }

  @Test(
    "a frame that meets a reset fails with its cause, and the next one is drawn in a new context",
    arguments: [
      (GL_GUILTY_CONTEXT_RESET, GPUResetCause.guilty), (GL_INNOCENT_CONTEXT_RESET, .innocent),
      (GL_UNKNOWN_CONTEXT_RESET, .unknown),
    ], [DeviceProfile.hardware, .compute])
  func reset(_ reported: (status: Int32, cause: GPUResetCause), profile: DeviceProfile) throws {
    let (status, cause) = reported
    let driver = FakeDriver()
    let renderer = try GPURenderer(libraries: driver.libraries, profile: profile)
    _ = try renderer.render(Self.plan())
    let contexts = driver.contextAttributes.count
    // Asked once by the frame, once more while the reset lasts, and then it is over.
    driver.answers.resets = [status, status]
    #expect(throws: GPUError.contextLost(cause: cause, call: Self.call())) { try renderer.render(Self.plan()) }
    #expect(driver.answers.resets.isEmpty, "a new context is not asked for while the reset lasts")
    #expect(renderer.reopened == 0)
    #expect(try renderer.render(Self.plan())[1, 1] == Self.color)
    #expect(renderer.reopened == 1)
    #expect(driver.contextAttributes.count > contexts)
    #expect(try renderer.render(Self.plan())[1, 1] == Self.color)
    #expect(renderer.reopened == 1)
  }

  @Test("pictures, passes and programs are there again after a reset", arguments: [DeviceProfile.hardware, .compute])
  func everythingAgain(profile: DeviceProfile) throws {
    let driver = FakeDriver()
    let renderer = try GPURenderer(libraries: driver.libraries, profile: profile)
    let picture = makeLayer(60, 40, at: CGPoint(x: 50, y: 40), radius: 9)
    picture.contents = makePicture(60, 40)
    let group = PassTests.group(opacity: 0.6)
    group.addSublayer(picture)
    let plan = try makePlan(of: group)
    let before = try renderer.render(plan)
    driver.answers.resets = [GL_UNKNOWN_CONTEXT_RESET]
    #expect(throws: GPUError.self) { try renderer.render(plan) }
    #expect(try renderer.render(plan).difference(from: before).largest == 0)
    #expect(renderer.statistics.uploadedBytes > 0, "the pictures went with the context")
  }

  @Test("frames that were begun before a reset are lost one by one, and later ones are not")
  func begunFrames() throws {
    let driver = FakeDriver()
    let renderer = try GPURenderer(libraries: driver.libraries)
    try renderer.begin(Self.plan())
    try renderer.begin(Self.plan())
    try renderer.begin(Self.plan())
    driver.answers.resets = [GL_INNOCENT_CONTEXT_RESET]
    let loss = GPUError.contextLost(cause: .innocent, call: Self.call())
    #expect(throws: loss) { try renderer.end() }
    try renderer.begin(Self.plan())
    #expect(throws: loss) { try renderer.end() }
    #expect(throws: loss) { try renderer.end() }
    guard case .image(let image) = try renderer.end() else {
      Issue.record("no image")
      return
    }
    #expect(image[1, 1] == Self.color)
    #expect(renderer.reopened == 1)
  }

  @Test("a fence that never comes ends with the reset that swallowed it")
  func stuckFence() throws {
    let driver = FakeDriver()
    let renderer = try GPURenderer(libraries: driver.libraries)
    try renderer.begin(Self.plan())
    driver.answers.keepsFences = true
    driver.answers.resets = [0, 0, GL_GUILTY_CONTEXT_RESET]
    #expect(throws: GPUError.contextLost(cause: .guilty, call: "waiting for 512 bytes")) { try renderer.end() }
    driver.answers.keepsFences = false
    #expect(try renderer.render(Self.plan())[1, 1] == Self.color)
  }

  @Test("a device that does not come back is said so at every frame, until it does")
  func goneForGood() throws {
    let driver = FakeDriver()
    let renderer = try GPURenderer(libraries: driver.libraries)
    driver.answers.resets = [GL_UNKNOWN_CONTEXT_RESET]
    #expect(throws: GPUError.contextLost(cause: .unknown, call: Self.call())) { try renderer.render(Self.plan()) }
    driver.answers.refusesContexts = true
    for _ in 1...2 {
      let error = #expect(throws: GPUError.self) { try renderer.render(Self.plan()) }
      guard case .deviceUnusable(renderer.deviceDescription.index, let reason) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(reason.contains("eglCreateContext"))
    }
    driver.answers.refusesContexts = false
    #expect(try renderer.render(Self.plan())[1, 1] == Self.color)
  }

  @Test("a driver without robustness is asked for nothing")
  func withoutRobustness() throws {
    let driver = FakeDriver()
    driver.answers.hidden = ["GL_KHR_robustness", "GL_EXT_robustness"]
    driver.answers.resets = [GL_GUILTY_CONTEXT_RESET]
    #expect(try GPURenderer(libraries: driver.libraries).render(Self.plan())[1, 1] == Self.color)
    #expect(driver.asked == 0)
  }

  @Test("the reset of one device leaves the others alone")
  func others() throws {
    let drivers = [FakeDriver(), FakeDriver()]
    let renderers = try drivers.map { try GPURenderer(libraries: $0.libraries) }
    drivers[0].answers.resets = [GL_GUILTY_CONTEXT_RESET]
    #expect(throws: GPUError.self) { try renderers[0].render(Self.plan()) }
    #expect(try renderers[1].render(Self.plan())[1, 1] == Self.color)
    #expect(renderers[1].reopened == 0)
    #expect(try renderers[0].render(Self.plan())[1, 1] == Self.color)
  }

  @Test("each cause is half a sentence, and the error one line with the frame in it")
  func texts() {
    for cause in GPUResetCause.allCases {
      let error = GPUError.contextLost(cause: cause, call: "a frame of 2 x 2 pixels")
      #expect(error.description == "the GPU context was lost in a frame of 2 x 2 pixels: \(cause)")
    }
    #expect(Set(GPUResetCause.allCases.map(\.description)).count == 3)
  }
}
