// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Passes paths to Cairo. Its coordinates are 24.8 fixed point and wrap around silently beyond 8,388,608, so a path
// outside a safe range is first flattened and cut to the neighbourhood of the surface, in double precision. Cutting a
// polygon at a line keeps its winding number inside, so fills do not change; strokes are outlined before they are cut.

internal import CCairo
internal import Foundation
internal import LaminaGeometry

extension CairoCanvas {
  /// Coordinates up to here leave Cairo's scan conversion room for its subpixel grid.
  private static var safeCoordinate: Double { Double(1 << 20) }

  /// Sets `path`, in device space, as the path of the next fill or clip.
  func traceFill(_ path: PathElements) {
    cairo_new_path(pointer)
    guard !path.isWithin(Self.safeCoordinate) else { return trace(path) }
    let margin = 16.0
    let guardRect = CGRect(
      x: Double(region.minX) - margin, y: Double(region.minY) - margin,
      width: Double(region.width) + 2 * margin, height: Double(region.height) + 2 * margin)
    for polygon in path.polygons(clippedTo: guardRect, tolerance: 0.02) {
      guard let first = polygon.first else { continue }
      cairo_move_to(pointer, first.x, first.y)
      for point in polygon.dropFirst() { cairo_line_to(pointer, point.x, point.y) }
      cairo_close_path(pointer)
    }
  }

  /// Draws along `path` without dashes.
  ///
  /// - Parameters:
  ///   - path: The path, in device space.
  ///   - style: The stroke, in the pen's space.
  ///   - deviceFromPen: The transform of the pen; usable.
  func stroke(_ path: PathElements, _ style: StrokeStyle, deviceFromPen: CGAffineTransform) {
    let scale = deviceFromPen.largestScale
    let reach = style.reach * scale
    guard reach < Self.safeCoordinate, path.isWithin(Self.safeCoordinate - reach) else {
      traceFill(path.outline(style, deviceFromPen: deviceFromPen))
      return fill(using: .winding)
    }
    cairo_new_path(pointer)
    trace(path)
    stroke(style, deviceFromPen: deviceFromPen)
  }

  /// Only for paths within the safe range, which are finite.
  private func trace(_ path: PathElements) {
    var (current, start) = (CGPoint.zero, CGPoint.zero)
    path.forEach { type, slice in
      let first = slice.startIndex
      switch type {
      case .moveToPoint:
        cairo_move_to(pointer, slice[first].x, slice[first].y)
        start = slice[first]
      case .addLineToPoint:
        cairo_line_to(pointer, slice[first].x, slice[first].y)
      case .addQuadCurveToPoint:
        let (control, end) = (slice[first], slice[first + 1])
        cairo_curve_to(
          pointer, current.x + (control.x - current.x) * (2.0 / 3), current.y + (control.y - current.y) * (2.0 / 3),
          end.x + (control.x - end.x) * (2.0 / 3), end.y + (control.y - end.y) * (2.0 / 3), end.x, end.y)
      case .addCurveToPoint:
        let (control1, control2, end) = (slice[first], slice[first + 1], slice[first + 2])
        cairo_curve_to(pointer, control1.x, control1.y, control2.x, control2.y, end.x, end.y)
      case .closeSubpath:
        cairo_close_path(pointer)
        current = start
      }
      if let last = slice.last { current = last }
    }
  }
}
