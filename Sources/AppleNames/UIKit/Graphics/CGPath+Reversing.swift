// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGeometry
internal import QuartzCore

extension CGPath {
  /// The same outline in reverse: the last subpath comes first, and each subpath starts at its last point.
  func reversed() -> CGPath {
    var subpaths: [ReversibleSubpath] = []
    applyWithBlock { element in
      let points = element.pointee.points
      switch element.pointee.type {
      case .moveToPoint: subpaths.append(ReversibleSubpath(start: points[0]))
      case .addLineToPoint: subpaths.add(to: points[0], controls: [])
      case .addQuadCurveToPoint: subpaths.add(to: points[1], controls: [points[0]])
      case .addCurveToPoint: subpaths.add(to: points[2], controls: [points[0], points[1]])
      case .closeSubpath: subpaths.close()
      }
    }
    let result = CGMutablePath()
    for subpath in subpaths.reversed() { subpath.addReversed(to: result) }
    return result
  }
}

/// A subpath as a list of points, so that it can be drawn backwards.
private struct ReversibleSubpath {
  /// A segment to a point: a line, a quadratic or a cubic curve, depending on the number of control points.
  struct Step {
    var end: CGPoint
    var controls: [CGPoint]
  }

  var start: CGPoint
  var steps: [Step] = []
  var isClosed = false

  func addReversed(to path: CGMutablePath) {
    path.move(to: steps.last?.end ?? start)
    for index in steps.indices.reversed() {
      let end = index > 0 ? steps[index - 1].end : start
      let controls = steps[index].controls
      switch controls.count {
      case 0: path.addLine(to: end)
      case 1: path.addQuadCurve(to: end, control: controls[0])
      default: path.addCurve(to: end, control1: controls[1], control2: controls[0])
      }
    }
    if isClosed { path.closeSubpath() }
  }
}

extension [ReversibleSubpath] {
  /// Adds a segment. After a closed subpath a new one begins at the same start point.
  fileprivate mutating func add(to end: CGPoint, controls: [CGPoint]) {
    if last?.isClosed ?? true { append(ReversibleSubpath(start: last?.start ?? end)) }
    self[count - 1].steps.append(ReversibleSubpath.Step(end: end, controls: controls))
  }

  fileprivate mutating func close() {
    if !isEmpty { self[count - 1].isClosed = true }
  }
}
