// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Functions for a rasterizer with limited coordinates: whether a path fits its range, the path cut to a rectangle where
// it does not, and the outline of a stroke under a pen that is scaled or skewed.

package import Foundation

extension PathElements {
  /// Whether every coordinate is finite and at most `limit` from 0.
  package func isWithin(_ limit: Double) -> Bool {
    points.allSatisfy { abs($0.x) <= limit && abs($0.y) <= limit }
  }

  /// The box of all finite points, control points included; null without any.
  package var finiteControlBox: CGRect {
    var low = SIMD2(Double.infinity, Double.infinity)
    var high = -low
    for point in points where point.x.isFinite && point.y.isFinite {
      let vector = SIMD2(Double(point.x), Double(point.y))
      low.replace(with: vector, where: vector .< low)
      high.replace(with: vector, where: vector .> high)
    }
    guard low.x <= high.x else { return .null }
    return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// The subpaths, flattened and closed, cut to a rectangle: winding numbers inside the rectangle do not change.
  package func polygons(clippedTo rect: CGRect, tolerance: Double) -> [[SIMD2<Double>]] {
    let edges: [(axis: Int, sign: Double, limit: Double)] = [
      (0, 1, Double(rect.minX)), (0, -1, -Double(rect.maxX)), (1, 1, Double(rect.minY)), (1, -1, -Double(rect.maxY)),
    ]
    return flattened(tolerance: tolerance).compactMap { line in
      // Differences of numbers up to here stay finite.
      let far = SIMD2(repeating: 1e100)
      var polygon = line.points.map { $0.clamped(lowerBound: -far, upperBound: far) }
      for edge in edges { polygon = cut(polygon, axis: edge.axis, sign: edge.sign, limit: edge.limit) }
      return polygon.count > 2 ? polygon : nil
    }
  }

  /// The outline of the stroke of a path in device space whose pen is under a transform.
  package func outline(_ style: StrokeStyle, deviceFromPen: CGAffineTransform) -> PathElements {
    let scale = deviceFromPen.largestScale
    let tolerance = scale > 0 ? 0.02 / scale : 0.02
    return applying(deviceFromPen.inverted()).stroked(style, tolerance: tolerance).applying(deviceFromPen)
  }
}

/// One step of the Sutherland-Hodgman algorithm: the part of a polygon with `sign * coordinate >= limit`.
private func cut(_ polygon: [SIMD2<Double>], axis: Int, sign: Double, limit: Double) -> [SIMD2<Double>] {
  guard var previous = polygon.last else { return [] }
  var result: [SIMD2<Double>] = []
  result.reserveCapacity(polygon.count)
  var before = sign * previous[axis] - limit
  for point in polygon {
    let now = sign * point[axis] - limit
    if (before >= 0) != (now >= 0) {
      var crossing = previous + (point - previous) * (before / (before - now))
      crossing[axis] = sign * limit
      result.append(crossing)
    }
    if now >= 0 { result.append(point) }
    (previous, before) = (point, now)
  }
  return result
}

extension CGAffineTransform {
  /// The most that a length can grow: the larger singular value.
  package var largestScale: Double {
    let sum = Double(a * a + b * b + c * c + d * d)
    let determinant = Double(a * d - b * c)
    let root = max(sum * sum - 4 * determinant * determinant, 0).squareRoot()
    return ((sum + root) / 2).squareRoot()
  }
}
