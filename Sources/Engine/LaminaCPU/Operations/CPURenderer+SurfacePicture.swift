// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Drawing a surface whose rows are parallel to the target's, such as a blurred picture: every pixel of a row mixes the
// same two rows of the pass, which are mixed first; within the row, colours are linear between two pixels of the pass.

import LaminaGeometry

extension CPURenderer.TileWorker {
  /// Draws pixels of one row of an upright surface that is not made smaller.
  ///
  /// - Returns: `false` if some of them lie on the surface's fading edge; then nothing is drawn.
  func drawPicture(_ surface: UnsafePointer<PreparedSurface>, _ pixels: UInt64, _ tile: Tile, row: Int) -> Bool {
    guard let line = SurfaceLine(surface, pixels, tile, row: row) else { return false }
    mix(line, of: surface)
    let inside = Self.bits(of: surface.pointee.wholePixels, tile, row: row)
    let replaced = surface.pointee.isOpaque ? pixels & inside : 0
    touchReplaced(replaced, tile, row: row)
    touch(pixels & ~replaced, tile, row: row)
    draw(line, pixels & inside, of: surface, row: row)
    if let clip = surface.pointee.clip { drawClipped(line, pixels & ~inside, of: surface, by: clip, tile, row: row) }
    return true
  }

  /// The bits of the pixels of `bounds` in a row of a tile.
  @inline(__always) private static func bits(of bounds: PixelRect, _ tile: Tile, row: Int) -> UInt64 {
    guard tile.y + row >= Int(bounds.minY), tile.y + row < Int(bounds.maxY) else { return 0 }
    let (first, end) = (max(Int(bounds.minX) - tile.x, 0), min(Int(bounds.maxX) - tile.x, tile.width))
    guard first < end else { return 0 }
    return PreparedPolygon.mask(from: Int32(truncatingIfNeeded: first), to: Int32(truncatingIfNeeded: end))
  }

  /// Mixes the two rows of the pass that a row of pixels lies between, with the tint.
  @inline(__always) private func mix(_ line: SurfaceLine, of surface: UnsafePointer<PreparedSurface>) {
    let source = surface.pointee.source
    let (upper, lower) = (source.line(line.upperRow), source.line(line.lowerRow))
    let last = source.region.width - 1
    let tint = surface.pointee.tint
    for index in 0..<line.count {
      let texel = min(max(line.first &+ index, 0), last)
      let (above, below) = (upper[texel], lower[texel])
      surfaceRow[index] = (above + (below - above) * line.share) * tint
    }
  }

  /// Draws pixels that no clip cuts.
  private func draw(
    _ line: SurfaceLine, _ pixels: UInt64, of surface: UnsafePointer<PreparedSurface>, row: Int
  ) {
    var pixels = pixels
    while let span = Self.takeRun(&pixels) {
      draw(line, span.start..<(span.start &+ span.count), of: surface, onto: colorLine(row))
    }
  }

  @inline(__always) private func draw(
    _ line: SurfaceLine, _ span: Range<Int>, of surface: UnsafePointer<PreparedSurface>,
    onto out: Row<PixelColor>
  ) {
    let isOpaque = surface.pointee.isOpaque
    var column = span.lowerBound
    while column < span.upperBound {
      let texel = line.texel(column)
      let place = texel &- line.first
      let (left, right) = (surfaceRow[place], surfaceRow[place &+ 1])
      // One pair of pixels serves all columns up to the next pair; counted from the tile's first column, so that no
      // pixel depends on the start of its run.
      var count = 1
      while column &+ count < span.upperBound, line.texel(column &+ count) == texel { count &+= 1 }
      let step = (right - left) * line.perColumn
      let origin = left + (right - left) * (line.start - 0.5 - Float(texel))
      var offset = Float(column)
      if isOpaque {
        for index in column..<(column &+ count) {
          out[index] = origin + step * offset
          offset += 1
        }
      } else {
        for index in column..<(column &+ count) {
          blend(origin + step * offset, onto: out, index)
          offset += 1
        }
      }
      column &+= count
    }
  }

  /// Draws pixels that clips may cut, eight at a time.
  private func drawClipped(
    _ line: SurfaceLine, _ pixels: UInt64, of surface: UnsafePointer<PreparedSurface>,
    by clip: UnsafePointer<PreparedClip>, _ tile: Tile, row: Int
  ) {
    var pixels = pixels
    let height = Lanes(repeating: Float(tile.y + row) + 0.5)
    let one = Lanes(repeating: 1)
    while pixels != 0 {
      let column = pixels.trailingZeroBitCount
      let centres = Lanes.indices + (Float(tile.x + column) + 0.5)
      let coverage = clipCoverage(OpenClips(clip), x: centres, y: height, of: one)
      var group = (pixels &>> UInt64(truncatingIfNeeded: column)) & 0xFF & coverage.isAbove(.zero).packedMask
      pixels &= ~(0xFF &<< UInt64(truncatingIfNeeded: column))
      weights.store(coverage, at: 0)
      let out = colorLine(row).from(column)
      while group != 0 {
        let lane = group.trailingZeroBitCount
        group &= group &- 1
        let u = line.start + Float(column &+ lane) * line.perColumn
        let texel = line.texel(column &+ lane)
        let place = texel &- line.first
        let (left, right) = (surfaceRow[place], surfaceRow[place &+ 1])
        blend((left + (right - left) * (u - 0.5 - Float(texel))) * weights[lane], onto: out, lane)
      }
    }
  }
}

/// The position of a row of pixels on an upright surface, in pixels of its pass.
private struct SurfaceLine {
  /// The position of the tile's first column, and the step from one column to the next.
  let start: Float
  let perColumn: Float
  /// The rows that are mixed, and the share of the lower one.
  let upperRow: Int
  let lowerRow: Int
  let share: Float
  /// The pixels in these rows that are read.
  let first: Int
  let count: Int

  /// The left one of the two pixels around a column.
  @inline(__always) func texel(_ column: Int) -> Int {
    // Never below 0, so truncation rounds down.
    Int(clamping: start + Float(column) * perColumn - 0.5)
  }

  /// - Returns: `nil` if some of the pixels lie on the surface's fading edge.
  @inline(__always) init?(_ surface: UnsafePointer<PreparedSurface>, _ pixels: UInt64, _ tile: Tile, row: Int) {
    let region = surface.pointee.source.region
    let down = Float(tile.y + row) + 0.5 - surface.pointee.row1.w
    let v = down * surface.pointee.row1.y + surface.pointee.row2.y
    perColumn = surface.pointee.row0.x
    start =
      (Float(tile.x) + 0.5 - surface.pointee.row0.w) * perColumn + down * surface.pointee.row1.x
      + surface.pointee.row2.x
    let (low, high) = (pixels.trailingZeroBitCount, 63 - pixels.leadingZeroBitCount)
    let (from, to) = (start + Float(low) * perColumn, start + Float(high) * perColumn)
    guard v >= 0.5, v <= Float(region.height) - 0.5, from >= 0.5, to <= Float(region.width) - 0.5 else { return nil }
    let top = (v - 0.5).rounded(.down)
    share = v - 0.5 - top
    upperRow = min(max(Int(clamping: top), 0), region.height - 1)
    lowerRow = min(upperRow + 1, region.height - 1)
    first = Int(clamping: from - 0.5)
    count = min(Int(clamping: to - 0.5) - first + 2, Tile.maximumWidth + 4)
  }
}
