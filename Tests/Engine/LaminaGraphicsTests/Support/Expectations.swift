// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics

/// A straight colour of 0...1, as the plain arithmetic of the tests has it.
typealias StraightColor = (red: Double, green: Double, blue: Double, alpha: Double)

/// The premultiplied bytes of a straight colour: each product rounded once.
func premultipliedBytes(_ color: StraightColor) -> SIMD4<UInt8> {
  func byte(_ value: Double) -> UInt8 { UInt8((value * 255).rounded()) }
  return [
    byte(color.red * color.alpha), byte(color.green * color.alpha), byte(color.blue * color.alpha), byte(color.alpha),
  ]
}

/// The largest difference of a component from what `expected` says, over all pixels.
func largestDifference(_ image: CGImage, from expected: (_ x: Int, _ y: Int) -> SIMD4<UInt8>) -> Int {
  var largest = 0
  for y in 0..<image.height {
    for x in 0..<image.width {
      let difference =
        SIMD4<Int>(truncatingIfNeeded: image.premultipliedPixel(x: x, y: y))
        &- SIMD4<Int>(truncatingIfNeeded: expected(x, y))
      largest = max(largest, difference.max(), -difference.min())
    }
  }
  return largest
}

/// Runs `body` and returns the error it throws.
func graphicsError(_ body: () throws(GraphicsError) -> Void) -> GraphicsError? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}

/// A generator whose numbers are the same at every run.
struct FixedRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

extension CGImage {
  /// A picture of noise whose colours are at most their alpha.
  static func noise(width: Int, height: Int, opaque: Bool = false, seed: UInt64 = 1) -> CGImage? {
    var random = FixedRandom(seed)
    return CGImage(width: width, height: height) { _, _ in
      let alpha = opaque ? 255 : UInt8.random(in: 0...255, using: &random)
      return [
        .random(in: 0...alpha, using: &random), .random(in: 0...alpha, using: &random),
        .random(in: 0...alpha, using: &random), alpha,
      ]
    }
  }
}
