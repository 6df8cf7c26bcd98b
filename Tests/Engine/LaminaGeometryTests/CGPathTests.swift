// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import Testing

@Suite struct CGPathTests {
  /// The path in the notation of documents.
  static func text(_ path: CGPath) -> String {
    var parts: [String] = []
    path.applyWithBlock { element in
      let (letter, count) =
        switch element.pointee.type {
        case .moveToPoint: ("m", 1)
        case .addLineToPoint: ("l", 1)
        case .addQuadCurveToPoint: ("q", 2)
        case .addCurveToPoint: ("c", 3)
        case .closeSubpath: ("h", 0)
        }
      for index in 0..<count {
        let point = element.pointee.points[index]
        let place = [point.x, point.y].map { String(Int(clamping: Double($0 * 100).rounded())) }
        parts.append(place.joined(separator: " "))
      }
      parts.append(letter)
    }
    return parts.joined(separator: " ")
  }

  @Test func elements() {
    let path = CGMutablePath()
    #expect(path.isEmpty && path.currentPoint == .zero && path.boundingBox.isNull && path.boundingBoxOfPath.isNull)
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 3, y: 4))
    path.addQuadCurve(to: CGPoint(x: 5, y: 6), control: CGPoint(x: 7, y: 8))
    path.addCurve(to: CGPoint(x: 9, y: 10), control1: CGPoint(x: 11, y: 12), control2: CGPoint(x: 13, y: 14))
    #expect(path.currentPoint == CGPoint(x: 9, y: 10))
    path.closeSubpath()
    path.closeSubpath()
    #expect(path.currentPoint == CGPoint(x: 1, y: 2))
    #expect(
      Self.text(path)
        == "100 200 m 300 400 l 700 800 500 600 q 1100 1200 1300 1400 900 1000 c h")
  }

  @Test func withoutACurrentPointALineOnlyMoves() {
    let path = CGMutablePath()
    path.closeSubpath()
    path.addLine(to: CGPoint(x: 1, y: 1))
    #expect(Self.text(path) == "100 100 m")
  }

  @Test func shapes() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 3, y: 4, width: -2, height: -2))
    #expect(Self.text(path) == "100 200 m 300 200 l 300 400 l 100 400 l h")
    let lines = CGMutablePath()
    lines.addLines(between: [])
    lines.addLines(between: [CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 0), CGPoint(x: 1, y: 1)])
    #expect(Self.text(lines) == "0 0 m 100 0 l 100 100 l")
    let rects = CGMutablePath()
    rects.addRects([CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(x: 2, y: 2, width: 1, height: 1)])
    #expect(rects.boundingBoxOfPath == CGRect(x: 0, y: 0, width: 3, height: 3))
  }

  @Test func ellipsesStayOnTheCurve() {
    let path = CGPath(ellipseIn: CGRect(x: 10, y: 20, width: 80, height: 40), transform: nil)
    let box = path.boundingBoxOfPath
    #expect(abs(box.minX - 10) < 1e-9 && abs(box.minY - 20) < 1e-9)
    #expect(abs(box.width - 80) < 1e-9 && abs(box.height - 40) < 1e-9)
    var current = SIMD2<Double>.zero
    var curves = 0
    path.applyWithBlock { element in
      let points = (0..<3).map { SIMD2(Double(element.pointee.points[$0].x), Double(element.pointee.points[$0].y)) }
      guard element.pointee.type == .addCurveToPoint else {
        current = points[0]
        return
      }
      curves += 1
      for step in 0...20 {
        let point = RoundedRectangleTests.point(on: [current] + points, at: Double(step) / 20)
        let unit = (point - SIMD2(50, 40)) / SIMD2(40, 20)
        #expect(abs((unit * unit).sum().squareRoot() - 1) < 2.8e-4)
      }
      current = points[2]
    }
    #expect(curves == 4)
  }

  @Test func roundedRectangles() {
    let rect = CGRect(x: 0, y: 0, width: 100, height: 60)
    let path = CGPath(roundedRect: rect, cornerWidth: 20, cornerHeight: 10, transform: nil)
    #expect(
      Self.text(path)
        == "10000 3000 m 10000 5000 l 10000 5552 9105 6000 8000 6000 c 2000 6000 l 895 6000 0 5552 0 5000 c "
        + "0 1000 l 0 448 895 0 2000 0 c 8000 0 l 9105 0 10000 448 10000 1000 c h")
    #expect(
      CGPath(roundedRect: rect, cornerWidth: 0, cornerHeight: 5, transform: nil) == CGPath(rect: rect, transform: nil))
    #expect(
      CGPath(roundedRect: rect, cornerWidth: -1, cornerHeight: .nan, transform: nil)
        == CGPath(rect: rect, transform: nil))
    let pill = CGPath(roundedRect: rect, cornerWidth: 900, cornerHeight: 900, transform: nil)
    #expect(abs(pill.boundingBoxOfPath.width - 100) < 1e-9 && abs(pill.boundingBoxOfPath.height - 60) < 1e-9)
  }

  struct Arc: Sendable, CustomTestStringConvertible {
    var name: String
    var start: CGFloat
    var end: CGFloat
    var clockwise: Bool
    var sweep: CGFloat
    var testDescription: String { name }
  }

  static let arcs: [Arc] = [
    Arc(name: "a quarter", start: 0, end: .pi / 2, clockwise: false, sweep: .pi / 2),
    Arc(name: "the other way round", start: 0, end: .pi / 2, clockwise: true, sweep: -1.5 * .pi),
    Arc(name: "past zero", start: 1.5 * .pi, end: 0.5 * .pi, clockwise: false, sweep: .pi),
    Arc(name: "backwards", start: .pi, end: 0, clockwise: true, sweep: -.pi),
    Arc(name: "a whole turn", start: 0, end: 2 * .pi, clockwise: false, sweep: 2 * .pi),
    Arc(name: "a whole turn backwards", start: 0, end: -2 * .pi, clockwise: true, sweep: -2 * .pi),
    Arc(name: "more than a turn", start: 0, end: 9 * .pi, clockwise: false, sweep: 2 * .pi),
    Arc(name: "nothing", start: 1, end: 1, clockwise: false, sweep: 0),
    Arc(name: "nothing backwards", start: 1, end: 1, clockwise: true, sweep: 0),
    Arc(name: "a whole turn against the direction", start: 0, end: 2 * .pi, clockwise: true, sweep: -2 * .pi),
    Arc(name: "the same the other way", start: 0, end: -2 * .pi, clockwise: false, sweep: 2 * .pi),
    Arc(name: "from the top", start: -.pi / 2, end: 1.5 * .pi, clockwise: true, sweep: -2 * .pi),
    Arc(name: "two turns against it", start: .pi, end: 5 * .pi, clockwise: true, sweep: -2 * .pi),
    Arc(name: "a turn but for rounding", start: 0.3, end: 0.3 + 2 * .pi - 4e-10, clockwise: true, sweep: -2 * .pi),
    Arc(name: "a turn with rounding", start: 0.3, end: 0.3 + 2 * .pi + 4e-10, clockwise: true, sweep: -2 * .pi),
    Arc(name: "almost a turn", start: 0, end: 2 * .pi - 1e-3, clockwise: true, sweep: -1e-3),
  ]

  @Test("arcs", arguments: arcs)
  func sweep(_ arc: Arc) {
    let path = CGMutablePath()
    let center = CGPoint(x: 5, y: 7)
    path.addArc(center: center, radius: 10, startAngle: arc.start, endAngle: arc.end, clockwise: arc.clockwise)
    let end = CGPoint(x: 5 + 10 * cos(arc.start + arc.sweep), y: 7 + 10 * sin(arc.start + arc.sweep))
    #expect(abs(path.currentPoint.x - end.x) < 1e-9 && abs(path.currentPoint.y - end.y) < 1e-9)
    let relative = CGMutablePath()
    relative.addRelativeArc(center: center, radius: 10, startAngle: arc.start, delta: arc.sweep)
    #expect(Self.text(path) == Self.text(relative))
    let quarters = Int(clamping: Double((abs(arc.sweep) / (.pi / 2) - 1e-6).rounded(.up)))
    #expect(Self.text(path).filter { $0 == "c" }.count == quarters)
  }

  @Test func anglesThatAreNoNumbersDrawNothing() {
    for angle in [CGFloat.nan, -CGFloat.infinity] {
      let path = CGMutablePath()
      path.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: angle, clockwise: false)
      #expect(path.isEmpty)
    }
  }

  @Test func anArcBeginsWithALineFromTheCurrentPoint() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: .pi / 2, clockwise: false)
    #expect(Self.text(path) == "0 0 m 100 0 l 100 55 55 100 0 100 c")
  }

  @Test func tangentArcs() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 0))
    path.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 4)
    #expect(Self.text(path) == "0 0 m 600 0 l 821 0 1000 179 1000 400 c")
    let left = CGMutablePath()
    left.move(to: CGPoint(x: 0, y: 0))
    left.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: -10), radius: 4)
    #expect(Self.text(left) == "0 0 m 600 0 l 821 0 1000 -179 1000 -400 c")
    let straight = CGMutablePath()
    straight.move(to: .zero)
    straight.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 20, y: 0), radius: 4)
    #expect(Self.text(straight) == "0 0 m 1000 0 l")
  }

  @Test func boundingBoxesFollowTheCurvesOrTheirControls() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addCurve(to: CGPoint(x: 10, y: 0), control1: CGPoint(x: 0, y: 10), control2: CGPoint(x: 10, y: 10))
    #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(path.boundingBoxOfPath == CGRect(x: 0, y: 0, width: 10, height: 7.5))
    let quad = CGMutablePath()
    quad.move(to: .zero)
    quad.addQuadCurve(to: CGPoint(x: 10, y: 0), control: CGPoint(x: 5, y: 10))
    #expect(quad.boundingBoxOfPath == CGRect(x: 0, y: 0, width: 10, height: 5))
  }

  @Test func copiesAndEquality() throws {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 2, height: 3))
    let copy = try #require(path.copy())
    #expect(copy == path && copy.hashValue == path.hashValue)
    #expect(!(copy is CGMutablePath))
    #expect(copy.copy() === copy)
    path.addLine(to: CGPoint(x: 9, y: 9))
    #expect(copy != path)
    let again = try #require(copy.mutableCopy())
    again.addLine(to: CGPoint(x: 9, y: 9))
    #expect(again == path)
    var shift = CGAffineTransform(translationX: 10, y: 20)
    let moved = try #require(copy.copy(using: &shift))
    #expect(moved == CGPath(rect: CGRect(x: 10, y: 20, width: 2, height: 3), transform: nil))
    #expect(moved == CGPath(rect: CGRect(x: 0, y: 0, width: 2, height: 3), transform: &shift))
    let joined = CGMutablePath()
    joined.addPath(copy, transform: shift)
    #expect(joined == moved)
    #expect(joined.currentPoint == CGPoint(x: 10, y: 20))
  }

  @Test("the outline of a stroke by its old name is that of today's function, moved")
  func strokedByOldName() throws {
    let path = CGPath(rect: CGRect(x: 1, y: 2, width: 30, height: 20), transform: nil)
    var move = CGAffineTransform(translationX: 3, y: 4)
    let old = try #require(
      CGPath(__byStroking: path, transform: &move, lineWidth: 4, lineCap: .round, lineJoin: .miter, miterLimit: 10))
    #expect(
      old == path.copy(strokingWithWidth: 4, lineCap: .round, lineJoin: .miter, miterLimit: 10, transform: move))
    #expect(
      CGPath(__byStroking: path, transform: nil, lineWidth: 0, lineCap: .butt, lineJoin: .bevel, miterLimit: 1)?.isEmpty
        == true)
  }
}
