// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The figures of chapter 5: our picture of the listing's scene, measured as the published picture was measured, against
// the model (within 0.5 points) and against the published picture (within 0.75, its crop's shift included).

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// One figure: the changes of its listing to a layer of 200 x 200 points at the centre of 568 x 300.
struct Figure: Sendable, CustomTestStringConvertible {
  static let centre = SIMD2(284.0, 150.0)

  var number: String
  var transform: CATransform3D
  var testDescription: String { "figure \(number)" }

  static let all: [Figure] = [
    Figure(number: "5.3", transform: CATransform3DMakeAffineTransform(CGAffineTransform(rotationAngle: .pi / 4))),
    Figure(
      number: "5.4",
      transform: CATransform3DMakeAffineTransform(
        CGAffineTransform.identity.scaledBy(x: 0.5, y: 0.5).rotated(by: .pi / 180 * 30).translatedBy(x: 200, y: 0))),
    Figure(
      number: "5.5",
      transform: CATransform3DMakeAffineTransform(CGAffineTransform(a: 1, b: 0, c: -1, d: 1, tx: 0, ty: 0))),
    Figure(number: "5.8", transform: CATransform3DMakeRotation(.pi / 4, 0, 1, 0)),
    Figure(number: "5.14", transform: CATransform3DMakeRotation(.pi, 0, 1, 0)),
    Figure(number: "5.16", transform: CATransform3DMakeRotation(.pi / 4, 0, 0, 1)),
    Figure(number: "5.18", transform: turned(.pi / 4)),
  ]

  /// Listing 5.8: m34 = -1/500, then a turn about y.
  static func turned(_ angle: CGFloat) -> CATransform3D {
    var transform = CATransform3DIdentity
    transform.m34 = -1 / 500
    return CATransform3DRotate(transform, angle, 0, 1, 0)
  }

  /// Where the layer's corners lie, by the rule alone: row vector times matrix, divided by w. From the top left,
  /// clockwise.
  static func corners(side: Double, _ transform: CATransform3D) -> [SIMD2<Double>] {
    [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { x, y in
      let (x, y) = (x * side / 2, y * side / 2)
      let w = x * transform.m14 + y * transform.m24 + transform.m44
      return SIMD2(
        (x * transform.m11 + y * transform.m21 + transform.m41) / w,
        (x * transform.m12 + y * transform.m22 + transform.m42) / w)
    }
  }

  var model: [SIMD2<Double>] { Self.corners(side: 200, transform).map { $0 + Self.centre } }

  /// The scene, white on black; with a sublayer of 100 x 100 in the middle where the listing has one.
  func scene(inner: CATransform3D? = nil) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 568, height: 300)
    root.backgroundColor = CGColor(gray: 0, alpha: 1)
    let outer = CALayer()
    outer.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
    outer.position = CGPoint(x: Self.centre.x, y: Self.centre.y)
    outer.backgroundColor = CGColor(gray: 1, alpha: 1)
    outer.transform = transform
    root.addSublayer(outer)
    if let inner {
      let child = CALayer()
      child.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
      child.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
      child.transform = inner
      outer.addSublayer(child)
    }
    return root
  }

  /// Measured corners in points, from a picture at two pixels a point.
  static func measure(
    _ root: CALayer, near model: [SIMD2<Double>], on backEnd: BackEnd, brightness: (SIMD4<UInt8>) -> Double
  ) throws -> [SIMD2<Double>] {
    var options = PlanOptions()
    options.scale = 2
    let image = try SharedRenderers.draw(root, options: options, on: backEnd).image
    return measureCorners(of: Brightness(image, measure: brightness), near: model.map { $0 * 2 }).map { $0 / 2 }
  }
}

@Suite(.enabled(if: TruthTable.isPresent, "\(TruthTable.absence)"))
struct FigureTests {
  private func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    ((a - b) * (a - b)).sum().squareRoot()
  }

  private func expect(_ actual: [SIMD2<Double>], within limit: Double, of expected: [SIMD2<Double>], _ what: String) {
    // The table starts at the top, we start at the layer's first corner: each of theirs must be near one of ours.
    for point in expected {
      let nearest = actual.map { distance($0, point) }.min() ?? .infinity
      #expect(nearest <= limit, "\(what): \(point) is \(nearest) from the nearest of \(actual)")
    }
  }

  @Test("corners", arguments: Figure.all, SharedRenderers.available)
  func corners(of figure: Figure, on backEnd: BackEnd) throws {
    let row = try #require(try TruthTable.row(figure.number))
    let drawn = try Figure.measure(figure.scene(), near: figure.model, on: backEnd) { Double($0.x) / 255 }
    expect(drawn, within: 0.5, of: figure.model, "model")
    let tabled = TruthTable.Row.points(row.model).prefix(4)
    expect(drawn, within: 0.5, of: Array(tabled), "the table's model")
    let measured = TruthTable.Row.points(row.measured).prefix(4).map { $0 - SIMD2(row.shift, 0) }
    expect(drawn, within: 0.75, of: Array(measured), "picture")
  }

  @Test("figure 5.8: without perspective a turn about y only narrows", arguments: SharedRenderers.available)
  func parallel(on backEnd: BackEnd) throws {
    let figure = try #require(Figure.all.first { $0.number == "5.8" })
    let row = try #require(try TruthTable.row("5.8"))
    let drawn = try Figure.measure(figure.scene(), near: figure.model, on: backEnd) { Double($0.x) / 255 }
    let size = [drawn[1].x - drawn[0].x, drawn[3].y - drawn[0].y]
    let numbers = (measured: TruthTable.Row.numbers(row.measured), model: TruthTable.Row.numbers(row.model))
    for axis in 0..<2 {
      #expect(abs(size[axis] - numbers.model[axis]) <= 0.5)
      #expect(abs(size[axis] - numbers.measured[axis]) <= 0.75)
    }
  }

  @Test("figure 5.14: from behind, the picture is mirrored", arguments: SharedRenderers.available)
  func back(on backEnd: BackEnd) throws {
    let figure = try #require(Figure.all.first { $0.number == "5.14" })
    let root = figure.scene()
    // Red on the left, green on the right.
    root.sublayers?.first?.contents = CGImage(width: 2, height: 1) { x, _ in
      x == 0 ? SIMD4(255, 0, 0, 255) : SIMD4(0, 255, 0, 255)
    }
    let image = try SharedRenderers.draw(root, on: backEnd).image
    #expect(image.pixel(194, 150) == [0, 255, 0, 255])
    #expect(image.pixel(374, 150) == [255, 0, 0, 255])
  }

  @Test("figure 5.16: about z, a sublayer turns back and stands upright", arguments: SharedRenderers.available)
  func cancelling(on backEnd: BackEnd) throws {
    let figure = try #require(Figure.all.first { $0.number == "5.16" })
    let root = figure.scene(inner: CATransform3DMakeRotation(-.pi / 4, 0, 0, 1))
    let upright = Figure.corners(side: 100, CATransform3DIdentity).map { $0 + Figure.centre }
    let drawn = try Figure.measure(root, near: upright, on: backEnd) { Double($0.x - $0.y) / 255 }
    expect(drawn, within: 0.5, of: upright, "inner")
  }

  @Test("figure 5.18: about y, it does not", arguments: SharedRenderers.available)
  func flattening(on backEnd: BackEnd) throws {
    let figure = try #require(Figure.all.first { $0.number == "5.18" })
    let row = try #require(try TruthTable.row("5.18"))
    let root = figure.scene(inner: Figure.turned(-.pi / 4))
    let model = Array(TruthTable.Row.points(row.model).dropFirst(4))
    let drawn = try Figure.measure(root, near: model, on: backEnd) { Double($0.x - $0.y) / 255 }
    expect(drawn, within: 0.5, of: model, "inner, model")
    let measured = TruthTable.Row.points(row.measured).dropFirst(4).map { $0 - SIMD2(row.shift, 0) }
    expect(drawn, within: 0.75, of: measured, "inner, picture")
  }

  @Test("figures 4.20 and 4.21: opacity of a button and its label", arguments: SharedRenderers.available)
  func opacity(on backEnd: BackEnd) throws {
    for (number, grouped, rasterized) in [("4.20", false, false), ("4.21", true, false), ("4.21", false, true)] {
      let levels = TruthTable.Row.numbers(try #require(try TruthTable.row(number)).measured)
      let root = CALayer()
      root.bounds = CGRect(x: 0, y: 0, width: 568, height: 300)
      root.backgroundColor = CGColor(deviceGray: 191 / 255, alpha: 1)
      let button = CALayer()
      button.frame = CGRect(x: 309, y: 125, width: 150, height: 50)
      button.backgroundColor = CGColor(gray: 1, alpha: 1)
      button.cornerRadius = 10
      button.opacity = 0.5
      (button.allowsGroupOpacity, button.shouldRasterize) = (grouped, rasterized)
      let label = CALayer()
      label.frame = CGRect(x: 20, y: 10, width: 110, height: 30)
      label.backgroundColor = CGColor(gray: 1, alpha: 1)
      button.addSublayer(label)
      root.addSublayer(button)
      let image = try SharedRenderers.draw(root, on: backEnd).image
      #expect(Double(image.pixel(315, 150)[0]) == levels.first, "\(number): the button")
      #expect(Double(image.pixel(384, 150)[0]) == levels.last, "\(number): its label")
    }
  }
}
