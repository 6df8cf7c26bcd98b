// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

// Two paths that are alike except that one has lines where the other has curves. Programs make such pairs without
// noticing: a curve whose control points lie at its ends is written as a line.

extension PathElements {
  /// Returns both paths with the same kinds of elements, with lines written as curves where the other path has a curve.
  ///
  /// The paths themselves do not change: a line becomes the curve whose control points lie at its ends, a quadratic
  /// curve the cubic one of the same shape.
  ///
  /// - Returns: `nil` where the paths have different numbers of elements, or one path moves or closes where the other
  ///   does not.
  package static func matched(_ one: PathElements, _ two: PathElements)
    -> (one: PathElements, two: PathElements)?
  {
    if one.types == two.types { return (one, two) }
    guard one.types.count == two.types.count else { return nil }
    var common: [CGPathElementType] = []
    common.reserveCapacity(one.types.count)
    for (first, second) in zip(one.types, two.types) {
      guard first == second || (first.draws && second.draws) else { return nil }
      common.append(first == second ? first : .addCurveToPoint)
    }
    return (one.written(as: common), two.written(as: common))
  }

  /// The same path, with lines and quadratic curves written as cubic curves where `types` has cubic curves.
  private func written(as types: [CGPathElementType]) -> PathElements {
    guard types != self.types else { return self }
    var result = PathElements()
    var index = 0
    forEach { type, points in
      let at = points.startIndex
      switch (type, types[index]) {
      case (.moveToPoint, _): result.move(to: points[at])
      case (.addLineToPoint, .addCurveToPoint):
        result.curve(control1: result.currentPoint ?? points[at], control2: points[at], to: points[at])
      case (.addLineToPoint, _): result.line(to: points[at])
      case (.addQuadCurveToPoint, .addCurveToPoint):
        let start = result.currentPoint ?? points[at]
        result.curve(
          control1: Self.between(start, points[at]), control2: Self.between(points[at + 1], points[at]),
          to: points[at + 1])
      case (.addQuadCurveToPoint, _): result.quad(control: points[at], to: points[at + 1])
      case (.addCurveToPoint, _): result.curve(control1: points[at], control2: points[at + 1], to: points[at + 2])
      case (.closeSubpath, _): result.close()
      }
      index += 1
    }
    return result
  }

  /// The point two thirds of the way from an end of a quadratic curve to its control point.
  private static func between(_ end: CGPoint, _ control: CGPoint) -> CGPoint {
    CGPoint(x: end.x + (control.x - end.x) * 2 / 3, y: end.y + (control.y - end.y) * 2 / 3)
  }
}

extension CGPathElementType {
  /// Whether the element is a line or a curve.
  fileprivate var draws: Bool {
    switch self {
    case .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint: true
    case .moveToPoint, .closeSubpath: false
    }
  }
}
