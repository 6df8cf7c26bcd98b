// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import Testing

@Suite struct RoundedRectangleTests {
  /// CLIP-3: one corner at the origin, in units of the radius, from one edge to the other.
  static let beziers: [[SIMD2<Double>]] = [
    [[1.528665, 0], [1.08849296, 0], [0.86840694, 0], [0.63149379, 0.07491139]],
    [[0.63149379, 0.07491139], [0.37282383, 0.16905956], [0.16905956, 0.37282383], [0.07491139, 0.63149379]],
    [[0.07491139, 0.63149379], [0, 0.86840694], [0, 1.08849296], [0, 1.528665]],
  ]

  static func point(on curve: [SIMD2<Double>], at time: Double) -> SIMD2<Double> {
    let rest = 1 - time
    return curve[0] * (rest * rest * rest) + curve[1] * (3 * rest * rest * time) + curve[2] * (3 * rest * time * time)
      + curve[3] * (time * time * time)
  }

  /// Points on Apple's corner, as offsets from the corner's centre towards the corner.
  static let outline: [SIMD2<Double>] = beziers.flatMap { curve in
    (0...200).map { SIMD2(repeating: ContinuousCorner.expansion) - point(on: curve, at: Double($0) / 200) }
  }

  @Test func thePolynomialLiesOnTheBeziers() {
    var largest = 0.0
    for offset in Self.outline {
      let (longer, shorter) = (max(offset.x, offset.y), min(offset.x, offset.y))
      largest = max(largest, abs(ContinuousCorner.extent(shorter / longer) - longer))
    }
    #expect(largest < 2.5e-5)
  }

  @Test func theSeamIsAtApplesBend() {
    let bend = SIMD2(repeating: ContinuousCorner.expansion) - Self.beziers[1][0]
    #expect(abs(bend.x / bend.y - ContinuousCorner.seam) < 1e-6)
    let below = ContinuousCorner.extent(ContinuousCorner.seam - 1e-9)
    #expect(abs(ContinuousCorner.extent(ContinuousCorner.seam) - below) < 2e-5)
  }

  @Test func theSlopeIsTheDerivative() {
    for step in 1..<1000 {
      let u = Double(step) / 1000
      guard abs(u - ContinuousCorner.seam) > 2e-6 else { continue }
      let difference = (ContinuousCorner.extent(u + 1e-6) - ContinuousCorner.extent(u - 1e-6)) / 2e-6
      #expect(abs(difference - ContinuousCorner.slope(u)) < 1e-6)
    }
  }

  @Test("containment agrees with the Béziers at every corner", arguments: 0..<4)
  func containment(corner: Int) {
    let shape = RoundedRectangle(
      bounds: CGRect(x: 10, y: 20, width: 200, height: 300), cornerRadius: 40, curve: .continuous)
    #expect(shape.corner.share == 1)
    let isRight = corner == 1 || corner == 2
    let isBottom = corner >= 2
    let vertex = SIMD2(isRight ? 210.0 : 10.0, isBottom ? 320.0 : 20.0)
    let inward = SIMD2<Double>(isRight ? -1 : 1, isBottom ? -1 : 1)
    var misjudged = 0
    for curve in Self.beziers {
      for step in 1..<100 {
        let onCurve = Self.point(on: curve, at: Double(step) / 100)
        let toCenter = SIMD2(repeating: ContinuousCorner.expansion) - onCurve
        let margin = toCenter / (toCenter * toCenter).sum().squareRoot() * 1e-4
        if !shape.contains(vertex + inward * (onCurve + margin) * 40) { misjudged += 1 }
        if shape.contains(vertex + inward * (onCurve - margin) * 40) { misjudged += 1 }
      }
    }
    #expect(misjudged == 0)
  }

  @Test func circularCornersAreCircles() {
    let shape = RoundedRectangle(bounds: CGRect(x: 0, y: 0, width: 100, height: 60), cornerRadius: 20)
    #expect(shape.corner.share == 0)
    for step in 0...90 {
      let angle = Double(step) * .pi / 180
      let direction = SIMD2(cos(angle), sin(angle))
      #expect(shape.contains(SIMD2(80, 40) + direction * 19.999))
      #expect(step == 0 || step == 90 || !shape.contains(SIMD2(80, 40) + direction * 20.001))
    }
    #expect(shape.contains([0, 30]) && shape.contains([100, 30]) && shape.contains([50, 0]))
    #expect(!shape.contains([0, 0]) && !shape.contains([-0.001, 30]))
  }

  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var size: CGSize
    var radius: CGFloat
    var drawn: Double
    var smoothing: Double
    var testDescription: String { name }
  }

  static let samples: [Sample] = [
    Sample(
      name: "room for the whole curve", size: CGSize(width: 200, height: 100), radius: 30, drawn: 30, smoothing: 1),
    Sample(
      name: "exactly enough", size: CGSize(width: 152.8665, height: 152.8665), radius: 50, drawn: 50, smoothing: 1),
    Sample(name: "half way", size: CGSize(width: 126.43325, height: 200), radius: 50, drawn: 50, smoothing: 0.5),
    Sample(
      name: "room for the radius only", size: CGSize(width: 100, height: 200), radius: 50, drawn: 50, smoothing: 0),
    Sample(name: "too large a radius", size: CGSize(width: 100, height: 60), radius: 900, drawn: 30, smoothing: 0),
    Sample(name: "infinite", size: CGSize(width: 100, height: 60), radius: .infinity, drawn: 30, smoothing: 0),
    Sample(name: "negative", size: CGSize(width: 100, height: 60), radius: -5, drawn: 0, smoothing: 0),
    Sample(name: "NaN", size: CGSize(width: 100, height: 60), radius: .nan, drawn: 0, smoothing: 0),
    Sample(name: "no size", size: .zero, radius: 10, drawn: 0, smoothing: 0),
  ]

  @Test("name, length, middle and slope of each curve agree with its outline", arguments: CornerCurve.allCases)
  func curves(curve: CornerCurve) {
    #expect(CornerCurve(name: curve.name) == curve)
    let bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
    let corner = RoundedRectangle(bounds: bounds, cornerRadius: 10, curve: curve).corner
    #expect(abs(corner.reach - curve.expansion) < 1e-12)
    #expect(abs(corner.extent(0) - curve.expansion) < 2e-5)
    #expect(abs(corner.reach - corner.extent(1) - corner.middle) < 2e-5)
    for u in [0.1, 0.3, 0.5, 0.7, 0.9] {
      let difference = (corner.extent(u + 1e-6) - corner.extent(u - 1e-6)) / 2e-6
      #expect(abs(difference - corner.slope(u)) < 1e-6, "\(u)")
    }
  }

  @Test("the number of an outline gives the outline, and any other number one that can be drawn")
  func codes() {
    for curve in CornerCurve.allCases {
      for radius in [0, 20, 35, 45, 50] {
        let bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        let corner = RoundedRectangle(bounds: bounds, cornerRadius: CGFloat(radius), curve: curve).corner
        let again = CornerOutline(code: corner.code)
        #expect(again.curve == corner.curve && abs(again.share - corner.share) < 1e-6, "\(curve) \(radius)")
        #expect(CornerOutline.usable(corner.code) == corner.code)
      }
    }
    let last = CornerOutline(code: .infinity)
    #expect(last.curve == .last && last.share == 1)
    for code: Float in [.nan, -1, -.infinity, 0] { #expect(CornerOutline(code: code).code == 0) }
  }

  @Test("radius and smoothing", arguments: samples)
  func clamping(_ sample: Sample) {
    let shape = RoundedRectangle(
      bounds: CGRect(origin: .zero, size: sample.size), cornerRadius: sample.radius, curve: .continuous)
    #expect(shape.radii == SIMD4(repeating: sample.drawn))
    #expect(abs(shape.corner.share - sample.smoothing) < 1e-12)
  }

  @Test func bitsPickCorners() {
    let bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    func radii(_ bits: UInt8) -> SIMD4<Double> {
      RoundedRectangle(bounds: bounds, cornerRadius: 9, maskedCorners: bits).radii
    }
    #expect(radii(1) == [9, 0, 0, 0])
    #expect(radii(2) == [0, 9, 0, 0])
    #expect(radii(4) == [0, 0, 0, 9])
    #expect(radii(8) == [0, 0, 9, 0])
    #expect(radii(0xF0) == .zero)
  }

  @Test func insetShrinksRadii() {
    let shape = RoundedRectangle(
      bounds: CGRect(x: 0, y: 0, width: 100, height: 80), cornerRadius: 10, maskedCorners: 3)
    let inner = shape.inset(by: 6)
    #expect(inner.minimum == [6, 6] && inner.maximum == [94, 74])
    #expect(inner.radii == [4, 4, 0, 0])
    #expect(shape.inset(by: 20).radii == .zero)
    #expect(!shape.isEmpty && shape.inset(by: 40).isEmpty)
  }

  @Test func negativeSizesAreStandardised() {
    let shape = RoundedRectangle(bounds: CGRect(x: 10, y: 20, width: -10, height: -20))
    #expect(shape.minimum == [0, 0] && shape.maximum == [10, 20])
  }
}
