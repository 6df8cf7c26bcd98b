// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// A texel coordinate along one axis as a linear function of the pixel, in fixed point with 32 fractional bits.
///
/// Whole-number arithmetic makes a pixel's coordinate independent of the start of its run, and free of traps: for any
/// numbers, the clamp below gives an index inside the level.
struct FixedCoordinate: BitwiseCopyable {
  /// The coordinate at the pixel `origin` of the sampler.
  var start = 0
  /// The change for one pixel to the right.
  var perColumn = 0
  /// The change for one pixel down.
  var perRow = 0
  /// The limits of the coordinate, both inside the level, so that the texel and the next one exist.
  var lowest = 0
  var highest = 0
  /// The steps of the fraction for a pixel and its seven neighbours, zero for the pixel itself: the low bits of
  /// multiples of `perColumn`.
  var fractionSteps = LaneBits.zero

  @inline(__always) func clamped(_ coordinate: Int) -> Int { min(max(coordinate, lowest), highest) }

  /// Whether neither end of a run is clamped, and so no coordinate between them.
  @inline(__always) func holds(_ first: Int, _ last: Int) -> Bool {
    min(first, last) >= lowest && max(first, last) <= highest
  }

  static let one = 4_294_967_296.0
}

/// One level of a picture under an affine map without slices.
struct AffineSampler: BitwiseCopyable {
  var texels: Texels
  var stride: Int
  /// Four, or one if texels are only copied.
  var bytesPerTexel: Int
  /// The pixel that coordinates are measured from.
  var originX: Int
  var originY: Int
  var u: FixedCoordinate
  var v: FixedCoordinate

  /// Returns `nil` if a coordinate does not fit.
  ///
  /// - Parameters:
  ///   - linear: The coordinates of level 0: texels a column, a row, and at the origin's centre; for u, then v.
  ///   - reach: The greatest distance in pixels from the origin that is sampled.
  ///   - isNearest: Whether the coordinate's whole part is the texel; else four texels around it are mixed.
  init?(
    level: PreparedLevel, linear: (u: SIMD3<Double>, v: SIMD3<Double>), limits: SIMD4<Double>, origin: SIMD2<Float>,
    reach: Double, isNearest: Bool
  ) {
    texels = level.texels
    stride = level.stride
    bytesPerTexel = level.bytesPerTexel
    originX = Int(clamping: origin.x)
    originY = Int(clamping: origin.y)
    let shift = isNearest ? 0 : 0.5
    guard
      let u = Self.coordinate(
        linear.u * level.scale.x, limits: (limits.x * level.scale.x, limits.z * level.scale.x), shift: shift,
        texels: level.width, reach: reach),
      let v = Self.coordinate(
        linear.v * level.scale.y, limits: (limits.y * level.scale.y, limits.w * level.scale.y), shift: shift,
        texels: level.height, reach: reach)
    else { return nil }
    self.u = u
    self.v = v
  }

  private static func coordinate(
    _ linear: SIMD3<Double>, limits: (Double, Double), shift: Double, texels: Int, reach: Double
  ) -> FixedCoordinate? {
    // 2^30 texels leave a bit of the 31 before the point; both steps and the sum must fit.
    let largest = abs(linear.z) + (abs(linear.x) + abs(linear.y)) * max(reach, 1)
    guard largest < 0x1p30 else { return nil }
    let end = shift == 0 ? texels << 32 : (texels - 1) << 32
    let low = min(max(limits.0 - shift, 0), Double(texels)) * FixedCoordinate.one
    let high = min(max(limits.1 - shift, 0), Double(texels)) * FixedCoordinate.one
    let highest = min(Int(clamping: high), end - 1)
    let perColumn = Int(clamping: (linear.x * FixedCoordinate.one).rounded())
    return FixedCoordinate(
      start: Int(clamping: ((linear.z - shift) * FixedCoordinate.one).rounded()), perColumn: perColumn,
      perRow: Int(clamping: (linear.y * FixedCoordinate.one).rounded()), lowest: min(Int(clamping: low), highest),
      highest: highest,
      fractionSteps: LaneBits(0, 1, 2, 3, 4, 5, 6, 7) &* UInt32(truncatingIfNeeded: perColumn))
  }

  /// Whether the sampler copies texels to pixels, one to one.
  var isCopy: Bool {
    let one = 1 << 32
    // 1/4096 of a texel off is a sixteenth of a level at most.
    let tolerance = 1 << 20
    @inline(__always) func isWhole(_ value: Int) -> Bool {
      let fraction = (value &+ tolerance) & (one - 1)
      return fraction <= 2 * tolerance
    }
    return u.perColumn == one && u.perRow == 0 && v.perColumn == 0 && v.perRow == one && isWhole(u.start)
      && isWhole(v.start)
  }
}

/// The ways to get the colours of a picture for a run of pixels.
enum SamplingKind: UInt8 {
  /// One texel a pixel, whole.
  case copy
  /// Copies texels of one byte, the coverage of white.
  case coverage
  /// Affine, four texels of level 0.
  case linear
  /// Affine, one texel of level 0.
  case nearest
  /// Affine, four texels of each of two levels.
  case trilinear
  /// Anything else: slices, perspective.
  case general
}

/// A picture on a box, prepared for sampling runs of pixels.
struct PreparedPicture: BitwiseCopyable {
  var kind: SamplingKind
  /// Whether every texel is opaque.
  var isOpaque: Bool
  /// Whether the fill shows through the picture and has to be drawn under it.
  var liesOnFill: Bool
  /// The levels to sample; `second` is the smaller level of `trilinear`.
  var first: AffineSampler
  var second: AffineSampler
  /// The share of `second`, out of `WeightedSampling.whole`.
  var share: UInt16

  // For `general`.
  var row0: SIMD4<Float>
  var row1: SIMD4<Float>
  var row2: SIMD4<Float>
  var placement: PreparedPlacement
  var isAffine: Bool
  /// The levels; more than one only if a trilinear filter needs them.
  var levels: UnsafeBufferPointer<PreparedLevel>
}

/// The map from layer points to texels of level 0: `ImagePlacement` with limits inside the picture.
struct PreparedPlacement: BitwiseCopyable {
  /// Texels: offset x and y; points: first stop x and y.
  var offsetAndStop0: SIMD4<Float>
  /// Points: second stop x and y; texels a point: first slope x and y.
  var stop1AndSlope0: SIMD4<Float>
  /// Texels a point: second slope x and y, third slope x and y.
  var slope1AndSlope2: SIMD4<Float>
  /// Texels: least u and v, greatest u and v.
  var limits: SIMD4<Float>
  /// The filters where a texel covers at least a pixel, and elsewhere.
  var magnification: TexelFilter
  var minification: TexelFilter
  /// Added to the level of detail.
  var bias: Float
}

/// The ways to make a colour of texels.
enum TexelFilter: UInt8 {
  case nearest
  case linear
  case trilinear
}
