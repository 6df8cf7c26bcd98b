// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan
import Testing

/// The choice of operations for a part of a pass: everything that shows there is chosen.
@Suite struct HiddenDrawTests {
  /// A convex polygon that cuts the corners off a rectangle; without corners, the rectangle.
  private static func polygon(_ box: SIMD4<Float>, corner: Float) -> [SIMD2<Float>] {
    let (left, top, right, bottom) = (box.x, box.y, box.z, box.w)
    guard corner > 0 else { return [[left, top], [right, top], [right, bottom], [left, bottom]] }
    let (near, far) = (corner, corner / 3)
    return [
      [left, top + near], [left + far, top + far], [left + near, top], [right - near, top], [right - far, top + far],
      [right, top + near], [right, bottom - near], [right - far, bottom - far], [right - near, bottom],
      [left + near, bottom], [left + far, bottom - far], [left, bottom - near],
    ]
  }

  private static func holds(_ polygon: [SIMD2<Float>], _ x: Int, _ y: Int) -> Bool {
    let point = SIMD2(Float(x) + 0.5, Float(y) + 0.5)
    var sides = SIMD2<Int>.zero
    for (index, end) in polygon.enumerated() {
      let start = polygon[(index + polygon.count - 1) % polygon.count]
      let side = (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
      if side > 0 { sides.x += 1 } else if side < 0 { sides.y += 1 }
    }
    return sides.x == 0 || sides.y == 0
  }

  /// A plan of one pass of random boxes, some of them opaque, some of them in fragments; and their inner polygons.
  private static func random() -> (plan: RenderPlan, polygons: [[SIMD2<Float>]]) {
    var (draws, table, polygons): ([DrawOperation], [SIMD2<Float>], [[SIMD2<Float>]]) = ([], [], [])
    for index in 0..<Int.random(in: 1...40) {
      let (x, y) = (Float.random(in: -4...28), Float.random(in: -4...28))
      let size = SIMD2<Float>(.random(in: 3...20), .random(in: 3...20))
      let box = SIMD4(x, y, x + size.x, y + size.y)
      let inner = polygon(box, corner: Bool.random() ? 0 : size.min() * .random(in: 0.1...0.45))
      let bounds = PixelRect(
        minX: Int32(clamping: box.x.rounded(.down)), minY: Int32(clamping: box.y.rounded(.down)),
        maxX: Int32(clamping: box.z.rounded(.up)), maxY: Int32(clamping: box.w.rounded(.up)))
      let isOpaque = index % 3 != 0
      draws.append(
        .box(
          BoxOperation(
            shape: ShapeGeometry(
              row0: [1, 0, 0, 0], row1: [0, 1, 0, 0], row2: [0, 0, 1, 0], box: box, radii: .zero, antialiased: .one),
            outer: .zero, pixelBounds: bounds, innerStart: Int32(table.count), innerCount: Int32(inner.count),
            placement: .none, isInnerOpaque: isOpaque)))
      table += inner
      polygons.append(isOpaque ? inner : [])
    }
    var list = DrawList()
    let cut = Int.random(in: 0...draws.count)
    list.append(
      DrawList.Run(draws: Array(draws[..<cut]), vertices: table, fragment: DrawnFragment(Array(draws[..<cut]), table)))
    list.extend { $0 += draws[cut...] }
    let region = PixelRect(minX: 0, minY: 0, maxX: 32, maxY: 32)
    let pass = RenderPass(region: region, format: .rgba8, clear: .zero, content: .draws(list))
    return (
      RenderPlan(
        canvas: region.size, region: region, passes: [pass], innerVertices: table, clips: [], images: [],
        diagnostics: []), polygons
    )
  }

  @Test("at every pixel, all operations down to the first opaque one are chosen, and none that touches no pixel")
  func chosen() {
    var (left, most) = (0, 0)
    for _ in 0..<600 {
      let (plan, polygons) = Self.random()
      var pixels = PixelRegion()
      for _ in 0..<Int.random(in: 1...3) {
        let (x, y) = (Int32.random(in: 0..<28), Int32.random(in: 0..<28))
        pixels.add(PixelRect(minX: x, minY: y, maxX: x + .random(in: 1...12), maxY: y + .random(in: 1...12)))
      }
      let chosen = plan.draws(of: 0, touching: pixels)
      #expect(chosen == chosen.sorted() && Set(chosen).count == chosen.count)
      let draws = plan.passes[0].draws
      #expect(chosen.allSatisfy { pixels.intersects(draws[Int($0)].pixelBounds) })
      left += draws.count { pixels.intersects($0.pixelBounds) } - chosen.count
      most += draws.count
      for rectangle in pixels.rectangles {
        for y in rectangle.minY..<rectangle.maxY {
          for x in rectangle.minX..<rectangle.maxX {
            let pixel = PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
            for index in draws.indices.reversed() where draws[index].pixelBounds.intersects(pixel) {
              guard chosen.contains(Int32(index)) else {
                Issue.record("operation \(index) shows at \(x), \(y) and is not chosen")
                return
              }
              if !polygons[index].isEmpty, Self.holds(polygons[index], Int(x), Int(y)) { break }
            }
          }
        }
      }
    }
    // The test means nothing where nothing is hidden.
    #expect(left > most / 20, "\(left) of \(most)")
  }

  @Test("operations of a fragment are chosen exactly where they touch the pixels, however far apart and large they are")
  func farApart() {
    func rectangle(_ most: Int32) -> PixelRect {
      let (x, y) = (Int32.random(in: -3_000...6_000), Int32.random(in: -3_000...6_000))
      return PixelRect(minX: x, minY: y, maxX: x + .random(in: 1...most), maxY: y + .random(in: 1...most))
    }
    var found = 0
    for _ in 0..<400 {
      let draws = (0..<40).map { _ in
        DrawOperation.box(
          BoxOperation(
            shape: ShapeGeometry(
              row0: [1, 0, 0, 0], row1: [0, 1, 0, 0], row2: [0, 0, 1, 0], box: [0, 0, 1, 1], radii: .zero,
              antialiased: .one),
            outer: .zero, pixelBounds: rectangle(Bool.random() ? 300 : 5_000), innerStart: 0, innerCount: 0,
            placement: .none))
      }
      var list = DrawList()
      list.append(DrawList.Run(draws: draws, vertices: [], fragment: DrawnFragment(draws, [])))
      let region = PixelRect(minX: -9_000, minY: -9_000, maxX: 12_000, maxY: 12_000)
      let plan = RenderPlan(
        canvas: region.size, region: region,
        passes: [RenderPass(region: region, format: .rgba8, clear: .zero, content: .draws(list))], innerVertices: [],
        clips: [], images: [], diagnostics: [])
      var pixels = PixelRegion()
      for _ in 0..<Int.random(in: 1...3) { pixels.add(rectangle(600)) }
      let wanted = draws.indices.filter { pixels.intersects(draws[$0].pixelBounds) }
      found += wanted.count
      #expect(plan.draws(of: 0, touching: pixels).map(Int.init) == wanted)
    }
    #expect(found > 400)
  }

  @Test("a rectangle inside a polygon holds no pixel outside of it, and is large where the polygon is symmetric")
  func rectangles() throws {
    for _ in 0..<2_000 {
      let (x, y) = (Float.random(in: -40...40), Float.random(in: -40...40))
      let size = SIMD2<Float>(.random(in: 6...60), .random(in: 6...60))
      var polygon = Self.polygon([x, y, x + size.x, y + size.y], corner: size.min() * .random(in: 0.05...0.4))
      let isSymmetric = Bool.random()
      if !isSymmetric { polygon[.random(in: 0..<12)] += [.random(in: -1...1), .random(in: -1...1)] }
      let found = polygon.withUnsafeBufferPointer { UprightPolygon(inside: $0) }
      if isSymmetric { #expect(found != nil) }
      guard let pixels = found?.pixels else { continue }
      for y in pixels.minY..<pixels.maxY {
        for x in [pixels.minX, pixels.maxX - 1] where !pixels.isEmpty {
          #expect(Self.holds(polygon, Int(x), Int(y)), "\(x), \(y) of \(polygon)")
        }
      }
      if isSymmetric { #expect(Float(pixels.area) > 0.4 * (size.x - 1) * (size.y - 1) - 2) }
    }
  }
}
