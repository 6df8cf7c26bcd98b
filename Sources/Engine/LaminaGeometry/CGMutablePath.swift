// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// A path under construction.
///
///     let path = CGMutablePath()
///     path.move(to: CGPoint(x: 50, y: 0))
///     path.addLine(to: CGPoint(x: 100, y: 100))
///     path.addLine(to: CGPoint(x: 0, y: 100))
///     path.closeSubpath()
///
/// A mutable path belongs to one thread. Objects that keep a path keep a copy of it.
public final class CGMutablePath: CGPath, @unchecked Sendable {
  /// Makes the path without elements.
  public init() {
    super.init(elements: PathElements())
  }

  package override init(elements: PathElements) {
    super.init(elements: elements)
  }

  /// Starts a subpath at `point`.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    elements.move(to: point.applying(transform))
  }

  /// Draws a line to `point`.
  ///
  /// Without a current point, the path only moves to `point`.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    elements.line(to: point.applying(transform))
  }

  /// Moves to the first of `points` and draws lines to the others.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    guard let first = points.first else { return }
    elements.move(to: first.applying(transform))
    for point in points.dropFirst() { elements.line(to: point.applying(transform)) }
  }

  /// Draws a quadratic curve.
  public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
    elements.quad(control: control.applying(transform), to: end.applying(transform))
  }

  /// Draws a cubic curve.
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {
    elements.curve(
      control1: control1.applying(transform), control2: control2.applying(transform), to: end.applying(transform))
  }

  /// Draws a line back to where the subpath began. Further elements start there.
  public func closeSubpath() {
    elements.close()
  }

  /// Adds a rectangle as a closed subpath, from its corner of minimum x and y towards maximum x.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    let box = rect.standardized
    let (left, right) = (box.origin.x, box.origin.x + box.size.width)
    let (top, bottom) = (box.origin.y, box.origin.y + box.size.height)
    addLines(
      between: [
        CGPoint(x: left, y: top), CGPoint(x: right, y: top), CGPoint(x: right, y: bottom), CGPoint(x: left, y: bottom),
      ], transform: transform)
    closeSubpath()
  }

  /// Adds rectangles as closed subpaths.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }

  /// Adds the ellipse that a rectangle holds as a closed subpath, from its point of maximum x towards maximum y.
  ///
  /// Its four curves end exactly in the middles of the rectangle's edges, and the last one where the first begins.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    let box = rect.standardized
    let (left, right) = (box.origin.x, box.origin.x + box.size.width)
    let (top, bottom) = (box.origin.y, box.origin.y + box.size.height)
    let (middleX, middleY) = (box.origin.x + box.size.width / 2, box.origin.y + box.size.height / 2)
    let start = CGPoint(x: right, y: middleY)
    move(to: start, transform: transform)
    let quarters: [(corner: CGPoint, end: CGPoint)] = [
      (CGPoint(x: right, y: bottom), CGPoint(x: middleX, y: bottom)),
      (CGPoint(x: left, y: bottom), CGPoint(x: left, y: middleY)),
      (CGPoint(x: left, y: top), CGPoint(x: middleX, y: top)), (CGPoint(x: right, y: top), start),
    ]
    var current = start
    for quarter in quarters {
      addQuarter(from: current, around: quarter.corner, to: quarter.end, transform: transform)
      current = quarter.end
    }
    closeSubpath()
  }

  /// Adds a rectangle with elliptic corners as a closed subpath, from the middle of its edge of maximum x.
  ///
  /// Its lines and curves end exactly on the rectangle's edges.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - cornerWidth: The corners' radius along x, cut to half the width; below 0 and NaN are 0.
  ///   - cornerHeight: The corners' radius along y, cut to half the height; below 0 and NaN are 0.
  ///   - transform: The transform that is applied to every point.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
  ) {
    let box = rect.standardized
    let width = cornerWidth > 0 ? min(cornerWidth, box.size.width / 2) : 0
    let height = cornerHeight > 0 ? min(cornerHeight, box.size.height / 2) : 0
    guard width > 0, height > 0 else { return addRect(rect, transform: transform) }
    let (left, right) = (box.origin.x, box.origin.x + box.size.width)
    let (top, bottom) = (box.origin.y, box.origin.y + box.size.height)
    let (middleX, middleY) = (box.origin.x + box.size.width / 2, box.origin.y + box.size.height / 2)
    // Where corners take up whole edges, they meet exactly in the middle.
    let isFullWidth = width == box.size.width / 2
    let isFullHeight = height == box.size.height / 2
    let (innerLeft, innerRight) = isFullWidth ? (middleX, middleX) : (left + width, right - width)
    let (innerTop, innerBottom) = isFullHeight ? (middleY, middleY) : (top + height, bottom - height)
    let corners: [(start: CGPoint, corner: CGPoint, end: CGPoint)] = [
      (CGPoint(x: right, y: innerBottom), CGPoint(x: right, y: bottom), CGPoint(x: innerRight, y: bottom)),
      (CGPoint(x: innerLeft, y: bottom), CGPoint(x: left, y: bottom), CGPoint(x: left, y: innerBottom)),
      (CGPoint(x: left, y: innerTop), CGPoint(x: left, y: top), CGPoint(x: innerLeft, y: top)),
      (CGPoint(x: innerRight, y: top), CGPoint(x: right, y: top), CGPoint(x: right, y: innerTop)),
    ]
    var current = CGPoint(x: right, y: middleY)
    move(to: current, transform: transform)
    for corner in corners {
      if corner.start != current { addLine(to: corner.start, transform: transform) }
      addQuarter(from: corner.start, around: corner.corner, to: corner.end, transform: transform)
      current = corner.end
    }
    closeSubpath()
  }

  /// The distance of the control points of a quarter of a circle towards its corner, in radii.
  private static let quarterReach: CGFloat = 4.0 / 3 * (2.0.squareRoot() - 1)

  /// Draws a quarter of an ellipse inside a corner.
  private func addQuarter(from start: CGPoint, around corner: CGPoint, to end: CGPoint, transform: CGAffineTransform) {
    let reach = Self.quarterReach
    addCurve(
      to: end,
      control1: CGPoint(x: start.x + (corner.x - start.x) * reach, y: start.y + (corner.y - start.y) * reach),
      control2: CGPoint(x: end.x + (corner.x - end.x) * reach, y: end.y + (corner.y - end.y) * reach),
      transform: transform)
  }

  /// Adds the elements of another path.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    elements.append(path.elements.applying(transform))
  }
}
