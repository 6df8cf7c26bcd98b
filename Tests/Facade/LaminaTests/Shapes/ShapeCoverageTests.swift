// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Coverage of shape layers, compared with Cairo's drawing at four times the size.
@Suite struct ShapeCoverageTests {
  struct Shape: Sendable, CustomTestStringConvertible {
    var name: String
    var path: CGPath
    var rule = CGPathFillRule.winding
    var style: StrokeStyle?
    var testDescription: String { name }

    /// The layer that draws it, white.
    var layer: CAShapeLayer {
      let layer = ShapeFixtures.layer(path)
      layer.fillColor = style == nil ? .white : nil
      layer.fillRule = rule == .evenOdd ? .evenOdd : .nonZero
      guard let style else { return layer }
      layer.strokeColor = .white
      layer.lineWidth = style.width
      layer.lineCap = style.cap == .round ? .round : style.cap == .square ? .square : .butt
      layer.lineJoin = style.join == .round ? .round : style.join == .bevel ? .bevel : .miter
      layer.miterLimit = style.miterLimit
      layer.lineDashPhase = style.dashPhase
      layer.lineDashPattern = style.dashLengths.isEmpty ? nil : style.dashLengths.map { NSNumber(value: Double($0)) }
      return layer
    }

    func reference(_ map: CGAffineTransform, _ width: Int, _ height: Int) -> AreaReference {
      style.map { .stroke(path, $0, map, width, height) } ?? .fill(path, rule, map, width, height)
    }
  }

  static let shapes: [Shape] = [
    Shape(name: "star", path: ShapeFixtures.star()),
    Shape(name: "crossing loop", path: ShapeFixtures.loop),
    Shape(name: "ring", path: ShapeFixtures.ring, rule: .evenOdd),
    Shape(name: "triangle", path: ShapeFixtures.triangle),
    Shape(name: "stroke", path: ShapeFixtures.star(), style: StrokeStyle(width: 5)),
    Shape(name: "thin stroke", path: ShapeFixtures.loop, style: StrokeStyle(width: 1)),
    Shape(
      name: "round stroke", path: ShapeFixtures.triangle,
      style: StrokeStyle(width: 7, cap: .round, join: .round)),
    Shape(
      name: "dashes", path: ShapeFixtures.loop,
      style: StrokeStyle(width: 4, cap: .square, join: .bevel, dashPhase: 3, dashLengths: [9, 7])),
  ]

  /// Planes on which a texel is a pixel.
  static let upright: [CGAffineTransform] = [
    .identity, CGAffineTransform(translationX: 3.5, y: -2), CGAffineTransform(scaleX: -1, y: 1),
    CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0),
    CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0.5, ty: 0.5),
    CGAffineTransform(scaleX: 2, y: 2), CGAffineTransform(scaleX: 1.5, y: 0.75),
  ]

  /// Planes on which texels are not.
  static let others: [CGAffineTransform] = [
    CGAffineTransform(translationX: 0.3, y: 0.2), CGAffineTransform(rotationAngle: 0.35),
    CGAffineTransform(rotationAngle: .pi / 4), CGAffineTransform(scaleX: 1.1, y: 1.1),
    CGAffineTransform(scaleX: 1.68, y: 1.68).rotated(by: 1.2),
    CGAffineTransform(a: 1, b: 0.2, c: -0.6, d: 0.9, tx: 0.1, ty: 0),
    CGAffineTransform(scaleX: 0.55, y: 0.7),
  ]

  /// The layer in the middle of a canvas of 200 x 200, and the map from its space there.
  private func stage(_ shape: Shape, _ transform: CGAffineTransform) -> (root: CALayer, map: CGAffineTransform) {
    let layer = shape.layer
    layer.position = CGPoint(x: 100, y: 100)
    layer.setAffineTransform(transform)
    let map = CGAffineTransform(translationX: -40, y: -40).concatenating(transform)
      .concatenating(CGAffineTransform(translationX: 100, y: 100))
    return (ShapeFixtures.root(200, 200, layer), map)
  }

  @Test("upright shapes are exact", arguments: shapes, upright)
  func exact(_ shape: Shape, _ transform: CGAffineTransform) throws {
    let (root, map) = stage(shape, transform)
    for backEnd in SharedRenderers.available {
      let image = try SharedRenderers.draw(root, on: backEnd).image
      let off = shape.reference(map, 200, 200).difference(from: image)
      // As close as Cairo is to itself: it samples a pixel at 15 heights.
      #expect(off.largest <= 24 && off.mean <= 4, "\(backEnd) \(off)")
    }
  }

  @Test("under other transforms they are close", arguments: shapes, others)
  func close(_ shape: Shape, _ transform: CGAffineTransform) throws {
    let (root, map) = stage(shape, transform)
    for backEnd in SharedRenderers.available {
      let image = try SharedRenderers.draw(root, on: backEnd).image
      let off = shape.reference(map, 200, 200).difference(from: image)
      #expect(off.largest <= 52 && off.mean <= 12, "\(backEnd) \(off)")
    }
  }

  @Test("where exact edges are asked for, they are exact under any affine transform", arguments: shapes, others)
  func exactAnywhere(_ shape: Shape, _ transform: CGAffineTransform) throws {
    let (root, map) = stage(shape, transform)
    (root.sublayers?.first as? CAShapeLayer)?.drawsExactEdges = true
    for backEnd in SharedRenderers.available {
      let image = try SharedRenderers.draw(root, on: backEnd).image
      let off = shape.reference(map, 200, 200).difference(from: image)
      #expect(off.largest <= 24 && off.mean <= 4, "\(backEnd) \(off)")
    }
  }

  @Test("circles and turned squares too, whose boxes are only near")
  func exactPlainShapes() throws {
    let box = CGRect(x: 10, y: 12, width: 60, height: 60)
    let turned = CGAffineTransform(rotationAngle: 0.6)
    for (path, transform) in [
      (CGPath(ellipseIn: box, transform: nil), .identity), (CGPath(ellipseIn: box, transform: nil), turned),
      (CGPath(rect: box, transform: nil), turned), (CGPath(rect: box, transform: nil), .identity),
    ] {
      let shape = Shape(name: "plain", path: path)
      let (root, map) = stage(shape, transform)
      (root.sublayers?.first as? CAShapeLayer)?.drawsExactEdges = true
      for backEnd in SharedRenderers.available {
        let off = shape.reference(map, 200, 200).difference(from: try SharedRenderers.draw(root, on: backEnd).image)
        #expect(off.largest <= 24 && off.mean <= 4, "\(backEnd) \(off)")
      }
    }
  }

  @Test("one texel a pixel: the picture is the coverage", arguments: shapes)
  func identity(_ shape: Shape) throws {
    let (root, map) = stage(shape, CGAffineTransform(translationX: 7, y: 5))
    let region = PixelRect(minX: 0, minY: 0, maxX: 200, maxY: 200)
    let mask =
      shape.style.map { PathRasterizer.coverage(of: shape.path, stroke: $0, pixelFromPath: map, within: region) }
      ?? PathRasterizer.coverage(of: shape.path, fillRule: shape.rule, pixelFromPath: map, within: region)
    for backEnd in SharedRenderers.available {
      let image = try SharedRenderers.draw(root, on: backEnd).image
      for y in 0..<200 {
        for x in 0..<200 {
          #expect(abs(image.levels(x, y)[3] - Int(mask.coverage(x: x, y: y))) <= 1, "\(backEnd) \(x), \(y)")
        }
      }
    }
  }

  @Test("in perspective, near what it covers there")
  func perspective() throws {
    let layer = Self.shapes[0].layer
    layer.position = CGPoint(x: 100, y: 100)
    var transform = CATransform3DIdentity
    transform.m34 = -1 / 160
    layer.transform = CATransform3DRotate(CATransform3DScale(transform, 1.6, 1.6, 1), 0.9, 0.3, 1, 0)
    let root = ShapeFixtures.root(200, 200, layer)
    // The star's corners, projected: straight edges stay straight.
    let map = Homography(
      CATransform3DConcat(
        CATransform3DConcat(CATransform3DMakeTranslation(-40, -40, 0), layer.transform),
        CATransform3DMakeTranslation(100, 100, 0)))
    let projected = CGMutablePath()
    Self.shapes[0].path.applyWithBlock { element in
      guard element.pointee.type != .closeSubpath else { return projected.closeSubpath() }
      let point = map.apply(SIMD2(Double(element.pointee.points[0].x), Double(element.pointee.points[0].y)))
      let place = CGPoint(x: point.x, y: point.y)
      if element.pointee.type == .moveToPoint { projected.move(to: place) } else { projected.addLine(to: place) }
    }
    for backEnd in SharedRenderers.available {
      let image = try SharedRenderers.draw(root, on: backEnd).image
      let off = AreaReference.fill(projected, .winding, .identity, 200, 200).difference(from: image)
      #expect(off.largest <= 60 && off.mean <= 14, "\(backEnd) \(off)")
    }
  }

  @Test("both renderers agree", arguments: shapes)
  func parity(_ shape: Shape) throws {
    guard SharedRenderers.hasGPU else { return }
    for transform in Self.upright + Self.others {
      let (root, _) = stage(shape, transform)
      let pictures = try [BackEnd.cpu, .gpu].map { try SharedRenderers.draw(root, on: $0).image.premultipliedRGBA }
      let largest = zip(pictures[0], pictures[1]).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(largest <= 2, "\(transform)")
    }
  }
}
