// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Gradient layers against closed forms: every pixel within a level.
@Suite struct GradientLayerTests {
  /// A gradient that fills a canvas.
  private func layer(
    _ width: CGFloat, _ height: CGFloat, _ colors: [CGColor], locations: [Double]? = nil,
    type: CAGradientLayerType = .axial, start: CGPoint = CGPoint(x: 0.5, y: 0), end: CGPoint = CGPoint(x: 0.5, y: 1)
  ) -> CAGradientLayer {
    let layer = CAGradientLayer()
    layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
    layer.colors = colors
    layer.locations = locations?.map { NSNumber(value: $0) }
    layer.type = type
    layer.startPoint = start
    layer.endPoint = end
    return layer
  }

  private func draw(_ layer: CALayer, on backEnd: BackEnd) throws -> CGImage {
    try SharedRenderers.draw(
      ShapeFixtures.root(layer.bounds.width, layer.bounds.height, layer), on: backEnd
    ).image
  }

  /// Straight colours at their places mixed at `t`, then premultiplied, 0...255.
  private func mixed(_ stops: [(place: Double, color: SIMD4<Double>)], at t: Double) -> SIMD4<Double> {
    var straight = stops[0].color
    for (before, after) in zip(stops, stops.dropFirst()) where t > before.place {
      let share = after.place > before.place ? min((t - before.place) / (after.place - before.place), 1) : 1
      straight = before.color + (after.color - before.color) * share
    }
    var result = straight * straight.w
    result.w = straight.w
    return result * 255
  }

  private func expect(
    _ image: CGImage, within tolerance: Double = 1, except excepted: Int = 0,
    _ expected: (SIMD2<Double>) -> SIMD4<Double>,
    _ what: String
  ) {
    var wrong = 0
    for y in 0..<image.height {
      for x in 0..<image.width {
        let color = expected(SIMD2(Double(x) + 0.5, Double(y) + 0.5))
        let actual = image.levels(x, y)
        if (0..<4).contains(where: { abs(Double(actual[$0]) - color[$0]) > tolerance }) { wrong += 1 }
      }
    }
    #expect(wrong <= excepted, "\(what): \(wrong) pixels are off")
  }

  private let stops: [(place: Double, color: SIMD4<Double>)] = [
    (0, [1, 0.2, 0, 1]), (0.3, [0.1, 0.9, 0.4, 0.25]), (0.35, [0, 0, 1, 1]), (1, [1, 1, 1, 0]),
  ]

  private var colors: [CGColor] {
    stops.map { CGColor(srgbRed: $0.color.x, green: $0.color.y, blue: $0.color.z, alpha: $0.color.w) }
  }

  @Test("mixed in Generic RGB as by render(in:)", arguments: SharedRenderers.available)
  func genericRGB(on backEnd: BackEnd) throws {
    func draw(_ colors: [CGColor]) throws -> CGImage {
      let gradient = layer(400, 4, colors, start: CGPoint(x: 0, y: 0.5), end: CGPoint(x: 1, y: 0.5))
      gradient.mixing = .genericRGB
      return try self.draw(gradient, on: backEnd)
    }
    // Its blue and its green, as they are known from Apple's own colour lists.
    let blue = try draw([CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)]).levels(9, 2)
    #expect(blue[0] == 4 && abs(blue[1] - 51) <= 1 && blue[2] == 255)
    #expect(try draw([CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)]).levels(9, 2) == [5, 249, 0, 255])
    let greys = try draw([CGColor(gray: 0, alpha: 1), CGColor(gray: 1, alpha: 0)])
    for x in stride(from: 0, to: 400, by: 7) {
      let share = (Double(x) + 0.5) / 400
      let linear = pow(share, 1.8)
      let encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
      let levels = greys.levels(x, 2)
      #expect(abs(Double(levels[0]) - 255 * encoded * (1 - share)) <= 1.5 && levels[0] == levels[1], "\(x)")
      #expect(abs(Double(levels[3]) - 255 * (1 - share)) <= 1)
    }
  }

  @Test("axial, along any line", arguments: SharedRenderers.available)
  func axial(on backEnd: BackEnd) throws {
    for (start, end) in [
      (SIMD2(0.5, 0.0), SIMD2(0.5, 1.0)), ([0, 0], [1, 1]), ([0.2, 0.7], [0.9, 0.4]), ([1.3, 0], [-0.4, 0.1]),
    ] {
      let gradient = layer(
        90, 60, colors, locations: stops.map(\.place), start: CGPoint(x: start.x, y: start.y),
        end: CGPoint(x: end.x, y: end.y))
      let axis = end - start
      expect(
        try draw(gradient, on: backEnd),
        { mixed(stops, at: ((($0 / SIMD2(90, 60)) - start) * axis).sum() / (axis * axis).sum()) },
        "\(backEnd) \(start) to \(end)")
    }
  }

  @Test("radial: an ellipse with radii |end - start|", arguments: SharedRenderers.available)
  func radial(on backEnd: BackEnd) throws {
    let gradient = layer(
      90, 60, colors, locations: stops.map(\.place), type: .radial, start: CGPoint(x: 0.4, y: 0.5),
      end: CGPoint(x: 0.9, y: 0.1))
    expect(
      try draw(gradient, on: backEnd),
      {
        let place = ($0 / SIMD2(90, 60) - SIMD2(0.4, 0.5)) / SIMD2(0.5, 0.4)
        return mixed(stops, at: (place * place).sum().squareRoot())
      }, "\(backEnd)")
  }

  @Test("conic: the angle from start to end, from +x towards +y, in unit space", arguments: SharedRenderers.available)
  func conic(on backEnd: BackEnd) throws {
    let gradient = layer(
      80, 60, [colors[0], colors[2], colors[0]], type: .conic, start: CGPoint(x: 0.5, y: 0.5),
      end: CGPoint(x: 0.5, y: 1))
    let around: [(place: Double, color: SIMD4<Double>)] = [
      (0, stops[0].color), (0.5, stops[2].color), (1, stops[0].color),
    ]
    expect(
      try draw(gradient, on: backEnd), except: 4,
      {
        let place = $0 / SIMD2(80, 60) - SIMD2(0.5, 0.5)
        let turns = (atan2(place.y, place.x) - .pi / 2) / (2 * .pi)
        return mixed(around, at: turns - turns.rounded(.down))
      }, "\(backEnd)")
  }

  @Test("banding: along 1,000 pixels no level is left out and none goes back", arguments: SharedRenderers.available)
  func banding(on backEnd: BackEnd) throws {
    for (from, to) in [(0.0, 1.0), (0.2, 0.6), (0.5, 0.52)] {
      let gradient = layer(
        1000, 2, [CGColor(deviceGray: from, alpha: 1), CGColor(deviceGray: to, alpha: 1)], start: .zero,
        end: CGPoint(x: 1, y: 0))
      let image = try draw(gradient, on: backEnd)
      for x in 0..<1000 {
        let exact = 255 * (from + (to - from) * (Double(x) + 0.5) / 1000)
        #expect(abs(Double(image.levels(x, 0)[0]) - exact) <= 1, "\(backEnd) at \(x)")
        if x > 0 { #expect((0...1).contains(image.levels(x, 0)[0] - image.levels(x - 1, 0)[0]), "\(backEnd) at \(x)") }
      }
    }
  }

  @Test("white to clear black is half of grey half way (GRAD-1)", arguments: SharedRenderers.available)
  func unpremultiplied(on backEnd: BackEnd) throws {
    let image = try draw(layer(4, 100, [.white, .clear]), on: backEnd)
    let middle = image.levels(2, 50)
    // (128, 128, 128, .5), premultiplied.
    #expect(abs(middle[3] - 127) <= 2 && abs(middle[0] - 63) <= 2)
  }

  @Test("locations out of order, out of range, no numbers; too few and too many")
  func locations() throws {
    func same(_ first: [Double]?, _ second: [Double]?) throws -> Bool {
      try draw(layer(40, 40, colors, locations: first), on: .cpu).premultipliedRGBA
        == draw(layer(40, 40, colors, locations: second), on: .cpu).premultipliedRGBA
    }
    #expect(try same(nil, [0, 1.0 / 3, 2.0 / 3, 1]))
    #expect(try same([0, 0.5, 0.2, 1], [0, 0.5, 0.5, 1]))
    #expect(try same([-1, 0.5, 0.7, 8], [0, 0.5, 0.7, 1]))
    #expect(try same([.nan, 0.5, 0.7, 1], [0, 0.5, 0.7, 1]))
    #expect(try same([0, 0.5], [0, 0.5, 0.5, 0.5]))
    #expect(try same([0, 0.2, 0.4, 0.6, 0.8], [0, 0.2, 0.4, 0.6]))
    #expect(try draw(layer(10, 10, []), on: .cpu).premultipliedRGBA.allSatisfy { $0 == 0 })
  }

  @Test("a million stops", .timeLimit(.minutes(30)), arguments: SharedRenderers.available)
  func many(on backEnd: BackEnd) throws {
    let colors = (0..<1_000_000).map { CGColor(deviceGray: $0.isMultiple(of: 2) ? 0.4 : 0.6, alpha: 1) }
    let image = try draw(layer(50, 50, colors), on: backEnd)
    #expect(
      stride(from: 0, to: image.premultipliedRGBA.count, by: 4).allSatisfy {
        (100...155).contains(image.premultipliedRGBA[$0])
      })
  }

  @Test("points that are no numbers draw nothing, and equal ones lie beyond the end")
  func points() throws {
    for point in [CGPoint(x: CGFloat.nan, y: 0), CGPoint(x: CGFloat.infinity, y: 1)] {
      let image = try draw(layer(10, 10, colors, start: point), on: .cpu)
      #expect(image.premultipliedRGBA.allSatisfy { $0 == 0 })
    }
    let end = try draw(
      layer(10, 10, [.red, .blue], start: CGPoint(x: 0.5, y: 0.5), end: CGPoint(x: 0.5, y: 0.5)), on: .cpu)
    #expect(end.levels(2, 2) == [0, 0, 255, 255])
  }
}
