// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaPlanner
import Testing

/// The promise that renderers rely on: inside the inner polygon coverage is 1.
@Suite struct InnerPolygonTests {
  /// Numbers that are the same in every run.
  struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  static func isInside(_ point: SIMD2<Double>, _ polygon: [SIMD2<Float>]) -> Bool {
    var (positive, negative) = (false, false)
    var previous = SIMD2<Double>(polygon[polygon.count - 1])
    for vertex in polygon {
      let current = SIMD2<Double>(vertex)
      let side =
        (current.x - previous.x) * (point.y - previous.y) - (current.y - previous.y) * (point.x - previous.x)
      if side > 0 { positive = true } else if side < 0 { negative = true }
      previous = current
    }
    return !(positive && negative)
  }

  /// How far inside the rounded box a point lies, in points; circular corners.
  static func depth(_ p: SIMD2<Double>, _ size: SIMD2<Double>, _ radius: Double) -> Double {
    let q = SIMD2(abs(p.x - size.x / 2) - size.x / 2 + radius, abs(p.y - size.y / 2) - size.y / 2 + radius)
    if q.x > 0, q.y > 0 { return radius - (q.x * q.x + q.y * q.y).squareRoot() }
    return radius - max(q.x, q.y)
  }

  @Test(arguments: 0..<200)
  func pixelsInsideAreCoveredWholly(_ seed: Int) throws {
    var generator = Generator(state: UInt64(seed))
    let size = SIMD2(Double.random(in: 5...80, using: &generator), Double.random(in: 5...80, using: &generator))
    let radius = seed % 3 == 0 ? 0 : Double.random(in: 0...40, using: &generator)
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: size.x, height: size.y)
    layer.position = CGPoint(
      x: .random(in: 20...80, using: &generator), y: .random(in: 20...80, using: &generator))
    var transform = CATransform3DMakeRotation(.random(in: -3...3, using: &generator), 0, 0, 1)
    if seed % 4 == 1 {
      transform.m34 = -1 / 300
      transform = CATransform3DRotate(transform, .random(in: -1...1, using: &generator), 0, 1, 0)
    }
    layer.transform = transform
    layer.cornerRadius = radius
    layer.backgroundColor = .black
    let plan = try PlannerTests.plan(PlannerTests.root(layer))
    let box = try #require(PlannerTests.boxes(plan).first)
    let start = Int(box.innerStart)
    let polygon = Array(plan.innerVertices[start..<start + Int(box.innerCount)])
    guard polygon.count >= 3 else {
      #expect(min(size.x, size.y) < 12)
      return
    }
    let drawnRadius = min(radius, min(size.x, size.y) / 2)
    let shape = box.shape
    var inside = 0
    for y in 0..<100 {
      for x in 0..<100 {
        let center = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
        guard Self.isInside(center, polygon) else { continue }
        inside += 1
        let p =
          SIMD4<Double>(shape.row0) * (center.x - Double(shape.row0.w))
          + SIMD4<Double>(shape.row1) * (center.y - Double(shape.row1.w)) + SIMD4<Double>(shape.row2)
        let point = SIMD2(p.x, p.y) / p.z
        // A pixel's reach in points, at its largest: the Jacobian's norm.
        let jx = (SIMD2<Double>(Double(shape.row0.x), Double(shape.row0.y)) - point * Double(shape.row0.z)) / p.z
        let jy = (SIMD2<Double>(Double(shape.row1.x), Double(shape.row1.y)) - point * Double(shape.row1.z)) / p.z
        let smallest = min((jx * jx).sum().squareRoot(), (jy * jy).sum().squareRoot())
        let needed = seed % 4 == 1 ? 0 : smallest * 0.498
        #expect(Self.depth(point, size, drawnRadius) >= needed, "pixel \(x) \(y) of seed \(seed)")
      }
    }
    #expect(inside > 0)
  }
}
