// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import Testing

@Suite struct CGPathBooleanTests {
  private static func square(_ x: CGFloat, _ y: CGFloat, _ side: CGFloat) -> CGPath {
    CGPath(rect: CGRect(x: x, y: y, width: side, height: side), transform: nil)
  }

  private static func circle(_ x: CGFloat, _ y: CGFloat, _ radius: CGFloat) -> CGPath {
    CGPath(ellipseIn: CGRect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius), transform: nil)
  }

  /// The points, rounded: an arc of a whole turn ends at its start but for the last digit.
  private static func corners(_ path: CGPath) -> Set<CGPoint> {
    Set(path.elements.points.map { CGPoint(x: ($0.x * 1e9).rounded() / 1e9, y: ($0.y * 1e9).rounded() / 1e9) })
  }

  private static func count(_ type: CGPathElementType, _ path: CGPath) -> Int {
    path.elements.types.count { $0 == type }
  }

  /// The area by Green's formula on fine chords; holes count against it.
  private static func area(_ path: CGPath) -> Double {
    var sum = 0.0
    for line in path.elements.flattened(tolerance: 1e-6) {
      var previous = line.points[line.points.count - 1]
      for point in line.points {
        sum += (previous.x * point.y - previous.y * point.x) / 2
        previous = point
      }
    }
    return sum
  }

  @Test("squares that overlap have the corners that geometry gives them") func squares() {
    let (first, second) = (Self.square(0, 0, 10), Self.square(5, 5, 10))
    #expect(
      Self.corners(first.intersection(second))
        == [CGPoint(x: 5, y: 5), CGPoint(x: 10, y: 5), CGPoint(x: 10, y: 10), CGPoint(x: 5, y: 10)])
    #expect(first.intersection(second).isRect(nil))
    let union = first.union(second)
    #expect(Self.corners(union).count == 8 && Self.count(.moveToPoint, union) == 1 && Self.area(union) == 175)
    #expect(Self.area(first.subtracting(second)) == 75)
    #expect(Self.area(first.symmetricDifference(second)) == 150)
    #expect(first.intersects(second) && second.intersects(first))
  }

  @Test("squares that touch are joined, and do not intersect") func touching() {
    let (first, second) = (Self.square(0, 0, 10), Self.square(10, 0, 10))
    var box = CGRect.null
    #expect(first.union(second).isRect(&box) && box == CGRect(x: 0, y: 0, width: 20, height: 10))
    #expect(!first.intersects(second) && first.intersection(second).isEmpty)
    #expect(first.subtracting(second).isRect(&box) && box == CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(first.subtracting(first).isEmpty && first.symmetricDifference(first).isEmpty)
  }

  @Test("curves that nothing cuts come out as they went in") func wholeCurves() throws {
    let (circle, far) = (Self.circle(50, 50, 20), Self.circle(200, 50, 30))
    for path in [circle.union(far), circle.union(circle).union(far), circle.symmetricDifference(far)] {
      #expect(Self.count(.addCurveToPoint, path) == 8 && Self.count(.addLineToPoint, path) == 0)
      #expect(Self.corners(path) == Self.corners(circle).union(Self.corners(far)))
    }
    let ring = Self.square(0, 0, 100).subtracting(circle)
    #expect(Self.count(.moveToPoint, ring) == 2 && Self.count(.addCurveToPoint, ring) == 4)
    #expect(Self.corners(ring).isSuperset(of: Self.corners(circle)))
    // The hole runs the other way, so that both rules leave it out.
    for rule in [CGPathFillRule.winding, .evenOdd] {
      #expect(!ring.contains(CGPoint(x: 50, y: 50), using: rule) && ring.contains(CGPoint(x: 2, y: 2), using: rule))
    }
    let quadratic = CGMutablePath()
    quadratic.move(to: .zero)
    quadratic.addQuadCurve(to: CGPoint(x: 10, y: 0), control: CGPoint(x: 5, y: 12))
    quadratic.closeSubpath()
    let normal = quadratic.normalized()
    #expect(Self.count(.addCurveToPoint, normal) == 1)
    #expect(normal.boundingBoxOfPath == quadratic.boundingBoxOfPath)
  }

  @Test("parts of cut curves lie on them") func cutCurves() throws {
    let half = Self.circle(0, 0, 100).intersection(
      CGPath(rect: CGRect(x: -200, y: 0, width: 400, height: 200), transform: nil))
    #expect(Self.count(.addCurveToPoint, half) == 2 && Self.corners(half).contains(CGPoint(x: 100, y: 0)))
    let lens = Self.circle(0, 0, 100).intersection(Self.circle(100, 0, 100))
    let exact = 2 * 100.0 * 100 * Double.pi / 3 - 100 * 100 * 3.0.squareRoot() / 2
    // Four cubics are a circle to three parts in ten thousand.
    #expect(abs(Self.area(lens) - exact) < 6e-4 * exact)
    for line in lens.elements.flattened(tolerance: 1e-4) {
      for point in line.points {
        let distances = [
          (point * point).sum().squareRoot(), ((point - [100, 0]) * (point - [100, 0])).sum().squareRoot(),
        ]
        #expect(distances.contains { abs($0 - 100) < 0.04 })
      }
    }
  }

  @Test("normalizing takes windings apart") func normalizing() {
    let star = CGMutablePath()
    star.addLines(
      between: (0..<5).map {
        CGPoint(x: 50 + 50 * cos(Double($0) * 0.8 * .pi), y: 50 + 50 * sin(Double($0) * 0.8 * .pi))
      })
    star.closeSubpath()
    let (full, hollow) = (star.normalized(), star.normalized(using: .evenOdd))
    #expect(Self.corners(full).count == 10 && Self.count(.moveToPoint, full) == 1)
    #expect(full.contains(CGPoint(x: 50, y: 50)) && !hollow.contains(CGPoint(x: 50, y: 50)))
    #expect(hollow.componentsSeparated().count == 5)
  }

  @Test("components keep their holes, and islands are components") func components() {
    let path = CGMutablePath()
    for (inset, goesBack) in [(0, false), (10, true), (20, false)] {
      let box = CGRect(x: 0, y: 0, width: 100, height: 100).insetBy(dx: CGFloat(inset), dy: CGFloat(inset))
      path.addRect(box, transform: goesBack ? CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 100, ty: 0) : .identity)
    }
    path.addRect(CGRect(x: 300, y: 0, width: 10, height: 10))
    let parts = path.componentsSeparated()
    #expect(parts.map { Self.area($0) }.sorted() == [100, 3600, 10_000 - 6400])
    #expect(CGPath(rect: .null, transform: nil).componentsSeparated().isEmpty)
  }

  @Test("paths that are no shapes, or too large, give paths") func badInput() {
    let line = CGMutablePath()
    line.move(to: .zero)
    line.addLine(to: CGPoint(x: 5, y: 5))
    let wild = CGMutablePath()
    wild.addLines(between: [.zero, CGPoint(x: CGFloat.nan, y: 1), CGPoint(x: CGFloat.infinity, y: 0)])
    let huge = CGMutablePath()
    huge.addLines(between: [CGPoint(x: -1e308, y: -1e308), CGPoint(x: 1e308, y: -1e308), CGPoint(x: 0, y: 1e308)])
    let tiny = Self.square(0, 0, 1e-300)
    let paths = [CGMutablePath(), line, wild, huge, tiny, Self.circle(1e15, 0, 1), Self.square(0, 0, 10)]
    for first in paths {
      for second in paths {
        _ = (first.union(second), first.intersection(second), first.subtracting(second))
        _ = (first.symmetricDifference(second), first.intersects(second), first.componentsSeparated())
        _ = (first.lineIntersection(second), first.lineSubtracting(second))
      }
    }
    #expect(line.union(wild).isEmpty)
    #expect(!huge.normalized().isEmpty && huge.normalized().contains(.zero))
    #expect(Self.square(0, 0, 10).union(huge).contains(CGPoint(x: 0, y: -1e307)))
    #expect(!tiny.normalized().isEmpty)
  }

  @Test("apply hands out elements with what it was given") func apply() {
    final class Seen { var types: [CGPathElementType] = [] }
    let seen = Seen()
    Self.circle(0, 0, 5).apply(info: Unmanaged.passUnretained(seen).toOpaque()) { info, element in
      guard let info else { return }
      Unmanaged<Seen>.fromOpaque(info).takeUnretainedValue().types.append(element.pointee.type)
    }
    #expect(seen.types == Self.circle(0, 0, 5).elements.types)
  }

  @Test("lines are cut where they enter and leave") func lines() throws {
    let line = CGMutablePath()
    line.move(to: CGPoint(x: -20, y: 5))
    line.addLine(to: CGPoint(x: 30, y: 5))
    let square = Self.square(0, 0, 10)
    #expect(
      Self.corners(line.lineIntersection(square)) == [CGPoint(x: 0, y: 5), CGPoint(x: 10, y: 5)])
    #expect(
      line.lineSubtracting(square).elements.types == [.moveToPoint, .addLineToPoint, .moveToPoint, .addLineToPoint])
    #expect(
      Self.corners(line.lineSubtracting(square))
        == [CGPoint(x: -20, y: 5), CGPoint(x: 0, y: 5), CGPoint(x: 10, y: 5), CGPoint(x: 30, y: 5)])
    // Half of a circle's line, in one piece through its start.
    let arc = Self.circle(0, 0, 100).lineIntersection(
      CGPath(rect: CGRect(x: 0, y: -200, width: 300, height: 400), transform: nil))
    #expect(Self.count(.moveToPoint, arc) == 1 && Self.count(.addCurveToPoint, arc) == 2)
    #expect(abs(arc.length - 100 * .pi) < 0.1)
    let whole = Self.circle(5, 5, 2).lineIntersection(square)
    #expect(whole.elements.types.last == .closeSubpath && Self.count(.addCurveToPoint, whole) == 4)
    #expect(Self.circle(50, 50, 2).lineIntersection(square).isEmpty)
  }
}
