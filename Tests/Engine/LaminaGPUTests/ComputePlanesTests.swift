// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import Testing

/// Planes of films that compute shaders store where they are read.
@Suite(.needsDevice, .serialized) struct ComputePlanesTests {
  private static let driver = FakeDriver()
  private static let renderer = Result { try GPURenderer(libraries: driver.libraries, profile: .compute) }
  private static let drawing = Result { try GPURenderer(profile: .hardware) }

  /// A picture, texel for pixel.
  private static func plan(_ size: PixelSize, isOpaque: Bool) throws -> RenderPlan {
    let root = makeRoot(CGFloat(size.width), CGFloat(size.height))
    root.contents = makePicture(size.width, size.height, seed: size.area, isOpaque: isOpaque)
    root.magnificationFilter = .nearest
    return try makePlan(of: root)
  }

  private static func planes(_ plan: RenderPlan, hasAlpha: Bool, on renderer: GPURenderer) throws -> PixelBytes {
    try renderer.begin(plan, planes: hasAlpha)
    guard case .planes(let planes) = try renderer.end() else { throw GPUError.emptyRegion }
    return planes
  }

  @Test(
    "they are the bytes of planes that are drawn, at every size",
    arguments: PackedPlanesTests.sizes + PackedPlanesTests.largerSizes, [false, true])
  func parity(_ size: PixelSize, hasAlpha: Bool) throws {
    let (renderer, drawing) = (try Self.renderer.get(), try Self.drawing.get())
    for isOpaque in [true, false] {
      let plan = try Self.plan(size, isOpaque: isOpaque)
      let (image, drawn) = (try renderer.render(plan), try drawing.render(plan))
      try #require(image.premultipliedRGBA == drawn.premultipliedRGBA, "the canvases are the same")
      let before = Self.driver.calls["glDispatchCompute", default: 0]
      let stored = try Self.planes(plan, hasAlpha: hasAlpha, on: renderer)
      // One for the canvas, one for the planes.
      #expect(Self.driver.calls["glDispatchCompute", default: 0] - before == 2)
      #expect(renderer.statistics.readBackBytes == PackedPlanes(size: size, hasAlpha: hasAlpha).byteCount)
      #expect(stored.bytes == (try Self.planes(plan, hasAlpha: hasAlpha, on: drawing)).bytes, "opaque \(isOpaque)")
    }
  }

  @Test("planes stay as they are when later frames come back, and when there is no renderer any more")
  func held() throws {
    let size = PixelSize(width: 520, height: 401)
    var renderer: GPURenderer? = try GPURenderer(profile: .compute)
    let plans = try [true, false].map { try Self.plan(size, isOpaque: $0) }
    var held: [(PixelBytes, [UInt8])] = []
    for number in 0..<5 {
      let (plan, gpu) = (plans[number % 2], try #require(renderer))
      let planes = try Self.planes(plan, hasAlpha: true, on: gpu)
      held.append((planes, try Self.planes(plan, hasAlpha: true, on: Self.drawing.get()).bytes))
    }
    for (planes, expected) in held.prefix(2) { #expect(planes.withBytes { $0.elementsEqual(expected) }) }
    renderer = nil
    for (planes, expected) in held { #expect(planes.bytes == expected && planes.bytes.count == expected.count) }
  }

  @Test("planes of a canvas that has floats where it is drawn")
  func floats() throws {
    var plan = HandMadePlan(width: 21, height: 13)
    plan.clear = [0.2, 0.1, 0.3, 0.5]
    plan.format = .rgba16Float
    for index in 0..<9 { plan.addBox([Float(index), 2, 17, 12], fill: [0.05, 0.02, 0.09, 0.1], radius: 2) }
    let (renderer, drawing) = (try Self.renderer.get(), try Self.drawing.get())
    for hasAlpha in [false, true] {
      let stored = try Self.planes(plan.plan, hasAlpha: hasAlpha, on: renderer).bytes
      let drawn = try Self.planes(plan.plan, hasAlpha: hasAlpha, on: drawing).bytes
      // Straight colours of a tenth of alpha make up to ten levels of one.
      #expect(zip(stored, drawn).allSatisfy { abs(Int($0) - Int($1)) <= (hasAlpha ? 3 : 1) })
    }
  }
}
