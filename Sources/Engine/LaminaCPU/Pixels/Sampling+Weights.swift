// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Four texels a pixel under an affine map, by weights that are whole numbers.
//
// The fractions of eight pixels become weights at once. Weights are multiples of 1/16384 that add up to 1 exactly, so
// an opaque picture stays opaque, and a byte times a weight is a whole number: the sums of products take few
// instructions a pixel (CLanes), and come out the same on every processor.

import CLanes

/// A walk along a run of pixels over one level of a picture.
private struct TexelWalk {
  let texels: Texels
  let stride: Int
  let u: FixedCoordinate
  let v: FixedCoordinate
  /// The coordinates of the next pixel, not clamped.
  var column: Int
  var row: Int

  @inline(__always) init(_ sampler: UnsafePointer<AffineSampler>, x: Int, y: Int) {
    (texels, stride) = (sampler.pointee.texels, sampler.pointee.stride)
    (u, v) = (sampler.pointee.u, sampler.pointee.v)
    (column, row) = sampler.pointee.coordinates(x: x, y: y)
  }

  /// Whether no coordinate is clamped in the next `count` pixels.
  @inline(__always) func isInside(_ count: Int) -> Bool {
    let steps = count &- 1
    return u.holds(column, column &+ steps &* u.perColumn) && v.holds(row, row &+ steps &* v.perColumn)
  }

  /// Makes the weights of the next eight pixels.
  ///
  /// - Parameters:
  ///   - isInside: Whether no coordinate of these pixels is clamped.
  ///   - words: Space for 16 words; see `lanes_make_weights`.
  @inline(__always) func makeWeights(_ share: UInt16, isInside: Bool, into words: Row<UInt32>) {
    guard !isInside else {
      lanes_make_weights(
        u.fractionSteps &+ UInt32(truncatingIfNeeded: column), v.fractionSteps &+ UInt32(truncatingIfNeeded: row),
        share, words.address(count: 16))
      return
    }
    for lane in 0..<8 {
      words[lane] = UInt32(truncatingIfNeeded: u.clamped(column &+ lane &* u.perColumn))
      words[lane &+ 8] = UInt32(truncatingIfNeeded: v.clamped(row &+ lane &* v.perColumn))
    }
    lanes_make_weights(
      words.vector(at: 0, as: LaneBits.self), words.vector(at: 8, as: LaneBits.self), share, words.address(count: 16))
  }

  /// The weighted sum of the next pixel's texels.
  @inline(__always) mutating func next(_ left: UInt32, _ right: UInt32, isInside: Bool) -> SIMD4<Int32> {
    let (across, down) = isInside ? (column, row) : (u.clamped(column), v.clamped(row))
    let offset = (down >> 32) &* stride &+ (across >> 32) &* 4
    column &+= u.perColumn
    row &+= v.perColumn
    return lanes_weigh_texels(
      texels.address(offset, bytes: 8), texels.address(offset &+ stride, bytes: 8), left, right)
  }
}

/// The sampling of a run of pixels with four texels of one level, or of each of two.
///
/// These are separate functions with one loop each, so that all values of a walk stay in registers.
enum WeightedSampling {
  /// The sum of the weights of a pixel.
  static let whole: UInt16 = 16_384
  /// The number of scratch words that the functions need.
  static let scratchWords = 32

  @inline(__always) private static func color(_ sum: SIMD4<Int32>) -> PixelColor {
    PixelColor(sum) * (1 / Float(whole))
  }

  /// Samples `count` pixels from (`x`, `y`) on.
  @inline(never) static func fill(
    _ sampler: UnsafePointer<AffineSampler>, x: Int, y: Int, count: Int,
    into colors: Row<PixelColor>, words: Row<UInt32>
  ) {
    var walk = TexelWalk(sampler, x: x, y: y)
    let isInside = walk.isInside(count)
    var done = 0
    while done < count {
      let out = colors.from(done)
      let group = min(8, count &- done)
      walk.makeWeights(whole, isInside: isInside, into: words)
      if isInside {
        for lane in 0..<group { out[lane] = color(walk.next(words[lane], words[lane &+ 8], isInside: true)) }
      } else {
        for lane in 0..<group { out[lane] = color(walk.next(words[lane], words[lane &+ 8], isInside: false)) }
      }
      done &+= group
    }
  }

  /// Samples `count` pixels from (`x`, `y`) on, with a smaller level mixed in.
  ///
  /// - Parameter share: The share of the smaller level, out of `whole`.
  @inline(__always) static func fill(
    _ sampler: UnsafePointer<AffineSampler>, _ smaller: UnsafePointer<AffineSampler>, share: UInt16, x: Int, y: Int,
    count: Int, into colors: Row<PixelColor>, words: Row<UInt32>
  ) {
    let first = TexelWalk(sampler, x: x, y: y)
    let second = TexelWalk(smaller, x: x, y: y)
    if first.isInside(count), second.isInside(count) {
      mixInside(sampler, smaller, share, x: x, y: y, count: count, into: colors, words: words)
    } else {
      mixClamped(sampler, smaller, share, x: x, y: y, count: count, into: colors, words: words)
    }
  }

  @inline(never) private static func mixInside(
    _ sampler: UnsafePointer<AffineSampler>, _ smaller: UnsafePointer<AffineSampler>, _ share: UInt16, x: Int, y: Int,
    count: Int, into colors: Row<PixelColor>, words: Row<UInt32>
  ) {
    mix(sampler, smaller, share, x: x, y: y, isInside: true, count: count, into: colors, words: words)
  }

  @inline(never) private static func mixClamped(
    _ sampler: UnsafePointer<AffineSampler>, _ smaller: UnsafePointer<AffineSampler>, _ share: UInt16, x: Int, y: Int,
    count: Int, into colors: Row<PixelColor>, words: Row<UInt32>
  ) {
    mix(sampler, smaller, share, x: x, y: y, isInside: false, count: count, into: colors, words: words)
  }

  @inline(__always) private static func mix(
    _ sampler: UnsafePointer<AffineSampler>, _ smaller: UnsafePointer<AffineSampler>, _ share: UInt16, x: Int, y: Int,
    isInside: Bool, count: Int, into colors: Row<PixelColor>, words: Row<UInt32>
  ) {
    var (first, second) = (TexelWalk(sampler, x: x, y: y), TexelWalk(smaller, x: x, y: y))
    var done = 0
    while done < count {
      first.makeWeights(whole &- share, isInside: isInside, into: words)
      second.makeWeights(share, isInside: isInside, into: words.from(16))
      let out = colors.from(done)
      let group = min(8, count &- done)
      for lane in 0..<group {
        out[lane] = color(
          first.next(words[lane], words[lane &+ 8], isInside: isInside)
            &+ second.next(words[lane &+ 16], words[lane &+ 24], isInside: isInside))
      }
      done &+= group
    }
  }
}
