// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

extension TreeRecorder {
  /// Draws a layer's path: the fill, and the stroke over it.
  ///
  /// - Conformance: SHAPE-1, PAINT-1
  mutating func drawShape(_ shape: ShapeContent, _ style: inout ResolvedStyle, plane: LayerPlane) {
    guard var part = contentPart(&style, plane: plane) else { return }
    part.antialiased = SIMD4(repeating: 1)
    let exactly = shape.hasExactEdges
    // If parts fade separately, the fill and stroke of the path together are one part (`GROUP-1`).
    let fades = part.placed.opacity < 1 && shape.fill != nil && shape.stroke != nil
    let opacity = part.placed.opacity
    if fades {
      part.placed.opacity = 1
      list.begin()
    }
    if let fill = shape.fill { drawInside(of: shape, in: ResolvedStyle.shown(fill) * style.tint, part) }
    if let stroke = shape.stroke {
      let subject = RasterSubject.stroke(
        shape.path, shape.strokeStyle, start: shape.strokeStart, end: shape.strokeEnd)
      draw(subject, box: shape.box.corners, tint: ResolvedStyle.shown(stroke) * style.tint, exactly: exactly, part)
    }
    if fades { list.endGroup(opacity: opacity, node: part.node) }
  }

  private mutating func drawInside(of shape: ShapeContent, in color: SIMD4<Float>, _ part: BoxPart) {
    guard let plain = shape.path.plainShape, !shape.hasExactEdges || plain.isExact(on: part.plane) else {
      draw(
        .fill(shape.path, shape.fillRule), box: shape.path.box.corners, tint: color, exactly: shape.hasExactEdges, part)
      return
    }
    // A rounded box is sharp at any size and needs no picture.
    var part = part
    part.plane.moveOrigin(to: plain.minimum)
    part.outline = plain
    part.outline.maximum -= plain.minimum
    part.outline.minimum = .zero
    part.paint.fill = color
    draw(part)
  }

  /// Draws a path by way of a picture.
  ///
  /// - Parameters:
  ///   - box: The box in the layer's space that contains the path: minimum x, y, maximum x, y.
  ///   - tint: The colour in which white texels of the picture are drawn.
  ///   - exactly: Whether the picture is made in pixels of the target for any affine plane.
  private mutating func draw(
    _ subject: RasterSubject, box: SIMD4<Double>, tint: SIMD4<Float>, exactly: Bool, _ part: BoxPart
  ) {
    guard tint.w > 0 else { return }
    guard box.isWithinReach else {
      diagnostics.add(.unboundedPath, node: Int(part.node), in: snapshot)
      return
    }
    guard let grid = texelGrid(box: box, exactly: exactly, part) else { return }
    var part = part
    part.paint.tint = tint
    request(.path(subject), on: grid, ownColors: tint, part)
  }

  /// The greatest distance of a path from its layer's origin; points. Its square is still finite, even after
  /// enlargement.
  static let farthest = 1e100

  /// The texel grid of a picture of the contents of `box`; `nil` if no part of them shows.
  @inline(__always) func texelGrid(box: SIMD4<Double>, exactly: Bool = false, _ part: BoxPart) -> TexelGrid? {
    TexelGrid(
      box: box, plane: part.placed.plane, limit: part.limit, canvas: canvas, points: points, exactly: exactly)
  }
}

extension SIMD4<Double> {
  /// Whether all corners of a box lie within `farthest`.
  fileprivate var isWithinReach: Bool {
    max() <= TreeRecorder.farthest && min() >= -TreeRecorder.farthest && (self - self).sum() == 0
  }
}

extension RoundedRectangle {
  /// Whether drawing the rectangle as a box gives its exact area in every pixel: square corners, upright.
  fileprivate func isExact(on plane: LayerPlane) -> Bool {
    radii == .zero && plane.isAffine && plane.uprightMap != nil
  }
}
