// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// A path that is looked up again and again: its hash, its box and whether it is a plain shape are computed once, when
// it is made, and two keys that share their path are equal without a comparison of points.

package import Foundation

/// A path as the key of values that were made from it.
///
/// - Complexity: Equal and unequal keys are told apart in O(1), except for equal paths that are different objects.
package final class KeyedPath: Hashable, Sendable {
  /// The path, which must not change.
  package let path: CGPath
  /// The box of its finite points, control points included; null without any.
  package let box: CGRect
  /// The rectangle, rounded rectangle or circle that the path is; `nil` for other paths.
  package let plainShape: RoundedRectangle?
  private let hash: Int

  /// Visits every point once.
  package init(_ path: CGPath) {
    self.path = path
    box = path.elements.finiteControlBox
    plainShape = PlainShape.roundedRectangle(of: path)
    hash = path.hashValue
  }

  package static func == (first: KeyedPath, second: KeyedPath) -> Bool {
    first === second || (first.hash == second.hash && first.path == second.path)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// Recognises the paths that rounded boxes can draw.
enum PlainShape {
  /// The greatest number of elements of a rectangle with circular corners.
  private static let maximumElements = 11
  /// The number of elements of a rectangle with continuous corners.
  private static let continuousElements = 22

  /// The rectangle, rounded rectangle or circle that a path is; `nil` for all others.
  ///
  /// The recognised paths are four lines along the axes from any corner in either direction, and the paths that
  /// ``CGPath`` makes of circles and of rectangles with circular or whole continuous corners, also when read from text
  /// with six digits.
  static func roundedRectangle(of path: CGPath) -> RoundedRectangle? {
    let elements = path.elements
    if let continuous = continuousRectangle(of: elements) { return continuous }
    guard elements.types.count >= 4, elements.types.count <= maximumElements, elements.types.first == .moveToPoint,
      elements.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
    else { return nil }
    let box = elements.curveBox
    guard box.width > 0, box.height > 0, box.width.isFinite, box.height.isFinite else { return nil }
    let tolerance = 1e-6 * max(box.width, box.height)
    if isRectangle(elements, box, tolerance) { return RoundedRectangle(bounds: box) }
    if abs(box.width - box.height) <= tolerance,
      matches(elements, CGPath(ellipseIn: box, transform: nil).elements, tolerance)
    {
      return RoundedRectangle(bounds: box, cornerRadius: min(box.width, box.height) / 2)
    }
    guard elements.types.count == maximumElements || elements.types.count == maximumElements - 1 else { return nil }
    // The first line ends where the first corner begins.
    let radius = abs(box.maxY - elements.points[1].y)
    let rounded = CGPath(roundedRect: box, cornerWidth: radius, cornerHeight: radius, transform: nil)
    return matches(elements, rounded.elements, tolerance) ? RoundedRectangle(bounds: box, cornerRadius: radius) : nil
  }

  /// The rectangle with four continuous corners of one radius that a path is, where the whole curve fits.
  static func continuousRectangle(of elements: PathElements) -> RoundedRectangle? {
    guard elements.types.count == continuousElements || elements.types.count == continuousElements - 1,
      elements.types.first == .moveToPoint, elements.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
    else { return nil }
    let box = elements.curveBox
    guard box.width > 0, box.height > 0, box.width.isFinite, box.height.isFinite else { return nil }
    // The first point is where the corner of minimum x and y ends.
    let radius = (elements.points[0].x - box.minX) / ContinuousCorner.expansion
    let outline = RoundedRectangle(bounds: box, cornerRadius: radius, curve: .continuous)
    // Half the shorter side may be equal to the reach, except for the last digits.
    guard outline.corner.share > 1 - 1e-6 else { return nil }
    let path = CGMutablePath()
    path.addContinuousRoundedRect(in: box, cornerRadius: radius)
    return matches(elements, path.elements, 2e-6 * max(box.width, box.height)) ? outline : nil
  }

  private static func isRectangle(_ elements: PathElements, _ box: CGRect, _ tolerance: CGFloat) -> Bool {
    var types = elements.types
    var points = elements.points
    if types.last == .closeSubpath { types.removeLast() }
    if points.count == 5, isNear(points[4], points[0], tolerance) {
      points.removeLast()
      types.removeLast()
    }
    guard points.count == 4, types.dropFirst().allSatisfy({ $0 == .addLineToPoint }) else { return false }
    for (index, point) in points.enumerated() {
      let next = points[(index + 1) % 4]
      let isOnCorner =
        min(abs(point.x - box.minX), abs(point.x - box.maxX)) <= tolerance
        && min(abs(point.y - box.minY), abs(point.y - box.maxY)) <= tolerance
      let alongX = abs(point.y - next.y) <= tolerance
      let alongY = abs(point.x - next.x) <= tolerance
      guard isOnCorner, alongX != alongY else { return false }
    }
    // Neighbours share one coordinate each; opposite corners must differ in both.
    return abs(points[0].x - points[2].x) > tolerance && abs(points[0].y - points[2].y) > tolerance
  }

  /// Whether both have the same elements, except for a closing element at the end.
  private static func matches(_ first: PathElements, _ second: PathElements, _ tolerance: CGFloat) -> Bool {
    func open(_ types: [CGPathElementType]) -> ArraySlice<CGPathElementType> {
      types.last == .closeSubpath ? types.dropLast() : types[...]
    }
    return open(first.types) == open(second.types)
      && zip(first.points, second.points).allSatisfy { isNear($0, $1, tolerance) }
  }

  private static func isNear(_ first: CGPoint, _ second: CGPoint, _ tolerance: CGFloat) -> Bool {
    abs(first.x - second.x) <= tolerance && abs(first.y - second.y) <= tolerance
  }
}
