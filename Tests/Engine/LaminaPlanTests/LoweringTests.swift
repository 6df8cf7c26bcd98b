// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import Testing

/// The values that renderers read of operations in place.
@Suite struct LoweringTests {
  private static let shape = ShapeGeometry(
    row0: [1, 0, 0, 0], row1: [0, 1, 0, 0], row2: [0, 0, 1, 0], box: [0, 0, 8, 8], radii: .zero, antialiased: .one)
  private static let bounds = PixelRect(minX: 0, minY: 0, maxX: 8, maxY: 8)

  private static func placed(_ minification: ContentsFilter, texelsPerPoint: Float) -> ImagePlacement {
    let slopes = SIMD4<Float>(repeating: texelsPerPoint)
    return ImagePlacement(
      offsetAndStop0: .zero, stop1AndSlope0: SIMD4(0, 0, texelsPerPoint, texelsPerPoint), slope1AndSlope2: slopes,
      limits: [0.5, 0.5, 7.5, 7.5], magnification: .linear, minification: minification, bias: 0)
  }

  private static func box(
    image: Int = -1, placement: ImagePlacement = placed(.linear, texelsPerPoint: 1)
  ) -> BoxOperation {
    BoxOperation(
      shape: shape, outer: .zero, pixelBounds: bounds, image: image < 0 ? .none : ImageHandle(image),
      placement: placement)
  }

  @Test("a rectangle finds the pixels that its polygon finds", arguments: 0..<200)
  func rectangles(_ seed: Int) {
    var state = UInt64(seed)
    func number() -> Float {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Float((state >> 40) % 161) - 80) / (seed % 2 == 0 ? 8 : 3)
    }
    let (one, other) = (SIMD2(number(), number()), SIMD2(number(), number()))
    let corners = [one, SIMD2(other.x, one.y), other, SIMD2(one.x, other.y)]
    let expected = ConvexPolygon(corners.map { SIMD2<Double>($0) }).uprightRectangle
    let found = corners.withUnsafeBufferPointer { $0.uprightRectangle }
    #expect(found == expected)
    // No corner of thirds lies on the centre of a pixel.
    if !found.isEmpty, seed % 2 == 1 {
      #expect(corners.withUnsafeBufferPointer { $0.isRectangle(covering: found) })
      let wider = PixelRect(minX: found.minX - 1, minY: found.minY, maxX: found.maxX, maxY: found.maxY)
      #expect(!corners.withUnsafeBufferPointer { $0.isRectangle(covering: wider) })
    }
  }

  @Test("other polygons are no rectangles, and still find pixels")
  func polygons() {
    let diamond: [SIMD2<Float>] = [[10, 0], [20, 10], [10, 20], [0, 10]]
    let expected = ConvexPolygon(diamond.map { SIMD2<Double>($0) }).uprightRectangle
    #expect(!expected.isEmpty)
    diamond.withUnsafeBufferPointer { polygon in
      #expect(polygon.uprightRectangle == expected)
      #expect(!polygon.isRectangle(covering: expected))
    }
    let none = UnsafeBufferPointer<SIMD2<Float>>(start: nil, count: 0)
    #expect(none.uprightRectangle == .empty)
    #expect(!none.isRectangle(covering: Self.bounds))
  }

  @Test(
    "an inner polygon outside of the table is none",
    arguments: [(2, 4), (-1, 4), (0, 2), (Int32.max - 2, 4)] as [(Int32, Int32)])
  func innerPolygon(start: Int32, count: Int32) {
    var box = Self.box()
    (box.innerStart, box.innerCount) = (start, count)
    let vertices: [SIMD2<Float>] = [[0, 0], [8, 0], [8, 8], [0, 8]]
    vertices.withUnsafeBufferPointer { #expect(box.innerPolygon(in: $0).isEmpty) }
    (box.innerStart, box.innerCount) = (0, 4)
    vertices.withUnsafeBufferPointer { #expect(Array(box.innerPolygon(in: $0)) == vertices) }
  }

  @Test("a picture is used at all levels where a box samples them, and not at all where nothing shows it")
  func uses() throws {
    let image = try #require(CGImage(width: 8, height: 8, premultipliedRGBA: [UInt8](repeating: 255, count: 256)))
    let draws = [
      DrawOperation.box(Self.box(image: 1)),
      .box(Self.box(image: 2, placement: Self.placed(.trilinear, texelsPerPoint: 2))),
      .box(Self.box(image: 3, placement: Self.placed(.trilinear, texelsPerPoint: 1))),
      .box(Self.box(image: 2)), .box(Self.box()), .box(Self.box(image: 9)),
    ]
    let plan = RenderPlan(
      canvas: PixelSize(width: 8, height: 8), region: Self.bounds,
      passes: [RenderPass(region: Self.bounds, format: .rgba8, clear: .zero, content: .draws(DrawList(draws)))],
      innerVertices: [], clips: [], images: Array(repeating: image, count: 4), diagnostics: [])
    #expect(plan.pictureUses() == [.none, .plain, .levels, .plain])
    // Of the operations that are drawn alone.
    #expect(plan.pictureUses(of: [[0, 3, 4, 5]]) == [.none, .plain, .plain, .none])
    #expect(plan.pictureUses(of: [[]]) == [.none, .none, .none, .none])
  }

  @Test("the operations that touch some pixels are those whose own pixels are among them, in their order")
  func touching() {
    func box(_ minX: Int32, _ maxX: Int32) -> DrawOperation {
      var box = Self.box()
      box.pixelBounds = PixelRect(minX: minX, minY: 0, maxX: maxX, maxY: 8)
      return .box(box)
    }
    let passes = [[box(0, 8)], [box(0, 2), box(3, 3), box(2, 5), box(0, 8), box(6, 8), box(5, 6)]].map {
      RenderPass(region: Self.bounds, format: .rgba8, clear: .zero, content: .draws(DrawList($0)))
    }
    let plan = RenderPlan(
      canvas: PixelSize(width: 8, height: 8), region: Self.bounds, passes: passes, innerVertices: [], clips: [],
      images: [], diagnostics: [])
    func columns(_ minX: Int32, _ maxX: Int32) -> PixelRegion {
      PixelRegion(PixelRect(minX: minX, minY: 0, maxX: maxX, maxY: 8))
    }
    #expect(plan.draws(touching: [PixelRegion(), columns(1, 3)]) == [[], [0, 2, 3]])
    #expect(plan.draws(touching: [columns(0, 1), columns(6, 7)]) == [[0], [3, 4]])
    #expect(plan.draws(touching: [PixelRegion(), PixelRegion()]) == [[], []])
    // A fragment is left out as a whole only where none of its operations is among them.
    var parts = plan
    parts.passes[1].draws = DrawListFixtures.list(passes[1].draws, fragments: [0..<2, 2..<4, 4..<6])
    for minX in 0..<Int32(8) {
      for maxX in (minX + 1)...8 {
        let pixels = [columns(minX, maxX), columns(minX, maxX)]
        #expect(parts.draws(touching: pixels) == plan.draws(touching: pixels))
      }
    }
    parts.passes[1].draws = DrawListFixtures.list(passes[1].draws, fragments: [1..<3])
    #expect(parts.draws(touching: [PixelRegion(), columns(0, 2)]) == [[], [0, 3]])
    #expect(parts.draws(touching: [PixelRegion(), columns(2, 3)]) == [[], [2, 3]])
  }
}
