// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaCPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import Testing

/// Strategy, threads and tiles do not change a picture; counters of the renderer.
@Suite struct RendererTests {
  static func bytes(
    _ plan: RenderPlan, threads: Int = 1, strategy: RenderStrategy = .depth
  ) throws -> [UInt8] {
    try CPURenderer(threads: threads).render(plan, strategy: strategy).premultipliedRGBA
  }

  @Test("depth gives the same bytes as painter", arguments: 0..<20)
  func strategies(_ seed: Int) throws {
    let plan = RandomScene.make(seed: UInt64(100 + seed), width: 333, height: 217, boxes: 150).plan
    #expect(try Self.bytes(plan, strategy: .depth) == Self.bytes(plan, strategy: .painter))
  }

  @Test("any number of threads gives the same bytes", arguments: RenderStrategy.allCases)
  func threads(_ strategy: RenderStrategy) throws {
    for seed in 0..<6 {
      let plan = RandomScene.make(seed: UInt64(200 + seed), width: 640, height: 300, boxes: 200).plan
      let one = try Self.bytes(plan, threads: 1, strategy: strategy)
      for threads in [2, 3, 7] { #expect(try Self.bytes(plan, threads: threads, strategy: strategy) == one) }
    }
  }

  @Test("one renderer renders many plans, with its number of threads changing")
  func reuse() throws {
    let plans = (0..<4).map { RandomScene.make(seed: UInt64(300 + $0), width: 300, height: 200, boxes: 60).plan }
    let expected = try plans.map { try Self.bytes($0) }
    let renderer = CPURenderer(threads: 3)
    for round in 0..<5 {
      renderer.threads = round - 1
      #expect(renderer.threads == max(1, round - 1))
      for (plan, bytes) in zip(plans, expected) {
        #expect(try renderer.render(plan).premultipliedRGBA == bytes)
      }
    }
  }

  @Test(
    "tiles do not show: a part of the region gives the same pixels", arguments: [(0, 0), (37, 21), (63, 31), (64, 32)])
  func regions(_ offset: (Int, Int)) throws {
    for seed in 0..<4 {
      var sketch = RandomScene.make(seed: UInt64(400 + seed), width: 260, height: 190, boxes: 80)
      let whole = try CPURenderer(threads: 1).render(sketch.plan)
      sketch.region = PixelRect(
        minX: Int32(offset.0), minY: Int32(offset.1), maxX: Int32(offset.0 + 150), maxY: Int32(offset.1 + 100))
      let part = try CPURenderer(threads: 1).render(sketch.plan)
      #expect(part.width == 150 && part.height == 100)
      var differing = 0
      for y in 0..<100 {
        for x in 0..<150
        where part.premultipliedPixel(x: x, y: y) != whole.premultipliedPixel(x: x + offset.0, y: y + offset.1) {
          differing += 1
        }
      }
      #expect(differing == 0)
    }
  }

  @Test("bands of tiles do not show")
  func bands() throws {
    let plan = RandomScene.make(seed: 500, width: 300, height: 400, boxes: 200).plan
    let renderer = CPURenderer(threads: 2)
    renderer.entriesPerBand = 100
    #expect(try renderer.render(plan).premultipliedRGBA == Self.bytes(plan))
  }

  @Test("a clear canvas", arguments: [SIMD4<Float>.zero, [0.25, 0.5, 0.125, 0.75], [1, 1, 1, 1], [.nan, 2, -1, 1]])
  func clear(_ color: SIMD4<Float>) throws {
    let image = try CPURenderer(threads: 1).render(PlanSketch(width: 70, height: 40, clear: color).plan)
    let expected = SIMD4<UInt8>(
      (0..<4).map { color[$0] > 0 ? UInt8(clamping: (min(color[$0], 1) * 255).rounded(.toNearestOrEven)) : 0 })
    #expect(Set(image.premultipliedRGBA.indices.map { image.premultipliedRGBA[$0] == expected[$0 % 4] }) == [true])
    #expect(image.isOpaque == (expected.w == 255))
  }

  @Test(
    "a picture one to one keeps its bytes, whole tiles and parts of them", arguments: [ContentsFilter.nearest, .linear])
  func copies(_ filter: ContentsFilter) throws {
    let picture = try #require(ReferenceTests.picture(width: 200, height: 100, isOpaque: true))
    for offset in [0, 13, -20] {
      var sketch = PlanSketch(width: 200, height: 100)
      sketch.images = [picture]
      let box: SIMD4<Double> = [0, 0, 200, 100]
      sketch.box(box, map: .turned(0, to: [Double(offset), Double(offset)]), fill: .zero) {
        $0.image = ImageHandle(0)
        $0.placement = .stretching(PixelSize(width: 200, height: 100), over: box, filter: filter)
      }
      let image = try CPURenderer(threads: 1).render(sketch.plan)
      for (x, y) in [(0, 0), (12, 12), (13, 13), (64, 32), (150, 79), (179, 79), (199, 99)] {
        let source = (x: x - offset, y: y - offset)
        let isInside = source.x >= 0 && source.y >= 0 && source.x < 200 && source.y < 100
        let expected = isInside ? picture.premultipliedPixel(x: source.x, y: source.y) : .zero
        #expect(image.premultipliedPixel(x: x, y: y) == expected)
      }
      #expect(image.isOpaque == (offset == 0))
    }
  }

  @Test("many translucent layers add up without drifting")
  func accumulation() throws {
    var sketch = PlanSketch(width: 40, height: 40)
    for _ in 0..<200 { sketch.box([0, 0, 40, 40], fill: [0.01, 0.005, 0, 0.01]) }
    let image = try CPURenderer(threads: 1).render(sketch.plan)
    var exact = 1.0
    for _ in 0..<200 { exact *= 0.99 }
    #expect(abs(Double(image.premultipliedPixel(x: 20, y: 20).w) - 255 * (1 - exact)) <= 0.51)
  }

  @Test("colours above their alpha saturate")
  func saturation() throws {
    var sketch = PlanSketch(width: 70, height: 40, clear: [1, 1, 1, 1])
    sketch.box([5, 5, 60, 30], fill: [1, 0.5, 0, 0])
    let image = try CPURenderer(threads: 1).render(sketch.plan)
    #expect(image.premultipliedPixel(x: 20, y: 20) == [255, 255, 255, 255])
  }

  @Test("statistics count operations, passes and offscreen bytes at their peak")
  func statistics() throws {
    var sketch = PlanSketch(width: 100, height: 100)
    let first = PixelRect(minX: 10, minY: 10, maxX: 50, maxY: 40)
    let second = PixelRect(minX: 0, minY: 0, maxX: 20, maxY: 10)
    sketch.box([10, 10, 40, 30])
    let small = sketch.endPass(region: first)
    sketch.box([0, 0, 20, 10])
    sketch.composite(small, bounds: first)
    let large = sketch.endPass(region: second, format: .rgba16Float)
    sketch.box([0, 0, 5, 5])
    _ = sketch.endPass(region: second)
    sketch.composite(large, bounds: second)
    let renderer = CPURenderer(threads: 1)
    _ = try renderer.render(sketch.plan)
    var expected = RenderStatistics()
    // The third pass is drawn by nobody, so it is not run.
    expected.passes = 3
    expected.drawCalls = 4
    expected.offscreenBytes = 4 * first.area + 16 * second.area
    expected.damagedPixels = sketch.plan.canvas.area
    #expect(renderer.statistics == expected)

    _ = try renderer.render(PlanSketch(width: 10, height: 10).plan)
    expected = RenderStatistics()
    expected.passes = 1
    expected.damagedPixels = 100
    #expect(renderer.statistics == expected)
  }
}
