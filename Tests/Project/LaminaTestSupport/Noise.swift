// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Lamina

/// The largest difference of a component from what `expected` says, over all pixels.
package func largestDifference(_ image: CGImage, from expected: (_ x: Int, _ y: Int) -> SIMD4<UInt8>) -> Int {
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

/// A generator whose numbers are the same at every run.
package struct FixedRandom: RandomNumberGenerator {
  private var state: UInt64

  /// Begins with a seed.
  package init(_ seed: UInt64) {
    state = seed
  }

  /// The next number.
  package mutating func next() -> UInt64 {
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
  package static func noise(width: Int, height: Int, opaque: Bool = false, seed: UInt64 = 1) -> CGImage? {
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
