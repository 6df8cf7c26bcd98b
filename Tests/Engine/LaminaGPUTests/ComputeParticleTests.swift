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
import LaminaPlanner
import Testing

/// Particles in tiles: a shader finds the ones near each bin, and each tile the ones that touch it.
@Suite(.needsDevice) struct ComputeParticleTests {
  private static let renderer = Result { try GPURenderer(profile: .compute) }

  /// Turned particles of two emitters, of which one adds light, between layers; more than tiles look at by themselves
  /// if `count` is above 512, in more than one bin.
  private static func plan(_ count: Int, moved: Double = 0, isRotated: Bool = false) throws -> RenderPlan {
    let root = makeRoot(300, 150, color: CGColor(srgbRed: 0.1, green: 0.15, blue: 0.2, alpha: 1))
    for mode in [CAEmitterLayerRenderMode.unordered, .additive] {
      let (emitter, cell) = (CAEmitterLayer(), CAEmitterCell())
      emitter.bounds = CGRect(x: 0, y: 0, width: 300, height: 150)
      (emitter.position, emitter.emitterPosition) = (CGPoint(x: 150, y: 75), CGPoint(x: 150, y: 75))
      (emitter.emitterShape, emitter.emitterMode) = (.rectangle, .surface)
      (emitter.emitterSize, emitter.renderMode) = (CGSize(width: 320, height: 160), mode)
      if isRotated {
        emitter.masksToBounds = true
        emitter.transform = CATransform3DMakeRotation(0.2, 0, 0, 1)
      }
      emitter.beginTime = -4
      cell.contents = makePicture(12, 5, seed: 3, isOpaque: false)
      (cell.birthRate, cell.lifetime, cell.spin) = (Float(count) / 8, 4, 2)
      (cell.scale, cell.scaleRange) = (1, 0.8)
      cell.color = CGColor(srgbRed: 0.5, green: 0.4, blue: 0.3, alpha: mode == .additive ? 0.1 : 0.6)
      (cell.redRange, cell.blueRange) = (0.4, 0.3)
      emitter.emitterCells = [cell]
      root.addSublayer(emitter)
      let color = CGColor(srgbRed: 0.2, green: 0.8, blue: 0.6, alpha: 1)
      root.addSublayer(makeLayer(40, 30, at: CGPoint(x: 100 + moved, y: 60), color: color, radius: 8))
    }
    let plan = try Planner().plan(TreeSnapshot(of: root, at: 3))
    try #require(plan.particles.count > count * 3 / 4)
    return plan
  }

  private static func expectSame(_ plan: RenderPlan, _ renderer: GPURenderer) throws {
    let (largest, pixels) = try renderer.render(plan).difference(from: CPURenderer().render(plan), tolerance: 2)
    #expect(pixels == 0, "\(pixels) pixels, up to \(largest)")
  }

  @Test(
    "particles are as on the CPU, whether tiles look at all of them or at those near their bin",
    arguments: [40, 300, 3000], [false, true])
  func parity(count: Int, isRotated: Bool) throws {
    let renderer = try Self.renderer.get()
    let plan = try Self.plan(count, isRotated: isRotated)
    try Self.expectSame(plan, renderer)
    #expect(try renderer.render(plan).premultipliedRGBA == renderer.render(plan).premultipliedRGBA)
  }

  @Test("a device with the least limits finds the same particles")
  func leastLimits() throws {
    let driver = FakeDriver(.init(integers: LimitTests.least))
    let least = try GPURenderer(libraries: driver.libraries, profile: .compute)
    let plan = try Self.plan(1500)
    #expect(try least.render(plan).premultipliedRGBA == Self.renderer.get().render(plan).premultipliedRGBA)
    #expect(driver.violations.isEmpty, "\(driver.violations)")
  }

  @Test("runs that end within an emitter are as right, each with bins of its own")
  func runs() throws {
    var profile = DeviceProfile.compute
    profile.tileLimits.items = 700
    let renderer = try GPURenderer(profile: profile)
    let plan = try Self.plan(3000)
    try Self.expectSame(plan, renderer)
    #expect(renderer.statistics.drawCalls >= 4)
  }

  @Test("a part of a frame has the bytes of the whole frame")
  func damage() throws {
    let keeping = try GPURenderer(profile: .compute)
    keeping.drawsChangesOnly = true
    for step in 0..<4 {
      let plan = try Self.plan(1500, moved: Double(9 * step))
      let (kept, whole) = (try keeping.render(plan), try Self.renderer.get().render(plan))
      #expect(kept.premultipliedRGBA == whole.premultipliedRGBA, "step \(step)")
    }
  }

  @Test("particles of any size are right, and are work that dispatches are cut by", arguments: [1e5, 1e8])
  func huge(scale: Double) throws {
    let root = makeRoot(100, 80, color: CGColor(srgbRed: 0.1, green: 0.15, blue: 0.2, alpha: 1))
    let (emitter, cell) = (CAEmitterLayer(), CAEmitterCell())
    emitter.bounds = CGRect(x: 0, y: 0, width: 100, height: 80)
    (emitter.position, emitter.emitterPosition) = (CGPoint(x: 50, y: 40), CGPoint(x: 50, y: 40))
    (emitter.beginTime, emitter.emitterShape, emitter.emitterSize) = (-3, .rectangle, CGSize(width: 90, height: 70))
    cell.contents = CGImage(width: 8, height: 8) { _, _ in [255, 255, 255, 255] }
    (cell.birthRate, cell.lifetime, cell.scale) = (20, 2, scale)
    cell.color = CGColor(srgbRed: 0.5, green: 0.4, blue: 0.3, alpha: 0.05)
    emitter.emitterCells = [cell]
    root.addSublayer(emitter)
    let plan = try Planner().plan(TreeSnapshot(of: root, at: 3))
    try #require(plan.particles.count > 20)
    var profile = DeviceProfile.compute
    profile.tileLimits.work = 200
    let renderer = try GPURenderer(profile: profile)
    try Self.expectSame(plan, renderer)
    #expect(renderer.statistics.drawCalls >= 35 * plan.particles.count / 200, "\(renderer.statistics.drawCalls)")
  }

  @Test("a pixel evaluates the particles near it, not all")
  func evaluations() throws {
    let renderer = try Self.renderer.get()
    for count in [300, 3000] {
      let plan = try Self.plan(count)
      let counts = try #require(try renderer.countEvaluations(plan))
      let touched = plan.particles.reduce(0.0) { sum, particle in
        // Blocks of 8 x 4 pixels evaluate a particle whose edges cross them.
        sum + Double(2 * particle.reach.x + 8) * Double(2 * particle.reach.y + 4)
      }
      #expect(counts.operations > 0 && Double(counts.operations) < touched + 2 * 300 * 150)
    }
  }
}
