// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
// Blend modes and operators against their formulas in double precision, on the CPU, by the driver's equations, and by
// copies of what is behind.

import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite struct BlendTests {
  /// A way to blend.
  enum Path: String, CaseIterable, Sendable {
    case cpu, gpu, gpuWithoutEquations
  }

  private static let plain = Result { try GPURenderer(usesBlendEquations: false) }

  private static func draw(_ root: CALayer, by path: Path) throws -> CGImage {
    switch path {
    case .cpu: return try SharedRenderers.draw(root, on: .cpu).image
    case .gpu: return try SharedRenderers.draw(root, on: .gpu).image
    case .gpuWithoutEquations:
      let renderer = try plain.get()
      #expect(!renderer.blendsAdvanced)
      return try renderer.render(try Planner().plan(TreeSnapshot(of: root)))
    }
  }

  /// Straight colours over straight colours.
  static let pairs: [(source: SIMD4<Double>, backdrop: SIMD4<Double>)] = [
    ([0.1, 0.5, 0.9, 0.7], [0.8, 0.4, 0.2, 0.6]), ([0.2, 0.6, 0.4, 1], [0.7, 0.3, 0.9, 1]),
    ([1, 0, 0.5, 1], [0, 1, 0.5, 1]), ([0.3, 0.3, 0.3, 0.5], [0.9, 0.2, 0.4, 1]),
    ([0.9, 0.8, 0.1, 0.25], [0.1, 0.2, 0.3, 0.9]), ([0.6, 0.1, 0.7, 1], [0, 0, 0, 0]),
    ([0, 0, 0, 1], [1, 1, 1, 1]), ([1, 1, 1, 0.6], [0.5, 0.5, 0.5, 0.4]),
    ([0.4, 0.7, 0.2, 1], [0.45, 0.65, 0.25, 0.5]),
  ]

  private static let side = 4

  /// Each mode a row, each pair a column of squares.
  private static func chart() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: side * pairs.count, height: side * LayerBlend.allCases.count)
    for (row, blend) in LayerBlend.allCases.enumerated() {
      for (column, pair) in pairs.enumerated() {
        let frame = CGRect(x: side * column, y: side * row, width: side, height: side)
        for (color, filter) in [(pair.backdrop, nil), (pair.source, blend.name)] {
          let layer = CALayer()
          layer.frame = frame
          layer.backgroundColor = CGColor(srgbRed: color.x, green: color.y, blue: color.z, alpha: color.w)
          layer.compositingFilter = filter
          root.addSublayer(layer)
        }
      }
    }
    return root
  }

  @Test("every mode at every pair", arguments: Path.allCases)
  func closedForms(_ path: Path) throws {
    guard path == .cpu || SharedRenderers.hasGPU else { return }
    let image = try Self.draw(Self.chart(), by: path)
    for (row, blend) in LayerBlend.allCases.enumerated() {
      for (column, pair) in Self.pairs.enumerated() {
        let expected = BlendFormulas.result(blend, pair.source, pair.backdrop, coverage: 1)
        let actual = image.pixel(Self.side * column + 1, Self.side * row + 2)
        for component in 0..<4 {
          let difference = abs(Double(actual[component]) - expected[component] * 255)
          #expect(
            difference <= 2,
            "\(path) \(blend.name), pair \(column), component \(component): \(actual), \(expected * 255)")
        }
      }
    }
  }

  @Test("an edge in the middle of a pixel blends by half", arguments: Path.allCases)
  func halfCovered(_ path: Path) throws {
    guard path == .cpu || SharedRenderers.hasGPU else { return }
    let (source, backdrop) = (SIMD4<Double>(0.9, 0.3, 0.2, 1), SIMD4<Double>(0.2, 0.6, 0.5, 0.8))
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 4, height: 4 * LayerBlend.allCases.count)
    root.backgroundColor = CGColor(srgbRed: 0.2, green: 0.6, blue: 0.5, alpha: 0.8)
    for (row, blend) in LayerBlend.allCases.enumerated() {
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: Double(4 * row), width: 2.5, height: 4)
      layer.backgroundColor = CGColor(srgbRed: source.x, green: source.y, blue: source.z, alpha: source.w)
      layer.compositingFilter = blend.name
      root.addSublayer(layer)
    }
    let image = try Self.draw(root, by: path)
    for (row, blend) in LayerBlend.allCases.enumerated() {
      // Colour that is cut off at 1 or 0 is cut off after coverage; there the formula itself takes half the source.
      let isCutOff = [.plusLighter, .plusDarker, .maximum].contains(blend)
      guard !isCutOff else { continue }
      let expected = BlendFormulas.result(blend, source, backdrop, coverage: 0.5)
      let actual = image.pixel(2, 4 * row + 1)
      for component in 0..<4 {
        #expect(
          abs(Double(actual[component]) - expected[component] * 255) <= 2.5,
          "\(path) \(blend.name) \(component): \(actual), \(expected * 255)")
      }
      #expect(image.pixel(3, 4 * row + 1) == image.pixel(3, 1), "\(blend.name) reaches beyond its layer")
    }
  }

  @Test("the driver's equations are used where it has them")
  func equations() throws {
    guard SharedRenderers.hasGPU, SharedRenderers.name(of: .gpu) == "gles-llvmpipe" else { return }
    #expect(try GPURenderer().blendsAdvanced)
  }

  @Test("blending reads what is behind in the innermost group alone")
  func groups() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
    root.backgroundColor = CGColor(gray: 0, alpha: 1)
    let group = CALayer()
    group.frame = root.bounds
    group.opacity = 0.999
    let layer = CALayer()
    layer.frame = root.bounds
    layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    layer.compositingFilter = "multiplyBlendMode"
    group.addSublayer(layer)
    root.addSublayer(group)
    // Nothing is behind it in its group, so it stays as it is; without the group black is.
    #expect(try SharedRenderers.draw(root, on: .cpu).image.pixel(10, 10)[0] >= 254)
    group.opacity = 1
    #expect(try SharedRenderers.draw(root, on: .cpu).image.pixel(10, 10)[0] == 0)
  }
}

/// The formulas of compositing, straight in, premultiplied out.
enum BlendFormulas {
  static func result(
    _ blend: LayerBlend, _ source: SIMD4<Double>, _ backdrop: SIMD4<Double>, coverage: Double
  ) -> SIMD4<Double> {
    var (s, d) = (source * source.w, backdrop * backdrop.w)
    (s.w, d.w) = (source.w, backdrop.w)
    return full(blend, source, backdrop, s, d) * coverage + d * (1 - coverage)
  }

  private static func full(
    _ blend: LayerBlend, _ source: SIMD4<Double>, _ backdrop: SIMD4<Double>, _ s: SIMD4<Double>, _ d: SIMD4<Double>
  ) -> SIMD4<Double> {
    switch blend {
    case .normal: return s + d * (1 - s.w)
    case .clear: return .zero
    case .copy: return s
    case .sourceIn: return s * d.w
    case .sourceOut: return s * (1 - d.w)
    case .sourceAtop: return s * d.w + d * (1 - s.w)
    case .destination: return d
    case .destinationOver: return s * (1 - d.w) + d
    case .destinationIn: return d * s.w
    case .destinationOut: return d * (1 - s.w)
    case .destinationAtop: return s * (1 - d.w) + d * s.w
    case .xor: return s * (1 - d.w) + d * (1 - s.w)
    case .plusLighter: return (s + d).clamped(lowerBound: .zero, upperBound: .one)
    case .minimum: return pointwiseMin(s, d)
    case .maximum: return pointwiseMax(s, d)
    case .plusDarker:
      let alpha = min(1, s.w + d.w)
      var result = SIMD4(repeating: alpha) - (SIMD4(repeating: s.w) - s) - (SIMD4(repeating: d.w) - d)
      result = result.clamped(lowerBound: .zero, upperBound: .one)
      result.w = alpha
      return result
    default: break
    }
    let mixed = color(blend, [source.x, source.y, source.z], [backdrop.x, backdrop.y, backdrop.z])
    var result = s * (1 - d.w) + d * (1 - s.w)
    for axis in 0..<3 { result[axis] += s.w * d.w * mixed[axis] }
    result.w = s.w + d.w - s.w * d.w
    return result
  }

  private static func color(_ blend: LayerBlend, _ s: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    switch blend {
    case .hue: return withLuminosity(withSaturation(s, saturation(b)), luminosity(b))
    case .saturation: return withLuminosity(withSaturation(b, saturation(s)), luminosity(b))
    case .color: return withLuminosity(s, luminosity(b))
    case .luminosity: return withLuminosity(b, luminosity(s))
    default: return SIMD3(component(blend, s.x, b.x), component(blend, s.y, b.y), component(blend, s.z, b.z))
    }
  }

  private static func component(_ blend: LayerBlend, _ s: Double, _ b: Double) -> Double {
    switch blend {
    case .multiply: s * b
    case .screen: s + b - s * b
    case .overlay: component(.hardLight, b, s)
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
    case .subtract: max(0, b - s)
    case .divide: b == 0 ? 0 : s == 0 ? 1 : min(1, b / s)
    case .linearBurn: max(0, s + b - 1)
    case .linearDodge: min(1, s + b)
    case .linearLight: min(1, max(0, b + 2 * s - 1))
    case .pinLight: s > 0.5 ? max(b, 2 * s - 1) : min(b, 2 * s)
    default: s
    }
  }

  private static func luminosity(_ c: SIMD3<Double>) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
  private static func saturation(_ c: SIMD3<Double>) -> Double { c.max() - c.min() }
  private static func withLuminosity(_ c: SIMD3<Double>, _ l: Double) -> SIMD3<Double> {
    var result = c + SIMD3(repeating: l - luminosity(c))
    let level = SIMD3(repeating: luminosity(result))
    let (low, high) = (result.min(), result.max())
    if low < 0 { result = level + (result - level) * (level.x / (level.x - low)) }
    if high > 1 { result = level + (result - level) * ((1 - level.x) / (high - level.x)) }
    return result
  }
  private static func withSaturation(_ c: SIMD3<Double>, _ s: Double) -> SIMD3<Double> {
    c.max() > c.min() ? (c - SIMD3(repeating: c.min())) * (s / (c.max() - c.min())) : .zero
  }
}
