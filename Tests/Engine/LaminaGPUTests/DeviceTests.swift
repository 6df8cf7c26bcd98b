// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGPU
import Testing

@Suite struct DeviceTests {
  @Test("a missing library is an error that names it")
  func missingLibrary() {
    var libraries = GPULibraries()
    libraries.egl = "libNoSuchEGL.so.1"
    for probe in [
      { _ = try GPUDevice.list(libraries: libraries, probe: SystemProbe()) },
      { _ = try GPURenderer(libraries: libraries) },
    ] as [() throws -> Void] {
      let error = #expect(throws: GPUError.self) { try probe() }
      guard case .libraryMissing(let name, let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(name == "libNoSuchEGL.so.1")
      #expect(reason.contains("No such file"))
    }
  }

  @Test("a library that is no EGL is an error that names the function")
  func wrongLibrary() {
    var libraries = GPULibraries()
    libraries.egl = "libc.so.6"
    #expect(throws: GPUError.functionMissing(name: "eglGetProcAddress")) { try GPURenderer(libraries: libraries) }
  }

  @Test("OpenGL ES functions come through EGL where the library of their own is missing", .needsDevice)
  func withoutGLES() throws {
    var libraries = GPULibraries()
    libraries.gles = "libNoSuchGLES.so.2"
    #expect(try GPUDevice.list(libraries: libraries, probe: SystemProbe()).contains(where: \.isUsable))
  }

  @Test("the list numbers its rows and says what each is", .needsDevice)
  func list() throws {
    let devices = try GPUDevice.list()
    #expect(devices.map(\.index) == Array(devices.indices))
    for device in devices where device.isUsable {
      #expect(!device.renderer.isEmpty)
      #expect(device.version.hasPrefix("3."))
      #expect(device.maximumTextureSide >= 2048)
      #expect(device.isHardware != device.isSoftware)
    }
  }

  @Test("the automatic choice prefers hardware, then the first in the list", .needsDevice)
  func automaticChoice() throws {
    let devices = try GPUDevice.list().filter(\.isUsable)
    let best = try #require(devices.first(where: \.isHardware) ?? devices.first)
    #expect(try SharedRenderer.renderer().deviceDescription == best)
  }

  @Test("a device can be named", .needsDevice)
  func choiceByName() throws {
    let first = try #require(try GPUDevice.list().first(where: \.isUsable))
    #expect(try GPURenderer(device: .index(first.index)).deviceDescription == first)
    let part = String(first.renderer.prefix(4)).uppercased()
    #expect(try GPURenderer(device: .name(part)).deviceDescription.renderer == first.renderer)
  }

  @Test("a device that is not there is an error with the number of devices", .needsDevice)
  func noSuchDevice() throws {
    for selection in [GPUDeviceSelection.index(99), .index(-1), .name("no such renderer")] {
      let error = #expect(throws: GPUError.self) { try GPURenderer(device: selection) }
      guard case .noSuchDevice(_, let available) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(available >= 1)
    }
  }

  @Test(
    "software is known by the renderer's name",
    arguments: [
      ("llvmpipe (LLVM 15.0.6, 256 bits)", true), ("softpipe", true), ("Google SwiftShader", true),
      ("Software Rasterizer", true), ("NVIDIA H200/PCIe/SSE2", false), ("Mesa Intel(R) UHD Graphics 630", false),
      ("AMD Radeon RX 6800 (radeonsi, navi21)", false),
    ])
  func software(_ renderer: String, _ isSoftware: Bool) {
    var description = GPUDeviceDescription(index: 0, platform: .device)
    description.renderer = renderer
    #expect(description.isSoftware == isSoftware)
    #expect(description.isHardware == !isSoftware)
    description.problem = "any"
    #expect(!description.isHardware)
  }

  @Test("several renderers live side by side and go in any order", .needsDevice)
  func severalRenderers() throws {
    var plan = HandMadePlan(width: 4, height: 4)
    plan.clear = [0, 1, 0, 1]
    var renderers = [try GPURenderer(), try GPURenderer()]
    #expect(try renderers[0].render(plan.plan)[1, 1] == [0, 255, 0, 255])
    renderers.removeFirst()
    #expect(try renderers[0].render(plan.plan)[1, 1] == [0, 255, 0, 255])
  }

  @Test("many threads may use one renderer", .needsDevice)
  func manyThreads() async throws {
    let renderer = try SharedRenderer.renderer()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for level in 1...8 {
        group.addTask {
          var plan = HandMadePlan(width: 8, height: 8)
          plan.clear = [0, 0, 0, Float(level * 17) / 255]
          return try renderer.render(plan.plan)[3, 3].w == level * 17
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
