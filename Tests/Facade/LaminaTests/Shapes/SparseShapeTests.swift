// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaTestSupport
import Testing

/// Lines that cover little of their box are drawn in pieces, with the same pixels.
@Suite struct SparseShapeTests {
  private static let size = CGSize(width: 700, height: 500)

  /// A line to and fro, and a ring.
  private static func path() -> CGPath {
    let path = CGMutablePath()
    var points: [CGPoint] = []
    for index in 0...40 {
      let place = Double(index)
      let height: Double = 200 * sin(0.4 * place) * cos(0.11 * place)
      points.append(CGPoint(x: 10 + 17 * place, y: 250 + height))
    }
    path.addLines(between: points)
    path.addEllipse(in: CGRect(x: 500, y: 30, width: 150, height: 110))
    return path
  }

  private static func tree(opacity: Float, offset: CGFloat) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(origin: .zero, size: size)
    root.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 0.9, alpha: 1)
    let shape = CAShapeLayer()
    shape.frame = CGRect(x: offset, y: offset, width: size.width, height: size.height)
    shape.path = path()
    shape.fillColor = nil
    shape.strokeColor = CGColor(srgbRed: 0.1, green: 0.3, blue: 0.8, alpha: 0.8)
    shape.lineWidth = 3
    shape.opacity = opacity
    root.addSublayer(shape)
    return root
  }

  @Test("in pieces, a line looks as a context draws it", arguments: SharedRenderers.available)
  func picture(_ backEnd: BackEnd) throws {
    let root = Self.tree(opacity: 1, offset: 0)
    let drawn = try SharedRenderers.draw(root, on: backEnd).image
    let context = try CGContext.drawing(bounds: root.bounds, scale: 1, isOpaque: false)
    context.setFillColor(CGColor(srgbRed: 1, green: 1, blue: 0.9, alpha: 1))
    context.fill(root.bounds)
    context.addPath(Self.path())
    context.setStrokeColor(CGColor(srgbRed: 0.1, green: 0.3, blue: 0.8, alpha: 0.8))
    context.setLineWidth(3)
    context.strokePath()
    let expected = try #require(context.makeImage())
    let difference = zip(drawn.premultipliedRGBA, expected.premultipliedRGBA).map { abs(Int($0) - Int($1)) }.max()
    #expect((difference ?? 255) <= 2)
  }

  @Test("the pieces are much less than the whole, and fade and meet as one", arguments: [1, 0.4] as [Float])
  func pieces(opacity: Float) throws {
    let plan = try RenderPlan(TreeSnapshot(of: Self.tree(opacity: opacity, offset: 0)), options: RenderOptions())
    let area = plan.images.reduce(0) { $0 + $1.width * $1.height }
    #expect(plan.images.count > 3)
    #expect(area < 700 * 400 * 6 / 10, "\(area) texels")
    #expect(plan.passes.count == 1, "pieces do not overlap, so they fade without a pass")
  }

  @Test("off whole pixels, a line is one picture")
  func whole() throws {
    let plan = try RenderPlan(TreeSnapshot(of: Self.tree(opacity: 1, offset: 0.37)), options: RenderOptions())
    #expect(plan.images.count == 1)
  }

  @Test(
    "opaque lines on one another mix in bytes, as they differ at their edges alone; many of them, and translucent ones, not",
    arguments: [(16, 1.0, true), (17, 1.0, false), (5, 0.5, false)])
  func precision(count: Int, alpha: Double, isInBytes: Bool) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 90, height: 70)
    root.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 0.9, alpha: 1)
    for line in 0..<count {
      let shape = CAShapeLayer()
      shape.frame = root.bounds
      let path = CGMutablePath()
      path.addLines(between: [CGPoint(x: 4 + 5 * line, y: 3), CGPoint(x: 85 - 4 * line, y: 66)])
      (shape.path, shape.fillColor, shape.lineWidth) = (path, nil, 3)
      shape.strokeColor = CGColor(srgbRed: 0.05 * Double(line), green: 0.3, blue: 1 - 0.05 * Double(line), alpha: alpha)
      root.addSublayer(shape)
    }
    let plan = try RenderPlan(TreeSnapshot(of: root), options: RenderOptions())
    #expect((plan.passes.last?.format == .rgba8) == isInBytes)
    let drawn = try SharedRenderers.available.map {
      try SharedRenderers.draw(plan, on: $0).image.premultipliedRGBA
    }
    for picture in drawn {
      #expect(zip(picture, drawn[0]).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
    }
  }
}
