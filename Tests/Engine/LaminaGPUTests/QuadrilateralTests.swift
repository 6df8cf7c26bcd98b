// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGPU
import LaminaGeometry
import Testing

/// Quadrilaterals that are cut to whole pixels cover the same pixels as before, as far as these may be touched.
@Suite struct QuadrilateralTests {
  /// Numbers that follow from a seed.
  private struct Numbers {
    var state: UInt64

    mutating func next(in range: ClosedRange<Float>) -> Float {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + (range.upperBound - range.lowerBound) * Float(state >> 40) / Float(1 << 24)
    }
  }

  /// A rotated and sheared square, of either orientation.
  private static func quadrilateral(_ numbers: inout Numbers) -> SIMD8<Float> {
    let centre = SIMD2(numbers.next(in: 0...20), numbers.next(in: 0...20))
    let right = SIMD2(numbers.next(in: -9...9), numbers.next(in: -9...9))
    let down = SIMD2(-right.y, right.x) * numbers.next(in: -1.5...1.5) + right * numbers.next(in: -0.5...0.5)
    let corners = [centre - right - down, centre + right - down, centre + right + down, centre - right + down]
    return SIMD8(
      lowHalf: SIMD4(lowHalf: corners[0], highHalf: corners[1]),
      highHalf: SIMD4(lowHalf: corners[2], highHalf: corners[3]))
  }

  /// Whether a point lies inside a convex polygon; `nil` close to an edge, where rounding decides.
  private static func contains(_ polygon: [SIMD2<Float>], _ point: SIMD2<Float>) -> Bool? {
    var (positive, negative, isClose) = (false, false, false)
    guard var previous = polygon.last, polygon.count >= 3 else { return false }
    for vertex in polygon {
      let (edge, spoke) = (vertex - previous, point - previous)
      let length = (edge * edge).sum().squareRoot()
      previous = vertex
      guard length > 1e-4 else { continue }
      let distance = (edge.x * spoke.y - edge.y * spoke.x) / length
      if abs(distance) < 1e-3 { isClose = true } else if distance > 0 { positive = true } else { negative = true }
    }
    if positive && negative { return false }
    return isClose ? nil : true
  }

  private static func corners(_ outer: SIMD8<Float>) -> [SIMD2<Float>] {
    (0..<4).map { SIMD2(outer[2 * $0], outer[2 * $0 + 1]) }
  }

  /// An upright rectangle, from any corner in either direction.
  private static func rectangle(_ numbers: inout Numbers) -> SIMD8<Float> {
    let xs = (numbers.next(in: -5...10), numbers.next(in: 10...25))
    let ys = (numbers.next(in: -5...10), numbers.next(in: 10...25))
    let corners: [SIMD2<Float>] = [[xs.0, ys.0], [xs.1, ys.0], [xs.1, ys.1], [xs.0, ys.1]]
    let (first, step) = (Int(clamping: numbers.next(in: 0...3.9)), numbers.next(in: 0...1) < 0.5 ? 1 : 3)
    let turned = (0..<4).map { corners[(first + step * $0) % 4] }
    return SIMD8(
      lowHalf: SIMD4(lowHalf: turned[0], highHalf: turned[1]), highHalf: SIMD4(lowHalf: turned[2], highHalf: turned[3]))
  }

  @Test("the part inside some pixels covers the centres that both cover", arguments: 0..<200)
  func cut(_ seed: Int) {
    var numbers = Numbers(state: UInt64(seed))
    let outer = seed < 100 ? Self.quadrilateral(&numbers) : Self.rectangle(&numbers)
    let bounds = PixelRect(minX: 4, minY: 6, maxX: 15, maxY: 13)
    var part: [SIMD2<Float>] = []
    CutQuadrilateral(outer, to: bounds).withCorners { for index in $0.indices { part.append($0[index]) } }
    for y in 0..<20 {
      for x in 0..<20 {
        let centre = SIMD2(Float(x) + 0.5, Float(y) + 0.5)
        let isInBounds = (4..<15).contains(x) && (6..<13).contains(y)
        guard let isInside = Self.contains(Self.corners(outer), centre), let isKept = Self.contains(part, centre) else {
          continue
        }
        #expect(isKept == (isInside && isInBounds), "\(centre)")
      }
    }
  }

  @Test("a quadrilateral that is drawn as it is covers no centre outside of its pixels", arguments: 0..<100)
  func touching(_ seed: Int) {
    var numbers = Numbers(state: UInt64(seed))
    let outer = Self.quadrilateral(&numbers)
    let (xs, ys) = (outer.evenHalf, outer.oddHalf)
    // Exactly the pixels whose centres lie in the bounds of the corners.
    let bounds = PixelRect(
      minX: Int32(clamping: (xs.min() - 0.5).rounded(.up)), minY: Int32(clamping: (ys.min() - 0.5).rounded(.up)),
      maxX: Int32(clamping: (xs.max() + 0.5).rounded(.down)), maxY: Int32(clamping: (ys.max() + 0.5).rounded(.down)))
    let isLeftOut = PixelRect(minX: bounds.minX + 1, minY: bounds.minY, maxX: bounds.maxX, maxY: bounds.maxY)
    #expect(!ConvexPieces.touchesOnly(isLeftOut, outer))
    guard ConvexPieces.touchesOnly(bounds, outer) else { return }
    for y in -20..<40 {
      for x in -20..<40 where Self.contains(Self.corners(outer), SIMD2(Float(x) + 0.5, Float(y) + 0.5)) ?? false {
        #expect((bounds.minX..<bounds.maxX).contains(Int32(x)) && (bounds.minY..<bounds.maxY).contains(Int32(y)))
      }
    }
  }

  @Test("nothing is left of a quadrilateral beside the pixels, and all of one among them")
  func whole() {
    let outer = SIMD8<Float>(2, 2, 8, 2, 8, 8, 2, 8)
    func count(_ bounds: PixelRect) -> Int {
      var count = -1
      CutQuadrilateral(outer, to: bounds).withCorners { count = $0.count }
      return count
    }
    #expect(count(PixelRect(minX: 10, minY: 0, maxX: 20, maxY: 20)) == 0)
    #expect(count(PixelRect(minX: 0, minY: 0, maxX: 20, maxY: 20)) == 4)
    #expect(count(PixelRect(minX: 0, minY: 0, maxX: 5, maxY: 20)) == 4)
  }
}
