// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Shadows in closed form against the integral that defines them.
@Suite struct ShadowExactnessTests {
  /// A caster and its blur.
  struct Row: Sendable, CustomTestStringConvertible {
    var size: CGSize
    var radii: [Double]
    var sigma: Double
    /// Levels that a pixel may be off: half a level of the method, half of rounding.
    var tolerance = 1.0

    var testDescription: String { "\(Int(size.width)) x \(Int(size.height)), radii \(radii), sigma \(sigma)" }

    static let all = [
      Row(size: CGSize(width: 200, height: 140), radii: [0, 0, 0, 0], sigma: 10),
      Row(size: CGSize(width: 200, height: 140), radii: [24, 24, 24, 24], sigma: 2),
      Row(size: CGSize(width: 200, height: 140), radii: [24, 24, 24, 24], sigma: 10),
      Row(size: CGSize(width: 60, height: 60), radii: [30, 30, 30, 30], sigma: 5),
      Row(size: CGSize(width: 60, height: 60), radii: [30, 30, 30, 30], sigma: 20),
      Row(size: CGSize(width: 120, height: 40), radii: [8, 8, 8, 8], sigma: 20),
      Row(size: CGSize(width: 120, height: 40), radii: [8, 8, 8, 8], sigma: 3),
      Row(size: CGSize(width: 120, height: 90), radii: [0, 40, 10, 20], sigma: 8),
      Row(size: CGSize(width: 120, height: 90), radii: [45, 0, 0, 45], sigma: 4),
      Row(size: CGSize(width: 20, height: 90), radii: [10, 10, 10, 10], sigma: 15),
      Row(size: CGSize(width: 200, height: 140), radii: [60, 60, 60, 60], sigma: 5.5),
      Row(size: CGSize(width: 200, height: 140), radii: [70, 70, 70, 70], sigma: 2, tolerance: 4.5),
      Row(size: CGSize(width: 200, height: 140), radii: [50, 50, 50, 50], sigma: 3, tolerance: 4.5),
      Row(size: CGSize(width: 110, height: 70), radii: [20, 0, 0, 0], sigma: 1.5, tolerance: 4.5),
      Row(size: CGSize(width: 110, height: 70), radii: [2, 30, 30, 30], sigma: 1.5, tolerance: 4.5),
      Row(size: CGSize(width: 110, height: 70), radii: [0, 35, 12, 5], sigma: 2, tolerance: 4.5),
    ]
  }

  /// A path with a radius for each corner, from (minX, minY) around.
  static func path(_ rect: CGRect, _ radii: [Double]) -> CGPath {
    let path = CGMutablePath()
    let corners = [
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY),
      CGPoint(x: rect.minX, y: rect.maxY),
    ]
    path.move(to: CGPoint(x: rect.minX + radii[0], y: rect.minY))
    for index in 1...4 {
      let corner = corners[index % 4]
      let next = corners[(index + 1) % 4]
      path.addArc(tangent1End: corner, tangent2End: next, radius: radii[index % 4])
    }
    path.closeSubpath()
    return path
  }

  /// A transparent canvas with nothing but a shadow, its caster's middle in the canvas's.
  static func scene(_ row: Row, canvas: CGSize) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(origin: .zero, size: canvas)
    let caster = CALayer()
    caster.bounds = CGRect(origin: .zero, size: row.size)
    caster.position = CGPoint(x: canvas.width / 2, y: canvas.height / 2)
    caster.shadowOpacity = 1
    caster.shadowOffset = .zero
    caster.shadowRadius = row.sigma
    caster.shadowPath = path(caster.bounds, row.radii)
    root.addSublayer(caster)
    return root
  }

  private func worst(
    _ row: Row, canvas: CGSize, on backEnd: BackEnd, step: Int, layerFromTarget: (SIMD2<Double>) -> SIMD2<Double>,
    change: (CALayer) -> Void
  ) throws -> (Double, Int, Int) {
    let root = Self.scene(row, canvas: canvas)
    change(root)
    let drawing = try SharedRenderers.draw(root, on: backEnd)
    #expect(drawing.statistics.passes == 1)
    #expect(drawing.statistics.offscreenBytes == 0)
    var worst = (0.0, 0, 0)
    for y in stride(from: step / 2, to: drawing.image.height, by: step) {
      for x in stride(from: step / 2, to: drawing.image.width, by: step) {
        let place = layerFromTarget(SIMD2(Double(x) + 0.5, Double(y) + 0.5))
        let exact =
          255
          * BlurredShape.roundedRectangle(
            CGRect(origin: .zero, size: row.size), radii: row.radii, at: place, sigma: row.sigma)
        let off = abs(Double(drawing.image.pixel(x, y)[3]) - exact)
        if off > worst.0 { worst = (off, x, y) }
      }
    }
    return worst
  }

  @Test("closed form: within half a level and rounding", arguments: Row.all, SharedRenderers.available)
  func upright(_ row: Row, on backEnd: BackEnd) throws {
    let canvas = CGSize(width: row.size.width + 80, height: row.size.height + 80)
    let off = try worst(row, canvas: canvas, on: backEnd, step: row.sigma < 2.5 ? 2 : 7) {
      $0 - 40
    } change: { _ in
    }
    #expect(off.0 <= row.tolerance, "\(off)")
  }

  @Test("turned and scaled: the same in the layer's own space", arguments: SharedRenderers.available)
  func turned(on backEnd: BackEnd) throws {
    let row = Row(size: CGSize(width: 90, height: 60), radii: [14, 14, 14, 14], sigma: 6)
    let (cosine, sine, scale) = (cos(0.4), sin(0.4), 1.5)
    let off = try worst(row, canvas: CGSize(width: 240, height: 220), on: backEnd, step: 7) { pixel in
      let moved = (pixel - SIMD2(120, 110)) / scale
      return SIMD2(cosine * moved.x + sine * moved.y + 45, -sine * moved.x + cosine * moved.y + 30)
    } change: { root in
      root.sublayers?.first?.transform = CATransform3DScale(CATransform3DMakeRotation(0.4, 0, 0, 1), scale, scale, 1)
    }
    #expect(off.0 <= 1, "\(off)")
  }

  @Test("in perspective: the shadow lies in the layer's plane", arguments: SharedRenderers.available)
  func perspective(on backEnd: BackEnd) throws {
    let row = Row(size: CGSize(width: 120, height: 90), radii: [20, 20, 20, 20], sigma: 8)
    // x' = x cos a / (1 + x sin a / d), y' = y / (1 + x sin a / d), about the layer's middle.
    let (cosine, sine, distance) = (cos(0.7), sin(0.7), 300.0)
    let off = try worst(row, canvas: CGSize(width: 220, height: 200), on: backEnd, step: 7) { pixel in
      let moved = pixel - SIMD2(110, 100)
      let x = moved.x / (cosine - moved.x * sine / distance)
      return SIMD2(x + 60, moved.y * (1 + x * sine / distance) + 45)
    } change: { root in
      var transform = CATransform3DIdentity
      transform.m34 = -1 / distance
      root.sublayers?.first?.transform = CATransform3DRotate(transform, 0.7, 0, 1, 0)
    }
    #expect(off.0 <= 1, "\(off)")
  }

  @Test("a continuous corner's shadow differs from a circle's, and is exact too", arguments: SharedRenderers.available)
  func continuous(on backEnd: BackEnd) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 180, height: 160)
    let caster = CALayer()
    caster.frame = CGRect(x: 40, y: 40, width: 100, height: 80)
    caster.cornerRadius = 24
    caster.cornerCurve = .continuous
    caster.backgroundColor = .black
    root.addSublayer(caster)
    // The silhouette alone, four times as fine, blurred pixel by pixel.
    let silhouette = try SharedRenderers.draw(root, options: .scaled(4), on: .cpu).image
    let exact = BlurredShape.alpha(of: silhouette, sigma: 4 * 5)
    caster.shadowOpacity = 1
    caster.shadowOffset = .zero
    caster.shadowRadius = 5
    let drawn = try SharedRenderers.draw(root, on: backEnd).image
    for y in stride(from: 2, to: 160, by: 3) {
      for x in stride(from: 2, to: 180, by: 3) where drawn.pixel(x, y)[3] < 250 {
        // The four fine pixels around the middle of this one.
        var fine = 0.0
        for place in 0..<4 { fine += exact[(4 * y + 1 + place / 2) * 720 + 4 * x + 1 + place % 2] / 4 }
        guard silhouette.pixel(4 * x + 2, 4 * y + 2)[3] == 0 else { continue }
        var own = 0
        for place in 0..<16 { own += Int(silhouette.pixel(4 * x + place % 4, 4 * y + place / 4)[3]) }
        guard own == 0 else { continue }
        #expect(abs(Double(drawn.pixel(x, y)[3]) - fine) <= 1.2, "(\(x), \(y))")
      }
    }
  }
}
