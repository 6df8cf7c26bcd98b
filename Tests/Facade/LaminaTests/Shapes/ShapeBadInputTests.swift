// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Shapes that nobody should make: drawn by rule or not at all, in bounded time and memory.
@Suite struct ShapeBadInputTests {
  private func draw(_ layer: CAShapeLayer) throws -> CGImage {
    layer.position = CGPoint(x: 50, y: 50)
    return try SharedRenderers.draw(ShapeFixtures.root(100, 100, layer), on: .cpu).image
  }

  @Test(
    "dash patterns of zero, NaN and below draw a whole line",
    arguments: [[0], [0, 0], [.nan, 3], [-4, 4], [.infinity]])
  func dashes(_ pattern: [Double]) throws {
    let layer = ShapeFixtures.layer(ShapeFixtures.loop)
    layer.fillColor = nil
    layer.strokeColor = .white
    let whole = try draw(layer)
    layer.lineDashPattern = pattern.map { NSNumber(value: $0) }
    layer.lineDashPhase = .nan
    #expect(try draw(layer).premultipliedRGBA == whole.premultipliedRGBA)
  }

  @Test("a dash pattern of a millionth is bounded")
  func tinyDashes() throws {
    let layer = ShapeFixtures.layer(ShapeFixtures.loop)
    layer.strokeColor = .white
    layer.lineDashPattern = [1e-9, 1e-9]
    #expect(try draw(layer).width == 100)
  }

  @Test("more dashes than are drawn are named, with the limit", arguments: [1e-3, 1e-9, 1e-308])
  func tooManyDashes(_ length: Double) throws {
    let layer = CAShapeLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 50, height: 50)
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 1000, y: 1000))
    layer.path = path
    layer.strokeColor = CGColor(straight: [0, 0, 1, 1])
    (layer.lineWidth, layer.lineCap) = (10, .round)
    let whole = try SharedRenderers.draw(try RenderPlan(ShapeFixtures.root(100, 100, layer)), on: .cpu).image
    layer.lineDashPattern = [NSNumber(value: length), NSNumber(value: length)]
    let plan = try RenderPlan(ShapeFixtures.root(100, 100, layer))
    #expect(plan.diagnostics.map(\.code) == ["too-many-dashes"])
    #expect(plan.diagnostics.first?.message.contains("200000") == true)
    // Round ends of ten points over gaps of less than a tenth: a whole line, but for its edge, which so many share.
    let dashed = try SharedRenderers.draw(plan, on: .cpu).image
    #expect(PictureExpectation.mismatch(dashed, whole, tolerance: 3, pixels: 400) == nil)
    layer.lineDashPattern = [4, 4]
    #expect(try RenderPlan(ShapeFixtures.root(100, 100, layer)).diagnostics.isEmpty)
  }

  @Test("a path of 100,000 lines across one another, filled, stroked and shadowed")
  func manyLines() throws {
    var state: UInt64 = 1
    func next() -> CGFloat {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return CGFloat(state >> 40) / CGFloat(1 << 24) * 100
    }
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 50, y: 50))
    for _ in 0..<100_000 { path.addLine(to: CGPoint(x: next(), y: next())) }
    let layer = CAShapeLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    layer.path = path
    layer.fillColor = CGColor(straight: [1, 0, 0, 1])
    layer.strokeColor = CGColor(straight: [0, 0, 1, 1])
    (layer.lineWidth, layer.lineJoin, layer.lineCap) = (2, .round, .round)
    (layer.shadowOpacity, layer.shadowRadius) = (1, 3)
    let image = try draw(layer)
    // So many lines leave no gap.
    for place in [20, 50, 80] { #expect(image.pixel(place, place) == [0, 0, 255, 255]) }
  }

  @Test("points that are no numbers are left out")
  func notANumber() throws {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 10, y: 10))
    path.addLine(to: CGPoint(x: CGFloat.nan, y: 20))
    path.addLine(to: CGPoint(x: 70, y: 10))
    path.addCurve(
      to: CGPoint(x: 40, y: 70), control1: CGPoint(x: CGFloat.infinity, y: 4),
      control2: CGPoint(x: 4, y: -CGFloat.infinity))
    let layer = ShapeFixtures.layer(path)
    layer.strokeColor = .white
    _ = try draw(layer)
    let only = CGMutablePath()
    only.move(to: CGPoint(x: CGFloat.nan, y: CGFloat.nan))
    #expect(try draw(ShapeFixtures.layer(only)).premultipliedRGBA.allSatisfy { $0 == 0 })
    #expect(try draw(ShapeFixtures.layer(CGMutablePath())).premultipliedRGBA.allSatisfy { $0 == 0 })
    #expect(try draw(ShapeFixtures.layer(nil)).premultipliedRGBA.allSatisfy { $0 == 0 })
  }

  @Test("widths, limits and ends out of range", arguments: [CGFloat.nan, -1, 0, .infinity, 1e30])
  func strokes(_ value: CGFloat) throws {
    let layer = ShapeFixtures.layer(ShapeFixtures.star())
    layer.fillColor = nil
    layer.strokeColor = .white
    layer.lineWidth = value
    _ = try draw(layer)
    layer.lineWidth = 3
    layer.miterLimit = value
    _ = try draw(layer)
    layer.strokeStart = value
    layer.strokeEnd = value
    _ = try draw(layer)
    layer.transform = CATransform3DMakeScale(value, value, 1)
    _ = try draw(layer)
  }

  @Test("a million segments")
  func many() throws {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 40, y: 40))
    for index in 1...1_000_000 {
      let angle = Double(index) * 0.37
      path.addLine(to: CGPoint(x: 40 + 39 * cos(angle), y: 40 + 39 * sin(angle)))
    }
    let layer = ShapeFixtures.layer(path)
    #expect(try draw(layer).levels(50, 20)[3] == 255)
  }

  @Test("crossing and open paths fill by their rule")
  func crossing() throws {
    let path = CGMutablePath()
    path.addLines(
      between: (0..<5).map {
        let angle = CGFloat($0) * 4 * .pi / 5 - .pi / 2
        return CGPoint(x: 40 + 38 * cos(angle), y: 40 + 38 * sin(angle))
      })
    let layer = ShapeFixtures.layer(path)
    #expect(try draw(layer).levels(50, 50)[3] == 255)
    layer.fillRule = .evenOdd
    #expect(try draw(layer).levels(50, 50)[3] == 0)
    #expect(try draw(layer).levels(50, 20)[3] == 255)
  }

  @Test("of a shape far larger than the canvas only what shows is made", arguments: [0.0, 0.3])
  func large(_ angle: CGFloat) throws {
    let star = ShapeFixtures.star().copy(using: [CGAffineTransform(translationX: -40, y: -40).scaledBy(x: 1, y: 1)])
    let layer = ShapeFixtures.layer(star?.copy(using: [CGAffineTransform(scaleX: 2000, y: 2000)]))
    layer.bounds = CGRect(x: -40, y: -40, width: 80, height: 80)
    layer.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
    layer.position = CGPoint(x: 50, y: 50)
    let plan = try ShapeFixtures.plan(ShapeFixtures.root(100, 100, layer))
    #expect(plan.images.allSatisfy { $0.width <= 1600 && $0.height <= 1600 })
    #expect(plan.diagnostics.isEmpty)
    let image = try SharedRenderers.draw(plan, on: .cpu).image
    #expect(image.premultipliedRGBA.allSatisfy { $0 == 0 || $0 == 255 })
    #expect(image.levels(50, 50)[3] == 255)
  }

  @Test("more texels than may be are replaced by fewer, and that is said")
  func coarse() throws {
    let layer = ShapeFixtures.layer(ShapeFixtures.star().copy(using: [CGAffineTransform(scaleX: 140, y: 140)]))
    layer.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
    let root = ShapeFixtures.root(11_000, 11_000, layer)
    layer.position = CGPoint(x: 5500, y: 5500)
    layer.bounds = CGRect(x: 0, y: 0, width: 11_200, height: 11_200)
    let plan = try ShapeFixtures.plan(root)
    #expect(plan.diagnostics.map(\.code) == ["coarse-picture"])
    #expect(plan.images.allSatisfy { $0.width * $0.height <= 1 << 24 })
  }
}
