// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import CCairo
import Foundation
import LaminaGeometry
import LaminaGraphics
import Testing

/// Fills, strokes and dashes against Cairo drawing the same at four times the size.
///
/// Cairo samples a pixel at 15 heights, so where edges run along a row each may be off by a thirtieth: 8.5 levels.
@Suite struct PathCoverageTests {
  static let largest = 20.0
  static let mean = 3.5
  static let region = PixelRect(minX: 0, minY: 0, maxX: 100, maxY: 100)

  struct Shape: Sendable, CustomTestStringConvertible {
    var name: String
    var path: CGPath
    var testDescription: String { name }
  }

  static let shapes: [Shape] = [
    Shape(
      name: "triangle",
      path: path {
        $0.addLines(between: [p(10, 12), p(90, 30), p(35, 88)]); $0.closeSubpath()
      }),
    Shape(name: "ellipse", path: CGPath(ellipseIn: CGRect(x: 7.3, y: 20.2, width: 80, height: 55.5), transform: nil)),
    Shape(
      name: "star",
      path: path {
        $0.addLines(between: star); $0.closeSubpath()
      }),
    Shape(name: "open star", path: path { $0.addLines(between: star) }),
    Shape(
      name: "loop",
      path: path {
        $0.move(to: p(15, 80)); $0.addCurve(to: p(85, 80), control1: p(140, 0), control2: p(-40, 0))
      }),
    Shape(
      name: "quadratic and close",
      path: path {
        $0.move(to: p(20, 20)); $0.addQuadCurve(to: p(80, 30), control: p(60, 95)); $0.closeSubpath()
        $0.addLine(to: p(60, 60)); $0.addLine(to: p(30, 80))
      }),
    Shape(
      name: "rounded rectangle",
      path: CGPath(
        roundedRect: CGRect(x: 12.5, y: 15.25, width: 70, height: 60), cornerWidth: 20, cornerHeight: 12, transform: nil
      )),
    Shape(
      name: "ring",
      path: path {
        $0.addEllipse(in: CGRect(x: 15, y: 15, width: 70, height: 70))
        $0.addEllipse(in: CGRect(x: 30, y: 35, width: 30, height: 30))
      }),
  ]

  @Test("fill", arguments: shapes, [CGPathFillRule.winding, .evenOdd])
  func fill(_ shape: Shape, rule: CGPathFillRule) {
    let mask = PathRasterizer.coverage(
      of: shape.path, fillRule: rule, pixelFromPath: .identity, within: Self.region)
    let reference = CairoReference(width: 100, height: 100) { cairo in
      shape.path.trace(cairo)
      cairo_set_fill_rule(cairo, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
      cairo_fill(cairo)
    }
    expectSame(mask, reference)
  }

  struct Pen: Sendable, CustomTestStringConvertible {
    var name: String
    var style: StrokeStyle
    var transform = CGAffineTransform.identity
    var testDescription: String { name }
  }

  static let pens: [Pen] = [
    Pen(name: "thin", style: StrokeStyle(width: 1)),
    Pen(name: "mitred", style: StrokeStyle(width: 9)),
    Pen(name: "short mitres", style: StrokeStyle(width: 9, join: .miter, miterLimit: 1.5)),
    Pen(name: "round", style: StrokeStyle(width: 9, cap: .round, join: .round)),
    Pen(name: "square and bevelled", style: StrokeStyle(width: 9, cap: .square, join: .bevel)),
    Pen(
      name: "skewed", style: StrokeStyle(width: 6, cap: .round, join: .miter),
      transform: CGAffineTransform(a: 1.1, b: 0.2, c: -0.3, d: 0.5, tx: 10, ty: 20)),
    Pen(name: "dashed", style: StrokeStyle(width: 5, dashPhase: 4, dashLengths: [12, 7])),
    Pen(
      name: "odd dashes, round", style: StrokeStyle(width: 4, cap: .round, join: .round, dashLengths: [15, 9, 6])),
    Pen(
      name: "dashed under a skewed pen", style: StrokeStyle(width: 4, dashPhase: -3, dashLengths: [10, 5]),
      transform: CGAffineTransform(a: 0.9, b: -0.2, c: 0.3, d: 0.7, tx: -5, ty: 20)),
  ]

  @Test("stroke", arguments: shapes, pens)
  func stroke(_ shape: Shape, pen: Pen) {
    let mask = PathRasterizer.coverage(
      of: shape.path, stroke: pen.style, pixelFromPath: pen.transform, within: Self.region)
    expectSame(mask, Self.strokeReference(shape, pen))
  }

  @Test("the outline of a stroke covers what the stroke covers", arguments: shapes, pens)
  func outline(_ shape: Shape, pen: Pen) {
    var transform = pen.transform
    let dashed = shape.path.copy(dashingWithPhase: pen.style.dashPhase, lengths: pen.style.dashLengths)
    let outline = dashed.copy(
      strokingWithWidth: pen.style.width, lineCap: pen.style.cap, lineJoin: pen.style.join,
      miterLimit: pen.style.miterLimit)
    let mask = PathRasterizer.coverage(
      of: outline.copy(using: &transform)!, fillRule: .winding, pixelFromPath: .identity, within: Self.region)
    expectSame(mask, Self.strokeReference(shape, pen))
  }

  private static func strokeReference(_ shape: Shape, _ pen: Pen) -> CairoReference {
    CairoReference(width: 100, height: 100) { cairo in
      let transform = pen.transform
      var matrix = cairo_matrix_t(
        xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx, y0: transform.ty)
      cairo_transform(cairo, &matrix)
      shape.path.trace(cairo)
      cairo_set_line_width(cairo, pen.style.width)
      cairo_set_line_cap(cairo, cairo_line_cap_t(UInt32(pen.style.cap.rawValue)))
      cairo_set_line_join(cairo, cairo_line_join_t(UInt32(pen.style.join.rawValue)))
      cairo_set_miter_limit(cairo, pen.style.miterLimit)
      let lengths = pen.style.dashLengths.map(Double.init)
      cairo_set_dash(cairo, lengths, Int32(lengths.count), Double(pen.style.dashPhase))
      cairo_stroke(cairo)
    }
  }

  private func expectSame(_ mask: CoverageMask, _ reference: CairoReference) {
    let difference = reference.difference { mask.coverage(x: $0, y: $1) }
    #expect(difference.largest <= Self.largest)
    #expect(difference.mean <= Self.mean)
  }

  private static func path(_ build: (CGMutablePath) -> Void) -> CGPath {
    let path = CGMutablePath()
    build(path)
    return path.copy()!
  }

  private static func p(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

  private static let star = (0..<5).map { index in
    let angle = CGFloat(index) * 4 * .pi / 5
    return CGPoint(x: 50 + 42 * sin(angle), y: 52 - 42 * cos(angle))
  }
}
