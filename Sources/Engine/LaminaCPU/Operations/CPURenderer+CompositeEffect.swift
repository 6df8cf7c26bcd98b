// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Composites with more than source-over: with maps of colours, a mask and any blend mode. The twin of
// Shaders/lib/composite_effect.glsl and blend.glsl.

import LaminaGeometry
import LaminaGraphics

extension CPURenderer.TileWorker {
  /// Draws pixels of one row, eight at a time.
  func drawEffect(_ composite: UnsafePointer<PreparedComposite>, _ pixels: UInt64, tile: Tile, row: Int) {
    if composite.pointee.isMaskedAlone, let mask = composite.pointee.mask {
      return drawMasked(composite, mask, pixels, tile: tile, row: row)
    }
    var pixels = pixels
    let height = Lanes(repeating: Float(tile.y + row) + 0.5)
    let opacity = Lanes(repeating: composite.pointee.opacity)
    let one = Lanes(repeating: 1)
    let clearsBackdrop = composite.pointee.blend.clearsBackdrop
    while pixels != 0 {
      let column = pixels.trailingZeroBitCount
      let centres = Lanes.indices + (Float(tile.x + column) + 0.5)
      var coverage = opacity
      if let clip = composite.pointee.clip {
        coverage *= clipCoverage(OpenClips(clip), x: centres, y: height, of: one)
      }
      var outline = Lanes.zero
      if clearsBackdrop, let clip = composite.pointee.outline {
        outline = clipCoverage(OpenClips(clip), x: centres, y: height, of: one)
      }
      var group = (pixels &>> UInt64(truncatingIfNeeded: column)) & 0xFF
      pixels &= ~(0xFF &<< UInt64(truncatingIfNeeded: column))
      if !clearsBackdrop { group &= coverage.isAbove(.zero).packedMask }
      let line = colorLine(row).from(column)
      while group != 0 {
        let lane = group.trailingZeroBitCount
        group &= group &- 1
        drawEffect(
          composite, coverage[lane], outline[lane], x: tile.x + column + lane, y: tile.y + row, onto: line, lane)
      }
    }
  }

  /// Draws pixels of one row that are only multiplied by a mask.
  private func drawMasked(
    _ composite: UnsafePointer<PreparedComposite>, _ mask: PixelSource, _ pixels: UInt64, tile: Tile, row: Int
  ) {
    var pixels = pixels
    let opacity = composite.pointee.opacity
    while let span = Self.takeRun(&pixels) {
      let source = composite.pointee.source.row(x: tile.x + span.start, y: tile.y + row).texels
      let alphas = mask.row(x: tile.x + span.start, y: tile.y + row).texels
      let line = colorLine(row).from(span.start)
      for index in 0..<span.count {
        let alpha = alphas.load(4 &* index &+ 3, as: UInt8.self)
        guard alpha != 0 else { continue }
        // In the same order of operations as for any other composite, so that all bits are equal.
        let color = source.color(at: 4 &* index) * Self.unit * (opacity * (Float(alpha) * Self.unit))
        line[index] = color * 255 + line[index] * (1 - color.w)
      }
    }
  }

  /// Draws one pixel.
  @inline(__always) private func drawEffect(
    _ composite: UnsafePointer<PreparedComposite>, _ coverage: Float, _ outline: Float, x: Int, y: Int,
    onto line: Row<PixelColor>, _ lane: Int
  ) {
    var color = composite.pointee.source.color(x: x, y: y).whole * Self.unit
    for map in composite.pointee.colorMaps { color = map.applied(toPremultiplied: color) }
    var coverage = coverage
    var outline = outline
    if let mask = composite.pointee.mask {
      let alpha = mask.color(x: x, y: y).whole.w * Self.unit
      coverage *= alpha
      outline *= alpha
    }
    color *= coverage
    let blend = composite.pointee.blend
    if blend == .normal {
      line[lane] = color * 255 + line[lane] * (1 - color.w)
      return
    }
    let result = blend.mixed(color, onto: line[lane].whole * Self.unit, outline: max(outline, color.w))
    line[lane] = result * 255
  }
}

extension PreparedComposite {
  /// Whether the composite only multiplies bytes by a mask of bytes.
  @inline(__always) fileprivate var isMaskedAlone: Bool {
    blend == .normal && colorMaps.isEmpty && clip == nil && source.layout == .bytes && mask?.layout == .bytes
  }
}

extension PixelColor {
  /// The colour of a pass that is shown by another pass, or mixed by a blend mode, 0...255: additive particles may have
  /// made a sum of more light and alpha than that, of which a screen shows no more.
  @inline(__always) var whole: PixelColor { pointwiseMin(self, PixelColor(repeating: 255)) }
}

extension PixelSource {
  /// The premultiplied colour of a pixel inside the region, 0...255.
  @inline(__always) func color(x: Int, y: Int) -> PixelColor {
    row(x: x, y: y)[0]
  }
}

extension ColorMap {
  /// The result for a premultiplied colour, 0...1; a transparent colour stays transparent.
  @inline(__always) func applied(toPremultiplied color: PixelColor) -> PixelColor {
    guard color.w > 0 else { return .zero }
    let straight = (color / color.w).unitClamped
    let alpha = min(color.w, 1)
    var input = straight
    input.w = alpha
    let result =
      switch self {
      case .matrix(let matrix): matrix.applied(to: input).unitClamped
      }
    var premultiplied = result * result.w
    premultiplied.w = result.w
    return premultiplied
  }
}

extension ColorMatrix {
  @inline(__always) fileprivate func applied(to color: PixelColor) -> PixelColor {
    PixelColor((red * color).sum(), (green * color).sum(), (blue * color).sum(), (alpha * color).sum()) + bias
  }
}
