// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import Testing

/// Blend modes against their formulas.
@Suite struct BlendModeTests {
  static let backdrop = SIMD4<Double>(0.8, 0.4, 0.2, 0.6)
  static let source = SIMD4<Double>(0.1, 0.5, 0.9, 0.7)

  /// The result of a mode on premultiplied values, from Apple's and the compositing formulas.
  static func expected(_ mode: CGBlendMode, _ source: SIMD4<Double>, _ backdrop: SIMD4<Double>) -> SIMD4<Double> {
    var (s, d) = (source * source.w, backdrop * backdrop.w)
    (s.w, d.w) = (source.w, backdrop.w)
    switch mode {
    case .clear: return .zero
    case .copy: return s
    case .sourceIn: return s * d.w
    case .sourceOut: return s * (1 - d.w)
    case .sourceAtop: return s * d.w + d * (1 - s.w)
    case .destinationOver: return s * (1 - d.w) + d
    case .destinationIn: return d * s.w
    case .destinationOut: return d * (1 - s.w)
    case .destinationAtop: return s * (1 - d.w) + d * s.w
    case .xor: return s * (1 - d.w) + d * (1 - s.w)
    case .plusLighter: return (s + d).clamped(lowerBound: .zero, upperBound: .one)
    case .plusDarker:
      let alpha = min(1, s.w + d.w)
      var result = SIMD4(repeating: alpha) - (SIMD4(repeating: s.w) - s) - (SIMD4(repeating: d.w) - d)
      result = result.clamped(lowerBound: .zero, upperBound: .one)
      result.w = alpha
      return result
    default: break
    }
    let (cs, cb) = (SIMD3(source.x, source.y, source.z), SIMD3(backdrop.x, backdrop.y, backdrop.z))
    let mixed = mixedColor(mode, cs, cb)
    var result = s * (1 - d.w) + d * (1 - s.w)
    for axis in 0..<3 { result[axis] += s.w * d.w * mixed[axis] }
    result.w = s.w + d.w - s.w * d.w
    return result
  }

  private static func mixedColor(_ mode: CGBlendMode, _ cs: SIMD3<Double>, _ cb: SIMD3<Double>) -> SIMD3<Double> {
    switch mode {
    case .hue: return setLum(setSat(cs, sat(cb)), lum(cb))
    case .saturation: return setLum(setSat(cb, sat(cs)), lum(cb))
    case .color: return setLum(cs, lum(cb))
    case .luminosity: return setLum(cb, lum(cs))
    default: break
    }
    var result = cs
    for axis in 0..<3 { result[axis] = mixed(mode, cs[axis], cb[axis]) }
    return result
  }

  private static func mixed(_ mode: CGBlendMode, _ s: Double, _ b: Double) -> Double {
    switch mode {
    case .multiply: s * b
    case .screen: s + b - s * b
    case .overlay: mixed(.hardLight, b, s)
    case .darken: min(s, b)
    case .lighten: max(s, b)
    case .colorDodge: b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
    case .colorBurn: b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .hardLight: s <= 0.5 ? 2 * s * b : 2 * s - 1 + b - (2 * s - 1) * b
    case .softLight:
      s <= 0.5
        ? b - (1 - 2 * s) * b * (1 - b)
        : b + (2 * s - 1) * ((b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()) - b)
    case .difference: abs(s - b)
    case .exclusion: s + b - 2 * s * b
    default: s
    }
  }

  private static func lum(_ c: SIMD3<Double>) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
  private static func sat(_ c: SIMD3<Double>) -> Double { c.max() - c.min() }
  private static func setLum(_ c: SIMD3<Double>, _ l: Double) -> SIMD3<Double> {
    var result = c + SIMD3(repeating: l - lum(c))
    let (level, low, high) = (SIMD3(repeating: lum(result)), result.min(), result.max())
    if low < 0 { result = level + (result - level) * lum(result) / (lum(result) - low) }
    if high > 1 { result = level + (result - level) * (1 - level.x) / (high - level.x) }
    return result
  }
  private static func setSat(_ c: SIMD3<Double>, _ s: Double) -> SIMD3<Double> {
    c.max() > c.min() ? (c - SIMD3(repeating: c.min())) * (s / (c.max() - c.min())) : .zero
  }

  private static func cgColor(_ color: SIMD4<Double>) -> CGColor {
    CGColor(srgbRed: color.x, green: color.y, blue: color.z, alpha: color.w)
  }

  private func draw(_ mode: CGBlendMode, _ shape: (CGContext) -> Void) throws -> CGImage {
    let context = try #require(CGContext(width: 20, height: 20))
    context.setFillColor(Self.cgColor(Self.backdrop))
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    context.setBlendMode(mode)
    context.setFillColor(Self.cgColor(Self.source))
    context.setStrokeColor(Self.cgColor(Self.source))
    shape(context)
    return try #require(context.makeImage())
  }

  /// Half way between before and after; where the sum of both is cut off, before and half of what is drawn.
  private static func half(_ mode: CGBlendMode) -> SIMD4<Double> {
    var before = backdrop * backdrop.w
    before.w = backdrop.w
    guard mode == .plusLighter else { return (expected(mode, source, backdrop) + before) / 2 }
    var ink = source
    ink.w /= 2
    return expected(mode, ink, backdrop)
  }

  private func isNear(_ actual: SIMD4<UInt8>, _ expected: SIMD4<Double>, _ tolerance: Double = 3) -> Bool {
    (0..<4).allSatisfy { abs(Double(actual[$0]) - expected[$0] * 255) <= tolerance }
  }

  @Test("inside, outside and half covered", arguments: CGBlendMode.allCases)
  func fill(_ mode: CGBlendMode) throws {
    let image = try draw(mode) { $0.fill(CGRect(x: 5, y: 5, width: 9.5, height: 10)) }
    let full = Self.expected(mode, Self.source, Self.backdrop)
    var before = Self.backdrop * Self.backdrop.w
    before.w = Self.backdrop.w
    #expect(isNear(image.premultipliedPixel(x: 10, y: 10), full))
    #expect(isNear(image.premultipliedPixel(x: 2, y: 2), before, 1))
    #expect(isNear(image.premultipliedPixel(x: 14, y: 10), Self.half(mode), 4))
  }

  @Test("strokes", arguments: CGBlendMode.allCases)
  func stroke(_ mode: CGBlendMode) throws {
    let image = try draw(mode) { $0.stroke(CGRect(x: 5, y: 5, width: 10, height: 10), width: 4) }
    #expect(isNear(image.premultipliedPixel(x: 5, y: 10), Self.expected(mode, Self.source, Self.backdrop)))
    #expect(image.premultipliedPixel(x: 10, y: 10) == image.premultipliedPixel(x: 1, y: 1))
  }

  @Test("under a mask of half alpha", arguments: CGBlendMode.allCases)
  func masked(_ mode: CGBlendMode) throws {
    let mask = try #require(CGImage(width: 1, height: 1) { _, _ in [0, 0, 0, 128] })
    let image = try draw(mode) { context in
      context.clip(to: CGRect(x: 0, y: 0, width: 10, height: 20), mask: mask)
      context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    }
    var before = Self.backdrop * Self.backdrop.w
    before.w = Self.backdrop.w
    #expect(isNear(image.premultipliedPixel(x: 5, y: 10), Self.half(mode), 5))
    #expect(isNear(image.premultipliedPixel(x: 15, y: 10), before, 1))
  }

  @Test("a transparency layer blends as a whole", arguments: CGBlendMode.allCases)
  func layer(_ mode: CGBlendMode) throws {
    let image = try draw(mode) { context in
      context.beginTransparencyLayer(in: CGRect(x: 5, y: 5, width: 10, height: 10), auxiliaryInfo: nil)
      context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
      context.endTransparencyLayer()
    }
    #expect(isNear(image.premultipliedPixel(x: 10, y: 10), Self.expected(mode, Self.source, Self.backdrop)))
  }
}
