// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Drawing a finished pass into a tile, pixel for pixel, at an opacity and inside a stack of clips.

import LaminaGeometry

extension CPURenderer.TileWorker {
  /// Draws a composite's pixels that nothing in front hides.
  func drawComposite(_ operation: UnsafePointer<PreparedOperation>, _ tile: Tile) {
    guard let (rows, columns) = Self.part(of: tile, inside: operation.pointee.bounds) else { return }
    let composite = operation.pointee.composite
    if !composite.pointee.isSimple {
      for row in rows {
        touch(columns & ~hidden[row], tile, row: row)
        drawEffect(composite, columns & ~hidden[row], tile: tile, row: row)
      }
      return
    }
    let clips = composite.pointee.clip.flatMap { OpenClips($0, in: tile) }
    for row in rows {
      var pixels = columns & ~hidden[row]
      guard pixels != 0 else { continue }
      touch(pixels, tile, row: row)
      let line = colorLine(row)
      if let clips {
        drawClipped(composite, by: clips, &pixels, tile: tile, row: row)
        continue
      }
      while let span = Self.takeRun(&pixels) {
        let source = composite.pointee.source.row(x: tile.x + span.start, y: tile.y + row)
        let (texels, out, opacity) = (source.texels, line.from(span.start), composite.pointee.opacity)
        switch source.layout {
        case .floats:
          for index in 0..<span.count {
            blend(texels.load(16 &* index, as: PixelColor.self).whole * opacity, onto: out, index)
          }
        case .bytes:
          for index in 0..<span.count { blend(texels.color(at: 4 &* index) * opacity, onto: out, index) }
        case .alpha:
          for index in 0..<span.count {
            blend(PixelColor(repeating: source.alpha(index) * opacity), onto: out, index)
          }
        }
      }
    }
  }

  /// Draws pixels of one row, eight at a time, with the coverage of the clips.
  private func drawClipped(
    _ composite: UnsafePointer<PreparedComposite>, by clips: OpenClips, _ pixels: inout UInt64,
    tile: Tile, row: Int
  ) {
    let height = Lanes(repeating: Float(tile.y + row) + 0.5)
    let opacity = Lanes(repeating: composite.pointee.opacity)
    while pixels != 0 {
      let column = pixels.trailingZeroBitCount
      let centres = Lanes.indices + (Float(tile.x + column) + 0.5)
      let coverage = clipCoverage(clips, x: centres, y: height, of: opacity) * opacity
      var group = (pixels &>> UInt64(truncatingIfNeeded: column)) & 0xFF & coverage.isAbove(.zero).packedMask
      pixels &= ~(0xFF &<< UInt64(truncatingIfNeeded: column))
      let source = composite.pointee.source.row(x: tile.x + column, y: tile.y + row)
      let line = colorLine(row).from(column)
      while group != 0 {
        let lane = group.trailingZeroBitCount
        group &= group &- 1
        blend(source[lane].whole * coverage[lane], onto: line, lane)
      }
    }
  }
}
