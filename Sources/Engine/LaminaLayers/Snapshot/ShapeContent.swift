// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import LaminaGeometry
package import LaminaGraphics

/// The content that a shape layer draws over its background and contents.
///
/// - Conformance: SHAPE-1
package struct ShapeContent: Sendable {
  /// The shape, in the layer's space.
  package var path: KeyedPath
  /// The colour inside; `nil` for none.
  package var fill: CGColor?
  package var fillRule: CGPathFillRule
  /// The colour along the path; `nil` for none.
  package var stroke: CGColor?
  package var strokeStyle: StrokeStyle
  /// The start and the end of the stroke, as fractions of the path's length; 0...1 each.
  package var strokeStart: CGFloat
  package var strokeEnd: CGFloat
  /// Whether the shape is drawn anew wherever it shows, in pixels.
  package var hasExactEdges = false

  /// Applies the rules for values out of range.
  ///
  /// - Returns: `nil` where nothing is drawn: without points, or without a colour.
  package init?(
    path: KeyedPath, fill: CGColor?, fillRule: CGPathFillRule, stroke: CGColor?, strokeStyle: StrokeStyle,
    strokeStart: CGFloat, strokeEnd: CGFloat
  ) {
    self.path = path
    self.fill = fill.flatMap { $0.straight.w > 0 ? $0 : nil }
    self.fillRule = fillRule
    self.strokeStart = strokeStart > 0 ? min(strokeStart, 1) : 0
    self.strokeEnd = strokeEnd < 1 ? max(strokeEnd, 0) : 1
    self.strokeStyle = strokeStyle
    let strokes = strokeStyle.strokesSomething && self.strokeStart < self.strokeEnd
    self.stroke = strokes ? stroke.flatMap { $0.straight.w > 0 ? $0 : nil } : nil
    guard self.fill != nil || self.stroke != nil, !path.box.isNull else { return nil }
  }

  /// A box that contains the whole drawing, in the layer's space.
  package var box: CGRect {
    let reach = stroke == nil ? 0 : min(strokeStyle.reach, 1e9)
    return path.box.insetBy(dx: -reach, dy: -reach)
  }
}
