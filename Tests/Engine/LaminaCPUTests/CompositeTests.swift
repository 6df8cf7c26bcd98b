// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaCPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import Testing

/// Passes drawn onto other passes.
@Suite struct CompositeTests {
  /// A canvas with a group on it: two overlapping boxes, together at an opacity.
  static func sketch(format: PassFormat, isClipped: Bool, opacity: Float = 0.6) -> PlanSketch {
    var sketch = PlanSketch(width: 150, height: 90, clear: [0.1, 0.3, 0.2, 0.9])
    let region = PixelRect(minX: 11, minY: 7, maxX: 131, maxY: 80)
    let clip =
      isClipped ? sketch.clip([20, 10, 110, 70], map: .turned(0.1, to: .zero), radii: .init(repeating: 15)) : .none
    sketch.box([15, 10, 90, 60], map: .turned(0.1, to: .zero), radii: .init(repeating: 8), fill: [0.8, 0.1, 0.1, 1])
    sketch.box([40, 30, 125, 75], fill: [0.1, 0.3, 0.6, 0.7])
    let group = sketch.endPass(region: region, format: format)
    sketch.box([0, 0, 70, 50], fill: [0.3, 0.3, 0.1, 0.5])
    sketch.composite(group, bounds: region, opacity: opacity, clip: clip)
    sketch.box([80, 40, 140, 85], fill: [1, 1, 1, 1])
    return sketch
  }

  @Test("groups against the formula", arguments: [PassFormat.rgba8, .rgba16Float], [false, true])
  func groups(_ format: PassFormat, _ isClipped: Bool) throws {
    let plan = Self.sketch(format: format, isClipped: isClipped).plan
    let exact = ReferenceRenderer(plan: plan).render()
    for strategy in RenderStrategy.allCases {
      let image = try CPURenderer(threads: 2).render(plan, strategy: strategy)
      // Half a level for the last rounding. The group's counts by its opacity, and twice: for its colour, and for
      // its alpha, which decides how much shows through.
      #expect(largestDifference(image, exact) <= (format == .rgba8 ? 0.5 + 0.6 + 0.01 : 0.51))
    }
  }

  @Test("what a composite adds at opacity 1 is what it would have drawn itself")
  func transparentGroup() throws {
    var direct = PlanSketch(width: 100, height: 70)
    var grouped = direct
    direct.box(
      [10, 10, 80, 60], map: .turned(0.2, to: [5, -4]), radii: .init(repeating: 12), fill: [0.2, 0.4, 0.6, 0.8])
    grouped.box(
      [10, 10, 80, 60], map: .turned(0.2, to: [5, -4]), radii: .init(repeating: 12), fill: [0.2, 0.4, 0.6, 0.8])
    let region = PixelRect(minX: 0, minY: 0, maxX: 100, maxY: 70)
    let group = grouped.endPass(region: region)
    grouped.composite(group, bounds: region)
    #expect(try RendererTests.bytes(direct.plan) == RendererTests.bytes(grouped.plan))
  }

  @Test("the bounds cut, wherever they reach")
  func bounds() throws {
    var sketch = PlanSketch(width: 60, height: 60)
    sketch.box([0, 0, 60, 60])
    let group = sketch.endPass(region: PixelRect(minX: 10, minY: 10, maxX: 50, maxY: 50))
    sketch.composite(group, bounds: PixelRect(minX: -100, minY: 20, maxX: 30, maxY: 1000))
    let image = try CPURenderer(threads: 1).render(sketch.plan)
    for (x, y) in [(10, 20), (29, 49)] { #expect(image.premultipliedPixel(x: x, y: y).w == 255) }
    for (x, y) in [(9, 20), (10, 19), (30, 30), (29, 50)] { #expect(image.premultipliedPixel(x: x, y: y).w == 0) }
  }

  @Test("a composite of no pass, of its own or of a later one draws nothing", arguments: [Int32(-1), 0, 1, 7])
  func wrongSource(_ source: Int32) throws {
    var sketch = PlanSketch(width: 40, height: 40)
    let bounds = PixelRect(minX: 0, minY: 0, maxX: 40, maxY: 40)
    sketch.box([0, 0, 40, 40])
    sketch.composite(PassHandle(number: source), bounds: bounds)
    let first = sketch.endPass(region: bounds)
    sketch.composite(first, bounds: bounds)
    sketch.composite(PassHandle(number: source == 0 ? -1 : source), bounds: bounds)
    let image = try CPURenderer(threads: 1).render(sketch.plan)
    #expect(image.premultipliedRGBA.allSatisfy { $0 == 255 })
  }
}
