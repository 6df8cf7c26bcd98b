// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaCPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import Testing

/// Plans that no planner makes: they may draw nonsense, but nothing traps, reads beyond memory or hangs.
@Suite struct BadPlanTests {
  static let poisons: [Float] = [
    .nan, .infinity, -.infinity, 0, -1, .leastNonzeroMagnitude, 1e20, -1e20, .greatestFiniteMagnitude, 16_777_216, 3e9,
  ]

  /// Every operand of a box, as a function that spoils it.
  static let spoilers: [@Sendable (inout BoxOperation, Float) -> Void] = [
    { $0.shape.row0.x = $1 }, { $0.shape.row0.z = $1 }, { $0.shape.row0.w = $1 }, { $0.shape.row1.y = $1 },
    { $0.shape.row1.w = $1 }, { $0.shape.row2.x = $1 }, { $0.shape.row2.z = $1 }, { $0.shape.box.x = $1 },
    { $0.shape.box.w = $1 }, { $0.shape.radii.x = $1 }, { $0.shape.radii = SIMD4(repeating: $1) },
    { $0.shape.corner = $1 }, { $0.shape.antialiased.x = $1 }, { $0.outer[3] = $1 },
    { $0.outer = SIMD8(repeating: $1) }, { $0.fill.x = $1 }, { $0.fill.w = $1 }, { $0.border.w = $1 },
    { $0.borderWidth = $1 }, { $0.opacity = $1 }, { $0.placement.offsetAndStop0.x = $1 },
    { $0.placement.offsetAndStop0.z = $1 }, { $0.placement.stop1AndSlope0.y = $1 },
    { $0.placement.stop1AndSlope0.z = $1 }, { $0.placement.slope1AndSlope2.x = $1 },
    {
      $0.placement.slope1AndSlope2 = SIMD4(repeating: $1); $0.placement.stop1AndSlope0.z = $1;
      $0.placement.stop1AndSlope0.w = $1
    },
    { $0.placement.limits.x = $1 }, { $0.placement.limits.z = $1 }, { $0.placement.limits = SIMD4(repeating: $1) },
    { $0.placement.bias = $1 },
  ]

  @Test("operands that are no numbers, or far too large", arguments: spoilers.indices)
  func poisoned(_ spoiler: Int) throws {
    let picture = try #require(ReferenceTests.picture(width: 20, height: 16, isOpaque: true))
    for poison in Self.poisons {
      for (filter, isAffine) in [
        (ContentsFilter.linear, true), (.nearest, true), (.trilinear, true), (.trilinear, false),
      ] {
        var sketch = PlanSketch(width: 70, height: 50, clear: [0.5, 0.5, 0.5, 1])
        sketch.images = [picture]
        let map: Homography = isAffine ? .turned(0.2, to: [35, 25]) : .swung(0.5, distance: 90, to: [35, 25])
        sketch.box([-30, -20, 30, 20], map: map, radii: .init(repeating: 8), fill: [0.2, 0.2, 0.2, 0.5]) {
          $0.image = ImageHandle(0)
          $0.borderWidth = 3
          $0.border = [0.1, 0.2, 0.3, 0.5]
          $0.placement = .stretching(PixelSize(width: 20, height: 16), over: [-30, -20, 30, 20], filter: filter)
          Self.spoilers[spoiler](&$0, poison)
        }
        for strategy in RenderStrategy.allCases {
          let image = try CPURenderer(threads: 1).render(sketch.plan, strategy: strategy)
          // Not-a-number on an opaque canvas would show as a pixel that is not opaque.
          #expect(image.premultipliedPixel(x: 35, y: 25).w >= 254)
          #expect(image.premultipliedPixel(x: 0, y: 0).w >= 254)
        }
      }
    }
  }

  @Test("indices that name nothing", arguments: [Int32.min, -2, 5, .max])
  func indices(_ index: Int32) throws {
    var sketch = PlanSketch(width: 70, height: 50)
    _ = sketch.clip([0, 0, 70, 50])
    sketch.clips[0].parent = ClipHandle(number: index)
    for spoiler in 0..<4 {
      sketch.box([5, 5, 60, 40]) {
        switch spoiler {
        case 0: $0.image = ImageHandle(number: index)
        case 1: $0.clip = ClipHandle(number: index)
        default: $0.clip = ClipHandle(0)
        }
      }
      guard case .box(var box) = sketch.operations[spoiler] else { continue }
      if spoiler == 2 { box.innerStart = index }
      if spoiler == 3 { box.innerCount = index }
      sketch.operations[spoiler] = .box(box)
    }
    let image = try CPURenderer(threads: 1).render(sketch.plan)
    #expect(image.premultipliedPixel(x: 30, y: 20) == [255, 255, 255, 255])
  }

  @Test("clips that lead to themselves or to later ones end")
  func circularClips() throws {
    var sketch = PlanSketch(width: 30, height: 30)
    for _ in 0..<3 { _ = sketch.clip([0, 0, 30, 30], map: .turned(0.01, to: .zero)) }
    sketch.clips[0].parent = ClipHandle(0)
    sketch.clips[1].parent = ClipHandle(2)
    sketch.clips[2].parent = ClipHandle(1)
    for clip in 0..<3 { sketch.box([5, 5, 20, 20]) { $0.clip = ClipHandle(clip) } }
    #expect(try CPURenderer(threads: 1).render(sketch.plan).premultipliedPixel(x: 10, y: 10).w == 255)
  }

  @Test("bounds beyond the region")
  func bounds() throws {
    var sketch = PlanSketch(width: 30, height: 30)
    sketch.box([5, 5, 20, 20]) {
      $0.pixelBounds = PixelRect(minX: .min, minY: .min, maxX: .max, maxY: .max)
    }
    sketch.box([5, 5, 20, 20]) { $0.pixelBounds = PixelRect(minX: 20, minY: 20, maxX: 10, maxY: 10) }
    #expect(try CPURenderer(threads: 1).render(sketch.plan).premultipliedPixel(x: 10, y: 10).w == 255)
  }

  @Test("an inner polygon with a wrong order or no area changes nothing")
  func innerPolygons() throws {
    for vertices: [SIMD2<Float>] in [
      [[5, 5], [5, 5], [5, 5]], [[5, 5], [10, 5], [20, 5]], [[.nan, 5], [10, 5], [20, 20]],
      [[5, 5], [20, 20], [20, 5], [5, 20]],
      [[20, 20], [20, 5], [5, 5], [5, 20]], [[1e30, 5], [10, 1e30], [20, 20]],
    ] {
      var sketch = PlanSketch(width: 30, height: 30)
      sketch.box([4, 4, 21, 21], inner: false) {
        $0.innerCount = Int32(vertices.count)
        $0.isInnerOpaque = true
      }
      sketch.innerVertices = vertices
      var plain = PlanSketch(width: 30, height: 30)
      plain.box([4, 4, 21, 21], inner: false)
      #expect(try RendererTests.bytes(sketch.plan) == RendererTests.bytes(plain.plan))
    }
  }

  @Test("no region, no passes, sides that no picture has")
  func regions() {
    var sketch = PlanSketch(width: 0, height: 5)
    #expect(throws: CPURendererError.emptyRegion) { try CPURenderer(threads: 1).render(sketch.plan) }
    var plan = sketch.plan
    plan.passes = []
    #expect(throws: CPURendererError.emptyRegion) { try CPURenderer(threads: 1).render(plan) }
    sketch.region = PixelRect(minX: 0, minY: 0, maxX: 1 << 25, maxY: 1)
    #expect(throws: CPURendererError.regionTooLarge(width: 1 << 25, height: 1, limit: 1 << 24)) {
      try CPURenderer(threads: 1).render(sketch.plan)
    }
  }

  @Test("a target larger than memory is refused, on the canvas and offscreen")
  func memory() {
    var sketch = PlanSketch(width: 1 << 23, height: 1 << 23)
    #expect(throws: CPURendererError.outOfMemory(bytes: 1 << 48)) { try CPURenderer(threads: 1).render(sketch.plan) }
    let huge = sketch.region
    sketch.region = PixelRect(minX: 0, minY: 0, maxX: 10, maxY: 10)
    let pass = sketch.endPass(region: huge, format: .rgba16Float)
    sketch.composite(pass, bounds: huge)
    #expect(throws: CPURendererError.outOfMemory(bytes: 1 << 50)) { try CPURenderer(threads: 1).render(sketch.plan) }
  }

  @Test("errors say their numbers")
  func descriptions() {
    #expect(CPURendererError.outOfMemory(bytes: 99).description.contains("99"))
    #expect(CPURendererError.regionTooLarge(width: 12, height: 34, limit: 5).description.contains("12 x 34"))
    #expect(!CPURendererError.emptyRegion.description.isEmpty)
  }
}
