// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaSystem
import LaminaTestSupport
import Testing

/// Building the draws of a pass on several threads. One test after the other, since they share renderers, whose
/// statistics are those of the last picture.
@Suite(.serialized) struct BuildThreadsTests {
  /// Renderers that build on one thread and on several.
  private static let renderers = Result {
    try [1, 2, 5].map { try GPURenderer(threads: $0, profile: .hardware) }
  }

  static var hasDevice: Bool { (try? renderers.get()) != nil }

  /// Thousands of layers of all kinds that become boxes and shadows.
  private static func tree(_ seed: Int, shadows: Double) -> CALayer {
    var random = RandomTree(changes: seed)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 240, height: 180)
    root.backgroundColor = CGColor(srgbRed: 0.9, green: 0.9, blue: 0.95, alpha: 1)
    let picture = CGImage(width: 9, height: 7) { x, y in [UInt8(20 * x), UInt8(30 * y), 90, 255] }
    for index in 0..<2_600 {
      let layer = CALayer()
      layer.frame = CGRect(
        x: random.number(-10, 230), y: random.number(-10, 170), width: random.number(2, 30),
        height: random.number(2, 30))
      layer.backgroundColor = random.color()
      // Three hundred kinds of corners of shadows: the texture of their tables grows.
      if random.chance(0.4) { layer.cornerRadius = CGFloat(index % 37) * 0.27 }
      if random.chance(0.2) { layer.borderWidth = random.number(0, 3) }
      if random.chance(0.3) { layer.contents = picture }
      if random.chance(0.3) { layer.setAffineTransform(CGAffineTransform(rotationAngle: random.number(-1, 1))) }
      if random.chance(shadows) { (layer.shadowOpacity, layer.shadowRadius) = (0.6, 0.8 + 0.6 * CGFloat(index % 8)) }
      // Large and translucent: the fill is a draw of its own, and the edges lie around it.
      if index % 300 == 7 {
        layer.frame = root.bounds.insetBy(dx: CGFloat(index % 17), dy: 5)
        layer.backgroundColor = CGColor(srgbRed: 0.2, green: 0.7, blue: 0.4, alpha: 0.2)
      }
      // A layer that fills the one in front of which it is: its interior hides that one's.
      if index % 97 == 0, let last = root.sublayers?.last {
        (layer.frame, layer.cornerRadius) = (last.frame, 0)
        (last.contents, last.cornerRadius, layer.contents) = (nil, 0, nil)
        layer.setAffineTransform(.identity)
        last.setAffineTransform(.identity)
      }
      root.addSublayer(layer)
    }
    return root
  }

  /// Expects that a picture of a plan is that of the CPU renderer, within three levels.
  private static func expectLikeCPU(_ image: CGImage, _ plan: RenderPlan) throws {
    let difference = PixelGrid(image).difference(from: PixelGrid(try CPURenderer().render(plan)), over: 3)
    #expect(difference.pixels == 0, "up to \(difference.largest)")
  }

  @Test(
    "draws and pixels are the same for any number of threads", .enabled(if: hasDevice), arguments: [0, 0.2, 1])
  func threads(shadows: Double) throws {
    let plan = try RenderPlan(Self.tree(3, shadows: shadows))
    var first: (pixels: [UInt8], draws: Int)?
    for renderer in try Self.renderers.get() {
      let image = try renderer.render(plan)
      let (pixels, draws) = (image.premultipliedRGBA, renderer.statistics.drawCalls)
      if let first { #expect(first.pixels == pixels && first.draws == draws) } else { first = (pixels, draws) }
    }
    try Self.expectLikeCPU(try #require(try Self.renderers.get().last).render(plan), plan)
  }

  @Test(
    "items of tiles have the records that one thread would write, also where only some of them are drawn",
    .enabled(if: hasDevice))
  func items() throws {
    let root = Self.tree(11, shadows: 0.2)
    let renderers = try [1, 4].map { try GPURenderer(threads: $0, profile: .compute) }
    for renderer in renderers { renderer.drawsChangesOnly = true }
    for step in 0..<2 {
      // In the second step, only the pixels of a card are drawn.
      root.sublayers?[1_300].frame = CGRect(x: 10, y: 10, width: 170 + step, height: 140)
      let plan = try RenderPlan(root)
      let pixels = try renderers.map { try $0.render(plan).premultipliedRGBA }
      #expect(pixels[0] == pixels[1], "step \(step)")
      try Self.expectLikeCPU(try renderers[1].render(plan), plan)
    }
  }

  @Test(
    "fragments are built by any number of threads, whole and where only some of their draws are chosen",
    .enabled(if: hasDevice))
  func fragments() throws {
    let root = Self.tree(8, shadows: 0.1)
    let (one, several) = (try GPURenderer(profile: .hardware), try GPURenderer(threads: 3, profile: .hardware))
    for renderer in [one, several] { renderer.drawsChangesOnly = true }
    var pair = RetainedPair()
    for step in 0..<6 {
      for index in stride(from: step, to: 2_600, by: step % 2 == 0 ? 900 : 61) {
        root.sublayers?[index].position.x += 1
      }
      let plans = try pair.plans(root)
      let pixels = try [one, several].map { try $0.render(plans.kept).premultipliedRGBA }
      #expect(pixels[0] == pixels[1], "step \(step)")
      #expect(one.statistics.drawCalls == several.statistics.drawCalls, "step \(step)")
      #expect(try pixels[0] == one.render(plans.fresh).premultipliedRGBA, "step \(step)")
    }
  }

  @Test(
    "a picture whose time is over while its draws are built ends with the limit, on any number of threads",
    .enabled(if: hasDevice))
  func limit() throws {
    var options = RenderOptions()
    options.limits.time = 1e-9
    let plan = try RenderPlan(Self.tree(5, shadows: 0.3))
    for renderer in try Self.renderers.get() {
      #expect(throws: GPUError.self) { try renderer.render(plan, strategy: .depth, meter: LimitMeter(options.limits)) }
      _ = try renderer.render(plan)
    }
  }
}
