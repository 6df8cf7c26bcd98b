// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CCairo
internal import Foundation
internal import LaminaGeometry

/// A drawing operation: a coverage and an ink, before alpha, shadow, masks and blending.
struct DrawCommand {
  /// The area of a drawing operation.
  enum Coverage {
    /// All that the clip lets through.
    case everything
    /// The inside of a path in device space.
    case fill(PathElements, CGPathFillRule)
    /// A stroke along a path in device space, with a pen under a usable transform.
    case stroke(PathElements, StrokeStyle, deviceFromPen: CGAffineTransform)
  }

  /// The source of colour.
  enum Ink {
    /// A colour.
    case color(CGColor)
    /// Pixels at their place in device space; transparent around them.
    case pixels(DrawingTarget)
    /// A picture under a usable transform, repeated or continued around.
    case picture(PictureSurface, deviceFromPicture: CGAffineTransform, filter: cairo_filter_t, repeats: Bool)
  }

  var coverage: Coverage
  var ink: Ink
  var antialiases: Bool

  /// Draws with the canvas's operator, within its clip.
  func draw(on canvas: borrowing CairoCanvas, alpha: Double) {
    canvas.setAntialias(antialiases)
    switch ink {
    case .color(let color):
      canvas.setSource(color, alpha: alpha)
    case .pixels(let target):
      canvas.setSource(target.surface)
    case .picture(let picture, let deviceFromPicture, let filter, let repeats):
      canvas.setSource(picture.surface, deviceFromPicture: deviceFromPicture, filter: filter, repeats: repeats)
    }
    drawCoverage(on: canvas, alpha: isPlain ? 1 : alpha)
  }

  private func drawCoverage(on canvas: borrowing CairoCanvas, alpha: Double) {
    if alpha >= 1, drawAccumulated(on: canvas) { return }
    switch coverage {
    case .everything:
      canvas.paint(alpha: alpha)
    case .fill(let path, let rule) where alpha >= 1:
      canvas.traceFill(path)
      canvas.fill(using: rule)
    case .fill(let path, let rule):
      canvas.save()
      canvas.traceFill(path)
      canvas.clip(using: rule)
      canvas.paint(alpha: alpha)
      canvas.restore()
    case .stroke(let path, let style, let deviceFromPen):
      canvas.stroke(path, style, deviceFromPen: deviceFromPen)
    }
  }

  /// Draws a path that has too many edges for Cairo; returns whether the path is such a path.
  private func drawAccumulated(on canvas: borrowing CairoCanvas) -> Bool {
    switch coverage {
    case .fill(let path, _), .stroke(let path, _, _):
      guard path.points.count > CoverageAccumulator.veryFewPoints else { return false }
    case .everything: return false
    }
    let reachable = canvas.clipRegion
    let touched = region.map { $0.intersection(reachable) } ?? reachable
    guard !touched.isEmpty, let mask = PathRasterizer.accumulated(self, touched) else { return false }
    var coverage = mask.coverage
    coverage.withUnsafeMutableBufferPointer { pixels in
      guard let surface = CairoSurface(alpha: pixels, region: mask.region, bytesPerRow: mask.bytesPerRow) else {
        return
      }
      canvas.paint(through: surface)
    }
    return true
  }

  /// Whether the ink is one colour, which can be multiplied by alpha.
  var isPlain: Bool {
    if case .color = ink { return true }
    return false
  }

  /// The pixels that can be drawn to; `nil` for all.
  var region: PixelRect? {
    switch coverage {
    case .everything:
      guard case .pixels(let target) = ink else { return nil }
      return target.region
    case .fill(let path, _):
      return PixelRect(covering: path.finiteControlBox, margin: 1)
    case .stroke(let path, let style, let deviceFromPen):
      return PixelRect(
        covering: path.finiteControlBox, margin: style.reach * deviceFromPen.largestScale + 1)
    }
  }

  /// The same command with the outline of its stroke as a path to fill, which Cairo can use as a clip.
  var withoutStroke: DrawCommand {
    guard case .stroke(let path, let style, let deviceFromPen) = coverage else { return self }
    var result = self
    result.coverage = .fill(path.outline(style, deviceFromPen: deviceFromPen), .winding)
    return result
  }
}

extension PixelRect {
  /// The pixels that a rectangle of device space touches, grown by a margin; empty for the null rectangle.
  init(covering rect: CGRect, margin: Double) {
    guard !rect.isNull else {
      self = .empty
      return
    }
    // An infinite pen under a transform to zero gives NaN, and may reach anywhere.
    let margin = margin.isNaN ? 1e9 : margin
    // Pixels beyond these numbers are outside any bitmap.
    func edge(_ value: Double) -> Int32 { Int32(clamping: min(max(value, -1e9), 1e9)) }
    self.init(
      minX: edge((Double(rect.minX) - margin).rounded(.down)), minY: edge((Double(rect.minY) - margin).rounded(.down)),
      maxX: edge((Double(rect.maxX) + margin).rounded(.up)), maxY: edge((Double(rect.maxY) + margin).rounded(.up)))
  }

  /// The same pixels moved and with `margin` more on each side.
  func moved(x: Int, y: Int, margin: Int) -> PixelRect {
    func edge(_ value: Int) -> Int32 { Int32(clamping: value) }
    return PixelRect(
      minX: edge(Int(minX) + x - margin), minY: edge(Int(minY) + y - margin),
      maxX: edge(Int(maxX) + x + margin), maxY: edge(Int(maxY) + y + margin))
  }
}
