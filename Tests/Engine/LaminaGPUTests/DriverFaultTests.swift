// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaTestSupport
import Testing

/// Calls of the driver fail, one in each run, over a tree that uses every operation: an error or a right picture, and
/// the next picture is right. All of it in processes of their own: a driver that goes down with a call that fails takes
/// no other test with it.
@Suite(.needsDevice) struct DriverFaultTests {
  /// Calls that can fail and report it in a way of their own.
  static let functions = [
    "glGetError", "glCheckFramebufferStatus", "glCreateShader", "glCreateProgram", "glGetShaderiv", "glGetProgramiv",
    "glMapBufferRange", "glFenceSync", "glClientWaitSync", "glGetGraphicsResetStatus", "eglMakeCurrent",
    "eglCreateContext",
  ]

  /// The calls of the whole table are failed where somebody asks, since that takes long: the results are listed in
  /// docs/reliability.md.
  static let isAsked = ProcessInfo.processInfo.environment["LAMINA_FAULTS"] != nil

  /// The same functions, and once more those that uploads through buffers need, as only NVIDIA's profile has them.
  static let cases =
    functions.map { (function: $0, profile: "") }
    + ["glMapBufferRange", "glFenceSync", "glClientWaitSync", "glGetError"].map { (function: $0, profile: "nvidia") }

  @Test("a call that fails is an error or makes no difference, and the next picture is right", arguments: cases)
  func each(_ function: String, as profile: String) async {
    await #expect(processExitsWith: .success) { [function, profile] in
      let plan = try DriverScene.plan()
      let counting = FakeDriver()
      let devices = DeviceProfile(named: profile) ?? GPURenderer.profileByDefault
      let renderer = try GPURenderer(libraries: counting.libraries, profile: devices)
      let right = try renderer.render(plan)
      #expect(try DriverScene.draw(plan, renderer, throughBuffers: true)?.difference(from: right).largest == 0)
      let count = counting.calls[function] ?? 0
      #expect(count > 0, "\(function) is never called")
      for call in DriverScene.places(count, some: 6) {
        let driver = FakeDriver()
        driver.answers.failing = (function, call)
        let made: GPURenderer
        do throws(GPUError) {
          made = try GPURenderer(libraries: driver.libraries, profile: devices)
        } catch {
          continue
        }
        for frame in 1...4 {
          let hasFailed = driver.calls[function, default: 0] >= call
          do throws(GPUError) {
            let picture = try DriverScene.draw(plan, made, throughBuffers: frame % 2 == 0)
            #expect(picture?.difference(from: right).largest == 0, "\(function) \(call), frame \(frame)")
          } catch {
            #expect(!hasFailed, "\(function) \(call): frame \(frame) still fails: \(error)")
          }
        }
        #expect(try made.render(plan).difference(from: right).largest == 0, "\(function) \(call): after its failure")
      }
    }
  }

  @Test(
    "any call from the opening of the device to the second frame may fail",
    .enabled(if: isAsked, "LAMINA_FAULTS is not set"),
    .enabled(if: FaultyDriver.library != nil, "there is no C compiler here, or another processor"),
    arguments: FaultyDriver.Fault.allCases)
  func beginning(_ fault: FaultyDriver.Fault) async throws {
    let library = try #require(FaultyDriver.library)
    await #expect(processExitsWith: .success) { [fault, library = library as String] in
      let driver = try #require(FaultyDriver(library))
      let plan = try DriverScene.plan()
      func frames(_ check: (Int, () throws(GPUError) -> CGImage?) -> Void) throws(GPUError) {
        let renderer = try GPURenderer(libraries: driver.libraries)
        for frame in 1...4 {
          check(frame) { () throws(GPUError) in
            try DriverScene.draw(plan, renderer, throughBuffers: frame % 2 == 0)
          }
        }
      }
      var right: CGImage?
      driver.fail(nil, fault)
      try frames { _, draw in right = right ?? (try? draw()) }
      let count = driver.count / 2
      #expect(count > 500, "\(count)")
      let whole = try #require(right)
      for call in DriverScene.places(count, some: 12) {
        driver.fail(call, fault)
        do throws(GPUError) {
          try frames { frame, draw in
            let hadFailed = driver.failed
            do throws(GPUError) {
              let picture = try draw()
              #expect(
                picture?.difference(from: whole).largest == 0,
                "\(driver.failed ?? "none"), call \(call), frame \(frame)")
            } catch {
              #expect(hadFailed == nil, "\(hadFailed ?? ""), call \(call): frame \(frame) still fails: \(error)")
            }
          }
        } catch {
          // There is no device where opening it fails.
          #expect(driver.failed != nil, "call \(call): \(error)")
        }
      }
    }
  }

  @Test(
    "any call of a frame may fail, and the next frame is right",
    .enabled(if: isAsked, "LAMINA_FAULTS is not set"),
    .enabled(if: FaultyDriver.library != nil, "there is no C compiler here, or another processor"),
    arguments: FaultyDriver.Fault.allCases, [false, true])
  func later(_ fault: FaultyDriver.Fault, throughBuffers: Bool) async throws {
    let library = try #require(FaultyDriver.library)
    await #expect(processExitsWith: .success) { [fault, throughBuffers, library = library as String] in
      let driver = try #require(FaultyDriver(library))
      let plan = try DriverScene.plan()
      let renderer = try GPURenderer(libraries: driver.libraries)
      let right = try renderer.render(plan)
      func draw() throws(GPUError) -> CGImage? { try DriverScene.draw(plan, renderer, throughBuffers: throughBuffers) }
      _ = try draw()
      driver.fail(nil, fault)
      _ = try draw()
      let count = driver.count
      #expect(count > 50, "\(count)")
      for call in DriverScene.places(count, some: fault == .memory ? 60 : 12) {
        driver.fail(call, fault)
        let picture = Result { () throws(GPUError) in try draw() }
        let function = driver.failed ?? "no function"
        driver.fail(nil, fault)
        if case .success(let picture) = picture {
          #expect(picture?.difference(from: right).largest == 0, "\(function), call \(call): another picture")
        }
        for frame in 1...2 {
          let next = Result { () throws(GPUError) in try draw() }
          switch next {
          case .success(let picture):
            #expect(
              picture?.difference(from: right).largest == 0,
              "\(function), call \(call): frame \(frame) after it is another picture")
          case .failure(let error):
            Issue.record("\(function), call \(call): frame \(frame) after it fails: \(error)")
          }
        }
      }
    }
  }
}
