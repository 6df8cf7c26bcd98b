// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Drawing the blur of a rounded rectangle in closed form; the twin of `Shaders/lib/shadow_coverage.glsl`.

import LaminaGeometry
import LaminaPlan

extension CPURenderer.TileWorker {
  /// Draws a shadow's pixels that nothing in front hides.
  func drawShadow(_ operation: UnsafePointer<PreparedOperation>, _ tile: Tile) {
    guard let (rows, columns) = Self.part(of: tile, inside: operation.pointee.bounds) else { return }
    var visible: UInt64 = 0
    for row in rows { visible |= columns & ~hidden[row] }
    guard visible != 0 else { return }
    let shadow = operation.pointee.shadow
    shadow.pointee.outer.fillMasks(
      rows: rows, tileX: Float(tile.x), tileY: Float(tile.y), masks: outerMasks)
    let clips = shadow.pointee.clip.flatMap { OpenClips($0, in: tile) }
    for row in rows {
      var pixels = columns & ~hidden[row] & outerMasks[row]
      if pixels != 0 { touch(pixels, tile, row: row) }
      while pixels != 0 {
        let start = pixels.trailingZeroBitCount
        drawShadow(
          shadow, clips, (pixels &>> UInt64(truncatingIfNeeded: start)) & 0xFF, column: start, tile: tile, row: row)
        pixels &= ~(0xFF &<< UInt64(truncatingIfNeeded: start))
      }
    }
  }

  /// Draws up to eight pixels of one row; `pixels` has a bit for each.
  @inline(__always) private func drawShadow(
    _ shadow: UnsafePointer<PreparedShadow>, _ clips: OpenClips?, _ pixels: UInt64, column: Int, tile: Tile, row: Int
  ) {
    let centres = Lanes.indices + (Float(tile.x + column) + 0.5)
    let height = Lanes(repeating: Float(tile.y + row) + 0.5)
    var coverage = shadow.coverage(x: centres, y: height)
    if let clips {
      coverage *= clipCoverage(clips, x: centres, y: height, of: coverage)
    }
    // Less than an eighth of a level of any colour.
    var pixels = pixels & coverage.isAbove(Lanes(repeating: 0.0005)).packedMask
    guard pixels != 0 else { return }
    let line = colorLine(row).from(column)
    let color = shadow.pointee.color
    weights.store(coverage, at: 0)
    weights.store(1 - coverage * (color.w * Self.unit), at: 8)
    @inline(__always) func blend(_ lane: Int) {
      line[lane] = color * weights[lane] + line[lane] * weights[lane &+ 8]
    }
    if pixels == 0xFF {
      for lane in 0..<8 { blend(lane) }
      return
    }
    while pixels != 0 {
      blend(pixels.trailingZeroBitCount)
      pixels &= pixels &- 1
    }
  }
}

// An extension of the pointer, since passing a shadow by value copies all of it for every eight pixels.
extension UnsafePointer<PreparedShadow> {
  /// The share of the colour that eight pixels get, 0...1.
  @inline(__always) func coverage(x: Lanes, y: Lanes) -> Lanes {
    if pointee.isAffine, pointee.corners != .wide {
      let (column, row) = (x - pointee.row0.w, y - pointee.row1.w)
      return tabledCoverage(
        column * pointee.across.x + (row * pointee.across.y + pointee.across.z),
        column * pointee.down.x + (row * pointee.down.y + pointee.down.z))
    }
    let plane = LanePlane(
      row0: pointee.row0, row1: pointee.row1, row2: pointee.row2, isAffine: pointee.isAffine, x: x, y: y)
    let (u, v) = (
      (plane.x - (pointee.box.x + pointee.box.z) * 0.5) * pointee.perSigma.x,
      (plane.y - (pointee.box.y + pointee.box.w) * 0.5) * pointee.perSigma.y
    )
    let coverage = tabledCoverage(u, v)
    guard pointee.corners == .wide else { return coverage.masked(by: plane.isVisible) }
    let (wide, isWide) = wideCoverage(plane)
    return Lanes.choose(isWide, wide, else: coverage).masked(by: plane.isVisible)
  }

  /// The coverage of the blurred rectangle, less the amounts that blurring removes at its corners.
  ///
  /// - Parameters:
  ///   - u: The distances of the pixels right of the middle, standard deviations.
  ///   - v: Their distances below the middle, standard deviations.
  @inline(__always) private func tabledCoverage(_ u: Lanes, _ v: Lanes) -> Lanes {
    let (halfWidth, halfHeight) = (Lanes(repeating: pointee.across.w), Lanes(repeating: pointee.down.w))
    let (insideX, insideY) = (halfWidth - u.magnitudes, halfHeight - v.magnitudes)
    var horizontal = PreparedShadow.coherentIntegral(insideX)
    if pointee.isNarrowX {
      horizontal = (horizontal + PreparedShadow.integral(halfWidth + u.magnitudes) - 1).nonNegative
    }
    var vertical = PreparedShadow.coherentIntegral(insideY)
    if pointee.isNarrowY { vertical = (vertical + PreparedShadow.integral(halfHeight + v.magnitudes) - 1).nonNegative }
    let coverage = horizontal * vertical
    switch pointee.corners {
    case .square: return coverage
    case .alike: return (coverage - corner(pointee.tables.0, insideX, insideY)).nonNegative
    case .mixed, .wide: return (coverage - notches(u, v)).nonNegative
    }
  }

  /// The amounts that blurring removes at four corners that differ.
  @inline(never) private func notches(_ u: Lanes, _ v: Lanes) -> Lanes {
    let (left, right) = (u + pointee.across.w, pointee.across.w - u)
    let (top, bottom) = (v + pointee.down.w, pointee.down.w - v)
    return corner(pointee.tables.0, left, top) + corner(pointee.tables.1, right, top)
      + corner(pointee.tables.2, right, bottom) + corner(pointee.tables.3, left, bottom)
  }

  /// The amount that blurring removes at a corner, at places in standard deviations from it.
  @inline(__always) private func corner(
    _ table: PreparedShadow.Table, _ u: Lanes, _ v: Lanes
  ) -> Lanes {
    let (start, reach) = (Lanes(repeating: pointee.tableStart), Lanes(repeating: table.reach))
    let isNear = reach.isAbove(u) & reach.isAbove(v) & u.isAbove(start) & v.isAbove(start)
    guard let values = table.values.baseAddress, isNear.isAnySet else { return .zero }
    // Lanes that are not near read the first values, which are masked out afterwards.
    let x = ((u - start) * pointee.tableResolution).masked(by: isNear)
    let y = ((v - start) * pointee.tableResolution).masked(by: isNear)
    let last = Lanes(repeating: Float(table.side &- 2))
    let (column, row) = (x.roundedDown.least(last), y.roundedDown.least(last))
    let (toRight, toBottom) = (x - column, y - row)
    let places = (row * Float(table.side) + column).wholeNumbers
    let first = UnsafeRawPointer(values)
    let upper = Self.pairs(first, places)
    let lower = Self.pairs(first + 4 &* Int(table.side), places)
    let above = upper.first + (upper.second - upper.first) * toRight
    let below = lower.first + (lower.second - lower.first) * toRight
    return (above + (below - above) * toBottom).masked(by: isNear)
  }

  /// The values at eight places of a table, and the values after them.
  @inline(__always) private static func pairs(
    _ values: UnsafeRawPointer, _ places: SIMD8<Int32>
  ) -> (first: Lanes, second: Lanes) {
    @inline(__always) func pair(_ lane: Int) -> SIMD2<Float> {
      (values + 4 &* Int(places[lane])).loadUnaligned(as: SIMD2<Float>.self)
    }
    let low = Lanes(
      lowHalf: SIMD4(lowHalf: pair(0), highHalf: pair(1)), highHalf: SIMD4(lowHalf: pair(2), highHalf: pair(3)))
    let high = Lanes(
      lowHalf: SIMD4(lowHalf: pair(4), highHalf: pair(5)), highHalf: SIMD4(lowHalf: pair(6), highHalf: pair(7)))
    return (
      Lanes(lowHalf: low.evenHalf, highHalf: high.evenHalf), Lanes(lowHalf: low.oddHalf, highHalf: high.oddHalf)
    )
  }

  /// The coverage of corners too wide for a table: by the distance to the outline, corrected for its curvature; and the
  /// pixels to which these corners are nearest.
  @inline(never) private func wideCoverage(_ plane: LanePlane) -> (coverage: Lanes, isWide: LaneBits) {
    let horizontal = (plane.x - pointee.box.x).least(pointee.box.z - plane.x)
    let vertical = (plane.y - pointee.box.y).least(pointee.box.w - plane.y)
    var inside = horizontal.least(vertical)
    let fromCenterX = plane.x - (pointee.box.x + pointee.box.z) * 0.5
    let fromCenterY = plane.y - (pointee.box.y + pointee.box.w) * 0.5
    let radius = PreparedShape.radius(
      of: pointee.radii, isRight: fromCenterX.isAbove(.zero), isBottom: fromCenterY.isAbove(.zero))
    let reach = radius * PreparedShape.cornerReach(pointee.corner)
    let a = fromCenterX.magnitudes - (Lanes(repeating: (pointee.box.z - pointee.box.x) * 0.5) - reach)
    let b = fromCenterY.magnitudes - (Lanes(repeating: (pointee.box.w - pointee.box.y) * 0.5) - reach)
    let isCorner = radius.isAbove(.zero) & a.isAbove(.zero) & b.isAbove(.zero)
    if isCorner.isAnySet {
      let isFlat = a.isAtLeast(b)
      let largest = Lanes.choose(isFlat, a, else: b)
      let slope = (Lanes.choose(isFlat, b, else: a) / largest.greatest(Lanes(repeating: 1e-9))).nonNegative
      let (curve, slopeOfCurve) = PreparedShape.cornerOutline(slope, pointee.corner)
      let turn = slopeOfCurve / curve
      let along = 1 + slope * turn
      let normal = (along * along + turn * turn).squareRoots
      let bend =
        Lanes(repeating: 0.5 * pointee.cornerSigma * pointee.cornerSigma) / radius.greatest(Lanes(repeating: 1e-9))
      inside = Lanes.choose(isCorner, (radius * curve - largest) / normal - bend, else: inside)
    }
    let isWide = radius.isAbove(Lanes(repeating: ShadowOperation.widestRadius * pointee.cornerSigma))
    return (PreparedShadow.integral(inside * (1 / pointee.cornerSigma)), isWide)
  }
}

extension PreparedShadow {
  /// Beyond this value, the integral is constant.
  @inline(__always) private static var end: Lanes { Lanes(repeating: 3.72) }

  /// The same values as `integral`, faster if all eight pixels are well inside: beside the middle of an edge, only one
  /// of two integrals varies.
  @inline(__always) static func coherentIntegral(_ x: Lanes) -> Lanes {
    end.isAbove(x).isAnySet ? integral(x) : integral(end)
  }

  /// The integral of the Gaussian up to `x`, within 6e-5: an odd polynomial up to 3.72, constant beyond.
  @inline(__always) static func integral(_ x: Lanes) -> Lanes {
    let z = x.greatest(0 - end).least(end)
    let square = z * z
    var sum = square * 0.000_000_040_674_3 - 0.000_002_440_123_8
    sum = sum * square + 0.000_063_350_024
    sum = sum * square - 0.000_951_635_77
    sum = sum * square + 0.009_389_1
    sum = sum * square - 0.065_829_56
    sum = sum * square + 0.398_722_98
    return sum * z + 0.5
  }
}
