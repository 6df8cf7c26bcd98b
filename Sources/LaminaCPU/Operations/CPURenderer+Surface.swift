// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Drawing a finished pass as a surface on a plane: each pixel goes back to the pass and mixes four of its pixels.

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

  /// Pixels of one row of an upright silhouette: all of them mix the same two rows of the pass, which are mixed first.
  private func drawSilhouette(
    _ surface: UnsafePointer<PreparedSurface>, _ pixels: UInt64, _ tile: Tile, row: Int
  ) {
    let region = surface.pointee.source.region
    let (width, height) = (region.width, region.height)
    let down = Float(tile.y + row) + 0.5 - surface.pointee.row1.w
    let v = down * surface.pointee.row1.y + surface.pointee.row2.y
    let vertical = min(max(v + 0.5, 0), 1) * min(max(Float(height) + 0.5 - v, 0), 1)
    guard vertical > 0 else { return }
    let top = (v - 0.5).rounded(.down)
    let share = v - 0.5 - top
    let upper = surface.pointee.source.line(min(max(Int(clamping: top), 0), height - 1))
    let lower = surface.pointee.source.line(min(max(Int(clamping: top) + 1, 0), height - 1))
    let perColumn = surface.pointee.row0.x
    let start =
      (Float(tile.x) + 0.5 - surface.pointee.row0.w) * perColumn + down * surface.pointee.row1.x
      + surface.pointee.row2.x
    let line = colorLine(row)
    let tint = surface.pointee.tint * vertical
    let last = Float(width) - 0.5
    var pixels = pixels
    while let span = Self.takeRun(&pixels) {
      var column = span.start
      let end = span.start + span.count
      while column < end {
        let u = start + Float(column) * perColumn
        let first = (u - 0.5).rounded(.down)
        let texel = Int(clamping: min(max(first, -2), Float(width)))
        let (a, b) = (min(max(texel, 0), width - 1), min(max(texel + 1, 0), width - 1))
        let left = upper.alpha(a) + (lower.alpha(a) - upper.alpha(a)) * share
        let right = upper.alpha(b) + (lower.alpha(b) - upper.alpha(b)) * share
        // A pass that was halved serves several pixels with one pair: between its texels alpha is linear.
        var count = 1
        if perColumn > 0, u > 0.5 {
          count = max(1, min(end - column, Int(clamping: (min(first + 1.5, last) - u) / perColumn)))
        }
        if count == 1 {
          let horizontal = min(max(u + 0.5, 0), 1) * min(max(last + 1 - u, 0), 1)
          blend(tint * ((left + (right - left) * (u - 0.5 - first)) * horizontal), onto: line, column)
        } else {
          // From the tile's first column, so that no pixel depends on where its run began.
          let (origin, step) = (left + (right - left) * (start - 0.5 - first), (right - left) * perColumn)
          for index in column..<(column &+ count) { blend(tint * (origin + Float(index) * step), onto: line, index) }
        }
        column += count
      }
    }
  }

  /// Up to eight pixels of one row; `pixels` has a bit for each.
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
      // Half a pixel beyond the first and the last pixel's centre, nothing is left: they mix with what is not there.
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
  /// The colour at a place of the pass, in its pixels; both coordinates within half a pixel of it.
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
