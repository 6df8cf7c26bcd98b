// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaCPU
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaPlanner
import Testing

/// Groups, formats, regions.
@Suite(.needsDevice) struct PassTests {
  /// Two overlapping boxes that fade as one.
  static func group(opacity: Float, isClipped: Bool = false) -> CALayer {
    let group = makeLayer(80, 60, at: CGPoint(x: 50, y: 40))
    group.addSublayer(
      makeLayer(50, 40, at: CGPoint(x: 30, y: 25), color: CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), radius: 8))
    group.addSublayer(
      makeLayer(50, 40, at: CGPoint(x: 50, y: 35), color: CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)))
    group.opacity = opacity
    guard isClipped else { return makeRoot(100, 80, group) }
    let clip = makeLayer(70, 50, at: CGPoint(x: 50, y: 40), radius: 20)
    clip.masksToBounds = true
    clip.transform = CATransform3DMakeRotation(0.1, 0, 0, 1)
    group.position = CGPoint(x: 35, y: 25)
    clip.addSublayer(group)
    return makeRoot(100, 80, clip)
  }

  @Test("a group is a pass and a composite")
  func groups() throws {
    let renderer = try GPURenderer()
    let plan = try makePlan(of: Self.group(opacity: 0.5))
    let image = try renderer.render(plan)
    #expect(renderer.statistics.passes == 2)
    #expect(renderer.statistics.offscreenBytes == plan.passes[0].region.area * 4)
    // Blue over red, together at half: no red shows through.
    #expect(abs(image[50, 40].z - 128) <= 1 && image[50, 40].x <= 1 && abs(image[50, 40].w - 128) <= 1)
    try expectParity(plan)
    try expectParity(try makePlan(of: Self.group(opacity: 0.7, isClipped: true)))
  }

  @Test("groups in groups, and offscreen memory at its peak")
  func nestedGroups() throws {
    let inner = Self.group(opacity: 0.5)
    inner.position = CGPoint(x: 50, y: 40)
    let outer = makeLayer(100, 80, at: CGPoint(x: 50, y: 40))
    outer.addSublayer(inner)
    outer.addSublayer(
      makeLayer(30, 70, at: CGPoint(x: 50, y: 40), color: CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 0.5)))
    outer.opacity = 0.8
    let plan = try makePlan(of: makeRoot(100, 80, outer, Self.group(opacity: 0.9)))
    try expectParity(plan)
    let renderer = try GPURenderer()
    _ = try renderer.render(plan)
    let sizes = plan.passes.dropLast().map { $0.region.area * 4 }
    #expect(renderer.statistics.passes == sizes.count + 1)
    #expect(renderer.statistics.offscreenBytes < sizes.reduce(0, +))
    #expect(renderer.statistics.offscreenBytes >= sizes.max() ?? 0)
  }

  @Test("passes whose sizes change are drawn into a part of the same textures, and nothing else of these shows")
  func changingSizes() throws {
    let driver = FakeDriver()
    let renderer = try GPURenderer(libraries: driver.libraries)
    var made = 0
    for frame in 0..<24 {
      let group = makeLayer(60, 60, at: CGPoint(x: 70, y: 50))
      for (number, side) in [30 + frame % 13, 40 + frame % 7].enumerated() {
        group.addSublayer(
          makeLayer(
            CGFloat(side), CGFloat(side + number), at: CGPoint(x: 20 + 25 * number, y: 30),
            color: CGColor(srgbRed: CGFloat(number), green: 1, blue: 0.2, alpha: 1), radius: 9))
      }
      group.opacity = 0.6
      // On a plane, neighbouring pixels of a pass are mixed, those of its edge with transparent ones; blurred, too.
      let turned = makeLayer(60, 60, at: CGPoint(x: 80, y: 60))
      turned.addSublayer(group)
      turned.transform = CATransform3DMakeRotation(0.2, 0, 0, 1)
      turned.shouldRasterize = frame >= 14
      turned.shadowOpacity = 0.5
      turned.shadowRadius = 4
      let plan = try makePlan(of: makeRoot(160, 130, turned))
      let (largest, pixels) = try renderer.render(plan).difference(from: CPURenderer().render(plan), tolerance: 2)
      #expect(pixels == 0, "frame \(frame): \(pixels) pixels, up to \(largest)")
      #expect(renderer.statistics.passes > 1)
      if frame == 3 { made = driver.textures }
    }
    // Of twenty more frames, nearly each with passes of other sizes.
    #expect(driver.textures <= made + 8, "\(made), then \(driver.textures)")
  }

  @Test("deep stacks accumulate in 16-bit floats")
  func float16() throws {
    // 200 layers of .01: in 8 bits, each rounds.
    for (format, tolerance) in [(PassFormat.rgba16Float, 12), (.rgba8, 255)] {
      var plan = HandMadePlan(width: 8, height: 8)
      plan.format = format
      for _ in 0..<200 { plan.addBox([0, 0, 8, 8], fill: [0.01, 0.01, 0.01, 0.01]) }
      let image = try SharedRenderer.draw(plan.plan)
      let exact = 255 * (1 - (0..<200).reduce(1.0) { product, _ in product * 0.99 })
      #expect(abs(Double(image[4, 4].x) - exact) <= Double(tolerance), "\(format)")
    }
  }

  @Test("a hundred opaque layers, each turned a little, do not drift where their edges nearly lie on one another")
  func turned() throws {
    let root = makeRoot(128, 128, color: CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1))
    for index in 0..<120 {
      let (size, share) = (pow(0.992, Double(index)), Double(index) / 120)
      let layer = makeLayer(
        120 * size, 90 * size, at: CGPoint(x: 64, y: 64),
        color: CGColor(srgbRed: share, green: 0.5, blue: 1 - share, alpha: 1))
      layer.transform = CATransform3DMakeRotation(0.006 * Double(index), 0, 0, 1)
      root.addSublayer(layer)
    }
    let plan = try makePlan(of: root)
    let (largest, pixels) = try SharedRenderer.draw(plan).difference(from: CPURenderer().render(plan), tolerance: 1)
    #expect(pixels == 0, "\(pixels) pixels, up to \(largest)")
  }

  @Test("a region is cut out of the same canvas", arguments: RenderStrategy.allCases)
  func region(_ strategy: RenderStrategy) throws {
    let root = makeRoot(200, 150)
    var dice = Dice(3)
    for index in 0..<30 {
      let layer = makeLayer(
        60, 40, at: CGPoint(x: dice.roll(0...200), y: dice.roll(0...150)),
        color: CGColor(srgbRed: dice.roll(0...1), green: 0.5, blue: 0.2, alpha: index % 3 == 0 ? 0.5 : 1), radius: 9)
      layer.transform = CATransform3DMakeRotation(dice.roll(-1...1), 0, 0, 1)
      root.addSublayer(layer)
    }
    let whole = try SharedRenderer.draw(try makePlan(of: root), strategy: strategy)
    var options = PlanOptions()
    let region = PixelRect(minX: 37, minY: 21, maxX: 150, maxY: 140)
    options.region = region
    let part = try SharedRenderer.draw(try makePlan(of: root, options: options), strategy: strategy)
    #expect((part.width, part.height) == (region.width, region.height))
    var largest = 0
    for y in 0..<part.height {
      for x in 0..<part.width {
        let difference = part[x, y] &- whole[x + 37, y + 21]
        largest = max(largest, difference.max(), -difference.min())
      }
    }
    #expect(largest <= 1)
  }

  @Test("a region over the device's limit is refused with the numbers")
  func tooLarge() throws {
    let limit = try SharedRenderer.renderer().deviceDescription.maximumTextureSide
    let plan = HandMadePlan(width: limit + 1, height: 2)
    #expect(throws: GPUError.textureTooLarge(width: limit + 1, height: 2, limit: limit)) {
      try SharedRenderer.draw(plan.plan)
    }
    #expect(throws: GPUError.emptyRegion) { try SharedRenderer.draw(HandMadePlan(width: 0, height: 4).plan) }
    // The renderer is as good as before.
    var small = HandMadePlan(width: 2, height: 2)
    small.clear = [1, 1, 1, 1]
    #expect(try SharedRenderer.draw(small.plan)[1, 1] == [255, 255, 255, 255])
  }

  @Test("a row as long as the device allows")
  func longRow() throws {
    let limit = try SharedRenderer.renderer().deviceDescription.maximumTextureSide
    var plan = HandMadePlan(width: limit, height: 2)
    plan.addBox([Float(limit) - 3.5, 0, Float(limit), 2], fill: [1, 1, 1, 1])
    let image = try SharedRenderer.draw(plan.plan)
    #expect(image[limit - 1, 1].w == 255)
    #expect(abs(image[limit - 4, 1].w - 128) <= 1)
    #expect(image[limit - 5, 1].w == 0)
  }
}
