// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CCairo
internal import Foundation
internal import LaminaGeometry

/// The sole owner of a Cairo drawing context on a surface.
///
/// Every coordinate is in device space: transforms are applied before, in double precision. No input of a caller can
/// put the context into Cairo's sticky error state, after which it would draw nothing more: transforms are checked with
/// `isUsable`, and paths are cut to a safe range. The only remaining cause is a shortage of memory
/// (``DrawingShortage``).
///
/// The corresponding Cairo type is `cairo_t`.
struct CairoCanvas: ~Copyable {
  /// The context.
  let pointer: OpaquePointer
  /// The rectangle of device space that can be drawn to.
  let region: PixelRect

  /// Makes a context that draws into `surface`, which it keeps alive.
  init?(_ surface: borrowing CairoSurface) {
    guard let made = cairo_create(surface.pointer) else { return nil }
    guard cairo_status(made) == CAIRO_STATUS_SUCCESS else {
      DrawingShortage.check(cairo_status(made))
      cairo_destroy(made)
      return nil
    }
    pointer = made
    region = surface.region
    // A fiftieth of a pixel makes a difference of five levels at an edge along a row, which Cairo samples fifteen
    // times.
    cairo_set_tolerance(made, 0.02)
  }

  deinit {
    DrawingShortage.check(cairo_status(pointer))
    cairo_destroy(pointer)
  }

  /// Saves the clip and all settings.
  func save() { cairo_save(pointer) }

  /// Returns to the state that the matching ``save()`` saved.
  func restore() { cairo_restore(pointer) }

  /// Sets whether edges are smooth.
  func setAntialias(_ isOn: Bool) {
    cairo_set_antialias(pointer, isOn ? CAIRO_ANTIALIAS_GOOD : CAIRO_ANTIALIAS_NONE)
  }

  /// Sets the operator that blends drawn objects with the existing pixels.
  func setOperator(_ value: cairo_operator_t) { cairo_set_operator(pointer, value) }

  /// Sets a colour as the source, so exactly that the premultiplied bytes are the nearest to the colour's.
  func setSource(_ color: CGColor, alpha: Double) {
    // Cairo multiplies by alpha and cuts off below a byte's step. With quotients of whole bytes nothing is cut off.
    let alphaByte = CairoCanvas.byte(Double(color.straight.w) * alpha)
    guard alphaByte > 0 else { return cairo_set_source_rgba(pointer, 0, 0, 0, 0) }
    let opacity = min(max(Double(color.straight.w) * alpha, 0), 1)
    func component(_ value: Float) -> Double {
      min(CairoCanvas.byte(min(max(Double(value), 0), 1) * opacity) / alphaByte, 1)
    }
    cairo_set_source_rgba(
      pointer, component(color.straight.x), component(color.straight.y), component(color.straight.z), alphaByte / 255)
  }

  private static func byte(_ value: Double) -> Double {
    value > 0 ? (min(value, 1) * 255).rounded() : 0
  }

  /// Sets the pixels of `surface`, at their place in device space, as the source.
  func setSource(_ surface: borrowing CairoSurface) {
    cairo_set_source_surface(pointer, surface.pointer, 0, 0)
    // Each pixel is drawn as one pixel.
    cairo_pattern_set_filter(cairo_get_source(pointer), CAIRO_FILTER_NEAREST)
  }

  /// Sets a picture as the source.
  ///
  /// - Parameters:
  ///   - surface: The picture, with its top left at the origin.
  ///   - deviceFromPicture: The transform of its pixels; invertible.
  ///   - filter: The filter that samples it.
  ///   - repeats: Whether it is repeated without end, rather than continued with its edge pixels.
  func setSource(
    _ surface: borrowing CairoSurface, deviceFromPicture: CGAffineTransform, filter: cairo_filter_t, repeats: Bool
  ) {
    cairo_set_source_surface(pointer, surface.pointer, 0, 0)
    let pattern = cairo_get_source(pointer)
    var pictureFromDevice = deviceFromPicture.inverted().cairoMatrix
    cairo_pattern_set_matrix(pattern, &pictureFromDevice)
    cairo_pattern_set_filter(pattern, filter)
    cairo_pattern_set_extend(pattern, repeats ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_PAD)
  }

  /// Draws everywhere inside the clip.
  func paint(alpha: Double = 1) {
    DrawingShortage.during {
      if alpha >= 1 { cairo_paint(pointer) } else { cairo_paint_with_alpha(pointer, max(alpha, 0)) }
    }
  }

  /// Draws everywhere inside the clip, in proportion to the alpha of `mask`.
  func paint(through mask: borrowing CairoSurface) {
    DrawingShortage.during { cairo_mask_surface(pointer, mask.pointer, 0, 0) }
  }

  /// Draws inside the traced path, and clears it.
  func fill(using rule: CGPathFillRule) {
    cairo_set_fill_rule(pointer, rule.cairoRule)
    DrawingShortage.during { cairo_fill(pointer) }
  }

  /// Draws along the traced path, and clears it.
  ///
  /// - Parameters:
  ///   - style: The stroke; its dashes are ignored.
  ///   - deviceFromPen: The transform of the pen; invertible.
  func stroke(_ style: StrokeStyle, deviceFromPen: CGAffineTransform) {
    var matrix = deviceFromPen.cairoMatrix
    cairo_set_matrix(pointer, &matrix)
    cairo_set_line_width(pointer, Double(style.width))
    cairo_set_line_cap(pointer, style.cap.cairoCap)
    cairo_set_line_join(pointer, style.join.cairoJoin)
    cairo_set_miter_limit(pointer, style.effectiveMiterLimit)
    DrawingShortage.during { cairo_stroke(pointer) }
    cairo_identity_matrix(pointer)
  }

  /// Restricts drawing to the inside of the traced path, and clears it.
  func clip(using rule: CGPathFillRule) {
    cairo_set_fill_rule(pointer, rule.cairoRule)
    DrawingShortage.during { cairo_clip(pointer) }
  }

  /// Removes the clip, so that drawing reaches the whole surface, until the next ``restore()``.
  func resetClip() { cairo_reset_clip(pointer) }

  /// The pixels that drawing can reach.
  var clipRegion: PixelRect {
    var (minX, minY, maxX, maxY) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(pointer, &minX, &minY, &maxX, &maxY)
    return PixelRect(
      minX: Int32(clamping: minX.rounded(.down)), minY: Int32(clamping: minY.rounded(.down)),
      maxX: Int32(clamping: maxX.rounded(.up)), maxY: Int32(clamping: maxY.rounded(.up))
    ).intersection(region)
  }
}

extension CGAffineTransform {
  /// The transform as Cairo's type.
  var cairoMatrix: cairo_matrix_t {
    cairo_matrix_t(xx: Double(a), yx: Double(b), xy: Double(c), yy: Double(d), x0: Double(tx), y0: Double(ty))
  }

  /// Whether the transform has an inverse in double precision, so that Cairo accepts it.
  var isUsable: Bool {
    let determinant = a * d - b * c
    return [a, b, c, d, tx, ty].allSatisfy(\.isFinite) && abs(determinant) > 1e-30 && (1 / determinant).isFinite
  }
}

extension CGPathFillRule {
  fileprivate var cairoRule: cairo_fill_rule_t {
    self == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING
  }
}

extension CGLineCap {
  fileprivate var cairoCap: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension CGLineJoin {
  fileprivate var cairoJoin: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}
