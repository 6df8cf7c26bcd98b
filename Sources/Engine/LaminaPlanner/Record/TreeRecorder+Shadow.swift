// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

extension TreeRecorder {
  /// Draws the shadow of a layer, under all other parts of the layer.
  ///
  /// The shadow is drawn in the cheapest exact way out of three: in closed form if the caster is a rounded rectangle,
  /// either because its path is one or because its background hides everything that it draws; otherwise by the coverage
  /// of the path, or by the alpha of the whole subtree, blurred in passes that are kept while nothing changes.
  ///
  /// - Parameters:
  ///   - style: The style of the layer.
  ///   - targetFromLayer: The plane of the layer, measured from its own origin.
  ///   - parent: The values that the layer inherits.
  /// - Conformance: SHADOW-1, SHADOW-4, SHADOW-5, CLIP-6
  mutating func drawShadow(_ style: ResolvedStyle, targetFromLayer: Homography, under parent: Inherited) {
    let node = Int(style.node)
    // The shadow of a clipped layer lies outside of the layer's own clip.
    guard !style.masksToBounds, let extras = nodes[node].properties.extras, var shadow = LayerShadow(extras) else {
      return
    }
    shadow.color *= style.tint
    if let path = extras.shadowPath {
      guard !path.isEmpty else { return }
      if let outline = RoundedRectangle(path) {
        guard let plane = LayerPlane(targetFromLayer: targetFromLayer) else { return }
        drawShadow(shadow, of: outline, on: plane, alpha: 1, style)
      } else {
        drawShadow(shadow, ofPath: path, targetFromLayer: targetFromLayer, style, under: parent)
      }
    } else if let alpha = solidAlpha(style) {
      // The shadow's colour already includes the tint's alpha.
      let own = style.tint.w > 0 ? min(alpha / style.tint.w, 1) : 0
      if own > 0 { drawShadow(shadow, of: style.outline, on: style.plane, alpha: own, style) }
    } else {
      drawSubtreeShadow(shadow, targetFromLayer: targetFromLayer, style, under: parent)
    }
  }

  /// Draws the shadow of a rounded rectangle in closed form.
  ///
  /// - Parameter alpha: The alpha of the caster.
  private mutating func drawShadow(
    _ shadow: LayerShadow, of caster: RoundedRectangle, on plane: LayerPlane, alpha: Float, _ style: ResolvedStyle
  ) {
    let outline = caster.moved(by: shadow.offset)
    guard !outline.isEmpty else { return }
    let color = shadow.color * (alpha * style.partOpacity)
    guard
      let extent = BoxExtent(of: outline.box(outsetBy: shadow.reach), on: plane, limit: style.limit)
    else { return }
    let sigma = widened(shadow.sigma, on: plane, near: extent.pixelBounds)
    guard min(sigma.x, sigma.y) > 0 else {
      var part = BoxPart(style)
      part.plane = plane
      part.outline = outline
      part.antialiased = SIMD4(repeating: 1)
      part.placed.opacity = 1
      part.paint.fill = color
      draw(part)
      return
    }
    guard
      let shape = ShapeGeometry(
        plane: plane, outline: outline, antialiased: SIMD4(repeating: 1), near: extent.pixelBounds, reach: shadow.reach)
    else { return }
    var operation = ShadowOperation(
      shape: shape, sigma: sigma, color: color, outer: extent.outer, pixelBounds: extent.pixelBounds, clip: style.clip,
      isAffine: plane.isAffine, node: style.node)
    if !extent.isWhole { operation.outer = extent.cutOuter(region: region) }
    if style.clip.exists, resources.clips.interiors.holds(extent.outer, in: style.clip) { operation.clip = .none }
    list.append(.shadow(operation))
  }

  /// The standard deviation along both axes. If it is hardly wider than a pixel, the pixel's own variance is added: the
  /// drawn value is then the mean over the pixel, and a radius near 0 gives an antialiased edge.
  private func widened(_ sigma: Double, on plane: LayerPlane, near bounds: PixelRect) -> SIMD2<Float> {
    guard sigma > 0 else { return .zero }
    let middle = SIMD2(Double(bounds.minX + bounds.maxX), Double(bounds.minY + bounds.maxY)) / 2
    let pixel = plane.pointsPerPixel(at: middle)
    var result = SIMD2<Float>.zero
    for axis in 0..<2 {
      // The whole variance of a pixel, a twelfth, is added up to a sigma of half a pixel, and nothing from one and a
      // half pixels.
      let share = min(max(1.5 - sigma / pixel[axis], 0), 1)
      result[axis] = Float((sigma * sigma + pixel[axis] * pixel[axis] / 12 * share).squareRoot())
    }
    return result - result == .zero ? result : .zero
  }

  /// The alpha of a layer that fills exactly its outline with one alpha; `nil` for any other layer.
  private mutating func solidAlpha(_ style: ResolvedStyle) -> Float? {
    let background = backgroundPicture(at: Int(style.node))
    var hidesAll =
      style.fill.w >= 1 || (style.gradient.exists && style.isGradientOpaque) || background?.isOpaque == true
    if let image = style.image, let contents = style.contents {
      if style.pictureJoinsFill {
        hidesAll = hidesAll || image.takeUnretainedValue().isOpaque
      } else {
        var box = RoundedRectangle(bounds: .zero)
        box.minimum = SIMD2(contents.box.x, contents.box.y)
        box.maximum = SIMD2(contents.box.z, contents.box.w)
        guard hidesAll, style.outline.contains(box) else { return nil }
      }
    }
    guard style.antialiased == SIMD4(repeating: 1) else { return nil }
    // A path or a text may extend beyond the bounds, and is visible on a clear background.
    let node = Int(style.node)
    let drawsMore = nodes[node].content >= 0 && nodes[node].properties.kind != .gradient
    if hidesAll {
      guard !drawsMore || staysInside(style) else { return nil }
      return style.isLeaf || sublayersStayInside(style) ? 1 : nil
    }
    let isPlain =
      style.image == nil && background == nil && !style.gradient.exists && style.borderWidth == 0 && style.isLeaf
      && !drawsMore
    return isPlain ? style.fill.w : nil
  }

  /// Whether all drawing of a layer and its sublayers lies inside the layer's outline.
  private mutating func staysInside(_ style: ResolvedStyle) -> Bool {
    guard let extent = extents.extent(of: style.node, in: nodes, isOwnShadowLeftOut: true) else { return true }
    let origin = RoundedRectangle(bounds: nodes[Int(style.node)].properties.bounds).minimum
    var drawn = RoundedRectangle(bounds: .zero)
    drawn.minimum = SIMD2(extent.x, extent.y)
    drawn.maximum = SIMD2(extent.z, extent.w)
    return style.outline.moved(by: origin - style.outline.minimum).contains(drawn)
  }

  /// Whether no sublayer draws outside of the outline.
  private mutating func sublayersStayInside(_ style: ResolvedStyle) -> Bool {
    let node = Int(style.node)
    guard nodes[node].properties.sublayerSpace == nil else { return false }
    // Measures the whole subtree once, before extents of parts of it are requested.
    _ = extents.extent(of: style.node, in: nodes)
    let origin = RoundedRectangle(bounds: nodes[node].properties.bounds).minimum
    let outline = style.outline.moved(by: origin - style.outline.minimum)
    var child = node + 1
    while child < Int(nodes[node].subtreeEnd) {
      guard stays(child, inside: outline) else { return false }
      child = Int(nodes[child].subtreeEnd)
    }
    return true
  }

  private mutating func stays(_ node: Int, inside outline: RoundedRectangle) -> Bool {
    let flags = nodes[node].properties.flags
    guard !flags.contains(.hidden), nodes[node].properties.opacity > 0 else { return true }
    guard !flags.contains(.keepsDepth), !flags.contains(.transformed), !properties(at: node).leavesPlane else {
      return false
    }
    guard let map = nodes[node].properties.superlayerFromLayer(in: nil) else { return false }
    let isLeaf = nodes[node].subtreeEnd == Int32(node + 1)
    var inside = RoundedRectangle(
      bounds: nodes[node].properties.bounds, cornerRadius: nodes[node].properties.cornerRadius,
      maskedCorners: nodes[node].properties.maskedCorners, curve: nodes[node].properties.cornerCurve)
    if !flags.contains(.masksToBounds) {
      if nodes[node].properties.contents != nil || !isLeaf || nodes[node].content >= 0 { inside.radii = .zero }
      guard let extent = extents.extent(of: Int32(node), in: nodes) else { return true }
      if extent != inside.box {
        inside.radii = .zero
        inside.minimum = SIMD2(extent.x, extent.y)
        inside.maximum = SIMD2(extent.z, extent.w)
      }
    }
    // Untransformed layers are only translated, and mirrored if they are flipped, which swaps their corners.
    if map.y.y < 0 { inside.radii = SIMD4(inside.radii.w, inside.radii.z, inside.radii.y, inside.radii.x) }
    let (first, last) = (map.apply(inside.minimum), map.apply(inside.maximum))
    inside.minimum = SIMD2(min(first.x, last.x), min(first.y, last.y))
    inside.maximum = SIMD2(max(first.x, last.x), max(first.y, last.y))
    return outline.contains(inside)
  }
}

extension LayerPlane {
  /// The number of points along x and y that a pixel spans near a place of the target.
  func pointsPerPixel(at pixel: SIMD2<Double>) -> SIMD2<Double> {
    if isAffine { return pointsPerPixel }
    let map = layerFromTarget
    let here = map.homogeneous(pixel)
    guard here.z > 0 else { return SIMD2(repeating: 0) }
    let point = SIMD2(here.x, here.y) / here.z
    let right = (SIMD2(map.x.x, map.x.y) - point * map.x.z) / here.z
    let down = (SIMD2(map.y.x, map.y.y) - point * map.y.z) / here.z
    let squares = right * right + down * down
    return SIMD2(squares.x.squareRoot(), squares.y.squareRoot())
  }
}
