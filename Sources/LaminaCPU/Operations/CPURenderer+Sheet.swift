// Drawing a finished pass as a sheet on a plane: each pixel goes back to the pass and mixes four of its pixels.

import LaminaGeometry

extension CPURenderer.TileWorker {
  /// Draws a sheet's pixels that nothing in front hides.
  func drawSheet(_ operation: UnsafePointer<PreparedOperation>, _ tile: Tile) {
    guard let (rows, columns) = Self.part(of: tile, inside: operation.pointee.bounds) else { return }
    let sheet = sheets + Int(operation.pointee.index)
    for row in rows {
      var pixels = columns & ~hidden[row]
      while pixels != 0 {
        let column = pixels.trailingZeroBitCount
        drawSheet(
          sheet, (pixels &>> UInt64(truncatingIfNeeded: column)) & 0xFF, x: tile.x + column, y: tile.y + row,
          onto: colors + row * Tile.maximumWidth + column)
        pixels &= ~(0xFF &<< UInt64(truncatingIfNeeded: column))
      }
    }
  }

  /// Up to eight pixels of one row; `pixels` has a bit for each.
  @inline(__always) private func drawSheet(
    _ sheet: UnsafePointer<PreparedSheet>, _ pixels: UInt64, x: Int, y: Int, onto line: UnsafeMutablePointer<PixelColor>
  ) {
    let centres = Lanes.indices + (Float(x) + 0.5)
    let height = Float(y) + 0.5
    let texels = LanePlane(
      row0: sheet.pointee.row0, row1: sheet.pointee.row1, row2: sheet.pointee.row2, isAffine: sheet.pointee.isAffine,
      x: centres, y: height)
    let (width, rows) = (Float(sheet.pointee.source.region.width), Float(sheet.pointee.source.region.height))
    var coverage: Lanes
    if sheet.pointee.isNearest {
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
    if sheet.pointee.clip >= 0 {
      coverage *= clipCoverage(sheet.pointee.clip, x: centres, y: height, of: coverage)
    }
    var pixels = pixels & coverage.isAbove(.zero).packedMask
    guard pixels != 0 else { return }
    weights[0] = coverage
    let weight = UnsafeRawPointer(weights).assumingMemoryBound(to: Float.self)
    while pixels != 0 {
      let lane = pixels.trailingZeroBitCount
      pixels &= pixels &- 1
      var color = sheet.pointee.color(u: texels.x[lane], v: texels.y[lane])
      color = sheet.pointee.isSilhouette ? sheet.pointee.tint * color.w : sheet.pointee.tint * color
      blend(color * weight[lane], onto: line + lane)
    }
  }
}

extension PreparedSheet {
  /// The colour at a place of the pass, in its pixels; both coordinates within half a pixel of it.
  @inline(__always) fileprivate func color(u: Float, v: Float) -> PixelColor {
    let (lastColumn, lastRow) = (source.region.width - 1, source.region.height - 1)
    if isNearest {
      return texel(min(max(Int(u), 0), lastColumn), min(max(Int(v), 0), lastRow))
    }
    let (left, top) = ((u - 0.5).rounded(.down), (v - 0.5).rounded(.down))
    let (across, down) = (u - 0.5 - left, v - 0.5 - top)
    let (x0, y0) = (min(max(Int(left), 0), lastColumn), min(max(Int(top), 0), lastRow))
    let (x1, y1) = (min(max(Int(left) + 1, 0), lastColumn), min(max(Int(top) + 1, 0), lastRow))
    if source.layout == .alpha {
      let rows = source.base.assumingMemoryBound(to: Float.self)
      let (upper, lower) = (rows + y0 * source.region.width, rows + y1 * source.region.width)
      let above = upper[x0] + (upper[x1] - upper[x0]) * across
      let below = lower[x0] + (lower[x1] - lower[x0]) * across
      return PixelColor(repeating: above + (below - above) * down)
    }
    let above = texel(x0, y0) + (texel(x1, y0) - texel(x0, y0)) * across
    let below = texel(x0, y1) + (texel(x1, y1) - texel(x0, y1)) * across
    return above + (below - above) * down
  }

  @inline(__always) private func texel(_ column: Int, _ row: Int) -> PixelColor {
    source.color(at: source.base + row * source.region.width * source.layout.bytesPerPixel, column)
  }
}
