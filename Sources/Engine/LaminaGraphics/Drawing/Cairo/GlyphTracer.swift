// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Draws glyphs as outlines. Cairo before 1.18 places glyph pictures on whole pixels, which spaces text unevenly;
// outlines are exact at any scale and angle. Each glyph is taken from Cairo once per run, at the origin, and moved here
// in double precision, so neither huge sizes nor far positions reach Cairo's fixed point.

internal import CCairo
internal import Foundation
internal import LaminaGeometry

/// Takes outlines of glyphs from Cairo, on a canvas of its own, so that a broken font cannot affect a bitmap.
struct GlyphTracer: ~Copyable {
  private let surface: CairoSurface
  private let canvas: CairoCanvas

  /// - Returns: `nil` when there is no memory.
  init?() {
    let pixel = PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1)
    guard let surface = CairoSurface(.alpha, region: pixel), let canvas = CairoCanvas(surface) else { return nil }
    self.surface = surface
    self.canvas = canvas
  }

  /// The outlines of a run, in device space.
  ///
  /// - Parameters:
  ///   - run: The glyphs, of a font with outlines.
  ///   - deviceFromRun: The transform of the glyphs; usable.
  ///   - region: The pixels that matter. Glyphs far from them are left out.
  func outline(of run: GlyphRun, deviceFromRun: CGAffineTransform, near region: PixelRect) -> PathElements {
    let linear = CGAffineTransform(
      a: deviceFromRun.a, b: deviceFromRun.b, c: deviceFromRun.c, d: deviceFromRun.d, tx: 0, ty: 0)
    let pixelSize = run.font.pointsFromEm.concatenating(linear).largestScale
    // Outlines are taken at a size that suits FreeType and fixed-point numbers.
    let reduction = pixelSize > 0 ? CGFloat(min(max(pixelSize, 16), 2048) / pixelSize) : 1
    let traced = linear.concatenating(CGAffineTransform(scaleX: reduction, y: reduction))
    guard traced.isUsable else { return PathElements() }
    // A generous margin: glyphs hardly extend beyond the size of their font.
    let margin = 8 * pixelSize + 1
    var result = PathElements()
    var outlines: [UInt32: PathElements] = [:]
    for glyph in run.glyphs {
      let place = CGPoint(x: glyph.x, y: glyph.y).applying(deviceFromRun)
      guard Double(place.x) > Double(region.minX) - margin, Double(place.x) < Double(region.maxX) + margin,
        Double(place.y) > Double(region.minY) - margin, Double(place.y) < Double(region.maxY) + margin
      else { continue }
      let outline =
        outlines[glyph.index]
        ?? DrawingShortage.twiceIfSuspected { trace(glyph.index, of: run.font, matrix: traced) }
      outlines[glyph.index] = outline
      result.append(
        outline.applying(
          CGAffineTransform(a: 1 / reduction, b: 0, c: 0, d: 1 / reduction, tx: place.x, ty: place.y)))
    }
    return result
  }

  /// The outline of one glyph at the origin.
  private func trace(_ index: UInt32, of font: GlyphFont, matrix: CGAffineTransform) -> PathElements {
    let cairo = canvas.pointer
    var result = PathElements()
    guard cairo_status(cairo) == CAIRO_STATUS_SUCCESS else { return result }
    var cairoMatrix = matrix.cairoMatrix
    cairo_set_matrix(cairo, &cairoMatrix)
    cairo_new_path(cairo)
    var glyph = cairo_glyph_t(index: UInt(index), x: 0, y: 0)
    font.draw(on: cairo) { cairo_glyph_path(cairo, &glyph, 1) }
    cairo_identity_matrix(cairo)
    guard let path = cairo_copy_path(cairo) else { return result }
    defer { cairo_path_destroy(path) }
    DrawingShortage.check(path.pointee.status)
    guard path.pointee.status == CAIRO_STATUS_SUCCESS, let data = path.pointee.data else { return result }
    var position = 0
    func point(_ offset: Int) -> CGPoint {
      CGPoint(x: data[position + offset].point.x, y: data[position + offset].point.y)
    }
    while position < Int(path.pointee.num_data) {
      let header = data[position].header
      switch header.type {
      case CAIRO_PATH_MOVE_TO: result.move(to: point(1))
      case CAIRO_PATH_LINE_TO: result.line(to: point(1))
      case CAIRO_PATH_CURVE_TO: result.curve(control1: point(1), control2: point(2), to: point(3))
      default: result.close()
      }
      position += max(Int(header.length), 1)
    }
    return result
  }
}

extension DrawingTarget {
  /// Draws the glyphs of a font whose glyphs are pictures, in their own colours.
  func show(_ run: GlyphRun, deviceFromRun: CGAffineTransform) {
    let cairo = canvas.pointer
    var matrix = deviceFromRun.cairoMatrix
    cairo_set_matrix(cairo, &matrix)
    let glyphs = run.glyphs.map { cairo_glyph_t(index: UInt($0.index), x: $0.x, y: $0.y) }
    glyphs.withUnsafeBufferPointer { glyphs in
      run.font.draw(on: cairo) {
        DrawingShortage.during { cairo_show_glyphs(cairo, glyphs.baseAddress, Int32(clamping: glyphs.count)) }
      }
    }
    cairo_identity_matrix(cairo)
  }
}
