// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// An effect on the picture of a layer, or a layer style.
enum LottieEffect {
  case shadow(LottieShadow)
  /// A blur, by its standard deviation in points.
  case blur(Animated<Double>)
  /// Replaces the layer's colours by one colour, whose opacity (0...1) multiplies the layer's.
  case fill(color: Animated<SIMD4<Double>>, opacity: Animated<Double>)
  /// Maps luminance to colours between a colour for black and a colour for white, and mixes the result by an amount
  /// (0...1).
  case tint(black: Animated<SIMD4<Double>>, white: Animated<SIMD4<Double>>, amount: Animated<Double>)
  case tritone(LottieTritone)

  /// The largest number of effects of a layer; further ones are not drawn.
  static let maximumCount = 32
  /// The largest standard deviation of a blur, and the widest soft edge of a mask, in points.
  static let maximumBlur = 10_000.0
  /// The largest number of effects of a layer that mix with its original, each of which doubles the layers before it.
  /// Further ones are drawn without mixing.
  static let maximumMixes = 3
  /// The standard deviation for a blurriness of 1 in After Effects, as in players.
  static let sigmaOfBlurriness = 0.3

  /// Whether the result is mixed with the original layer.
  var mixesOriginal: Bool {
    guard case .tritone(let tritone) = self else { return false }
    return tritone.original.keyframes.contains { $0.value > 0 }
  }

  /// Removes the share of the original layer.
  mutating func dropOriginal() {
    guard case .tritone(var tritone) = self else { return }
    tritone.original = Animated(0)
    self = .tritone(tritone)
  }
}

/// Maps luminance to three colours: from 0 to one half from the dark to the middle colour, above it to the bright
/// colour.
struct LottieTritone {
  var bright: Animated<SIMD4<Double>>
  var middle: Animated<SIMD4<Double>>
  var dark: Animated<SIMD4<Double>>
  /// The share of the original layer, 0...1.
  var original: Animated<Double>
}

/// A shadow under a layer.
struct LottieShadow {
  /// The opacity, 0...1.
  var opacity: Animated<Double>
  var color: Animated<SIMD4<Double>>
  /// The direction of the shadow, in degrees from x to y.
  var angle: Animated<Double>
  var distance: Animated<Double>
  /// The standard deviation of the blur, in points.
  var radius: Animated<Double>
  /// Whether only the shadow is drawn, and not the layer.
  var isAlone = false
}
