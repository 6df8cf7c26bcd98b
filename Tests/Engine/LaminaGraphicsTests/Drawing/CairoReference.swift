// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import CCairo
import Foundation
import LaminaGeometry

/// Coverage drawn by Cairo alone at four times the size and averaged: the reference for ours.
struct CairoReference {
  let width: Int
  let height: Int
  /// 0...255, row by row.
  let coverage: [Double]

  static let enlargement = 4

  /// Draws with a raw `cairo_t`, in the coordinates of the small picture.
  init(width: Int, height: Int, draw: (OpaquePointer) -> Void) {
    let scale = Self.enlargement
    let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width * scale), Int32(height * scale))!
    let cairo = cairo_create(surface)!
    cairo_set_tolerance(cairo, 0.01)
    cairo_scale(cairo, Double(scale), Double(scale))
    draw(cairo)
    cairo_surface_flush(surface)
    let bytesPerRow = Int(cairo_image_surface_get_stride(surface))
    let bytes = cairo_image_surface_get_data(surface)!
    var coverage = [Double](repeating: 0, count: width * height)
    for y in 0..<(height * scale) {
      for x in 0..<(width * scale) {
        coverage[y / scale * width + x / scale] += Double(bytes[y * bytesPerRow + x]) / Double(scale * scale)
      }
    }
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
    self.width = width
    self.height = height
    self.coverage = coverage
  }

  /// The largest difference, in levels, and the mean one over the pixels where either has an edge.
  func difference(from other: (_ x: Int, _ y: Int) -> UInt8) -> (largest: Double, mean: Double) {
    var (largest, sum, count) = (0.0, 0.0, 0.0)
    for y in 0..<height {
      for x in 0..<width {
        let (expected, actual) = (coverage[y * width + x], Double(other(x, y)))
        largest = max(largest, abs(expected - actual))
        guard expected > 0 && expected < 255 || actual > 0 && actual < 255 else { continue }
        sum += abs(expected - actual)
        count += 1
      }
    }
    return (largest, count > 0 ? sum / count : 0)
  }
}

extension CGPath {
  /// Traces the path with a raw `cairo_t`.
  func trace(_ cairo: OpaquePointer) {
    var current = CGPoint.zero
    applyWithBlock { element in
      let points = element.pointee.points
      switch element.pointee.type {
      case .moveToPoint: cairo_move_to(cairo, points[0].x, points[0].y)
      case .addLineToPoint: cairo_line_to(cairo, points[0].x, points[0].y)
      case .addQuadCurveToPoint:
        let (control, end) = (points[0], points[1])
        cairo_curve_to(
          cairo, (current.x + 2 * control.x) / 3, (current.y + 2 * control.y) / 3, (end.x + 2 * control.x) / 3,
          (end.y + 2 * control.y) / 3, end.x, end.y)
      case .addCurveToPoint:
        cairo_curve_to(cairo, points[0].x, points[0].y, points[1].x, points[1].y, points[2].x, points[2].y)
      case .closeSubpath: cairo_close_path(cairo)
      }
      switch element.pointee.type {
      case .moveToPoint, .addLineToPoint: current = points[0]
      case .addQuadCurveToPoint: current = points[1]
      case .addCurveToPoint: current = points[2]
      case .closeSubpath: break
      }
    }
  }
}
