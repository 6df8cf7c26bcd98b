// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaVideo

/// The conversion of a tree's sRGB colours to a video's colour space.
struct TreeColors: Sendable, Equatable {
  /// The conversion of light.
  private enum Light: Sendable, Equatable {
    /// None: the values stay the same.
    case same
    /// To the primaries of BT.2020, with the same transfer function.
    case wide
    /// To BT.2020 primaries with PQ or HLG (BT.2100). Paper white is at 203 candelas per square metre (BT.2408).
    case perceptual, hybrid
  }

  /// The weights of red, green and blue in luma.
  private let weights: SIMD3<Float>
  private let isFullRange: Bool
  private let light: Light

  /// Makes the conversion for a video.
  init(_ color: VideoColor) {
    let (red, blue): (Float, Float) =
      switch color.scalerMatrix {
      case "bt601": (0.299, 0.114)
      case "fcc": (0.30, 0.11)
      case "smpte240m": (0.212, 0.087)
      case "bt2020": (0.2627, 0.0593)
      default: (0.2126, 0.0722)
      }
    weights = SIMD3(red, 1 - red - blue, blue)
    isFullRange = color.isFullRange
    light =
      switch color.transfer {
      case "smpte2084": .perceptual
      case "arib-std-b67": .hybrid
      default: color.primaries == "bt2020" ? .wide : .same
      }
  }

  /// The video's red, green and blue, 0...1, of an sRGB colour with the same look.
  func encoded(_ color: SIMD3<Float>) -> SIMD3<Float> {
    guard light != .same else { return color }
    let linear = Self.map(color) { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    // From BT.709 to BT.2020 (BT.2087).
    let wide = SIMD3(
      0.6274 * linear.x + 0.3293 * linear.y + 0.0433 * linear.z,
      0.0691 * linear.x + 0.9195 * linear.y + 0.0114 * linear.z,
      0.0164 * linear.x + 0.0880 * linear.y + 0.8956 * linear.z)
    switch light {
    case .same, .wide: return Self.map(wide) { $0 <= 0.0031308 ? 12.92 * $0 : 1.055 * pow($0, 1 / 2.4) - 0.055 }
    case .perceptual:
      return Self.map(wide) {
        let power = pow($0 * 203 / 10_000, 0.1593017578125)
        return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
      }
    case .hybrid:
      // The inverse of the HLG system gamma of 1.2 for a screen of 1000 candelas: from displayed light to scene light.
      let shown = wide * 0.203
      let luminance = 0.2627 * shown.x + 0.6780 * shown.y + 0.0593 * shown.z
      guard luminance > 0 else { return .zero }
      return Self.map(shown * pow(luminance, -1 / 6)) {
        $0 <= 1 / 12 ? (3 * $0).squareRoot() : 0.17883277 * log(12 * $0 - 0.28466892) + 0.55991073
      }
    }
  }

  private static func map(_ color: SIMD3<Float>, _ curve: (Float) -> Float) -> SIMD3<Float> {
    SIMD3(min(max(curve(color.x), 0), 1), min(max(curve(color.y), 0), 1), min(max(curve(color.z), 0), 1))
  }

  /// The luma of a video's colour, for a number of bits per component.
  func luma(_ color: SIMD3<Float>, bits: Int) -> Float {
    let grey = (color * weights).sum()
    return isFullRange ? grey * Self.top(bits) : (16 + 219 * grey) * Self.scale(bits)
  }

  /// The colour differences of a video's colour, for a number of bits per component.
  func chroma(_ color: SIMD3<Float>, bits: Int) -> (blue: Float, red: Float) {
    let grey = (color * weights).sum()
    let reach = isFullRange ? Self.top(bits) : 224 * Self.scale(bits)
    let middle = 128 * Self.scale(bits)
    return (
      middle + reach * (color.z - grey) / (2 - 2 * weights.z), middle + reach * (color.x - grey) / (2 - 2 * weights.x)
    )
  }

  private static func top(_ bits: Int) -> Float { Float(1 << bits) - 1 }
  private static func scale(_ bits: Int) -> Float { Float(1 << (bits - 8)) }
}
