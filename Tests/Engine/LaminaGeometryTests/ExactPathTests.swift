// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import Testing

/// Curves end exactly where they are meant to: programs compare such points.
@Suite struct ExactPathTests {
  /// Where the path begins, and where its lines and curves end.
  private func ends(_ path: CGPath) -> [CGPoint] {
    var ends: [CGPoint] = []
    path.applyWithBlock { element in
      let points = element.pointee.points
      switch element.pointee.type {
      case .moveToPoint, .addLineToPoint: ends.append(points[0])
      case .addQuadCurveToPoint: ends.append(points[1])
      case .addCurveToPoint: ends.append(points[2])
      case .closeSubpath: break
      }
    }
    return ends
  }

  static let boxes = [
    CGRect(x: 0, y: 0, width: 1, height: 2), CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.7),
    CGRect(x: -7.3, y: 1e6, width: 3, height: 1.0 / 3), CGRect(x: 10, y: 20, width: -5, height: -9),
  ]

  @Test("an ellipse ends in the middles of edges, and where it began", arguments: boxes)
  func ellipse(_ rect: CGRect) {
    let path = CGPath(ellipseIn: rect, transform: nil)
    let box = rect.standardized
    let (right, bottom) = (box.origin.x + box.size.width, box.origin.y + box.size.height)
    let (x, y) = (box.origin.x + box.size.width / 2, box.origin.y + box.size.height / 2)
    #expect(
      ends(path) == [
        CGPoint(x: right, y: y), CGPoint(x: x, y: bottom), CGPoint(x: box.origin.x, y: y),
        CGPoint(x: x, y: box.origin.y), CGPoint(x: right, y: y),
      ])
    #expect(path.boundingBoxOfPath.minX == box.minX && path.boundingBoxOfPath.minY == box.minY)
    #expect(path.boundingBox.maxX == box.maxX && path.boundingBox.maxY == box.maxY)
  }

  @Test("the corners of a rounded rectangle end on its edges", arguments: boxes)
  func roundedRectangle(_ rect: CGRect) {
    let box = rect.standardized
    for (width, height) in [(0.05, 0.1), (100, 100), (0.05, 100)] as [(CGFloat, CGFloat)] {
      let path = CGPath(roundedRect: rect, cornerWidth: width, cornerHeight: height, transform: nil)
      let points = ends(path)
      #expect(points.first == points.last || height < 100)
      let (right, bottom) = (box.origin.x + box.size.width, box.origin.y + box.size.height)
      for point in points {
        #expect(
          point.x == box.origin.x || point.x == right || point.y == box.origin.y || point.y == bottom, "\(point)")
      }
      #expect(
        path.boundingBoxOfPath == CGRect(x: box.minX, y: box.minY, width: right - box.minX, height: bottom - box.minY))
    }
  }

  @Test("quarters of turns lie on the axes, and a turn ends where it began")
  func arcs() {
    for quarter in -9...9 {
      let path = CGMutablePath()
      let start = CGFloat(quarter) * .pi / 2
      path.addArc(center: .zero, radius: 3, startAngle: start, endAngle: start + .pi / 2, clockwise: false)
      for point in ends(path) { #expect(abs(point.x) + abs(point.y) == 3, "\(point)") }
    }
    for start in stride(from: CGFloat(-4), to: 4, by: 0.37) {
      for isClockwise in [false, true] {
        let path = CGMutablePath()
        let end = start + (isClockwise ? -2 : 2) * .pi
        path.addArc(
          center: CGPoint(x: 0.1, y: 7), radius: 0.3, startAngle: start, endAngle: end, clockwise: isClockwise)
        #expect(ends(path).first == ends(path).last && ends(path).count == 5)
      }
    }
  }

  @Test("an arc between tangents touches them exactly")
  func tangents() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 0))
    path.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 3)
    #expect(ends(path) == [CGPoint(x: 0, y: 0), CGPoint(x: 7, y: 0), CGPoint(x: 10, y: 3)])
  }

  @Test("a rectangle with continuous corners is known as one, whose curve fits", arguments: [4.0, 9, 13])
  func continuous(_ radius: Double) throws {
    let box = CGRect(x: 3, y: 5, width: 60, height: 40)
    let path = CGMutablePath()
    path.addContinuousRoundedRect(in: box, cornerRadius: radius)
    let outline = try #require(RoundedRectangle(path))
    let wanted = RoundedRectangle(bounds: box, cornerRadius: radius, curve: .continuous)
    #expect(abs(outline.radii.x - radius) < 1e-6 && outline.corner.share > 0.999999)
    #expect(outline.minimum == wanted.minimum && outline.maximum == wanted.maximum)
    // The path's own curve is the outline's, to a hundredth of a radius.
    for step in 0...90 {
      let angle = Double(step) / 90 * .pi / 2
      for (scale, isInside) in [(0.99, true), (1.01, false)] {
        let reach = radius * ContinuousCorner.expansion
        let u = min(cos(angle), sin(angle)) / max(cos(angle), sin(angle))
        let size = radius * outline.corner.extent(u) / max(cos(angle), sin(angle)) * scale
        let point = CGPoint(x: 3 + reach - size * cos(angle), y: 5 + reach - size * sin(angle))
        #expect(path.contains(point) == isInside, "\(step) \(scale)")
      }
    }
    // One corner alone, or one that is a blend, is no such rectangle.
    let other = CGMutablePath()
    other.addContinuousRoundedRect(in: box, cornerRadius: radius, maskedCorners: 3)
    #expect(RoundedRectangle(other) == nil)
  }
}
