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

/// Passes that compute shaders draw. One test after the other, since they share a renderer, whose statistics are those
/// of the last picture.
@Suite(.serialized, .needsDevice) struct ComputeTests {
  private static let renderer = Result { try GPURenderer(profile: .compute) }

  /// Boxes, borders, corners, shadows, gradients, pictures in clips, of all of which tiles show parts.
  private static func layers(count: Int = 60, seed: UInt64 = 1, in size: Double = 120) -> CALayer {
    var dice = Dice(seed)
    let root = makeRoot(size, size, color: CGColor(srgbRed: 0.9, green: 0.9, blue: 0.8, alpha: 1))
    let clip = makeLayer(0.8 * size, 0.7 * size, at: CGPoint(x: 0.5 * size, y: 0.5 * size), radius: 20)
    clip.masksToBounds = true
    clip.transform = CATransform3DMakeRotation(0.1, 0, 0, 1)
    root.addSublayer(clip)
    for index in 0..<count {
      let color = CGColor(
        srgbRed: dice.roll(0...1), green: dice.roll(0...1), blue: dice.roll(0...1),
        alpha: index.isMultiple(of: 3) ? 1 : dice.roll(0.1...0.9))
      let layer = makeLayer(
        dice.roll(4...50), dice.roll(4...50), at: CGPoint(x: dice.roll(0...size), y: dice.roll(0...size)),
        color: color, radius: dice.roll(0...12))
      layer.transform = CATransform3DMakeRotation(dice.roll(-1...1), 0, 0, 1)
      if index.isMultiple(of: 4) { layer.borderWidth = dice.roll(1...5) }
      if index % 5 == 1 { layer.cornerCurve = .continuous }
      // An opaque layer of one colour casts the shadow of its box, without a pass.
      if index % 6 == 3, index % 7 != 3 {
        layer.shadowOpacity = 0.7
        layer.shadowRadius = dice.roll(0...9)
      }
      if index % 7 == 3 { layer.contents = makePicture(20, 30, seed: index, isOpaque: index.isMultiple(of: 2)) }
      (index.isMultiple(of: 2) ? root : clip).addSublayer(layer)
    }
    return root
  }

  private static func expectSame(
    _ plan: RenderPlan, _ renderer: GPURenderer, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let reference = try CPURenderer().render(plan)
    let (largest, pixels) = try renderer.render(plan).difference(from: reference, tolerance: 2)
    #expect(pixels == 0, "\(pixels) pixels, up to \(largest)", sourceLocation: sourceLocation)
  }

  @Test("boxes, shadows, pictures and clips are as on the CPU", arguments: 1...6)
  func parity(seed: UInt64) throws {
    let renderer = try Self.renderer.get()
    let plan = try makePlan(of: Self.layers(seed: seed))
    // What comes to the edge of the clip may be finished in a pass of its own.
    try #require(plan.passes.count <= 3)
    try Self.expectSame(plan, renderer)
    #expect(renderer.statistics.drawCalls == plan.passes.count, "one dispatch a pass")
    let again = try (renderer.render(plan), renderer.render(plan))
    #expect(again.0.premultipliedRGBA == again.1.premultipliedRGBA, "the same bytes again")
  }

  @Test("groups and surfaces of up to four earlier passes are read by a run of tiles; with more, the pass has several")
  func sources() throws {
    let renderer = try Self.renderer.get()
    for count in [1, 4, 5, 9] {
      let root = makeRoot(120, 90, color: CGColor(srgbRed: 0.2, green: 0.6, blue: 0.9, alpha: 1))
      for index in 0..<count {
        let group = makeLayer(50, 50, at: CGPoint(x: 20 * (index % 5) + 30, y: 45 + index))
        group.opacity = 0.6
        group.cornerRadius = 9
        group.masksToBounds = true
        for shift in 0..<2 {
          let color = CGColor(srgbRed: Double(index) / 9, green: Double(shift), blue: 0.3, alpha: 0.9)
          group.addSublayer(makeLayer(30, 30, at: CGPoint(x: 20 + 15 * shift, y: 20 + 9 * shift), color: color))
        }
        if index.isMultiple(of: 2) { group.transform = CATransform3DMakeRotation(0.3, 0, 0, 1) }
        root.addSublayer(group)
      }
      let plan = try makePlan(of: root)
      try #require(plan.passes.count == count + 1)
      try Self.expectSame(plan, renderer)
      #expect(renderer.statistics.drawCalls == count + (count + 3) / 4, "\(renderer.statistics.drawCalls) dispatches")
    }
  }

  @Test("groups of 128 invocations with two pixels each give the same bytes")
  func pairs() throws {
    let driver = FakeDriver(.init(integers: [GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS: 128]))
    let least = try GPURenderer(libraries: driver.libraries, profile: .compute)
    for seed in 1...3 {
      let plan = try makePlan(of: Self.layers(seed: UInt64(seed)))
      #expect(try least.render(plan).premultipliedRGBA == Self.renderer.get().render(plan).premultipliedRGBA)
    }
  }

  @Test("a part of a frame has the bytes of the whole frame")
  func damage() throws {
    let keeping = try GPURenderer(profile: .compute)
    keeping.drawsChangesOnly = true
    let root = Self.layers()
    for step in 0..<6 {
      root.sublayers?[step + 1].position.x += 9
      let plan = try makePlan(of: root)
      let (kept, whole) = (try keeping.render(plan), try Self.renderer.get().render(plan))
      #expect(kept.premultipliedRGBA == whole.premultipliedRGBA, "step \(step)")
    }
  }

  @Test("an empty plan, more items than a round, and bins larger than 128 pixels", arguments: [0, 127, 128, 129, 1000])
  func counts(_ count: Int) throws {
    var plan = HandMadePlan(width: 40, height: 30)
    plan.clear = [0.2, 0.4, 0.6, 1]
    var dice = Dice(UInt64(count))
    for _ in 0..<count {
      let (x, y) = (Float(dice.roll(0...30)), Float(dice.roll(0...20)))
      plan.addBox([x, y, x + 9, y + 7], fill: [0.1, 0, 0.05, 0.1], radius: 2)
    }
    try Self.expectSame(plan.plan, try Self.renderer.get())
    let row = try makePlan(of: makeRoot(5000, 3, makeLayer(10, 3, at: CGPoint(x: 4321, y: 1))))
    try Self.expectSame(row, try Self.renderer.get())
  }

  /// The operations of a great plan. More where the environment says so: docs/gpu.md has the run with a million.
  private static let many =
    ProcessInfo.processInfo.environment["LAMINA_TILE_OPERATIONS"].flatMap { Int($0) } ?? 70_000

  @Test(
    "more operations than a run may hold, on a few tiles each or on every tile, are several runs, and as right",
    arguments: [false, true])
  func tooMany(isSpread: Bool) throws {
    var plan = HandMadePlan(width: 40, height: 30)
    plan.clear = [0.1, 0.2, 0.3, 1]
    for index in 0..<Self.many {
      let shade = Float(index % 256) / 255
      if isSpread {
        let (x, y) = (Float(index * 7 % 37), Float(index * 11 % 27))
        plan.addBox([x, y, x + 3, y + 3], fill: SIMD4(0.5 * shade, 0.2, 0.1, 0.5))
      } else {
        plan.addBox([2, 2, 38, 28], fill: SIMD4(0, 0.1 * shade, 0.05, 0.1))
      }
    }
    let renderer = try Self.renderer.get()
    try Self.expectSame(plan.plan, renderer)
    #expect(renderer.statistics.drawCalls >= Self.many / 65_536 + 1)
  }

  @Test("what lies behind an opaque box is not evaluated, and clips that cover a tile are not either")
  func evaluations() throws {
    let renderer = try Self.renderer.get()
    var plan = HandMadePlan(width: 64, height: 64)
    for shade in 1...50 { plan.addBox([-9, -9, 99, 99], fill: [0, Float(shade) / 50, 0, 1]) }
    let stack = try #require(try renderer.countEvaluations(plan.plan))
    #expect(stack.operations == 64 * 64)
    #expect(stack.pixels == 64 * 64)
    let root = makeRoot(64, 64)
    var parent = root
    for _ in 0..<20 {
      let clip = makeLayer(64, 64, at: CGPoint(x: 32, y: 32), radius: 30)
      clip.masksToBounds = true
      parent.addSublayer(clip)
      parent = clip
    }
    parent.addSublayer(makeLayer(8, 8, at: CGPoint(x: 32, y: 32), color: .black))
    let clipped = try #require(try renderer.countEvaluations(try makePlan(of: root)))
    #expect((64...100).contains(clipped.operations))
    #expect(clipped.clips == 0)
  }
}
