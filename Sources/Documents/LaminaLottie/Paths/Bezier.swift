// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

/// A path in Lottie's form: points, each with two control points relative to it.
struct Bezier: Mixable {
  var vertices: [SIMD2<Double>]
  /// The control point of the piece that ends at a vertex, relative to it.
  var into: [SIMD2<Double>]
  /// The control point of the piece that begins at a vertex, relative to it.
  var out: [SIMD2<Double>]
  var isClosed: Bool

  init(vertices: [SIMD2<Double>], into: [SIMD2<Double>], out: [SIMD2<Double>], isClosed: Bool) {
    self.vertices = vertices
    self.into = into
    self.out = out
    self.isClosed = isClosed
  }

  /// An empty path.
  init() {
    self.init(vertices: [], into: [], out: [], isClosed: false)
  }

  /// Adds a point.
  mutating func add(_ vertex: SIMD2<Double>, into: SIMD2<Double> = SIMD2(), out: SIMD2<Double> = SIMD2()) {
    vertices.append(vertex)
    self.into.append(into)
    self.out.append(out)
  }

  /// Whether another path has the same number of points, so that the paths can be interpolated.
  func hasForm(of other: Bezier) -> Bool {
    vertices.count == other.vertices.count && isClosed == other.isClosed
  }

  static func mix(_ from: Bezier, _ to: Bezier, _ progress: Double) -> Bezier {
    guard from.hasForm(of: to) else { return progress < 1 ? from : to }
    var result = from
    for index in from.vertices.indices {
      result.vertices[index] += (to.vertices[index] - from.vertices[index]) * progress
      result.into[index] += (to.into[index] - from.into[index]) * progress
      result.out[index] += (to.out[index] - from.out[index]) * progress
    }
    return result
  }

  /// The path in reverse; a closed path begins at the same point.
  var reversed: Bezier {
    var order = Array(vertices.indices.reversed())
    if isClosed, let last = order.popLast() { order.insert(last, at: 0) }
    return Bezier(
      vertices: order.map { vertices[$0] }, into: order.map { out[$0] }, out: order.map { into[$0] }, isClosed: isClosed
    )
  }

  /// The path transformed by a map.
  func applying(_ map: Affine) -> Bezier {
    Bezier(
      vertices: vertices.map { map($0) }, into: into.map { map.turning($0) }, out: out.map { map.turning($0) },
      isClosed: isClosed)
  }

  /// The number of pieces.
  var pieceCount: Int { isClosed ? vertices.count : max(vertices.count - 1, 0) }
}

/// Several paths that are painted together.
struct BezierList: Mixable {
  var paths: [Bezier]
  /// Whether the outline was computed for one time only, so that its points do not correspond to the points at another
  /// time.
  var isOutline = false

  static func mix(_ from: BezierList, _ to: BezierList, _ progress: Double) -> BezierList {
    guard from.hasForm(of: to) else { return progress < 1 ? from : to }
    return BezierList(paths: zip(from.paths, to.paths).map { .mix($0, $1, progress) })
  }

  /// Whether the lists can be interpolated.
  func hasForm(of other: BezierList) -> Bool {
    !isOutline && !other.isOutline && paths.count == other.paths.count
      && zip(paths, other.paths).allSatisfy { $0.hasForm(of: $1) }
  }

  func applying(_ map: Affine) -> BezierList { mapping { $0.applying(map) } }

  /// The list with each path transformed.
  func mapping(_ transform: (Bezier) -> Bezier) -> BezierList {
    BezierList(paths: paths.map(transform), isOutline: isOutline)
  }

  /// The bounding box of all points and control points; `nil` if there are none.
  var controlBox: CGRect? {
    var least = SIMD2(repeating: Double.infinity)
    var most = -least
    for path in paths {
      for index in path.vertices.indices {
        let vertex = path.vertices[index]
        for point in [vertex, vertex + path.into[index], vertex + path.out[index]] {
          least = SIMD2(min(least.x, point.x), min(least.y, point.y))
          most = SIMD2(max(most.x, point.x), max(most.y, point.y))
        }
      }
    }
    guard least.x <= most.x else { return nil }
    return CGRect(x: least.x, y: least.y, width: most.x - least.x, height: most.y - least.y)
  }

  /// The paths as a Core Graphics path.
  ///
  /// - Parameter curvesOnly: Whether straight pieces are written as curves too, so that all paths of one form have the
  ///   same elements and can be interpolated.
  func cgPath(curvesOnly: Bool) -> CGPath {
    let result = CGMutablePath()
    for path in paths { path.append(to: result, curvesOnly: curvesOnly) }
    return result.copy() ?? result
  }
}

extension Bezier {
  fileprivate func append(to path: CGMutablePath, curvesOnly: Bool) {
    guard let first = vertices.first else { return }
    path.move(to: CGPoint(first))
    for piece in 0..<pieceCount {
      let end = (piece + 1) % vertices.count
      let isStraight = out[piece] == SIMD2() && into[end] == SIMD2()
      let isLast = isClosed && end == 0
      if isStraight, !curvesOnly {
        // Closing the path draws its last straight piece.
        if !isLast { path.addLine(to: CGPoint(vertices[end])) }
      } else {
        path.addCurve(
          to: CGPoint(vertices[end]), control1: CGPoint(vertices[piece] + out[piece]),
          control2: CGPoint(vertices[end] + into[end]))
      }
    }
    if isClosed { path.closeSubpath() }
  }
}

extension CGPoint {
  init(_ point: SIMD2<Double>) { self.init(x: point.x, y: point.y) }
}
