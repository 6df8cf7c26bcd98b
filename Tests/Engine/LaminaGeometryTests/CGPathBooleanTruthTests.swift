// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import Testing

/// Combined paths against membership: a point is inside the result where logic says so of the two paths.
@Suite struct CGPathBooleanTruthTests {
  private struct SmallRandom {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
    mutating func unit() -> Double { Double(next()) / Double(1 << 31) }
  }

  /// A path of few elements in a square of 20, half of them with corners on whole points, so that edges meet and
  /// overlap.
  private static func path(_ random: inout SmallRandom) -> CGPath {
    let onGrid = random.below(2) == 0
    func point(_ random: inout SmallRandom) -> CGPoint {
      onGrid
        ? CGPoint(x: 2 * random.below(11), y: 2 * random.below(11))
        : CGPoint(x: 20 * random.unit(), y: 20 * random.unit())
    }
    let path = CGMutablePath()
    for _ in 0...random.below(2) {
      switch random.below(5) {
      case 0:
        let (a, b) = (point(&random), point(&random))
        path.addRect(CGRect(x: a.x, y: a.y, width: b.x - a.x, height: b.y - a.y))
      case 1:
        let (a, b) = (point(&random), point(&random))
        path.addEllipse(in: CGRect(x: a.x, y: a.y, width: b.x - a.x, height: b.y - a.y))
      case 2:
        path.move(to: point(&random))
        path.addCurve(to: point(&random), control1: point(&random), control2: point(&random))
        path.addLine(to: point(&random))
      default:
        path.addLines(between: (0..<(3 + random.below(4))).map { _ in point(&random) })
        path.closeSubpath()
      }
    }
    return path
  }

  /// Whether a point is inside; `nil` near an edge.
  private static func isInside(_ path: CGPath, _ point: CGPoint, _ rule: CGPathFillRule) -> Bool? {
    let inside = path.contains(point, using: rule)
    let near = [(0.02, 0.013), (-0.02, 0.011), (0.012, -0.02), (-0.01, -0.02)]
    for (x, y) in near where path.contains(CGPoint(x: point.x + x, y: point.y + y), using: rule) != inside {
      return nil
    }
    return inside
  }

  @Test("10,000 random pairs are combined as logic says", arguments: 0..<4)
  func truth(_ part: Int) {
    var random = SmallRandom(state: 20_261_122 + UInt64(part))
    var (samples, wrong): (Int, [String]) = (0, [])
    for pair in 0..<2500 {
      let (first, second) = (Self.path(&random), Self.path(&random))
      let rule: CGPathFillRule = random.below(2) == 0 ? .winding : .evenOdd
      let operation = random.below(5)
      let result =
        switch operation {
        case 0: first.union(second, using: rule)
        case 1: first.intersection(second, using: rule)
        case 2: first.subtracting(second, using: rule)
        case 3: first.symmetricDifference(second, using: rule)
        default: first.normalized(using: rule)
        }
      for _ in 0..<8 {
        let point = CGPoint(x: 20 * random.unit(), y: 20 * random.unit())
        guard let a = Self.isInside(first, point, rule), let b = Self.isInside(second, point, rule) else { continue }
        let expected = [a || b, a && b, a && !b, a != b, a][operation]
        samples += 1
        for resultRule in [CGPathFillRule.winding, .evenOdd]
        where result.contains(point, using: resultRule) != expected {
          wrong.append("pair \(pair), operation \(operation), \(resultRule) at \(point)")
        }
      }
    }
    #expect(samples > 15_000)
    #expect(wrong.isEmpty, "\(wrong.count) of \(samples): \(wrong.prefix(5))")
  }
}
