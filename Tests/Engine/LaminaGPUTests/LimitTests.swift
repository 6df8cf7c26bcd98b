// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import Foundation
import LaminaCPU
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaShaders
import Testing

/// Devices that can do less than this machine's, and several at once.
@Suite(.needsDevice) struct LimitTests {
  /// The least that OpenGL ES 3.1 promises.
  static let least: [Int32: GLint] = [
    GL_MAX_TEXTURE_SIZE: 2048, GL_MAX_RENDERBUFFER_SIZE: 2048, GL_MAX_VIEWPORT_DIMS: 2048,
    GL_MAX_ARRAY_TEXTURE_LAYERS: 256, GL_MAX_VERTEX_ATTRIBS: 16, GL_MAX_TEXTURE_IMAGE_UNITS: 16,
    GL_MAX_COLOR_ATTACHMENTS: 4, GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT: 256, GL_MAX_TEXTURE_BUFFER_SIZE: 65_536,
  ]

  /// Groups, a deep stack of floats, a mask, a shadow, pictures at many sizes.
  static let scenes = Result { try makeScenes() }

  private static func makeScenes() throws -> [(name: String, plan: RenderPlan)] {
    let stack = makeRoot(64, 64)
    for index in 0..<40 {
      let layer = makeLayer(
        50, 50, at: CGPoint(x: 32, y: 32), color: CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.03))
      layer.transform = CATransform3DMakeRotation(CGFloat(index) * 0.02, 0, 0, 1)
      stack.addSublayer(layer)
    }
    let masked = makeLayer(80, 60, at: CGPoint(x: 50, y: 40), color: CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1))
    let mask = makeLayer(
      60, 40, at: CGPoint(x: 40, y: 30), color: CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.7), radius: 15)
    masked.mask = mask
    let shadowed = makeLayer(
      50, 30, at: CGPoint(x: 50, y: 40), color: CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1), radius: 8)
    shadowed.shadowOpacity = 0.8
    shadowed.shadowRadius = 6
    let cast = makeLayer(90, 70, at: CGPoint(x: 50, y: 40))
    cast.addSublayer(shadowed)
    cast.shadowOpacity = 0.5
    let wall = makeRoot(300, 200)
    for index in 0..<12 {
      let layer = makeLayer(70, 60, at: CGPoint(x: 45 + 70 * (index % 4), y: 35 + 65 * (index / 4)), radius: 6)
      layer.contents = makePicture(90 + 40 * index, 40 + 30 * index, seed: index)
      layer.minificationFilter = .trilinear
      layer.transform = CATransform3DMakeRotation(0.1, 0, 0, 1)
      wall.addSublayer(layer)
    }
    return [
      ("group", try makePlan(of: PassTests.group(opacity: 0.5, isClipped: true))), ("stack", try makePlan(of: stack)),
      ("mask", try makePlan(of: makeRoot(100, 80, masked))), ("shadows", try makePlan(of: makeRoot(100, 80, cast))),
      ("wall", try makePlan(of: wall)),
    ]
  }

  private func expectRight(
    _ renderer: GPURenderer, tolerance: Int = 2, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (name, plan) in try Self.scenes.get() {
      let reference = try CPURenderer().render(plan)
      let (largest, pixels) = try renderer.render(plan).difference(from: reference, tolerance: tolerance)
      #expect(pixels == 0, "\(name): \(pixels) pixels, up to \(largest)", sourceLocation: sourceLocation)
    }
  }

  @Test(
    "with the least limits of OpenGL ES 3.1 everything is drawn right, and nothing beyond them is asked for",
    arguments: [nil, DeviceProfile.compute])
  func leastLimits(profile: DeviceProfile?) throws {
    let driver = FakeDriver(.init(integers: Self.least))
    let renderer = try GPURenderer(libraries: driver.libraries, profile: profile)
    #expect(renderer.deviceDescription.maximumTextureSide == 2048)
    try expectRight(renderer)
    #expect(driver.violations.isEmpty, "\(driver.violations)")
  }

  @Test("every kind of instance has at most the 16 attributes that each driver has")
  func attributes() throws {
    let renderer = try SharedRenderer.renderer()
    for program in SharedRenderer.programs {
      let inputs = try renderer.inputs(of: program)
      #expect(inputs.attributes.allSatisfy { $0.place < 16 }, "\(program)")
      #expect(inputs.samplers.count <= 16, "\(program)")
    }
  }

  @Test("a canvas over the limit is an error with the numbers, and one at the limit is drawn")
  func largeCanvas() throws {
    let driver = FakeDriver(.init(integers: Self.least))
    let renderer = try GPURenderer(libraries: driver.libraries)
    var plan = HandMadePlan(width: 2049, height: 10)
    plan.clear = [0, 1, 0, 1]
    #expect(throws: GPUError.textureTooLarge(width: 2049, height: 10, limit: 2048)) { try renderer.render(plan.plan) }
    plan.region = PixelRect(size: PixelSize(width: 2048, height: 10))
    #expect(try renderer.render(plan.plan)[2047, 9] == [0, 255, 0, 255])
    #expect(driver.violations.isEmpty, "\(driver.violations)")
  }

  @Test("more pictures than the layers hold are an error with the bytes")
  func fewLayers() throws {
    let driver = FakeDriver(.init(integers: Self.least.merging([GL_MAX_ARRAY_TEXTURE_LAYERS: 1]) { $1 }))
    let renderer = try GPURenderer(libraries: driver.libraries)
    let root = makeRoot(1000, 1000)
    for shade in UInt8(0)..<5 {
      let layer = makeLayer(1000, 1000, at: CGPoint(x: 500, y: 500))
      layer.contents = CGImage(
        width: 1000, height: 1000, premultipliedRGBA: Array(repeating: 100 + shade, count: 4_000_000))
      root.addSublayer(layer)
    }
    let plan = try makePlan(of: root)
    let error = #expect(throws: GPUError.self) { try renderer.render(plan) }
    guard case .picturesTooLarge(let bytes, let limit) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(limit == 4 * 2048 * 2048 && bytes > limit)
    #expect(driver.violations.isEmpty, "\(driver.violations)")
    try expectRight(renderer)
  }

  @Test(
    "where only 8 bits a component can be drawn into, deep stacks drift, everything else is right, and that is said")
  func bytesOnly() throws {
    let floats: Set<String> = [
      "GL_EXT_color_buffer_float", "GL_EXT_color_buffer_half_float", "GL_EXT_float_blend",
      "GL_OES_texture_float_linear",
    ]
    let driver = FakeDriver(
      .init(
        integers: Self.least, strings: [GL_VERSION: "OpenGL ES 3.1 Test"], hidden: floats, refusesFloatTargets: true))
    let renderer = try GPURenderer(libraries: driver.libraries)
    #expect(renderer.notes.contains { $0.contains("16-bit floats") })
    for (name, plan) in try Self.scenes.get() {
      let reference = try CPURenderer().render(plan)
      // 40 layers, each rounded to a level: half a level a layer at most.
      let (largest, pixels) = try renderer.render(plan).difference(from: reference, tolerance: name == "stack" ? 20 : 2)
      #expect(pixels == 0, "\(name): \(pixels) pixels, up to \(largest)")
    }
    #expect(driver.violations.isEmpty, "\(driver.violations)")
  }

  @Test("a driver that refuses targets of floats although it should not: an error with its code")
  func refusedTargets() throws {
    let driver = FakeDriver(.init(refusesFloatTargets: true))
    let renderer = try GPURenderer(libraries: driver.libraries)
    let stack = try #require(try Self.scenes.get().first { $0.name == "stack" }?.plan)
    let error = #expect(throws: GPUError.self) { try renderer.render(stack) }
    guard case .incompleteFramebuffer(_, UInt32(GL_FRAMEBUFFER_UNSUPPORTED)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // It is a failure of that plan, not of the renderer.
    var plan = HandMadePlan(width: 8, height: 8)
    plan.clear = [0, 1, 0, 1]
    #expect(try renderer.render(plan.plan)[3, 3] == [0, 255, 0, 255])
  }

  @Test("several devices are listed each, and several with unequal limits draw at the same time")
  func severalDevices() async throws {
    let several = FakeDriver(.init(devices: 3)).libraries
    let rows = try GPUDevice.list(libraries: several, probe: SystemProbe())
    let devices = rows.filter { $0.platform == .device }
    try #require(!devices.isEmpty, "EGL lists devices on every stack that is supported")
    #expect(devices.count == 3)
    #expect(rows.map(\.index) == Array(rows.indices))
    #expect(devices.allSatisfy { $0.isUsable })
    let sides: [GLint] = [2048, 4096, 8192]
    try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for (index, side) in sides.enumerated() {
        group.addTask {
          let limits = Self.least.merging(
            [GL_MAX_TEXTURE_SIZE: side, GL_MAX_RENDERBUFFER_SIZE: side, GL_MAX_VIEWPORT_DIMS: side]) { $1 }
          let driver = FakeDriver(.init(integers: limits, devices: 3))
          let renderer = try GPURenderer(device: .index(index), libraries: driver.libraries)
          #expect(renderer.deviceDescription.index == index)
          for _ in 1...3 { try self.expectRight(renderer) }
          #expect(driver.violations.isEmpty, "\(driver.violations)")
          return (index, renderer.deviceDescription.maximumTextureSide)
        }
      }
      for try await (index, side) in group { #expect(side == Int(sides[index])) }
    }
  }
}
