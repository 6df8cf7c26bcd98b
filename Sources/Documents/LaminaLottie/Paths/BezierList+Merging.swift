// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

// Merges paths. The inside of each path is determined by the winding rule. The result is an outline whose contours do
// not cross, so that both fill rules give the same area, and a stroke runs along its edge.

extension BezierList {
  /// Merges several paths into one; each may have several contours.
  static func merging(_ lists: [BezierList], _ mode: MergeMode) -> BezierList {
    let paths = lists.map { $0.cgPath(curvesOnly: false) }
    guard let first = paths.first else { return BezierList(paths: []) }
    switch mode {
    case .merge: return BezierList(paths: lists.flatMap(\.paths), isOutline: lists.contains(where: \.isOutline))
    case .add: return BezierList(outline: together(paths).normalized())
    case .subtract: return BezierList(outline: first.subtracting(together(Array(paths.dropFirst()))))
    case .intersect: return BezierList(outline: paths.dropFirst().reduce(first) { $0.intersection($1) })
    case .exclude:
      let whole = lists.count == 1 ? first : together(paths)
      return BezierList(outline: whole.normalized(using: .evenOdd))
    }
  }

  /// Combines paths into one, whose winding number at a point is the number of paths that contain the point.
  private static func together(_ paths: [CGPath]) -> CGPath {
    var elements = PathElements()
    for path in paths { elements.append(path.normalized().elements) }
    return CGPath(elements: elements)
  }

  /// Makes a list of the contours of an outline.
  private init(outline: CGPath) {
    self.init(paths: [], isOutline: true)
    var contour = Bezier()
    func finish(_ list: inout BezierList) {
      if !contour.vertices.isEmpty { list.paths.append(contour) }
      contour = Bezier()
    }
    outline.elements.forEach { type, points in
      let ends = points.map { SIMD2(Double($0.x), Double($0.y)) }
      switch type {
      case .moveToPoint:
        finish(&self)
        contour.add(ends[0])
      case .addLineToPoint: contour.addCurve(SIMD2(), SIMD2(), to: ends[0])
      case .addQuadCurveToPoint:
        guard let start = contour.vertices.last else { return }
        contour.addCurve((ends[0] - start) * (2 / 3), (ends[0] - ends[1]) * (2 / 3), to: ends[1])
      case .addCurveToPoint:
        guard let start = contour.vertices.last else { return }
        contour.addCurve(ends[0] - start, ends[1] - ends[2], to: ends[2])
      case .closeSubpath: contour.close()
      }
    }
    finish(&self)
  }
}

extension Bezier {
  /// Adds a piece with control points relative to its ends.
  fileprivate mutating func addCurve(_ out: SIMD2<Double>, _ into: SIMD2<Double>, to end: SIMD2<Double>) {
    guard !vertices.isEmpty else { return }
    self.out[self.out.count - 1] = out
    add(end, into: into)
  }

  /// Closes the path; a last point at the position of the first is merged with it.
  fileprivate mutating func close() {
    isClosed = true
    guard vertices.count > 1, vertices[0] == vertices[vertices.count - 1] else { return }
    into[0] = into[into.count - 1]
    vertices.removeLast()
    into.removeLast()
    out.removeLast()
  }
}
