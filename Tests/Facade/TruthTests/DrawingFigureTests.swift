// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The figures of chapter 6 that paths and gradients draw. Gradients by their numbers: the published pictures are in a
// screen's colour profile, which mixes a little of each primary into the others, so each number is compared in the
// components that change.

import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite(.enabled(if: TruthTable.isPresent, "\(TruthTable.absence)"))
struct DrawingFigureTests {
  /// A canvas of 568 x 300 points, grey 191, as all figures have.
  private func canvas(_ sublayer: CALayer) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 568, height: 300)
    root.backgroundColor = CGColor(deviceGray: 191 / 255, alpha: 1)
    root.addSublayer(sublayer)
    return root
  }

  /// A gradient of 200 x 200 points in the middle, from its corner of least x and y to the opposite one.
  private func gradient(_ colors: [CGColor], _ locations: [NSNumber]?) -> CALayer {
    let layer = CAGradientLayer()
    layer.frame = CGRect(x: 184, y: 50, width: 200, height: 200)
    layer.colors = colors
    layer.locations = locations
    layer.startPoint = CGPoint(x: 0, y: 0)
    layer.endPoint = CGPoint(x: 1, y: 1)
    return canvas(layer)
  }

  /// The colours on the diagonal at t.
  private func level(_ image: CGImage, at t: Double) -> [Double] {
    // Two pixels a point: the corner between four pixels, so the mean of the two on the diagonal.
    let side = Int(clamping: (400 * t).rounded())
    let (x, y) = (368 + side, 100 + side)
    return (0..<3).map { (Double(image.pixel(x - 1, y - 1)[$0]) + Double(image.pixel(x, y)[$0])) / 2 }
  }

  private func draw(_ root: CALayer, on backEnd: BackEnd) throws -> CGImage {
    var options = PlanOptions()
    options.scale = 2
    return try SharedRenderers.draw(root, options: options, on: backEnd).image
  }

  @Test("figure 6.6: red to blue", arguments: SharedRenderers.available)
  func twoColors(on backEnd: BackEnd) throws {
    let image = try draw(
      gradient(
        [CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)], nil),
      on: backEnd)
    let numbers = TruthTable.Row.numbers(try #require(try TruthTable.row("6.6")).measured)
    // t without its point, red, green, blue.
    try #require(numbers.count == 12)
    for (row, t) in [0.25, 0.5, 0.75].enumerated() {
      let drawn = level(image, at: t)
      #expect(abs(drawn[0] - numbers[4 * row + 1]) <= 2, "red at \(t)")
      #expect(abs(drawn[2] - numbers[4 * row + 3]) <= 2, "blue at \(t)")
      #expect(abs(drawn[0] - 255 * (1 - t)) <= 1)
      #expect(drawn[1] == 0)
    }
  }

  @Test("figure 6.7: red, yellow and green at places", arguments: SharedRenderers.available)
  func threeColors(on backEnd: BackEnd) throws {
    let image = try draw(
      gradient(
        [
          CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 1, green: 1, blue: 0, alpha: 1),
          CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1),
        ], [0, 0.25, 0.5]), on: backEnd)
    let numbers = TruthTable.Row.numbers(try #require(try TruthTable.row("6.7")).measured)
    try #require(numbers.count == 16)
    // Green has 41 of red in the screen's profile: a component going from 255 to 0 here goes from 254 to 41 there.
    #expect(abs(level(image, at: 0.125)[1] - numbers[2]) <= 2, "green half way to yellow")
    #expect(abs(level(image, at: 0.25)[0] - numbers[5]) <= 2 && abs(level(image, at: 0.25)[1] - numbers[6]) <= 3)
    #expect(abs(level(image, at: 0.375)[0] - numbers[9]) <= 2, "red half way to green")
    for t in [0.5, 0.6, 0.9] {
      #expect(zip(level(image, at: t), [0, 255, 0]).allSatisfy { abs($0 - $1) <= 1 }, "the end extends, at \(t)")
    }
  }

  @Test("figure 6.1: the stick figure, pixel for pixel", arguments: SharedRenderers.available)
  func stickFigure(on backEnd: BackEnd) throws {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 175, y: 100))
    path.addArc(center: CGPoint(x: 150, y: 100), radius: 25, startAngle: 0, endAngle: 2 * .pi, clockwise: false)
    path.move(to: CGPoint(x: 150, y: 125))
    path.addLine(to: CGPoint(x: 150, y: 175))
    path.addLine(to: CGPoint(x: 125, y: 225))
    path.move(to: CGPoint(x: 150, y: 175))
    path.addLine(to: CGPoint(x: 175, y: 225))
    path.move(to: CGPoint(x: 100, y: 150))
    path.addLine(to: CGPoint(x: 200, y: 150))
    let layer = CAShapeLayer()
    layer.position = CGPoint(x: 134, y: 0)
    layer.path = path
    layer.fillColor = nil
    layer.strokeColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    layer.lineWidth = 5
    layer.lineJoin = .round
    layer.lineCap = .round

    let url = try #require(PackageFolder.shared("truth/figures/6.1.png"))
    let figure = try ImageDecoder().decode(contentsOf: url.path).image
    let drawn = try draw(canvas(layer), on: backEnd)
    // Red where green is below half of the grey behind.
    func isRed(_ image: CGImage, _ x: Int, _ y: Int) -> Bool { image.pixel(x, y)[1] < 96 }
    var (both, either) = (0, 0)
    for y in 0..<figure.height {
      for x in 0..<figure.width {
        // The published picture was scaled, and not by the same along both axes.
        let place = (
          x: (2 * x + 1) * drawn.width / (2 * figure.width), y: (2 * y + 1) * drawn.height / (2 * figure.height)
        )
        let (ours, theirs) = (isRed(drawn, place.x, place.y), isRed(figure, x, y))
        if ours && theirs { both += 1 }
        if ours || theirs { either += 1 }
      }
    }
    #expect(either > 2000)
    #expect(Double(both) / Double(either) > 0.85, "\(both) of \(either) pixels")
  }
}
