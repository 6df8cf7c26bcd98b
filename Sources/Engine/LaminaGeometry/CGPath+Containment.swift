// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The test of whether a point is inside counts how often, and in which direction, curves cross the ray from the point
// towards +x.
//
// A curve is cut where its y turns. On each part y is monotone, so it crosses the ray's line at most once: at a
// parameter that bisection finds to the last bit. Lower ends count and upper ends do not, so a corner on the line
// counts once.

public import Foundation

extension CGPath {
  /// Whether a point is inside the path. Open subpaths are taken as closed.
  ///
  /// - Parameters:
  ///   - point: The point. A point that is not finite is outside.
  ///   - rule: The rule that decides the inside.
  ///   - transform: The transform that is applied to the path first.
  /// - Complexity: O(elements).
  public final func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
  ) -> Bool {
    guard point.x.isFinite, point.y.isFinite else { return false }
    let winding = elements.applying(transform).winding(around: SIMD2(Double(point.x), Double(point.y)))
    return rule == .winding ? winding != 0 : !winding.isMultiple(of: 2)
  }

  /// Whether the path is one upright rectangle, and which.
  ///
  /// - Parameter rect: Receives the rectangle, where the path is one.
  public final func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
    let subpaths = elements.subpaths()
    guard subpaths.count == 1, let subpath = subpaths.first, subpath.segments.allSatisfy(\.isLine) else { return false }
    var corners = subpath.segments.map(\.end)
    if corners.last != subpath.start { corners.append(subpath.start) }
    guard corners.count == 4 else { return false }
    let isHorizontalFirst = corners[0].y == corners[1].y
    for index in 0..<4 {
      let step = corners[(index + 1) % 4] - corners[index]
      let isHorizontal = index.isMultiple(of: 2) == isHorizontalFirst
      guard isHorizontal ? step.y == 0 : step.x == 0 else { return false }
    }
    let (low, high) = (
      SIMD2(min(corners[0].x, corners[2].x), min(corners[0].y, corners[2].y)),
      SIMD2(max(corners[0].x, corners[2].x), max(corners[0].y, corners[2].y))
    )
    rect?.pointee = CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    return true
  }
}

extension PathElements {
  /// How often the path turns around a point, positive from x towards y.
  func winding(around point: SIMD2<Double>) -> Int {
    var result = 0
    for subpath in subpaths() {
      for segment in subpath.segments { result += segment.crossing(point) }
      if !subpath.isClosed, let last = subpath.segments.last {
        result += PathSegment(from: last.end, to: subpath.start).crossing(point)
      }
    }
    return result
  }
}

extension PathSegment {
  /// The crossings of the ray from `point` towards +x: 1 for each crossing towards +y, -1 for each in the other
  /// direction.
  fileprivate func crossing(_ point: SIMD2<Double>) -> Int {
    let highest = max(max(start.y, end.y), max(control1.y, control2.y))
    let lowest = min(min(start.y, end.y), min(control1.y, control2.y))
    let farthest = max(max(start.x, end.x), max(control1.x, control2.x))
    guard point.y >= lowest, point.y < highest, point.x < farthest else { return 0 }
    if isLine { return monotoneCrossing(point) }
    var result = 0
    var previous = 0.0
    for turn in turns + [1] {
      result += part(from: previous, to: turn).monotoneCrossing(point)
      previous = turn
    }
    return result
  }

  /// The inner parameters where y changes direction, ascending.
  private var turns: [Double] {
    let first = control1.y - start.y
    let second = control2.y - control1.y
    let third = end.y - control2.y
    let quadratic = first - 2 * second + third
    let linear = 2 * (second - first)
    let discriminant = linear * linear - 4 * quadratic * first
    guard discriminant >= 0 else { return [] }
    let q = -0.5 * (linear + (linear < 0 ? -1 : 1) * discriminant.squareRoot())
    return [q / quadratic, first / q].filter { $0 > 0 && $0 < 1 }.sorted()
  }

  private func monotoneCrossing(_ point: SIMD2<Double>) -> Int {
    let rises = start.y <= point.y && end.y > point.y
    let falls = end.y <= point.y && start.y > point.y
    guard rises || falls else { return 0 }
    var (low, high) = (0.0, 1.0)
    if isLine {
      low = (point.y - start.y) / (end.y - start.y)
    } else {
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if (self.point(at: middle).y > point.y) == rises { high = middle } else { low = middle }
      }
    }
    guard self.point(at: low).x > point.x else { return 0 }
    return rises ? 1 : -1
  }
}
