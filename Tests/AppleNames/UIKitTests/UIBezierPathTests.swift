// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing
import UIKit

/// Paths by closed forms of their areas and ends.
@Suite struct UIBezierPathTests {
  private func area(_ path: UIBezierPath, stroked: Bool = false) throws -> Double {
    let image = try #require(
      Pictures.drawn(CGSize(width: 100, height: 100)) {
        UIColor.black.set()
        if stroked { path.stroke() } else { path.fill() }
      })
    return image.coveredArea
  }

  @Test("areas of rectangles, ellipses and rounded rectangles")
  func areas() throws {
    let box = CGRect(x: 10, y: 20, width: 80, height: 60)
    #expect(abs(try area(UIBezierPath(rect: box)) - 4800) < 1)
    #expect(abs(try area(UIBezierPath(ovalIn: box)) - .pi * 40 * 30) < 4)
    // Smooth corners leave a little more out than circles, which leave 4 - pi out.
    let corner = 0.9 * 100
    #expect(abs(try area(UIBezierPath(roundedRect: box, cornerRadius: 10)) - (4800 - corner)) < 2)
    let two = UIBezierPath(
      roundedRect: box, byRoundingCorners: [.topLeft, .bottomRight], cornerRadii: CGSize(width: 10, height: 10))
    #expect(abs(try area(two) - (4800 - corner / 2)) < 2)
    #expect(!two.contains(CGPoint(x: 11, y: 21)) && two.contains(CGPoint(x: 89, y: 21)))
    // A radius beyond half the shorter side is that half.
    let pill = UIBezierPath(roundedRect: box, cornerRadius: 500)
    #expect(abs(try area(pill) - (20 * 60 + .pi * 900)) < 4)
  }

  @Test("smooth corners, as a picture by Apple has them")
  func smoothCorners() throws {
    let expected = [0, 8, 57, 105, 141, 172, 194, 213, 225, 236, 242, 248, 251, 253]
    let box = CGRect(x: 0, y: 0, width: 180, height: 260)
    let whole = UIBezierPath(roundedRect: box, cornerRadius: 20)
    let one = UIBezierPath(
      roundedRect: box, byRoundingCorners: .topLeft, cornerRadii: CGSize(width: 20, height: 20))
    for path in [whole, one] {
      let context = try #require(CGContext(width: 180, height: 260))
      context.addPath(path.cgPath)
      context.fillPath()
      let image = try #require(context.makeImage())
      let row = (13...26).map { Int(image.premultipliedRGBA[4 * $0 + 3]) }
      for (alpha, wanted) in zip(row, expected) { #expect(abs(alpha - wanted) <= 12, "\(row)") }
    }
    #expect(whole.cgPath.boundingBoxOfPath == box && one.cgPath.boundingBoxOfPath == box)
    // The curve begins 1.528665 radii from the corner.
    var first: CGPoint?
    whole.cgPath.applyWithBlock { if first == nil { first = $0.pointee.points[0] } }
    let begin = try #require(first)
    #expect(begin.y == 0 && abs(begin.x - 20 * 1.528665) < 1e-9)
  }

  @Test("where there is no room, corners become circles", arguments: [33, 40, 45, 50, 51, 1e6, CGFloat.infinity])
  func largeRadii(_ radius: CGFloat) {
    let box = CGRect(x: 10, y: 20, width: 100, height: 100)
    let path = UIBezierPath(roundedRect: box, cornerRadius: radius)
    #expect(path.cgPath.boundingBoxOfPath == box)
    let reach = min(radius, 50)
    // On the diagonal the curve lies between the circle and the smooth curve of the radius.
    let circle = reach * (1 - 0.5.squareRoot())
    var inside = CGFloat(0)
    while !path.contains(CGPoint(x: 10 + inside, y: 20 + inside)), inside < 50 { inside += 0.05 }
    #expect(abs(inside - circle) < 0.02 * reach + 0.1, "\(inside) \(circle)")
    if radius >= 50 { #expect(path.cgPath == UIBezierPath(roundedRect: box, cornerRadius: 50).cgPath) }
  }

  @Test("radii that are no radii round nothing", arguments: [0, -5, CGFloat.nan])
  func badRadii(_ radius: CGFloat) {
    let box = CGRect(x: 1, y: 2, width: 30, height: 40)
    #expect(UIBezierPath(roundedRect: box, cornerRadius: radius).cgPath == UIBezierPath(rect: box).cgPath)
    #expect(UIBezierPath(roundedRect: .zero, cornerRadius: 4).cgPath.boundingBoxOfPath.size == .zero)
  }

  @Test("each corner by itself", arguments: [UIRectCorner.topLeft, .topRight, .bottomLeft, .bottomRight])
  func corners(_ corner: UIRectCorner) {
    let box = CGRect(x: 0, y: 0, width: 40, height: 40)
    let path = UIBezierPath(roundedRect: box, byRoundingCorners: corner, cornerRadii: CGSize(width: 12, height: 12))
    let tips: [(UIRectCorner, CGPoint)] = [
      (.topLeft, CGPoint(x: 1, y: 1)), (.topRight, CGPoint(x: 39, y: 1)), (.bottomLeft, CGPoint(x: 1, y: 39)),
      (.bottomRight, CGPoint(x: 39, y: 39)),
    ]
    for (other, tip) in tips { #expect(path.contains(tip) == (other != corner)) }
    #expect(path.bounds == box)
  }

  @Test("arcs run clockwise on the screen, towards larger angles")
  func arcs() {
    let quarter = UIBezierPath(
      arcCenter: CGPoint(x: 50, y: 50), radius: 40, startAngle: 0, endAngle: .pi / 2, clockwise: true)
    #expect(abs(quarter.currentPoint.x - 50) < 1e-9 && abs(quarter.currentPoint.y - 90) < 1e-9)
    #expect(abs(quarter.bounds.minX - 50) < 0.02 && abs(quarter.bounds.minY - 50) < 0.02)
    let rest = UIBezierPath(
      arcCenter: CGPoint(x: 50, y: 50), radius: 40, startAngle: 0, endAngle: .pi / 2, clockwise: false)
    #expect(abs(rest.bounds.minX - 10) < 0.02 && abs(rest.bounds.minY - 10) < 0.02)
  }

  @Test("strokes have the area of their length times their width, with caps and dashes")
  func strokes() throws {
    let line = UIBezierPath()
    line.move(to: CGPoint(x: 20, y: 50))
    line.addLine(to: CGPoint(x: 80, y: 50))
    line.lineWidth = 10
    #expect(abs(try area(line, stroked: true) - 600) < 1)
    line.lineCapStyle = .square
    #expect(abs(try area(line, stroked: true) - 700) < 1)
    line.lineCapStyle = .round
    #expect(abs(try area(line, stroked: true) - (600 + .pi * 25)) < 1.5)
    line.lineCapStyle = .butt
    line.setLineDash([10, 5], count: 2, phase: 0)
    #expect(abs(try area(line, stroked: true) - 400) < 1)
    var (count, phase) = (0, CGFloat(1))
    line.getLineDash(nil, count: &count, phase: &phase)
    #expect(count == 2 && phase == 0)
    line.setLineDash(nil, count: 0, phase: 0)
    #expect(abs(try area(line, stroked: true) - 600) < 1)
    // Drawing leaves the context's own attributes as they were.
    let image = try #require(
      Pictures.drawn(CGSize(width: 100, height: 100)) {
        line.stroke()
        UIGraphicsGetCurrentContext()?.strokeLineSegments(between: [CGPoint(x: 0, y: 2.5), CGPoint(x: 100, y: 2.5)])
      })
    #expect(abs(image.coveredArea - 700) < 1)
  }

  @Test("the even-odd rule leaves a hole, the other does not")
  func rules() throws {
    let path = UIBezierPath(rect: CGRect(x: 10, y: 10, width: 80, height: 80))
    path.append(UIBezierPath(rect: CGRect(x: 30, y: 30, width: 40, height: 40)))
    #expect(abs(try area(path) - 6400) < 1 && path.contains(CGPoint(x: 50, y: 50)))
    path.usesEvenOddFillRule = true
    #expect(abs(try area(path) - 4800) < 1 && !path.contains(CGPoint(x: 50, y: 50)))
    // A hole drawn the other way round is one by either rule.
    let ring = UIBezierPath(rect: CGRect(x: 10, y: 10, width: 80, height: 80))
    ring.append(UIBezierPath(rect: CGRect(x: 30, y: 30, width: 40, height: 40)).reversing())
    #expect(abs(try area(ring) - 4800) < 1)
  }

  @Test("a path that is reversed twice is the path; reversed once it ends where it began")
  func reversing() {
    let path = UIBezierPath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 10, y: 2))
    path.addCurve(to: CGPoint(x: 20, y: 20), controlPoint1: CGPoint(x: 12, y: 3), controlPoint2: CGPoint(x: 19, y: 8))
    path.addQuadCurve(to: CGPoint(x: 0, y: 30), controlPoint: CGPoint(x: 10, y: 40))
    path.move(to: CGPoint(x: 50, y: 50))
    path.addLine(to: CGPoint(x: 60, y: 60))
    #expect(path.reversing().currentPoint == CGPoint(x: 1, y: 2))
    #expect(path.reversing().reversing().cgPath == path.cgPath)
    #expect(path.reversing().bounds == path.bounds)
    #expect(UIBezierPath().reversing().isEmpty)
  }

  @Test("transforms, clips, copies and emptying")
  func rest() throws {
    let path = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 10, height: 20))
    path.lineWidth = 7
    let copy = try #require(path.copy() as? UIBezierPath)
    path.apply(CGAffineTransform(translationX: 5, y: 5).scaledBy(x: 2, y: 2))
    #expect(path.bounds == CGRect(x: 5, y: 5, width: 20, height: 40))
    #expect(copy.bounds == CGRect(x: 0, y: 0, width: 10, height: 20) && copy.lineWidth == 7)
    path.removeAllPoints()
    #expect(path.isEmpty && path.bounds.isNull)
    let image = try #require(
      Pictures.drawn(CGSize(width: 40, height: 40)) {
        UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 40, height: 40)).addClip()
        UIColor.red.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 40, height: 20))
      })
    #expect(abs(image.coveredArea - .pi * 400 / 2) < 2)
    let faint = try #require(
      Pictures.drawn(CGSize(width: 10, height: 10)) { copy.fill(with: .normal, alpha: 0.5) })
    #expect(faint.isColor(5, 5, [0, 0, 0, 128]))
  }
}
