// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// A stroke as an outline to be filled with the winding rule.
//
// The path is flattened. Each line of the chain is widened to a rectangle; at each corner a wedge (mitre, pie or
// triangle) fills the outer side. The outline walks along one side of all these pieces and back along the other. On the
// inner side of a corner the outline turns where the sides of the two lines meet; where a line is too short for this,
// the outline goes through the corner itself. So the outline is the sum of the outlines of the rectangles and wedges,
// all in the same direction. Its winding number is therefore at least one exactly inside the pieces, however the path
// bends, and zero elsewhere; and exactly one inside if the path neither bends sharply nor comes near itself.

public import Foundation
import LaminaSystem

extension CGPath {
  /// The outline of the path's stroke: filled with the winding rule, it covers the same area as the stroked path.
  ///
  /// - Parameters:
  ///   - lineWidth: The width; zero, negative and NaN give an empty path.
  ///   - lineCap: The shape of the ends.
  ///   - lineJoin: The shape of the corners.
  ///   - miterLimit: The longest mitre, in widths; below 1 and NaN are 1.
  ///   - transform: The transform that is applied to the result.
  /// - Complexity: O(points of the flattened path).
  public final func copy(
    strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
    transform: CGAffineTransform = .identity
  ) -> CGPath {
    let style = StrokeStyle(width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit)
    return CGPath(elements: elements.stroked(style, tolerance: 0.005).applying(transform))
  }
}

extension CGPath {
  /// Makes the outline of a path's stroke; see ``copy(strokingWithWidth:lineCap:lineJoin:miterLimit:transform:)``.
  ///
  /// This is Swift's name for `CGPathCreateCopyByStrokingPath`, which programs from before Swift 3 still use.
  public convenience init?(
    __byStroking path: CGPath, transform: UnsafePointer<CGAffineTransform>?, lineWidth: CGFloat, lineCap: CGLineCap,
    lineJoin: CGLineJoin, miterLimit: CGFloat
  ) {
    let style = StrokeStyle(width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit)
    self.init(elements: path.elements.stroked(style, tolerance: 0.005).applying(transform?.pointee ?? .identity))
  }
}

extension PathElements {
  /// The outline of the stroke, without dashes; see ``CGPath/copy(dashingWithPhase:lengths:transform:)`` for dashes.
  ///
  /// - Parameter tolerance: The largest error of the outline, in the path's own units.
  package func stroked(_ style: StrokeStyle, tolerance: Double) -> PathElements {
    var outline = PathElements()
    guard style.strokesSomething else { return outline }
    let isOver = LongWork.isOver
    for line in flattened(tolerance: tolerance) {
      if isOver?() == true { break }
      let side = StrokeSide(line: line, style: style)
      side.append(to: &outline)
    }
    return outline
  }
}

/// Walks along a chain and emits the outline at its left, with joins; then caps and the way back.
private struct StrokeSide {
  let points: [SIMD2<Double>]
  let isSmooth: [Bool]
  let isClosed: Bool
  let style: StrokeStyle
  let radius: Double

  init(line: Polyline, style: StrokeStyle) {
    points = line.points
    isSmooth = line.isSmooth
    isClosed = line.isClosed
    self.style = style
    radius = Double(style.width) / 2
  }

  func append(to outline: inout PathElements) {
    guard points.count > 1 else { return appendDot(to: &outline) }
    if isClosed, points.count > 2 {
      appendSide(Array(points.indices), closed: true, to: &outline)
      outline.close()
      appendSide(points.indices.reversed(), closed: true, to: &outline)
      outline.close()
      return
    }
    // A closed chain of two points is a line there and back with two corners.
    if isClosed {
      appendSide([0, 1], closed: true, to: &outline)
      outline.close()
      return
    }
    appendSide(Array(points.indices), closed: false, to: &outline)
    appendCap(at: points.count - 1, from: points.count - 2, to: &outline)
    appendSide(points.indices.reversed(), closed: false, to: &outline, continues: true)
    appendCap(at: 0, from: 1, to: &outline)
    outline.close()
  }

  /// One side of the chain in the order of `indices`.
  private func appendSide(_ indices: [Int], closed: Bool, to outline: inout PathElements, continues: Bool = false) {
    let count = indices.count
    let lines = closed ? count : count - 1
    var isFirst = !continues
    var hasTurned = false
    let isOver = LongWork.isOver
    for index in 0..<lines {
      if index % LongWork.stride == LongWork.stride - 1, isOver?() == true { return }
      let here = points[indices[index]]
      let next = points[indices[(index + 1) % count]]
      let normal = normal(from: here, to: next)
      if isFirst {
        outline.move(to: CGPoint(here + normal))
      } else if !hasTurned {
        outline.line(to: CGPoint(here + normal))
      }
      (isFirst, hasTurned) = (false, false)
      guard closed || index + 1 < lines else {
        outline.line(to: CGPoint(next + normal))
        continue
      }
      let after = points[indices[(index + 2) % count]]
      let normalAfter = self.normal(from: next, to: after)
      let shorter = min((next - here).length, (after - next).length)
      if let inner = innerCorner(normal, normalAfter, room: shorter / 2) {
        outline.line(to: CGPoint(next + inner))
        hasTurned = true
        continue
      }
      outline.line(to: CGPoint(next + normal))
      appendJoin(at: next, normal, normalAfter, smooth: isSmooth[indices[(index + 1) % count]], to: &outline)
    }
  }

  /// The point, relative to the corner of two lines, where their sides meet on the inner side.
  ///
  /// - Parameter room: The greatest distance of the point along each line.
  /// - Returns: `nil` on the outer side, and where the point is farther.
  private func innerCorner(_ before: SIMD2<Double>, _ after: SIMD2<Double>, room: Double) -> SIMD2<Double>? {
    guard before.cross(after) < 0 else { return nil }
    let sum = before + after
    let square = sum.dot(sum)
    // Half the turn's tangent, times the radius.
    let along = radius * (max(4 * radius * radius - square, 0) / square).squareRoot()
    guard along <= room else { return nil }
    return sum * (2 * radius * radius / square)
  }

  private func normal(from first: SIMD2<Double>, to second: SIMD2<Double>) -> SIMD2<Double> {
    let step = second - first
    // Halved coordinates cannot overflow where the points themselves did not.
    let length = step.length
    return length.isFinite && length > 0 ? SIMD2(step.y, -step.x) * (radius / length) : SIMD2(0, 0)
  }

  /// Appends the join between two lines on this side; it ends before the second line's first point.
  private func appendJoin(
    at corner: SIMD2<Double>, _ before: SIMD2<Double>, _ after: SIMD2<Double>, smooth: Bool,
    to outline: inout PathElements
  ) {
    let turn = before.cross(after)
    let isReversal = before.dot(after) < 0 && abs(turn) < 1e-12 * radius * radius
    guard turn > 0 || isReversal else {
      if turn < 0 { outline.line(to: CGPoint(corner)) }
      return
    }
    if smooth || style.join == .round {
      appendArc(around: corner, from: before, to: after, isReversal: isReversal, to: &outline)
    } else if style.join == .miter, !isReversal {
      // The mitre's length over the width is 1 / sin of half the corner's angle: 1 / cos of half the turn.
      let sum = before + after
      let halfTurnCosine = sum.length / (2 * radius)
      guard halfTurnCosine * style.effectiveMiterLimit >= 1 else { return }
      outline.line(to: CGPoint(corner + sum * (2 * radius * radius / sum.dot(sum))))
    }
  }

  private func appendCap(at index: Int, from previous: Int, to outline: inout PathElements) {
    let end = points[index]
    let normal = normal(from: points[previous], to: end)
    let ahead = normal.perpendicular
    switch style.cap {
    case .butt: break
    case .round: appendArc(around: end, from: normal, to: -normal, isReversal: true, to: &outline)
    case .square:
      outline.line(to: CGPoint(end + normal + ahead))
      outline.line(to: CGPoint(end - normal + ahead))
    }
    outline.line(to: CGPoint(end - normal))
  }

  /// Appends the outline of a subpath that is only a point: a disc with round caps, an upright square with square caps,
  /// and nothing with butt caps.
  private func appendDot(to outline: inout PathElements) {
    guard let center = points.first, style.cap != .butt else { return }
    let path = CGMutablePath()
    let box = CGRect(
      x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    if style.cap == .round { path.addEllipse(in: box) } else { path.addRect(box) }
    outline.append(path.elements)
  }

  /// An arc as cubics of at most a quarter turn each, turning from x towards y; its first point is there already.
  private func appendArc(
    around center: SIMD2<Double>, from first: SIMD2<Double>, to last: SIMD2<Double>, isReversal: Bool,
    to outline: inout PathElements
  ) {
    let angle = isReversal ? Double.pi : atan2(first.cross(last), first.dot(last))
    // A thousandth of a turn is as good as a line.
    guard angle > 0.006 else { return }
    let count = Int(clamping: (angle / (.pi / 2)).rounded(.up))
    let step = angle / Double(count)
    let reach = 4.0 / 3 * tan(step / 4)
    let (cosine, sine) = (cos(step), sin(step))
    var spoke = first
    for index in 1...count {
      let turned = SIMD2(spoke.x * cosine - spoke.y * sine, spoke.x * sine + spoke.y * cosine)
      let next = index == count ? last : turned
      outline.curve(
        control1: CGPoint(center + spoke + spoke.perpendicular * reach),
        control2: CGPoint(center + next - next.perpendicular * reach), to: CGPoint(center + next))
      spoke = next
    }
  }
}
