// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Drawing a finished pass as a surface on a plane: each pixel is mapped to the pass and mixes four of its pixels.

import LaminaGeometry

extension CPURenderer.TileWorker {
  /// Draws a surface's pixels that nothing in front hides.
  func drawSurface(_ operation: UnsafePointer<PreparedOperation>, _ tile: Tile) {
    guard let (rows, columns) = Self.part(of: tile, inside: operation.pointee.bounds) else { return }
    let surface = operation.pointee.surface
    for row in rows {
      var pixels = columns & ~hidden[row]
      guard pixels != 0 else { continue }
      if surface.pointee.isUprightPicture, drawPicture(surface, pixels, tile, row: row) { continue }
      touch(pixels, tile, row: row)
      if surface.pointee.isUprightSilhouette {
        drawSilhouette(surface, pixels, tile, row: row)
        continue
      }
      while pixels != 0 {
        let column = pixels.trailingZeroBitCount
        drawSurface(
          surface, (pixels &>> UInt64(truncatingIfNeeded: column)) & 0xFF, x: tile.x + column, y: tile.y + row,
          onto: colorLine(row).from(column))
        pixels &= ~(0xFF &<< UInt64(truncatingIfNeeded: column))
      }
    }
  }

  /// Draws pixels of one row of an upright silhouette: all of them mix the same two rows of the pass, which are mixed
  /// first.
  private func drawSilhouette(
    _ surface: UnsafePointer<PreparedSurface>, _ pixels: UInt64, _ tile: Tile, row: Int
  ) {
    let region = surface.pointee.source.region
    let down = Float(tile.y + row) + 0.5 - surface.pointee.row1.w
    let v = down * surface.pointee.row1.y + surface.pointee.row2.y
    let vertical = min(max(v + 0.5, 0), 1) * min(max(Float(region.height) + 0.5 - v, 0), 1)
    guard vertical > 0 else { return }
    // The position of the tile's first pixel, from the centre of the pass's first pixel.
    let perColumn = surface.pointee.row0.x
    let start =
      (Float(tile.x) + 0.5 - surface.pointee.row0.w) * perColumn + down * surface.pointee.row1.x
      + surface.pointee.row2.x - 0.5
    let (first, last) = (pixels.trailingZeroBitCount, 63 - pixels.leadingZeroBitCount)
    let base = Self.texel(start + Float(first) * perColumn, width: region.width)
    let count = Self.texel(start + Float(last) * perColumn, width: region.width) + 2 - base
    mixRows(surface, v - 0.5, from: base, count: count)
    let line = colorLine(row)
    let tint = surface.pointee.tint * vertical
    // From half a pixel beyond the centres of the first and the last pixel on, coverage is zero.
    let end = Float(region.width)
    for column in stride(from: first, through: last, by: 8) {
      var visible = (pixels &>> UInt64(truncatingIfNeeded: column)) & 0xFF
      guard visible != 0 else { continue }
      let u = start + (Lanes.indices + Float(column)) * perColumn
      let left = u.greatest(Lanes(repeating: -2)).least(Lanes(repeating: end)).roundedDown
      let places = left.wholeNumbers &- Int32(truncatingIfNeeded: base)
      weights.store((u + 1).clampedToUnit * (end - u).clampedToUnit, at: 0)
      weights.store(u - left, at: 8)
      @inline(__always) func blend(_ lane: Int) {
        let place = Int(truncatingIfNeeded: places[lane])
        let (near, far) = (surfaceAlphas[place], surfaceAlphas[place &+ 1])
        let alpha = (near + (far - near) * weights[lane &+ 8]) * weights[lane]
        self.blend(tint * alpha, onto: line, column &+ lane)
      }
      if visible == 0xFF {
        for lane in 0..<8 { blend(lane) }
        continue
      }
      while visible != 0 {
        blend(visible.trailingZeroBitCount)
        visible &= visible &- 1
      }
    }
  }

  /// The pixel of a pass at or before a position along its row, up to two beyond its ends.
  @inline(__always) private static func texel(_ place: Float, width: Int) -> Int {
    Int(clamping: min(max(place, -2), Float(width)).rounded(.down))
  }

  /// Mixes the alpha of two neighbouring rows of a pass into ``surfaceAlphas``.
  ///
  /// - Parameters:
  ///   - place: The height to mix at, in rows from the centre of the pass's first row.
  ///   - base: The first column; columns outside the pass repeat the nearest column inside.
  private func mixRows(_ surface: UnsafePointer<PreparedSurface>, _ place: Float, from base: Int, count: Int) {
    let (lastColumn, lastRow) = (surface.pointee.source.region.width - 1, surface.pointee.source.region.height - 1)
    let top = place.rounded(.down)
    let upper = surface.pointee.source.line(min(max(Int(clamping: top), 0), lastRow))
    let lower = surface.pointee.source.line(min(max(Int(clamping: top) + 1, 0), lastRow))
    for index in 0..<count {
      let column = min(max(base &+ index, 0), lastColumn)
      let above = upper.alpha(column)
      surfaceAlphas[index] = above + (lower.alpha(column) - above) * (place - top)
    }
  }

  /// Draws up to eight pixels of one row; `pixels` has a bit for each.
  @inline(__always) private func drawSurface(
    _ surface: UnsafePointer<PreparedSurface>, _ pixels: UInt64, x: Int, y: Int,
    onto line: Row<PixelColor>
  ) {
    let centres = Lanes.indices + (Float(x) + 0.5)
    let height = Lanes(repeating: Float(y) + 0.5)
    let texels = LanePlane(
      row0: surface.pointee.row0, row1: surface.pointee.row1, row2: surface.pointee.row2,
      isAffine: surface.pointee.isAffine,
      x: centres, y: height)
    let (width, rows) = (Float(surface.pointee.source.region.width), Float(surface.pointee.source.region.height))
    var coverage: Lanes
    if surface.pointee.isNearest {
      let isInside =
        texels.x.isAtLeast(.zero) & texels.y.isAtLeast(.zero) & Lanes(repeating: width).isAbove(texels.x)
        & Lanes(repeating: rows).isAbove(texels.y)
      coverage = Lanes(repeating: 1).masked(by: isInside & texels.isVisible)
    } else {
      // From half a pixel beyond the centres of the outermost pixels on, coverage is zero: there the edge pixels mix
      // with transparent ones.
      let across = (texels.x + 0.5).clampedToUnit * (width + 0.5 - texels.x).clampedToUnit
      let down = (texels.y + 0.5).clampedToUnit * (rows + 0.5 - texels.y).clampedToUnit
      coverage = (across * down).masked(by: texels.isVisible)
    }
    if let clip = surface.pointee.clip {
      coverage *= clipCoverage(OpenClips(clip), x: centres, y: height, of: coverage)
    }
    var pixels = pixels & coverage.isAbove(.zero).packedMask
    guard pixels != 0 else { return }
    weights.store(coverage, at: 0)
    while pixels != 0 {
      let lane = pixels.trailingZeroBitCount
      pixels &= pixels &- 1
      var color = surface.pointee.color(u: texels.x[lane], v: texels.y[lane])
      color = surface.pointee.isSilhouette ? surface.pointee.tint * color.w : surface.pointee.tint * color
      blend(color * weights[lane], onto: line, lane)
    }
  }
}

extension PreparedSurface {
  /// The colour at a position in the pass, in its pixels; both coordinates lie at most half a pixel outside of it.
  @inline(__always) fileprivate func color(u: Float, v: Float) -> PixelColor {
    let (lastColumn, lastRow) = (source.region.width - 1, source.region.height - 1)
    if isNearest {
      return texel(min(max(Int(clamping: u), 0), lastColumn), min(max(Int(clamping: v), 0), lastRow))
    }
    let (left, top) = ((u - 0.5).rounded(.down), (v - 0.5).rounded(.down))
    let (across, down) = (u - 0.5 - left, v - 0.5 - top)
    let (x0, y0) = (min(max(Int(clamping: left), 0), lastColumn), min(max(Int(clamping: top), 0), lastRow))
    let (x1, y1) = (min(max(Int(clamping: left) + 1, 0), lastColumn), min(max(Int(clamping: top) + 1, 0), lastRow))
    if source.layout == .alpha {
      let (upper, lower) = (source.line(y0), source.line(y1))
      let above = upper.alpha(x0) + (upper.alpha(x1) - upper.alpha(x0)) * across
      let below = lower.alpha(x0) + (lower.alpha(x1) - lower.alpha(x0)) * across
      return PixelColor(repeating: above + (below - above) * down)
    }
    let above = texel(x0, y0) + (texel(x1, y0) - texel(x0, y0)) * across
    let below = texel(x0, y1) + (texel(x1, y1) - texel(x0, y1)) * across
    return above + (below - above) * down
  }

  @inline(__always) private func texel(_ column: Int, _ row: Int) -> PixelColor {
    source.line(row)[column]
  }
}
