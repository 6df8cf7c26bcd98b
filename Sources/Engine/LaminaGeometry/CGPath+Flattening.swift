// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The conversion of curves to lines. The number of lines for a cubic follows from its second differences (Wang's
// formula, whose error never exceeds the tolerance). Huge or wildly curved paths share a budget of points, so that no
// input can take all memory; beyond the budget the tolerance grows.

public import Foundation

/// A subpath as a chain of points.
package struct Polyline: Sendable {
  /// The points, each different from the one before. A closed chain does not repeat its first point.
  package var points: [SIMD2<Double>]
  /// For each point, whether it lies inside a curve, so that the chain turns there only because it was flattened.
  package var isSmooth: [Bool]
  /// Whether the last point is joined to the first.
  package var isClosed: Bool
}

extension CGPath {
  /// The path with its curves replaced by lines.
  ///
  /// - Parameter threshold: The largest distance of a line from its curve; below 1e-6, and NaN, are 1e-6.
  /// - Complexity: O(points of the result), at most about four million.
  public final func flattened(threshold: CGFloat) -> CGPath {
    var result = PathElements()
    for line in elements.flattened(tolerance: Double(threshold)) {
      guard let first = line.points.first else { continue }
      result.move(to: CGPoint(first))
      for point in line.points.dropFirst() { result.line(to: CGPoint(point)) }
      if line.points.count == 1, !line.isClosed { result.line(to: CGPoint(first)) }
      if line.isClosed { result.close() }
    }
    return CGPath(elements: result)
  }
}

extension PathElements {
  /// The subpaths as chains of points, at most `tolerance` from the curves.
  package func flattened(tolerance: Double) -> [Polyline] {
    let subpaths = subpaths()
    let fine = tolerance > 1e-6 ? tolerance : 1e-6
    var count = 0.0
    for subpath in subpaths {
      for segment in subpath.segments { count += segment.lineCount(tolerance: fine) }
    }
    let limit = Double(Self.maximumFlattenedPoints)
    // The number of lines is proportional to the inverse square root of the tolerance.
    let coarse = count > limit ? fine * (count / limit) * (count / limit) : fine
    return subpaths.map { $0.flattened(tolerance: coarse) }
  }

  /// The most points of a flattened path, unless it has more elements.
  private static var maximumFlattenedPoints: Int { 4_000_000 }
}

extension PathSegment {
  /// The number of lines that stay within `tolerance`; may be infinite.
  func lineCount(tolerance: Double) -> Double {
    if isLine { return 1 }
    let first = (start - control1 * 2 + control2).length
    let second = (control1 - control2 * 2 + end).length
    return max(1, (0.75 * max(first, second) / tolerance).squareRoot().rounded(.up))
  }
}

extension Subpath {
  fileprivate func flattened(tolerance: Double) -> Polyline {
    var points = [start]
    var isSmooth = [false]
    for segment in segments {
      // Even one curve as large as numbers get is cut into finitely many.
      let count = Int(clamping: min(segment.lineCount(tolerance: tolerance), 65_536))
      for index in 1..<max(2, count + 1) {
        let point = index == count ? segment.end : segment.point(at: Double(index) / Double(count))
        guard !point.isAt(points[points.count - 1], tolerance) else {
          if index == count { isSmooth[isSmooth.count - 1] = false }
          continue
        }
        points.append(point)
        isSmooth.append(index < count)
      }
    }
    if isClosed, points.count > 1, points[points.count - 1].isAt(points[0], tolerance) {
      points.removeLast()
      isSmooth.removeLast()
    }
    return Polyline(points: points, isSmooth: isSmooth, isClosed: isClosed)
  }
}

extension SIMD2<Double> {
  /// Whether two points are equal except for rounding errors, as at the end of an ellipse: the direction of a line
  /// between them would be arbitrary.
  fileprivate func isAt(_ other: SIMD2<Double>, _ tolerance: Double) -> Bool {
    self == other || (self - other).length <= 1e-6 * tolerance
  }
}
