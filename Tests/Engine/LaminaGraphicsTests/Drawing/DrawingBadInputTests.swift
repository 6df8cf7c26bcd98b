// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import Testing

@Suite struct DrawingBadInputTests {
  static let numbers: [CGFloat] = [.nan, .infinity, -.infinity, 1e308, -1e308, 1e30, 1e9, 1e-308, 0, -1]

  private func context() throws -> CGContext { try #require(CGContext(width: 50, height: 50)) }

  /// Whether the context still draws.
  private func expectAlive(_ context: CGContext) throws {
    context.setFillColor(CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: 50, height: 50))
    #expect(try #require(context.makeImage()).premultipliedPixel(x: 25, y: 25) == [0, 255, 0, 255])
  }

  @Test("numbers that are none, and huge ones, in every call", .timeLimit(.minutes(30)), arguments: numbers)
  func everyCall(_ number: CGFloat) throws {
    let context = try context()
    let point = CGPoint(x: number, y: 10)
    let rect = CGRect(x: 5, y: number, width: 10, height: number)
    let gradient = try #require(CGGradient(colorsSpace: nil, colors: [CGColor.black, CGColor.white], locations: nil))
    let image = try #require(CGImage(width: 2, height: 2) { _, _ in [9, 9, 9, 9] })
    for _ in 0..<2 {
      context.saveGState()
      context.setLineWidth(number)
      context.setMiterLimit(number)
      context.setLineDash(phase: number, lengths: [number, 5])
      context.move(to: CGPoint(x: 10, y: 10))
      context.addLine(to: point)
      context.addCurve(to: CGPoint(x: 40, y: 40), control1: point, control2: CGPoint(x: 0, y: number))
      context.addQuadCurve(to: point, control: CGPoint(x: 40, y: 1))
      context.addArc(center: point, radius: number, startAngle: number, endAngle: 3, clockwise: true)
      context.addArc(tangent1End: point, tangent2End: CGPoint(x: 3, y: 3), radius: number)
      context.addRect(rect)
      context.addEllipse(in: rect)
      context.closePath()
      context.drawPath(using: .fillStroke)
      context.stroke(rect, width: number)
      context.fillEllipse(in: rect)
      context.setShadow(offset: CGSize(width: number, height: 3), blur: number, color: .black)
      context.fill(rect)
      context.drawLinearGradient(gradient, start: point, end: .zero, options: [])
      context.drawRadialGradient(
        gradient, startCenter: .zero, startRadius: number, endCenter: point, endRadius: 3, options: [])
      context.draw(image, in: rect)
      context.draw(image, in: rect, byTiling: true)
      context.clip(to: rect, mask: image)
      context.fill(CGRect(x: 0, y: 0, width: 50, height: 50))
      context.setAlpha(number)
      context.beginTransparencyLayer(in: rect, auxiliaryInfo: nil)
      context.fill(rect)
      context.endTransparencyLayer()
      context.restoreGState()
      context.saveGState()
      context.translateBy(x: number, y: 1)
      context.scaleBy(x: number, y: number)
      context.rotate(by: number)
      context.stroke(CGRect(x: 1, y: 1, width: 3, height: 3))
      context.fill(CGRect(x: 1, y: 1, width: 3, height: 3))
      context.draw(image, in: CGRect(x: 1, y: 1, width: 3, height: 3))
      context.restoreGState()
    }
    try expectAlive(context)
  }

  @Test("a path far outside fixed point covers what it covers") func farPaths() throws {
    let context = try context()
    context.addLines(
      between: [CGPoint(x: -1e12, y: -1e12), CGPoint(x: 1e12, y: -1e12), CGPoint(x: -1e12, y: 1e12)])
    context.fillPath()
    let filled = try #require(context.makeImage())
    // The long side is x + y = 0: only the first pixel, half of it, is inside.
    #expect(filled.premultipliedPixel(x: 1, y: 1).w == 0)
    context.setLineWidth(10)
    context.move(to: CGPoint(x: -1e9, y: 25))
    context.addLine(to: CGPoint(x: 1e9, y: 25))
    context.strokePath()
    let image = try #require(context.makeImage())
    #expect(image.premultipliedPixel(x: 25, y: 25).w == 255)
    #expect(image.premultipliedPixel(x: 25, y: 40).w == 0)
    context.strokeEllipse(in: CGRect(x: -1e9, y: 40, width: 2e9, height: 2e9))
    #expect(try #require(context.makeImage()).premultipliedPixel(x: 0, y: 40).w == 255)
  }

  @Test("a line as wide as the world fills it") func wide() throws {
    let context = try context()
    context.setLineWidth(1e9)
    context.move(to: CGPoint(x: 10, y: 10))
    context.addLine(to: CGPoint(x: 20, y: 10))
    context.strokePath()
    // A butt line is 10 long, whatever its width.
    let image = try #require(context.makeImage())
    #expect(image.premultipliedPixel(x: 15, y: 45).w == 255)
    #expect(image.premultipliedPixel(x: 25, y: 45).w == 0)
  }

  @Test("a million segments, crossing themselves, unclosed", .timeLimit(.minutes(30)))
  func million() throws {
    let path = CGMutablePath()
    path.move(to: .zero)
    var seed: UInt64 = 1
    func next() -> CGFloat {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return CGFloat(seed >> 33) / CGFloat(1 << 31) * 50
    }
    for _ in 0..<1_000_000 {
      let end = CGPoint(x: min(max(path.currentPoint.x + (next() - 25) / 10, 0), 50), y: next())
      path.addLine(to: CGPoint(x: end.x, y: min(max(path.currentPoint.y + (end.y - 25) / 10, 0), 50)))
    }
    let context = try context()
    context.addPath(path)
    context.fillPath(using: .evenOdd)
    context.addPath(path)
    context.strokePath()
    try expectAlive(context)
    #expect(path.copy(strokingWithWidth: 2, lineCap: .round, lineJoin: .round, miterLimit: 1).elements.types.count > 1)
    #expect(path.trimmed(from: 0.3, to: 0.6).elements.types.count > 100_000)
    #expect(path.contains(CGPoint(x: 25, y: 25), using: .evenOdd) || true)
  }

  @Test("dashes far below a pixel", .timeLimit(.minutes(30))) func tinyDashes() throws {
    let context = try context()
    context.setLineWidth(4)
    context.setLineCap(.round)
    for lengths: [CGFloat] in [[1e-9], [1e-300, 1e-300], [0, 1e-12], [.leastNonzeroMagnitude, 1]] {
      context.setLineDash(phase: 1e300, lengths: lengths)
      context.strokeEllipse(in: CGRect(x: 5, y: 5, width: 40, height: 40))
    }
    try expectAlive(context)
  }

  @Test("states and layers without end", .timeLimit(.minutes(30))) func nesting() throws {
    let context = try context()
    for _ in 0..<10_000 {
      context.saveGState()
      context.beginTransparencyLayer(auxiliaryInfo: nil)
    }
    context.fill(CGRect(x: 0, y: 0, width: 50, height: 50))
    for _ in 0..<20_000 { context.endTransparencyLayer() }
    for _ in 0..<20_000 { context.restoreGState() }
    #expect(try #require(context.makeImage()).premultipliedPixel(x: 25, y: 25).w == 255)
    for _ in 0..<100_000 { context.saveGState() }
    try expectAlive(context)
  }

  @Test("sizes that no bitmap has", arguments: [(0, 5), (5, -1), (32768, 1), (1 << 40, 1 << 40), (30000, 30000)])
  func sizes(_ size: (width: Int, height: Int)) {
    #expect(CGContext(width: size.width, height: size.height) == nil)
    let bounds = CGRect(x: 0, y: 0, width: size.width, height: size.height)
    #expect(throws: GraphicsError.self) {
      // A negative size is turned over first.
      _ = try CGContext.drawing(
        bounds: size.height < 0 ? .zero : bounds, scale: 1, isOpaque: false)
    }
  }

  @Test("bounds and scales that are none", arguments: numbers)
  func bounds(_ number: CGFloat) {
    for (bounds, scale) in [
      (CGRect(x: number, y: 0, width: 10, height: 10), CGFloat(1)), (CGRect(x: 0, y: 0, width: number, height: 10), 1),
      (CGRect(x: 0, y: 0, width: 10, height: 10), number),
    ] {
      let context = try? CGContext.drawing(bounds: bounds, scale: scale, isOpaque: false)
      context?.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
      _ = context?.makeImage()
    }
  }

  @Test("masks of nothing") func masks() {
    let region = PixelRect(minX: 0, minY: 0, maxX: 10, maxY: 10)
    let path = CGMutablePath()
    path.move(to: CGPoint(x: CGFloat.nan, y: 3))
    path.addLine(to: CGPoint(x: 3, y: 3))
    for transform in [
      CGAffineTransform.identity, CGAffineTransform(scaleX: 0, y: 0), CGAffineTransform(scaleX: .nan, y: 1),
    ] {
      let fill = PathRasterizer.coverage(of: path, fillRule: .winding, pixelFromPath: transform, within: region)
      let stroke = PathRasterizer.coverage(of: path, stroke: StrokeStyle(), pixelFromPath: transform, within: region)
      #expect(fill.coverage.allSatisfy { $0 == 0 } && stroke.coverage.allSatisfy { $0 == 0 })
    }
    let square = CGPath(rect: CGRect(x: 2, y: 2, width: 4, height: 4), transform: nil)
    let mask = PathRasterizer.coverage(of: square, fillRule: .winding, pixelFromPath: .identity, within: region)
    #expect(mask.region.width <= 8 && mask.coverage(x: 3, y: 3) == 255 && mask.coverage(x: 8, y: 3) == 0)
    #expect(mask.image(in: CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5))?.width == mask.region.width)
    let none = PathRasterizer.coverage(of: square, fillRule: .winding, pixelFromPath: .identity, within: .empty)
    #expect(none == .empty)
  }
}
