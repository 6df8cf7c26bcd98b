// Drawing a finished pass into a tile, pixel for pixel, at an opacity and inside a stack of clips.

import LaminaGeometry

extension CPURenderer.TileWorker {
  /// Draws a composite's pixels that nothing in front hides.
  func drawComposite(_ operation: UnsafePointer<PreparedOperation>, _ tile: Tile) {
    guard let (rows, columns) = Self.part(of: tile, inside: operation.pointee.bounds) else { return }
    let composite = composites + Int(operation.pointee.index)
    if !composite.pointee.isSimple {
      for row in rows { drawEffect(composite, columns & ~hidden[row], tile: tile, row: row) }
      return
    }
    for row in rows {
      var pixels = columns & ~hidden[row]
      guard pixels != 0 else { continue }
      let line = colors + row * Tile.maximumWidth
      if composite.pointee.clip >= 0 {
        drawClipped(composite, &pixels, tile: tile, row: row)
        continue
      }
      while let span = Self.takeRun(&pixels) {
        let source = composite.pointee.source.address(x: tile.x + span.start, y: tile.y + row)
        let opacity = composite.pointee.opacity
        if composite.pointee.source.isFloat {
          let texels = source.assumingMemoryBound(to: PixelColor.self)
          for index in 0..<span.count { blend(texels[index] * opacity, onto: line + span.start + index) }
        } else {
          for index in 0..<span.count {
            blend(AffineSampler.texel(source + 4 &* index) * opacity, onto: line + span.start + index)
          }
        }
      }
    }
  }

  /// Draws pixels of one row, eight at a time, with the coverage of the clips.
  private func drawClipped(
    _ composite: UnsafePointer<PreparedComposite>, _ pixels: inout UInt64, tile: Tile, row: Int
  ) {
    let height = Float(tile.y + row) + 0.5
    let opacity = Lanes(repeating: composite.pointee.opacity)
    while pixels != 0 {
      let column = pixels.trailingZeroBitCount
      let centres = Lanes.indices + (Float(tile.x + column) + 0.5)
      let coverage = clipCoverage(composite.pointee.clip, x: centres, y: height, of: opacity) * opacity
      var group = (pixels &>> UInt64(truncatingIfNeeded: column)) & 0xFF & coverage.isAbove(.zero).packedMask
      pixels &= ~(0xFF &<< UInt64(truncatingIfNeeded: column))
      let source = composite.pointee.source.address(x: tile.x + column, y: tile.y + row)
      let line = colors + row * Tile.maximumWidth + column
      while group != 0 {
        let lane = group.trailingZeroBitCount
        group &= group &- 1
        let color =
          composite.pointee.source.isFloat
          ? source.assumingMemoryBound(to: PixelColor.self)[lane] : AffineSampler.texel(source + 4 &* lane)
        blend(color * coverage[lane], onto: line + lane)
      }
    }
  }
}

extension PixelSource {
  /// The first byte of a pixel inside the region.
  @inline(__always) func address(x: Int, y: Int) -> UnsafeRawPointer {
    let pixel = (y - Int(region.minY)) * region.width + (x - Int(region.minX))
    return base + pixel * (isFloat ? 16 : 4)
  }
}
