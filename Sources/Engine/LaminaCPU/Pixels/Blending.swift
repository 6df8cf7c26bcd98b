// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Blend modes and Porter-Duff operators on one premultiplied colour, 0...1. The formulas match Shaders/lib/blend.glsl,
// function by function, and KHR_blend_equation_advanced.

import LaminaGraphics

extension LayerBlend {
  /// The result of blending a colour with a backdrop.
  ///
  /// - Parameters:
  ///   - source: Premultiplied; coverage included.
  ///   - backdrop: Premultiplied.
  ///   - outline: The share of the pixel in which an operator clears the backdrop, at least the source's alpha.
  func mixed(_ source: PixelColor, onto backdrop: PixelColor, outline: Float) -> PixelColor {
    let (sa, da) = (source.w, backdrop.w)
    switch self {
    case .normal: return source + backdrop * (1 - sa)
    case .clear: return backdrop * (1 - outline)
    case .copy: return source + backdrop * (1 - outline)
    case .sourceIn: return source * da + backdrop * (1 - outline)
    case .sourceOut: return source * (1 - da) + backdrop * (1 - outline)
    case .sourceAtop: return source * da + backdrop * (1 - sa)
    case .destination: return backdrop
    case .destinationOver: return source * (1 - da) + backdrop
    case .destinationIn: return backdrop * (1 - outline + sa)
    case .destinationOut: return backdrop * (1 - sa)
    case .destinationAtop: return source * (1 - da) + backdrop * (1 - outline + sa)
    case .xor: return source * (1 - da) + backdrop * (1 - sa)
    case .plusLighter: return (source + backdrop).unitClamped
    case .plusDarker: return Self.plusDarker(source, backdrop)
    case .minimum: return backdrop * (1 - outline) + source.leastOfEach(backdrop * outline)
    case .maximum: return source.greatestOfEach(backdrop)
    case .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight, .hardLight, .difference,
      .exclusion, .subtract, .divide, .linearBurn, .linearDodge, .linearLight, .pinLight, .hue, .saturation, .color,
      .luminosity:
      return separated(source, backdrop)
    }
  }

  private static func plusDarker(_ source: PixelColor, _ backdrop: PixelColor) -> PixelColor {
    let alpha = min(source.w + backdrop.w, 1)
    // The differences of both colours from white of the same alpha.
    let darkness = (PixelColor(repeating: source.w) - source) + (PixelColor(repeating: backdrop.w) - backdrop)
    var result = (PixelColor(repeating: alpha) - darkness).unitClamped
    result.w = alpha
    return result
  }

  /// The source alone, the backdrop alone, and a mixture of their straight colours where both are.
  private func separated(_ source: PixelColor, _ backdrop: PixelColor) -> PixelColor {
    let (sa, da) = (source.w, backdrop.w)
    guard sa > 0 else { return backdrop }
    guard da > 0 else { return source }
    let s = (source / sa).unitClamped
    let d = (backdrop / da).unitClamped
    var both: PixelColor
    switch self {
    case .hue: both = Self.colored(s, saturation: d, luminosity: d)
    case .saturation: both = Self.colored(d, saturation: s, luminosity: d)
    case .color: both = Self.withLuminosity(s, of: d)
    case .luminosity: both = Self.withLuminosity(d, of: s)
    default: both = PixelColor(component(s.x, d.x), component(s.y, d.y), component(s.z, d.z), 1)
    }
    both.w = 1
    return source * (1 - da) + backdrop * (1 - sa) + both * (sa * da)
  }

  /// The mixture of one straight component.
  @inline(__always) private func component(_ s: Float, _ d: Float) -> Float {
    switch self {
    case .multiply: s * d
    case .screen: s + d - s * d
    case .overlay: Self.hardLight(d, s)
    case .darken: min(s, d)
    case .lighten: max(s, d)
    case .colorDodge: d <= 0 ? 0 : s >= 1 ? 1 : min(1, d / (1 - s))
    case .colorBurn: d >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - d) / s)
    case .softLight: Self.softLight(s, d)
    case .hardLight: Self.hardLight(s, d)
    case .difference: abs(s - d)
    case .exclusion: s + d - 2 * s * d
    case .subtract: max(0, d - s)
    case .divide: d <= 0 ? 0 : s <= 0 ? 1 : min(1, d / s)
    case .linearBurn: max(0, s + d - 1)
    case .linearDodge: min(1, s + d)
    case .linearLight: max(0, min(1, d + 2 * s - 1))
    case .pinLight: s > 0.5 ? max(d, 2 * s - 1) : min(d, 2 * s)
    default: s
    }
  }

  @inline(__always) private static func hardLight(_ s: Float, _ d: Float) -> Float {
    s <= 0.5 ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d)
  }

  @inline(__always) private static func softLight(_ s: Float, _ d: Float) -> Float {
    if s <= 0.5 { return d - (1 - 2 * s) * d * (1 - d) }
    let lighter = d <= 0.25 ? ((16 * d - 12) * d + 4) * d : d.squareRoot()
    return d + (2 * s - 1) * (lighter - d)
  }

  private static func luminosity(_ color: PixelColor) -> Float { 0.3 * color.x + 0.59 * color.y + 0.11 * color.z }

  /// A colour with the luminosity of another, brought back into 0...1.
  private static func withLuminosity(_ color: PixelColor, of other: PixelColor) -> PixelColor {
    var result = color + (luminosity(other) - luminosity(color))
    let level = luminosity(result)
    let low = min(result.x, min(result.y, result.z))
    let high = max(result.x, max(result.y, result.z))
    if low < 0 { result = level + (result - level) * (level / (level - low)) }
    if high > 1 { result = level + (result - level) * ((1 - level) / (high - level)) }
    return result
  }

  /// The hue of a colour, with the saturation of one and the luminosity of another.
  private static func colored(
    _ color: PixelColor, saturation: PixelColor, luminosity: PixelColor
  ) -> PixelColor {
    let low = min(color.x, min(color.y, color.z))
    let range = max(color.x, max(color.y, color.z)) - low
    let wanted =
      max(saturation.x, max(saturation.y, saturation.z)) - min(saturation.x, min(saturation.y, saturation.z))
    return withLuminosity(range > 0 ? (color - low) * (wanted / range) : .zero, of: luminosity)
  }
}

extension SIMD4<Float> {
  /// The lesser of each component.
  @inline(__always) func leastOfEach(_ other: SIMD4<Float>) -> SIMD4<Float> {
    replacing(with: other, where: other .< self)
  }

  /// The greater of each component.
  @inline(__always) func greatestOfEach(_ other: SIMD4<Float>) -> SIMD4<Float> {
    replacing(with: other, where: other .> self)
  }

  /// Each component clamped to 0...1; 0 where it is not a number.
  @inline(__always) var unitClamped: SIMD4<Float> {
    replacing(with: 0, where: .!(self .> 0)).replacing(with: 1, where: self .> 1)
  }
}
