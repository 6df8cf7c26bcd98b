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
/// It belongs to one thread. What keeps a path keeps a copy.
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
  /// Without a current point it only moves there.
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
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    let box = rect.standardized
    let unitToBox = CGAffineTransform(
      a: box.size.width / 2, b: 0, c: 0, d: box.size.height / 2,
      tx: box.origin.x + box.size.width / 2, ty: box.origin.y + box.size.height / 2)
    appendArc(from: 0, sweep: 2 * .pi, targetFromUnit: unitToBox.concatenating(transform), joins: false)
    closeSubpath()
  }

  /// Adds a rectangle with elliptic corners as a closed subpath, from the middle of its edge of maximum x.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - cornerWidth: The corners' radius along x, cut to half the width; below 0 and NaN are 0.
  ///   - cornerHeight: The corners' radius along y, cut to half the height; below 0 and NaN are 0.
  ///   - transform: What is applied to every point.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
  ) {
    let box = rect.standardized
    let width = cornerWidth > 0 ? min(cornerWidth, box.size.width / 2) : 0
    let height = cornerHeight > 0 ? min(cornerHeight, box.size.height / 2) : 0
    guard width > 0, height > 0 else { return addRect(rect, transform: transform) }
    let (left, right) = (box.origin.x, box.origin.x + box.size.width)
    let (top, bottom) = (box.origin.y, box.origin.y + box.size.height)
    move(to: CGPoint(x: right, y: top + box.size.height / 2), transform: transform)
    let corners: [(x: CGFloat, y: CGFloat, angle: CGFloat)] = [
      (right - width, bottom - height, 0), (left + width, bottom - height, .pi / 2),
      (left + width, top + height, .pi), (right - width, top + height, 1.5 * .pi),
    ]
    for corner in corners {
      let unitToCorner = CGAffineTransform(a: width, b: 0, c: 0, d: height, tx: corner.x, ty: corner.y)
      appendArc(
        from: corner.angle, sweep: .pi / 2, targetFromUnit: unitToCorner.concatenating(transform), joins: true)
    }
    closeSubpath()
  }

  /// Adds the elements of another path.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    elements.append(path.elements.applying(transform))
  }
}
