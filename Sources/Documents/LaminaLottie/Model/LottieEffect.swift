// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// An effect on the picture of a layer, or a layer style.
enum LottieEffect {
  case shadow(LottieShadow)
  /// The standard deviation, in points.
  case blur(Animated<Double>)
  /// One colour wherever the layer is, whose opacity (0...1) multiplies the layer's.
  case fill(color: Animated<SIMD4<Double>>, opacity: Animated<Double>)
  /// From the colour for black to the one for white by luminance, as far as an amount (0...1) says.
  case tint(black: Animated<SIMD4<Double>>, white: Animated<SIMD4<Double>>, amount: Animated<Double>)
  case tritone(LottieTritone)

  /// More effects of one layer are not drawn.
  static let maximumCount = 32
  /// The largest standard deviation of a blur, and the widest soft edge of a mask, in points.
  static let maximumBlur = 10_000.0
  /// More effects that mix a layer with its original are drawn without: each builds all that is before it twice.
  static let maximumMixes = 3
  /// The standard deviation that After Effects' blurriness of 1 stands for, as players have it.
  static let sigmaOfBlurriness = 0.3

  /// Whether some of the layer itself remains, beside what the effect makes of it.
  var mixesOriginal: Bool {
    guard case .tritone(let tritone) = self else { return false }
    return tritone.original.keyframes.contains { $0.value > 0 }
  }

  /// Lets nothing of the layer itself remain.
  mutating func dropOriginal() {
    guard case .tritone(var tritone) = self else { return }
    tritone.original = Animated(0)
    self = .tritone(tritone)
  }
}

/// Three colours by luminance: from 0 to a half from the dark to the middle one, from there to the bright one.
struct LottieTritone {
  var bright: Animated<SIMD4<Double>>
  var middle: Animated<SIMD4<Double>>
  var dark: Animated<SIMD4<Double>>
  /// How much of the layer itself remains, 0...1.
  var original: Animated<Double>
}

/// A shadow under a layer.
struct LottieShadow {
  /// 0...1.
  var opacity: Animated<Double>
  var color: Animated<SIMD4<Double>>
  /// The direction in which it falls, in degrees from x to y.
  var angle: Animated<Double>
  var distance: Animated<Double>
  /// The standard deviation of its blur, in points.
  var radius: Animated<Double>
  /// Whether the layer itself is not drawn.
  var isAlone = false
}
