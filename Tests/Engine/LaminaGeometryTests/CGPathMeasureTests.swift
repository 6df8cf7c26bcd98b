// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import Testing

@Suite struct CGPathMeasureTests {
  static func path(_ build: (CGMutablePath) -> Void) -> CGPath {
    let path = CGMutablePath()
    build(path)
    return path
  }

  static let square = CGPath(rect: CGRect(x: 10, y: 20, width: 30, height: 40), transform: nil)

  struct Length: Sendable, CustomTestStringConvertible {
    var name: String
    var path: CGPath
    var expected: Double
    var testDescription: String { name }
  }

  static let lengths: [Length] = [
    Length(name: "nothing", path: path { _ in }, expected: 0),
    Length(name: "a rectangle with its closing line", path: square, expected: 140),
    Length(
      name: "a parabola",
      path: path {
        $0.move(to: .zero); $0.addQuadCurve(to: CGPoint(x: 2, y: 0), control: CGPoint(x: 1, y: 2))
      },
      // y = 2x - x^2: the integral of sqrt(1 + (2 - 2x)^2) from 0 to 2.
      expected: 5.0.squareRoot() + asinh(2) / 2),
    Length(
      name: "a cubic that is a line with a turning point",
      path: path {
        $0.move(to: .zero)
        $0.addCurve(to: CGPoint(x: 0, y: 0), control1: CGPoint(x: 0, y: 4), control2: CGPoint(x: 0, y: 4))
      },
      expected: 6),
    Length(
      name: "a cubic with a cusp",
      path: path {
        $0.move(to: .zero)
        $0.addCurve(to: CGPoint(x: 1, y: 0), control1: CGPoint(x: 1, y: 1), control2: CGPoint(x: 0, y: 1))
      },
      // x' and y' are 3 (1 - 2t) times (1 - 2t) and 1; u = 1 - 2t: 3/2 times the integral of |u| sqrt(u^2 + 1).
      expected: 2.0 * 2.0.squareRoot() - 1),
    Length(
      name: "two subpaths, one of a point",
      path: path {
        $0.move(to: .zero); $0.addLine(to: .zero)
        $0.move(to: CGPoint(x: 5, y: 5)); $0.addLine(to: CGPoint(x: 8, y: 9))
      },
      expected: 5),
    Length(
      name: "elements that are not finite are left out",
      path: path {
        $0.move(to: .zero); $0.addLine(to: CGPoint(x: CGFloat.nan, y: 0)); $0.addLine(to: CGPoint(x: 3, y: 4))
        $0.addCurve(to: CGPoint(x: 1, y: 1), control1: CGPoint(x: CGFloat.infinity, y: 0), control2: .zero)
      },
      expected: 5),
  ]

  @Test("length", arguments: lengths)
  func length(_ row: Length) {
    #expect(abs(row.path.length - row.expected) < 1e-8 * max(1, row.expected))
  }

  @Test("a circle's length is that of its four cubics") func circle() {
    let circle = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 200, height: 200), transform: nil)
    // The cubics stray 2.7e-4 radii at most, and are longer by 2e-4.
    #expect(abs(circle.length - 200 * .pi) < 0.15)
  }

  @Test("parts add up", arguments: [0.1, 0.25, 1.0 / 3, 0.5, 0.9])
  func parts(_ cut: CGFloat) {
    let path = Self.path {
      $0.addEllipse(in: CGRect(x: 0, y: 0, width: 90, height: 40))
      $0.addRect(CGRect(x: 5, y: 5, width: 10, height: 20))
      $0.move(to: .zero)
      $0.addCurve(to: CGPoint(x: 50, y: 0), control1: CGPoint(x: 100, y: 90), control2: CGPoint(x: -50, y: 90))
    }
    let whole = path.length
    let first = path.trimmed(from: 0, to: cut).length
    let second = path.trimmed(from: cut, to: 1).length
    #expect(abs(first + second - whole) < 1e-7 * whole)
  }

  @Test("what lies inside whole stays closed") func trimmedKeepsClosed() {
    let path = Self.path {
      $0.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
      $0.addRect(CGRect(x: 20, y: 0, width: 10, height: 10))
    }
    let half = path.trimmed(from: 0, to: 0.5)
    #expect(half == CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil))
    let quarter = path.trimmed(from: 0.125, to: 0.25)
    #expect(quarter == Self.path { $0.addLines(between: [CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 10)]) })
  }

  @Test("ends out of range", arguments: [(-1.0, 2.0, 140.0), (.nan, .nan, 140), (0.5, 0.5, 0), (0.7, 0.2, 0)])
  func trimRange(_ row: (from: Double, to: Double, length: Double)) {
    #expect(abs(Self.square.trimmed(from: row.from, to: row.to).length - row.length) < 1e-9)
  }

  @Test("length says which curve is cut, its parameter where") func trimmedByParameter() {
    // A line, and a curve whose control points lie on its start: at half the parameter an eighth of the way.
    let path = Self.path {
      $0.addLines(between: [CGPoint(x: -80, y: 0), .zero])
      $0.addCurve(to: CGPoint(x: 80, y: 0), control1: .zero, control2: .zero)
    }
    #expect(abs(path.trimmed(from: 0, to: 0.25).length - 40) < 1e-9)
    #expect(abs(path.trimmed(from: 0, to: 0.75).length - 90) < 1e-7)
    #expect(abs(path.trimmed(from: 0.75, to: 1).length - 70) < 1e-7)
  }

  @Test("a trimmed curve is a part of the curve") func trimmedCurve() {
    let path = Self.path {
      $0.move(to: .zero)
      $0.addCurve(to: CGPoint(x: 50, y: 0), control1: CGPoint(x: 100, y: 90), control2: CGPoint(x: -50, y: 90))
    }
    let part = path.trimmed(from: 0.25, to: 0.75)
    #expect(part.elements.types == [.moveToPoint, .addCurveToPoint])
    // The curve is its own mirror image.
    let (start, end) = (part.elements.points[0], part.elements.points[3])
    #expect(abs(start.x + end.x - 50) < 1e-7)
    #expect(abs(start.y - end.y) < 1e-7)
  }

  struct Dashes: Sendable, CustomTestStringConvertible {
    var name: String
    var lengths: [CGFloat]
    var phase: CGFloat = 0
    /// Where dashes begin and end along a line from 0 to 10.
    var expected: [ClosedRange<Double>]
    var testDescription: String { name }
  }

  static let dashes: [Dashes] = [
    Dashes(name: "even", lengths: [2, 3], expected: [0...2, 5...7]),
    Dashes(name: "odd", lengths: [2], expected: [0...2, 4...6, 8...10]),
    Dashes(name: "three", lengths: [1, 2, 3], expected: [0...1, 3...6, 7...9]),
    Dashes(name: "phase", lengths: [2, 3], phase: 1, expected: [0...1, 4...6, 9...10]),
    Dashes(name: "phase in a gap", lengths: [2, 3], phase: 4, expected: [1...3, 6...8]),
    Dashes(name: "negative phase", lengths: [2, 3], phase: -1, expected: [1...3, 6...8]),
    Dashes(name: "phase over many periods", lengths: [2, 3], phase: 5001, expected: [0...1, 4...6, 9...10]),
    Dashes(name: "infinite phase", lengths: [2, 3], phase: .infinity, expected: [0...2, 5...7]),
    Dashes(name: "dots", lengths: [0, 4], expected: [0...0, 4...4, 8...8]),
    Dashes(name: "no gap", lengths: [4, 0], expected: [0...10]),
    Dashes(name: "a dash, a gap of nothing, a dash", lengths: [2, 0, 1, 3], expected: [0...3, 6...9]),
    Dashes(name: "all zero", lengths: [0, 0], expected: [0...10]),
    Dashes(name: "negative", lengths: [3, -1], expected: [0...10]),
    Dashes(name: "NaN", lengths: [3, .nan], expected: [0...10]),
    Dashes(name: "infinite", lengths: [.infinity, 1], expected: [0...10]),
    Dashes(name: "none", lengths: [], expected: [0...10]),
    Dashes(name: "tiny beside large", lengths: [1e-300, 4], expected: [0...0, 4...4, 8...8]),
  ]

  @Test("dashes", arguments: dashes)
  func dash(_ row: Dashes) {
    let line = Self.path { $0.addLines(between: [.zero, CGPoint(x: 4, y: 0), CGPoint(x: 10, y: 0)]) }
    let dashed = line.copy(dashingWithPhase: row.phase, lengths: row.lengths)
    let actual = dashed.elements.subpaths().compactMap { subpath -> ClosedRange<Double>? in
      subpath.segments.last.map { subpath.start.x...$0.end.x }
    }
    #expect(actual.count == row.expected.count)
    for (first, second) in zip(actual, row.expected) {
      #expect(abs(first.lowerBound - second.lowerBound) < 1e-5 && abs(first.upperBound - second.upperBound) < 1e-5)
    }
  }

  @Test("a dash through the start of a closed path is one piece") func closedDash() {
    let dashed = Self.square.copy(dashingWithPhase: 5, lengths: [20, 15])
    // Along the outline: -5...15, 30...50, 65...85, 100...120.
    let subpaths = dashed.elements.subpaths()
    #expect(subpaths.count == 4)
    #expect(subpaths.contains { $0.segments.count == 2 && $0.segments[0].end == SIMD2(10, 20) })
    #expect(abs(dashed.length - 80) < 1e-9)
  }

  @Test("patterns of too many dashes are enlarged") func manyDashes() {
    let line = Self.path { $0.addLines(between: [.zero, CGPoint(x: 1e9, y: 0)]) }
    let dashed = line.copy(dashingWithPhase: 0, lengths: [1e-6, 1e-6])
    #expect(dashed.elements.types.count <= 200_002)
    #expect(abs(dashed.length / 5e8 - 1) < 0.01)
  }
}
