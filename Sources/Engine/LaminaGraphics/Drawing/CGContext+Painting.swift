// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGeometry

extension CGContext {
  /// Fills the path with the fill colour, and clears it.
  public func fillPath(using rule: CGPathFillRule = .winding) {
    drawPath(using: rule == .winding ? .fill : .eoFill)
  }

  /// Draws a line along the path with the stroke colour, and clears it.
  public func strokePath() {
    drawPath(using: .stroke)
  }

  /// Fills the path, draws a line along it, or both, and clears it. Open subpaths are filled as if closed.
  public func drawPath(using mode: CGPathDrawingMode) {
    let path = pathInDevice.elements
    beginPath()
    switch mode {
    case .fill, .fillStroke: fill(path, .winding)
    case .eoFill, .eoFillStroke: fill(path, .evenOdd)
    case .stroke: break
    }
    switch mode {
    case .stroke, .fillStroke, .eoFillStroke: stroke(path, state.stroke)
    case .fill, .eoFill: break
    }
  }

  /// Fills a rectangle with the fill colour. The path is not touched.
  public func fill(_ rect: CGRect) {
    fill([rect])
  }

  /// Fills rectangles with the fill colour, as one path by the winding rule. The path is not touched.
  public func fill(_ rects: [CGRect]) {
    fill(inDevice { $0.addRects(rects, transform: $1) }, .winding)
  }

  /// Fills the ellipse that a rectangle holds with the fill colour. The path is not touched.
  public func fillEllipse(in rect: CGRect) {
    fill(inDevice { $0.addEllipse(in: rect, transform: $1) }, .winding)
  }

  /// Draws a line along a rectangle with the stroke colour. The path is not touched.
  public func stroke(_ rect: CGRect) {
    stroke(rect, width: state.stroke.width)
  }

  /// Draws a line of a width along a rectangle with the stroke colour. The path is not touched.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    var style = state.stroke
    style.width = width
    stroke(inDevice { $0.addRect(rect, transform: $1) }, style)
  }

  /// Draws a line along the ellipse that a rectangle holds with the stroke colour. The path is not touched.
  public func strokeEllipse(in rect: CGRect) {
    stroke(inDevice { $0.addEllipse(in: rect, transform: $1) }, state.stroke)
  }

  /// Draws lines from the first point to the second, from the third to the fourth, and so on; a last point without a
  /// partner is left out. The path is not touched.
  public func strokeLineSegments(between points: [CGPoint]) {
    let path = inDevice { path, transform in
      for index in stride(from: 0, to: points.count - 1, by: 2) {
        path.move(to: points[index], transform: transform)
        path.addLine(to: points[index + 1], transform: transform)
      }
    }
    stroke(path, state.stroke)
  }

  /// Makes a rectangle transparent (black in an opaque bitmap), whatever the blend mode, alpha and shadow.
  public func clear(_ rect: CGRect) {
    let saved = state
    defer { state = saved }
    state.blendMode = .clear
    state.shadow = nil
    state.alpha = 1
    fill(rect)
  }

  /// Builds a path of user space in device space.
  private func inDevice(_ build: (CGMutablePath, CGAffineTransform) -> Void) -> PathElements {
    let path = CGMutablePath()
    build(path, state.deviceFromUser)
    return path.elements
  }

  /// The ink of fills; `nil` when there is no memory.
  var fillInk: DrawCommand.Ink? { state.fillPattern.map(ink) ?? .color(state.fillColor) }

  /// The ink of lines; `nil` when there is no memory.
  var strokeInk: DrawCommand.Ink? { state.strokePattern.map(ink) ?? .color(state.strokeColor) }

  func fill(_ path: PathElements, _ rule: CGPathFillRule) {
    guard !path.types.isEmpty, let ink = fillInk else { return }
    perform(command(.fill(path, rule), ink))
  }

  func stroke(_ path: PathElements, _ style: StrokeStyle) {
    guard !path.types.isEmpty, style.strokesSomething, state.deviceFromUser.isUsable, let ink = strokeInk else {
      return
    }
    perform(command(.stroke(dashed(path), style, deviceFromPen: state.deviceFromUser), ink))
  }
}
