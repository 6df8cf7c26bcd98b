// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// Random numbers that are derived from their purpose: a particle has the same ones in every frame.
struct ParticleRandom {
  private var state: UInt64

  /// - Parameters:
  ///   - source: The identity of the emitter: of the layer's seed and cell, or the `identity` of a particle.
  ///   - index: The number of the particle.
  init(source: UInt64, index: Int) {
    state = Self.mix(source ^ Self.mix(UInt64(bitPattern: Int64(index)) &+ 0x9E37_79B9_7F4A_7C15))
  }

  /// The source of the random numbers of particles that this particle emits.
  var identity: UInt64 { Self.mix(state ^ 0xD1B5_4A32_D192_ED03) }

  /// The next number, 0..<1.
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Double(Self.mix(state) >> 11) * 0x1p-53
  }

  /// The next number, uniform from half the range below the mean to half the range above.
  mutating func next(_ mean: Double, _ range: Double) -> Double { mean + (next() - 0.5) * range }

  /// The finalizer of SplitMix64: every bit of the result depends on every bit of the value.
  static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
