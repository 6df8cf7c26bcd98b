// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import Testing

@Suite struct GradientTests {
  private func gradient(_ colors: [CGColor], _ locations: [CGFloat]? = nil) throws -> CGGradient {
    try #require(
      CGGradient(colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: colors, locations: locations))
  }

  @Test("white to clear black is (128, 128, 128, .5) half way") func straight() throws {
    let ramp = try #require(GradientRamp(colors: [.white, .clear], locations: nil))
    #expect(ramp.premultiplied(at: 0.5) == [0.25, 0.25, 0.25, 0.5])
  }

  struct Stops: Sendable, CustomTestStringConvertible {
    var name: String
    var locations: [CGFloat]?
    var expected: [Double]
    var testDescription: String { name }
  }

  static let stops: [Stops] = [
    Stops(name: "none", locations: nil, expected: [0, 0.5, 1]),
    Stops(name: "given", locations: [0.1, 0.2, 0.7], expected: [0.1, 0.2, 0.7]),
    Stops(name: "too many", locations: [0.1, 0.2, 0.7, 0.9], expected: [0.1, 0.2, 0.7]),
    Stops(name: "too few", locations: [0.1], expected: [0, 0.5, 1]),
    Stops(name: "descending", locations: [0.5, 0.2, 0.7], expected: [0.5, 0.5, 0.7]),
    Stops(name: "out of range", locations: [-1, 0.5, 3], expected: [0, 0.5, 1]),
    Stops(name: "NaN", locations: [0.25, .nan, 1], expected: [0.25, 0.25, 1]),
  ]

  @Test("locations", arguments: stops)
  func locations(_ row: Stops) throws {
    let ramp = try #require(GradientRamp(colors: [.white, .black, .white], locations: row.locations))
    #expect(ramp.locations == row.expected)
  }

  @Test("two colours at one place make an edge") func edge() throws {
    let ramp = try #require(GradientRamp(colors: [.white, .white, .black, .black], locations: [0, 0.5, 0.5, 1]))
    #expect(ramp.premultiplied(at: 0.4999) == [1, 1, 1, 1])
    #expect(ramp.premultiplied(at: 0.5) == [0, 0, 0, 1])
  }

  @Test("no colours, no gradient; what is no colour, none either") func none() {
    #expect(CGGradient(colorsSpace: nil, colors: [], locations: nil) == nil)
    #expect(CGGradient(colorsSpace: nil, colors: ["red"], locations: nil) == nil)
  }

  @Test("along a line, each pixel is its closed form, rounded") func linear() throws {
    let context = try #require(CGContext(width: 200, height: 100))
    let (first, last) = (
      CGColor(srgbRed: 1, green: 0.2, blue: 0, alpha: 1), CGColor(srgbRed: 0, green: 0.6, blue: 1, alpha: 0.4)
    )
    context.drawLinearGradient(
      try gradient([first, last]), start: CGPoint(x: 20, y: 10), end: CGPoint(x: 150, y: 80),
      options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
    let image = try #require(context.makeImage())
    for y in 0..<100 {
      for x in 0..<200 {
        let along = (Double(x) + 0.5 - 20) * 130 + (Double(y) + 0.5 - 10) * 70
        let time = min(max(along / (130 * 130 + 70 * 70), 0), 1)
        let alpha = 1 - 0.6 * time
        let expected = SIMD4((1 - time) * alpha, (0.2 + 0.4 * time) * alpha, time * alpha, alpha) * 255
        let actual = image.premultipliedPixel(x: x, y: y)
        for component in 0..<4 { #expect(abs(Double(actual[component]) - expected[component]) <= 0.51) }
      }
    }
  }

  @Test("without options it ends with smooth edges") func ends() throws {
    let context = try #require(CGContext(width: 40, height: 10))
    context.drawLinearGradient(
      try gradient([.black, .black]), start: CGPoint(x: 10.5, y: 0), end: CGPoint(x: 30, y: 0), options: [])
    let image = try #require(context.makeImage())
    let row = (0..<40).map { image.premultipliedPixel(x: $0, y: 5).w }
    #expect(row[9] == 0 && (126...129).contains(row[10]) && row[11] == 255 && row[29] == 255 && row[30] == 0)
  }

  @Test("banding is at most one level over a thousand pixels") func banding() throws {
    let context = try #require(CGContext(width: 1000, height: 1))
    context.drawLinearGradient(
      try gradient([.black, .white]), start: .zero, end: CGPoint(x: 1000, y: 0), options: [])
    let image = try #require(context.makeImage())
    for x in 1..<1000 {
      let step = Int(image.premultipliedPixel(x: x, y: 0).x) - Int(image.premultipliedPixel(x: x - 1, y: 0).x)
      #expect(step == 0 || step == 1)
    }
  }

  @Test("between circles around one point") func radial() throws {
    let context = try #require(CGContext(width: 100, height: 100))
    context.drawRadialGradient(
      try gradient([.black, .white]), startCenter: CGPoint(x: 50, y: 50), startRadius: 10,
      endCenter: CGPoint(x: 50, y: 50), endRadius: 40, options: [])
    let image = try #require(context.makeImage())
    for y in 0..<100 {
      for x in 0..<100 {
        let radius = ((Double(x) - 49.5) * (Double(x) - 49.5) + (Double(y) - 49.5) * (Double(y) - 49.5)).squareRoot()
        let pixel = image.premultipliedPixel(x: x, y: y)
        if radius < 9 || radius > 41 { #expect(pixel.w == 0) }
        guard radius > 11, radius < 39 else { continue }
        #expect(pixel.w == 255)
        #expect(abs(Double(pixel.x) - (radius - 10) / 30 * 255) <= 0.51)
      }
    }
  }

  @Test("between circles apart: a cone") func cone() throws {
    let context = try #require(CGContext(width: 120, height: 60))
    context.drawRadialGradient(
      try gradient([.black, .white]), startCenter: CGPoint(x: 30, y: 30), startRadius: 10,
      endCenter: CGPoint(x: 90, y: 30), endRadius: 20, options: [])
    let image = try #require(context.makeImage())
    // On the axis the last circle through x has its far side there: x = 30 + 60 t - (10 + 10 t) on the left.
    for x in 25..<69 {
      let time = (Double(x) + 0.5 - 20) / 50
      #expect(abs(Double(image.premultipliedPixel(x: x, y: 30).x) - min(time, 1) * 255) <= 1.5)
    }
    #expect(image.premultipliedPixel(x: 15, y: 30).w == 0)
    #expect(image.premultipliedPixel(x: 115, y: 30).w == 0)
    #expect(image.premultipliedPixel(x: 60, y: 5).w == 0)
  }

  @Test("the transform carries the gradient along") func transformed() throws {
    let context = try #require(CGContext(width: 100, height: 10))
    context.translateBy(x: 10, y: 0)
    context.scaleBy(x: 80, y: 1)
    context.drawLinearGradient(try gradient([.black, .white]), start: .zero, end: CGPoint(x: 1, y: 0), options: [])
    let image = try #require(context.makeImage())
    #expect(image.premultipliedPixel(x: 5, y: 5).w == 0)
    #expect(abs(Double(image.premultipliedPixel(x: 49, y: 5).x) - 39.5 / 80 * 255) <= 0.51)
  }

  @Test("a million stops", .timeLimit(.minutes(30))) func million() throws {
    let colors = (0..<1_000_000).map { CGColor(deviceGray: CGFloat($0 % 2), alpha: 1) }
    let context = try #require(CGContext(width: 300, height: 300))
    context.drawLinearGradient(
      try gradient(colors), start: .zero, end: CGPoint(x: 300, y: 300), options: [])
    #expect(try #require(context.makeImage()).premultipliedPixel(x: 150, y: 150).w == 255)
  }

  @Test("degenerate and not finite")
  func degenerate() throws {
    let context = try #require(CGContext(width: 10, height: 10))
    let both: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
    let ramp = try gradient([.black, .white])
    let far = CGPoint(x: CGFloat.infinity, y: .nan)
    context.drawLinearGradient(ramp, start: .zero, end: .zero, options: both)
    context.drawLinearGradient(ramp, start: far, end: .zero, options: both)
    context.drawRadialGradient(ramp, startCenter: .zero, startRadius: 3, endCenter: .zero, endRadius: 3, options: both)
    context.drawRadialGradient(ramp, startCenter: far, startRadius: 3, endCenter: .zero, endRadius: 3, options: both)
    context.drawRadialGradient(
      ramp, startCenter: .zero, startRadius: .nan, endCenter: .zero, endRadius: 3, options: both)
    context.drawConicGradient(ramp, center: far, angle: 0)
    context.concatenate(CGAffineTransform(scaleX: 0, y: 0))
    context.drawLinearGradient(ramp, start: .zero, end: CGPoint(x: 1, y: 0), options: both)
    #expect(try #require(context.makeImage()).premultipliedRGBA.allSatisfy { $0 == 0 })
  }

  @Test("colours may come in Foundation's array")
  func foundationArray() {
    let colors = [CGColor.black, CGColor.white].map { $0 as AnyObject } as NSArray
    #expect(CGGradient(colorsSpace: nil, colors: colors, locations: [0, 1]) != nil)
    #expect(CGGradient(colorsSpace: nil, colors: [1, 2] as NSArray, locations: nil) == nil, "no colours")
    #expect(CGGradient(colorsSpace: nil, colors: NSArray(), locations: nil) == nil)
  }
}
