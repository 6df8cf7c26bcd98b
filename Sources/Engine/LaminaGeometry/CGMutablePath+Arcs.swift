// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

// Arcs become cubic curves, one for each quarter turn or less: the usual approximation, off by at most 2.8e-4 radii.

extension CGMutablePath {
  /// Draws an arc of a circle, after a line to its start where there is a current point.
  ///
  /// - Parameters:
  ///   - center: The circle's centre.
  ///   - radius: Its radius, in points; a negative one counts as positive.
  ///   - startAngle: The angle of the arc's start, in radians from +x towards +y.
  ///   - endAngle: The angle of the arc's end.
  ///   - clockwise: Whether the arc runs towards smaller angles. This is counter-clockwise on a screen with y down, and
  ///     the same as on Apple's platforms, whose documentation assumes y up.
  ///   - transform: The transform that is applied to every point.
  ///
  /// Where the angles differ by a whole turn or more in the direction of the arc, one whole circle is drawn. The same
  /// holds where they differ by whole turns against this direction, to within 1e-9: from 0 to 2π, or from -π/2 to 3π/2,
  /// is a circle in either direction. Equal angles draw nothing.
  ///
  /// - Conformance: PATH-1
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    let sweep = Self.sweep(of: clockwise ? startAngle - endAngle : endAngle - startAngle)
    addRelativeArc(
      center: center, radius: radius, startAngle: startAngle, delta: clockwise ? -sweep : sweep, transform: transform)
  }

  /// The extent of an arc in its own direction, at most a turn, from the difference of its angles in that direction.
  private static func sweep(of difference: CGFloat) -> CGFloat {
    let turn = 2 * CGFloat.pi
    if difference >= turn { return turn }
    // The difference of angles that were added up is a whole number of turns, except for its last digits.
    let turns = (difference / turn).rounded()
    if turns != 0, abs(difference - turns * turn) <= 1e-9 { return turn }
    return difference < 0 ? difference - (difference / turn).rounded(.down) * turn : difference
  }

  /// Draws an arc of a circle by its start and its extent, after a line to its start where there is a current point.
  ///
  /// - Parameters:
  ///   - center: The circle's centre.
  ///   - radius: Its radius, in points; a negative one counts as positive.
  ///   - startAngle: The angle of the arc's start, in radians from +x towards +y.
  ///   - delta: The extent of the arc, in radians; clamped to a whole turn.
  ///   - transform: The transform that is applied to every point.
  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
  ) {
    let size = abs(radius)
    let unitToCircle = CGAffineTransform(a: size, b: 0, c: 0, d: size, tx: center.x, ty: center.y)
    let sweep = min(max(delta, -2 * .pi), 2 * .pi)
    appendArc(from: startAngle, sweep: sweep, targetFromUnit: unitToCircle.concatenating(transform), joins: true)
  }

  /// Draws an arc that touches the line from the current point to `tangent1End` and the line on to `tangent2End`.
  ///
  /// - Parameters:
  ///   - tangent1End: The point where the two lines meet.
  ///   - tangent2End: A point of the second line.
  ///   - radius: The arc's radius, in points.
  ///   - transform: The transform that is applied to the three points and the arc.
  ///
  /// Where the lines do not turn, or the radius is 0, a line to `tangent1End` is drawn. Without a current point the
  /// path starts at `tangent1End`.
  public func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
  ) {
    // The current point is in the path's space; the geometry happens in the caller's.
    let start = elements.currentPoint?.applying(transform.inverted()) ?? tangent1End
    let corner = SIMD2(Double(tangent1End.x), Double(tangent1End.y))
    let toStart = SIMD2(Double(start.x), Double(start.y)) - corner
    let toEnd = SIMD2(Double(tangent2End.x), Double(tangent2End.y)) - corner
    let lengths = ((toStart * toStart).sum() * (toEnd * toEnd).sum()).squareRoot()
    let cross = toStart.x * toEnd.y - toStart.y * toEnd.x
    guard lengths > 0, abs(cross) > lengths * 1e-9, radius != 0 else {
      return addLine(to: tangent1End, transform: transform)
    }
    let first = toStart / (toStart * toStart).sum().squareRoot()
    let second = toEnd / (toEnd * toEnd).sum().squareRoot()
    // Half the angle between the lines: tan(half) = sin / (1 + cos).
    let tangent = abs(cross) / lengths / (1 + (first * second).sum())
    let size = abs(Double(radius))
    let touch = corner + first * (size / tangent)
    let bisector = first + second
    let center = corner + bisector * (size / tangent / (first * bisector).sum())
    let startAngle = atan2(touch.y - center.y, touch.x - center.x)
    let inner = 2 * atan(tangent)
    let sweep = (Double.pi - inner) * (cross > 0 ? -1 : 1)
    let last = corner + second * (size / tangent)
    let unitToCircle = CGAffineTransform(a: size, b: 0, c: 0, d: size, tx: center.x, ty: center.y)
    appendArc(
      from: startAngle, sweep: sweep, targetFromUnit: unitToCircle.concatenating(transform), joins: true,
      ends: (CGPoint(x: touch.x, y: touch.y).applying(transform), CGPoint(x: last.x, y: last.y).applying(transform)))
  }

  /// Adds the image of an arc of the unit circle, in pieces of at most a quarter turn.
  ///
  /// A whole turn ends exactly where it begins, and quarter turns lie exactly on the axes.
  ///
  /// - Parameters:
  ///   - start: The angle of the start, in radians.
  ///   - sweep: The extent, in radians.
  ///   - targetFromUnit: The transform of the unit circle.
  ///   - joins: Whether the arc is joined to the current point by a line, rather than begun by a move.
  ///   - ends: The end points, in the path's space, where they are known more exactly than from the angles.
  private func appendArc(
    from start: CGFloat, sweep: CGFloat, targetFromUnit: CGAffineTransform, joins: Bool,
    ends: (first: CGPoint, last: CGPoint)? = nil
  ) {
    guard start.isFinite, sweep.isFinite else { return }
    let first = ends?.first ?? Self.unitPoint(at: start).applying(targetFromUnit)
    if joins, let current = elements.currentPoint {
      if current != first { elements.line(to: first) }
    } else {
      elements.move(to: first)
    }
    // An arc slightly over a quarter is still one piece, so that rounding does not add a fifth piece to a circle.
    let pieces = Int(clamping: max((abs(sweep) / (.pi / 2) - 1e-6).rounded(.up), 0))
    guard pieces > 0 else { return }
    let isTurn = abs(sweep) == 2 * .pi
    let step = sweep / CGFloat(pieces)
    let reach = 4 / 3 * tan(step / 4)
    var from = Self.unitPoint(at: start)
    for piece in 1...pieces {
      let to = isTurn && piece == pieces ? Self.unitPoint(at: start) : Self.unitPoint(at: start + step * CGFloat(piece))
      let control1 = CGPoint(x: from.x - reach * from.y, y: from.y + reach * from.x)
      let control2 = CGPoint(x: to.x + reach * to.y, y: to.y - reach * to.x)
      let known = piece == pieces ? ends?.last : nil
      elements.curve(
        control1: control1.applying(targetFromUnit), control2: control2.applying(targetFromUnit),
        to: known ?? to.applying(targetFromUnit))
      from = to
    }
  }

  /// A point of the unit circle. Angles that are whole quarters of a turn, within rounding, give points on the axes.
  private static func unitPoint(at angle: CGFloat) -> CGPoint {
    let quarters = (angle / (.pi / 2)).rounded()
    // Sums of a few angles, such as -π/2 + 2π, have errors in their last digits.
    guard abs(angle - quarters * (.pi / 2)) <= 4 * max(abs(angle), 2 * .pi).ulp, abs(quarters) < 1e6 else {
      return CGPoint(x: cos(angle), y: sin(angle))
    }
    return switch Int(clamping: quarters) & 3 {
    case 0: CGPoint(x: 1, y: 0)
    case 1: CGPoint(x: 0, y: 1)
    case 2: CGPoint(x: -1, y: 0)
    default: CGPoint(x: 0, y: -1)
    }
  }
}
