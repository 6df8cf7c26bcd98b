// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The meaning of the components of a file, as the file declares it.
enum ColorDescription {
  /// The components are sRGB, or the file does not describe them.
  case sRGB
  /// An ICC profile describes the components.
  case profile([UInt8])
  /// A PNG's gAMA and cHRM, or cICP, describe the components.
  case primaries(ColorPrimaries, transfer: ColorTransfer)
}

/// The chromaticities of a colour space: CIE x and y.
struct ColorPrimaries: Equatable {
  var white: SIMD2<Double>
  var red: SIMD2<Double>
  var green: SIMD2<Double>
  var blue: SIMD2<Double>

  /// The primaries of sRGB and BT.709.
  static let sRGB = ColorPrimaries(
    white: [0.3127, 0.3290], red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06])
  /// The primaries of Display P3.
  static let displayP3 = ColorPrimaries(
    white: [0.3127, 0.3290], red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060])
  /// The primaries of BT.2020.
  static let bt2020 = ColorPrimaries(
    white: [0.3127, 0.3290], red: [0.708, 0.292], green: [0.170, 0.797], blue: [0.131, 0.046])

  /// Whether these are the primaries of sRGB, apart from rounding. Writers round the constants by up to 0.001.
  var areSRGB: Bool {
    let pairs = [
      (white, ColorPrimaries.sRGB.white), (red, ColorPrimaries.sRGB.red), (green, ColorPrimaries.sRGB.green),
      (blue, ColorPrimaries.sRGB.blue),
    ]
    return pairs.allSatisfy { abs($0.x - $1.x) <= 0.001 && abs($0.y - $1.y) <= 0.001 }
  }
}

/// The curve from components to light.
enum ColorTransfer: Equatable {
  /// The curve of sRGB.
  case sRGB
  /// Light is the component to this power.
  case power(Double)
}
