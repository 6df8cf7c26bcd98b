// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import Foundation
import LaminaGPU
import LaminaGraphics
import LaminaPlan
import Testing

/// The profile of a device, and the effects of a profile.
@Suite struct DeviceProfileTests {
  @Test(
    "the vendor's name chooses the profile, and software is known by its renderer first",
    arguments: [
      ("NVIDIA Corporation", "NVIDIA H100 80GB HBM3/PCIe/SSE2", "nvidia"),
      ("NVIDIA Corporation", "Tesla T4/PCIe/SSE2", "nvidia"),
      ("AMD", "AMD Radeon RX 6800 (radeonsi, navi21, LLVM 15.0.6, DRM 3.49)", "hardware"),
      ("Intel", "Mesa Intel(R) UHD Graphics 630 (CFL GT2)", "hardware"),
      ("Mesa/X.org", "llvmpipe (LLVM 15.0.6, 256 bits)", "software"),
      ("Intel", "softpipe", "software"),
      ("ARM", "Mali-G610", "hardware"), ("Collabora Ltd", "zink (NVIDIA GeForce RTX 2080)", "hardware"),
      ("nouveau", "NV136", "hardware"), ("", "", "hardware"), ("Imagination NVIDIA", "PowerVR", "hardware"),
    ])
  func vendors(_ vendor: String, _ renderer: String, _ profile: String) {
    var description = GPUDeviceDescription(index: 0, platform: .device)
    (description.vendor, description.renderer) = (vendor, renderer)
    #expect(DeviceProfile(of: description).name == profile)
  }

  @Test("names of profiles are all different, and each names itself")
  func names() {
    #expect(DeviceProfile.all.map(\.name) == ["software", "hardware", "nvidia", "compute"])
    for profile in DeviceProfile.all { #expect(DeviceProfile(named: profile.name) == profile) }
    #expect(DeviceProfile(named: "toaster") == nil)
  }

  /// Softpipe's own mistake is mended by its name, which these tests take from it.
  private static let keepsItsName = (try? SharedRenderer.renderer().deviceDescription.renderer) == "softpipe"

  @Test(
    "the driver of a vendor is drawn with as its profile says: the context's own name decides",
    .needsDevice, .disabled(if: keepsItsName))
  func drawn() throws {
    let driver = FakeDriver(
      .init(strings: [GL_VENDOR: "NVIDIA Corporation", GL_RENDERER: "NVIDIA L4/PCIe/SSE2"]))
    // The device's clock is asked of hardware only; llvmpipe's says nothing of use.
    driver.answers.hidden = ["GL_EXT_disjoint_timer_query"]
    let gpu = try GPURenderer(libraries: driver.libraries, profile: nil)
    #expect(gpu.deviceDescription.isHardware)
    let mapped = driver.mapped
    for (name, plan) in try LimitTests.scenes.get() {
      let reference = try SharedRenderer.draw(plan)
      let (largest, pixels) = try gpu.render(plan).difference(from: reference, tolerance: 2)
      #expect(pixels == 0, "\(name): \(pixels) pixels, up to \(largest)")
    }
    #expect(driver.mapped > mapped, "frames come back through buffers")
    #expect(driver.discarded == 0, "the device draws straight to memory")
  }

  @Test(
    "hardware of nobody knows whom may draw by tiles: depths are discarded; frames come back in buffers",
    .needsDevice, .disabled(if: keepsItsName))
  func unknownHardware() throws {
    let driver = FakeDriver(
      .init(strings: [GL_VENDOR: "ARM", GL_RENDERER: "Mali-G610"], hidden: ["GL_EXT_disjoint_timer_query"]))
    let gpu = try GPURenderer(libraries: driver.libraries, profile: nil)
    for (name, plan) in try LimitTests.scenes.get() {
      let reference = try SharedRenderer.draw(plan)
      let (largest, pixels) = try gpu.render(plan).difference(from: reference, tolerance: 2)
      #expect(pixels == 0, "\(name): \(pixels) pixels, up to \(largest)")
    }
    #expect(driver.discarded > 0)
    #expect(driver.mapped > 0)
  }

  @Test(
    "what was measured of a kind of device, here or by the process that started this one, decides for all contexts",
    .needsDevice, .disabled(if: keepsItsName))
  func measured() throws {
    func open(_ name: String) throws -> GPURenderer {
      let driver = FakeDriver(
        .init(strings: [GL_VENDOR: "Nobody", GL_RENDERER: name], hidden: ["GL_EXT_disjoint_timer_query"]))
      return try GPURenderer(libraries: driver.libraries, profile: nil)
    }
    let first = try open("Card A")
    let kind = first.deviceDescription.description
    let own = try #require(GPURenderer.measuredKinds[kind] as Bool?)
    #expect(first.computesLayers == own)
    let told = kind.replacingOccurrences(of: "Card A", with: "Card B")
    GPURenderer.note(measuredKinds: [kind: !own, told: !own])
    #expect(GPURenderer.measuredKinds[kind] == own, "a process keeps its own measurement")
    #expect(try open("Card A").computesLayers == own)
    #expect(try open("Card B").computesLayers == !own)
  }

  @Test("what a device has less of than its profile says is a difference, more is none")
  func differences() {
    var description = GPUDeviceDescription(index: 0, platform: .device)
    (description.vendor, description.renderer) = ("NVIDIA Corporation", "NVIDIA L4/PCIe/SSE2")
    var abilities = DeviceAbilities(description)
    abilities.extensions = Set(DeviceAbilities.wanted)
    abilities.limits = [.textureSide: 65_536, .arrayLayers: 64]
    #expect(abilities.differences.isEmpty)
    abilities.limits[.textureSide] = 8192
    abilities.extensions.remove("GL_EXT_float_blend")
    abilities.readsRGBA = false
    #expect(
      abilities.differences == [
        "texture side: 8192, at least 32768 expected", "GL_EXT_float_blend: missing",
        "read-back: not RGBA in bytes, which the driver converts to",
      ])
    #expect(abilities.description.contains("profile: nvidia"))
    #expect(abilities.description.contains("texture side: 8192, at least 32768 expected; "))
  }

  @Test("each device says what it can do; one that cannot be used says why", .needsDevice)
  func abilities() throws {
    let abilities = try GPUDevice.abilities(
      libraries: FakeDriver(.init(strings: [GL_VENDOR: "NVIDIA Corporation", GL_RENDERER: "NVIDIA T4"])).libraries)
    let first = try #require(abilities.first { $0.device.isUsable })
    #expect(first.profile == .nvidia)
    #expect(DeviceLimit.allCases.allSatisfy { (first.limits[$0] ?? 0) > 0 })
    #expect(first.limits[.attributes] ?? 0 >= 16)
    // Software is no NVIDIA device: its textures are smaller.
    #expect(first.differences.contains { $0.hasPrefix("texture side") } == ((first.limits[.textureSide] ?? 0) < 32_768))
    let refused = try GPUDevice.abilities(libraries: FakeDriver(.init(refusesContexts: true)).libraries)
    #expect(
      refused.allSatisfy {
        !$0.device.isUsable && $0.differences.isEmpty && $0.description.contains("eglCreateContext")
      })
  }

  @Test("whatever a profile expects is among what a device is asked for")
  func expectations() {
    for profile in DeviceProfile.all {
      #expect(profile.expected.extensions.isSubset(of: DeviceAbilities.wanted), "\(profile.name)")
    }
  }

  @Test("samples of floats are measured beside what the profile says", .needsDevice)
  func samples() throws {
    let probe = try SharedRenderer.renderer().probeSamples()
    #expect(probe.profile == DeviceProfile(of: try SharedRenderer.renderer().deviceDescription).name)
    for cost in [probe.float16, probe.float32] { #expect(cost.map { $0 > 0.05 && $0 < 100 } ?? true) }
  }
}
