// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Texels to colours under perspective or with slices: eight pixels' coordinates at once, then texel by texel.
// Trilinear minification in perspective is in Sampling+Anisotropic.

import LaminaGeometry

extension PreparedPicture {
  /// Samples `count` pixels of row `y` from column `x` on, whatever the map.
  func fillGeneral(
    x: Int, y: Int, count: Int, into colors: Row<PixelColor>
  ) {
    if !isAffine, placement.minification == .trilinear {
      fillAnisotropic(x: x, y: y, count: count, into: colors)
      return
    }
    let mixesLevel0 =
      placement.isLinearEverywhere && max(levels[0].width, levels[0].height) <= PreparedLevel.longestSideInLanes
    var done = 0
    while done < count {
      let texels = laneTexels(x: x + done, y: y)
      let lanes = min(8, count - done)
      if mixesLevel0 {
        levels[0].mixTexels(texels, count: lanes, into: colors.from(done))
      } else {
        let detail = levelOfDetail(texels)
        for lane in 0..<lanes {
          colors[done + lane] = samplePicture(u: texels.u[lane], v: texels.v[lane], detail: detail[lane])
        }
      }
      done += 8
    }
  }

  /// Texel coordinates of level 0, clamped to the limits, and the squared step of a pixel.
  struct LaneTexels {
    var u: Lanes
    var v: Lanes
    /// The steps in texels from a pixel to the next one on the right, and to the next one below.
    var right: (u: Lanes, v: Lanes)
    var down: (u: Lanes, v: Lanes)
    /// The larger one of the squared lengths, in texels, of one pixel's steps to the right and down.
    var squaredStep: Lanes
  }

  /// The positions in the picture of eight pixels from (`x`, `y`) on: layer points by the homography, texels by the
  /// piecewise linear placement.
  @inline(__always) func laneTexels(x: Int, y: Int) -> LaneTexels {
    let plane = LanePlane(
      row0: row0, row1: row1, row2: row2, isAffine: isAffine, x: Lanes.indices + (Float(x) + 0.5),
      y: Lanes(repeating: Float(y) + 0.5))
    let first = placement.offsetAndStop0
    let second = placement.stop1AndSlope0
    let third = placement.slope1AndSlope2
    let (u, slopeU) = Self.place(
      plane.x, offset: first.x, stops: (first.z, second.x), slopes: (second.z, third.x, third.z))
    let (v, slopeV) = Self.place(
      plane.y, offset: first.y, stops: (first.w, second.y), slopes: (second.w, third.y, third.w))
    let (uColumn, uRow) = (slopeU * plane.xPerColumn, slopeU * plane.xPerRow)
    let (vColumn, vRow) = (slopeV * plane.yPerColumn, slopeV * plane.yPerRow)
    let squaredStep = (uColumn * uColumn + vColumn * vColumn).greatest(uRow * uRow + vRow * vRow)
    let limits = placement.limits
    return LaneTexels(
      u: u.greatest(Lanes(repeating: limits.x)).least(Lanes(repeating: limits.z)),
      v: v.greatest(Lanes(repeating: limits.y)).least(Lanes(repeating: limits.w)), right: (uColumn, vColumn),
      down: (uRow, vRow), squaredStep: squaredStep)
  }

  /// One axis of the placement, and its slope at each point.
  @inline(__always) private static func place(
    _ point: Lanes, offset: Float, stops: (Float, Float), slopes: (Float, Float, Float)
  ) -> (texel: Lanes, slope: Lanes) {
    let (low, high) = (Lanes(repeating: stops.0), Lanes(repeating: stops.1))
    let texel =
      point.least(low) * slopes.0 + point.greatest(low).least(high) * slopes.1 + point.greatest(high) * slopes.2
      + offset
    let slope = Lanes.choose(
      low.isAbove(point), Lanes(repeating: slopes.0),
      else: Lanes.choose(point.isAbove(high), Lanes(repeating: slopes.2), else: Lanes(repeating: slopes.1)))
    return (texel, slope)
  }

  /// The level to sample: -1 for one texel of level 0, 0 for four of level 0, above that two levels mixed.
  @inline(__always) private func levelOfDetail(_ texels: LaneTexels) -> Lanes {
    let isMinified = texels.squaredStep.isAbove(Lanes(repeating: 1.0002))
    let magnified = Lanes(repeating: placement.magnification == .nearest ? -1 : 0)
    switch placement.minification {
    case .nearest: return Lanes.choose(isMinified, Lanes(repeating: -1), else: magnified)
    case .linear: return Lanes.choose(isMinified, .zero, else: magnified)
    case .trilinear:
      let bounded = texels.squaredStep.greatest(Lanes(repeating: 1e-30)).least(Lanes(repeating: 1e30))
      let level = (bounded.binaryLogarithms * 0.5 + placement.bias).nonNegative
      return Lanes.choose(
        isMinified, level.least(Lanes(repeating: Float(levels.count - 1))), else: magnified)
    }
  }

  /// The colour at texel coordinates of level 0.
  @inline(__always) func samplePicture(
    u: Float, v: Float, detail: Float
  ) -> PixelColor {
    if detail < 0 { return levels[0].nearestTexel(u: u, v: v) }
    let level = Int(clamping: detail)
    let larger = levels[level].mixedTexels(u: u, v: v)
    let fraction = detail - Float(level)
    guard fraction > 0 else { return larger }
    let smaller = levels[level + 1].mixedTexels(u: u, v: v)
    return larger + (smaller - larger) * fraction
  }
}

extension PreparedPlacement {
  /// Whether four texels of level 0 make every pixel.
  @inline(__always) fileprivate var isLinearEverywhere: Bool { magnification != .nearest && minification == .linear }
}

extension PreparedLevel {
  /// Up to this, lanes can round coordinates to whole numbers.
  fileprivate static let longestSideInLanes = 1 << 21

  /// The four texels around each of `count` coordinates of level 0.
  @inline(__always) fileprivate func mixTexels(
    _ texels: PreparedPicture.LaneTexels, count: Int, into colors: Row<PixelColor>
  ) {
    let (columns, columnFractions) = Self.split(texels.u, texels: width)
    let (rows, rowFractions) = Self.split(texels.v, texels: height)
    for lane in 0..<count {
      let offset = Int(rows[lane]) &* stride &+ Int(columns[lane]) &* 4
      colors[lane] = self.texels.mixed(
        at: offset, stride: stride, u: columnFractions[lane], v: rowFractions[lane])
    }
  }

  /// The first one of two texels, and the share of the second, for eight coordinates.
  @inline(__always) private static func split(
    _ coordinates: Lanes, texels: Int
  ) -> (texel: SIMD8<Int32>, fraction: Lanes) {
    let last = Lanes(repeating: Float(texels - 1))
    let inside = (coordinates - 0.5).nonNegative.least(last)
    let texel = inside.roundedDown.least(last - 1)
    return (texel.wholeNumbers, inside - texel)
  }

  /// The four texels around coordinates of level 0, which are numbers and inside the picture.
  @inline(__always) fileprivate func mixedTexels(u: Float, v: Float) -> PixelColor {
    let (column, columnFraction) = Self.split(u * Float(scale.x) - 0.5, texels: width)
    let (row, rowFraction) = Self.split(v * Float(scale.y) - 0.5, texels: height)
    return texels.mixed(
      at: row &* stride &+ column &* 4, stride: stride, u: columnFraction, v: rowFraction)
  }

  /// The first one of two texels, and the share of the second.
  @inline(__always) private static func split(_ coordinate: Float, texels: Int) -> (texel: Int, fraction: Float) {
    let inside = coordinate > 0 ? coordinate : 0
    let texel = min(Int(clamping: inside), texels &- 2)
    return (texel, min(inside - Float(texel), 1))
  }

  /// The texel at coordinates of level 0, which are numbers and inside the picture.
  @inline(__always) fileprivate func nearestTexel(u: Float, v: Float) -> PixelColor {
    let column = min(max(Int(clamping: u), 0), width &- 1)
    let row = min(max(Int(clamping: v), 0), height &- 1)
    return texels.color(at: row &* stride &+ column &* 4)
  }
}
