// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// The storage of a path: the kinds of its elements, and all their points one after another.
///
/// A copy shares the storage until one of the copies changes.
package struct PathElements: Hashable, Sendable {
  /// The kind of each element.
  package private(set) var types: [CGPathElementType] = []
  /// The points of all elements in order.
  package private(set) var points: [CGPoint] = []
  /// The start of the open subpath.
  private var subpathStart: CGPoint?
  /// The point where the next element starts; `nil` before the first move.
  package private(set) var currentPoint: CGPoint?

  package init() {}

  /// Makes elements from their kinds and points; surplus kinds or points are left out.
  package init(types: [CGPathElementType], points: [CGPoint]) {
    var next = 0
    for type in types {
      guard next + type.pointCount <= points.count else { break }
      switch type {
      case .moveToPoint: move(to: points[next])
      case .addLineToPoint: line(to: points[next])
      case .addQuadCurveToPoint: quad(control: points[next], to: points[next + 1])
      case .addCurveToPoint: curve(control1: points[next], control2: points[next + 1], to: points[next + 2])
      case .closeSubpath: close()
      }
      next += type.pointCount
    }
  }

  /// Starts a subpath.
  package mutating func move(to point: CGPoint) {
    types.append(.moveToPoint)
    points.append(point)
    (subpathStart, currentPoint) = (point, point)
  }

  /// Draws a line, or starts a subpath where there is no current point.
  package mutating func line(to point: CGPoint) {
    guard currentPoint != nil else { return move(to: point) }
    types.append(.addLineToPoint)
    points.append(point)
    currentPoint = point
  }

  /// Draws a quadratic curve; without a current point it starts at the control point.
  package mutating func quad(control: CGPoint, to end: CGPoint) {
    if currentPoint == nil { move(to: control) }
    types.append(.addQuadCurveToPoint)
    points.append(control)
    points.append(end)
    currentPoint = end
  }

  /// Draws a cubic curve; without a current point it starts at the first control point.
  package mutating func curve(control1: CGPoint, control2: CGPoint, to end: CGPoint) {
    if currentPoint == nil { move(to: control1) }
    types.append(.addCurveToPoint)
    points.append(control1)
    points.append(control2)
    points.append(end)
    currentPoint = end
  }

  /// Closes the subpath; nothing happens where none is open.
  package mutating func close() {
    guard let start = subpathStart, types.last != .closeSubpath else { return }
    types.append(.closeSubpath)
    currentPoint = start
  }

  /// Adds all elements of `other`.
  package mutating func append(_ other: PathElements) {
    guard !other.types.isEmpty else { return }
    types += other.types
    points += other.points
    (subpathStart, currentPoint) = (other.subpathStart, other.currentPoint)
  }

  /// The same elements with every point transformed.
  package func applying(_ transform: CGAffineTransform) -> PathElements {
    guard !transform.isIdentity else { return self }
    var result = self
    for index in result.points.indices { result.points[index] = points[index].applying(transform) }
    result.subpathStart = subpathStart?.applying(transform)
    result.currentPoint = currentPoint?.applying(transform)
    return result
  }

  /// Calls `body` with each element and its points.
  package func forEach(_ body: (CGPathElementType, ArraySlice<CGPoint>) -> Void) {
    var start = 0
    for type in types {
      let end = start + type.pointCount
      body(type, points[start..<end])
      start = end
    }
  }

  package static func == (first: PathElements, second: PathElements) -> Bool {
    first.types == second.types && first.points == second.points
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(types)
    hasher.combine(points)
  }
}

extension PathElements {
  /// The box of all points, control points included; null without points.
  var controlBox: CGRect {
    var box = PointBox()
    for point in points { box.add(SIMD2(Double(point.x), Double(point.y))) }
    return box.rect
  }

  /// The box of the lines and curves; null without points.
  var curveBox: CGRect {
    var box = PointBox()
    var current = SIMD2<Double>.zero
    forEach { _, slice in
      let points = slice.map { SIMD2(Double($0.x), Double($0.y)) }
      guard let end = points.last else { return }
      switch points.count {
      case 2: box.addQuad(current, points[0], end)
      case 3: box.addCurve(current, points[0], points[1], end)
      default: box.add(end)
      }
      current = end
    }
    return box.rect
  }
}

/// The smallest upright box around points and curves.
private struct PointBox {
  private var minimum = SIMD2<Double>(repeating: .infinity)
  private var maximum = SIMD2<Double>(repeating: -.infinity)

  var rect: CGRect {
    guard minimum.x <= maximum.x, minimum.y <= maximum.y else { return .null }
    return CGRect(x: minimum.x, y: minimum.y, width: maximum.x - minimum.x, height: maximum.y - minimum.y)
  }

  mutating func add(_ point: SIMD2<Double>) {
    minimum.replace(with: point, where: point .< minimum)
    maximum.replace(with: point, where: point .> maximum)
  }

  /// Adds the curve's end and its extremes: the derivative a + t (b - a), with the control polygon's steps a and b, is
  /// 0.
  mutating func addQuad(_ start: SIMD2<Double>, _ control: SIMD2<Double>, _ end: SIMD2<Double>) {
    add(end)
    for axis in 0..<2 {
      let first = control[axis] - start[axis]
      let second = end[axis] - control[axis]
      let time = first / (first - second)
      guard time > 0, time < 1 else { continue }
      let rest = 1 - time
      add(start * (rest * rest) + control * (2 * rest * time) + end * (time * time))
    }
  }

  /// Adds the curve's end and its extremes: the roots of its quadratic derivative.
  mutating func addCurve(
    _ start: SIMD2<Double>, _ control1: SIMD2<Double>, _ control2: SIMD2<Double>, _ end: SIMD2<Double>
  ) {
    add(end)
    for axis in 0..<2 {
      let constant = control1[axis] - start[axis]
      let middle = control2[axis] - control1[axis]
      let last = end[axis] - control2[axis]
      let quadratic = constant - 2 * middle + last
      let linear = 2 * (middle - constant)
      for time in Self.roots(quadratic, linear, constant) where time > 0 && time < 1 {
        let rest = 1 - time
        add(
          start * (rest * rest * rest) + control1 * (3 * rest * rest * time) + control2 * (3 * rest * time * time)
            + end * (time * time * time))
      }
    }
  }

  /// The solutions of a t^2 + b t + c = 0 between 0 and 1, computed without cancellation; NaN is not between 0 and 1.
  private static func roots(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return [] }
    let q = -0.5 * (b + (b < 0 ? -1 : 1) * discriminant.squareRoot())
    return [q / a, c / q]
  }
}
