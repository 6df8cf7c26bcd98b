// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

extension TreeRecorder {
  /// The simplest form in which a mask can be applied.
  enum MaskForm {
    /// The mask hides everything.
    case nothing
    /// A rounded rectangle of one alpha: the clips including it, or the remaining pixels.
    case shape(clip: ClipHandle, limit: PixelRect, alpha: Float)
    /// A gradient in a rounded rectangle, not yet added to the clips.
    case gradient(ClipShape, limit: PixelRect)
    /// Any tree of layers, and the values that it inherits.
    case tree(Inherited)
  }

  /// Finds the simplest form of a mask.
  ///
  /// - Parameters:
  ///   - parent: The values that the masked layer inherits.
  ///   - targetFromLayer: The plane of the masked layer.
  /// - Conformance: CLIP-5
  mutating func mask(_ node: Int32, of style: ResolvedStyle, _ parent: Inherited, _ targetFromLayer: Homography)
    -> MaskForm
  {
    let index = Int(node)
    let opacity = ResolvedStyle.unit(nodes[index].properties.opacity)
    guard !nodes[index].properties.flags.contains(.hidden), opacity > 0 else { return .nothing }
    guard let local = nodes[index].properties.superlayerFromLayer() else {
      diagnostics.add(.invalidGeometry, node: index, in: snapshot)
      return .nothing
    }
    let masked = Int(style.node)
    let isFlipped = parent.isFlipped != nodes[masked].properties.flags.contains(.geometryFlipped)
    let place = Inherited(
      targetFromLayer: targetFromLayer, isFlipped: isFlipped, clip: .none, limit: style.limit, delay: parent.delay)
    let targetFromMask = local.concatenating(place.targetFromLayer)
    guard isPlain(index), let plane = LayerPlane(targetFromLayer: targetFromMask) else { return .tree(place) }
    let maskIsFlipped = isFlipped != nodes[index].properties.flags.contains(.geometryFlipped)
    if !nodes[index].properties.flags.contains(.doubleSided), (targetFromMask.determinant < 0) != maskIsFlipped {
      return .nothing
    }
    var maskStyle = ResolvedStyle(
      node: node, properties(at: index), plane: plane, isFlipped: maskIsFlipped, isLeaf: true)
    (maskStyle.clip, maskStyle.limit) = (style.clip, style.limit)
    if nodes[index].content >= 0 {
      return gradientMask(snapshot.contents[Int(nodes[index].content)], maskStyle, opacity) ?? .tree(place)
    }
    guard maskStyle.fill.w > 0 else { return .nothing }
    var layer = Inherited(
      targetFromLayer: targetFromMask, isFlipped: maskIsFlipped, clip: style.clip, limit: style.limit)
    guard pushClip(maskStyle, into: &layer) else { return .nothing }
    return .shape(clip: layer.clip, limit: layer.limit, alpha: maskStyle.fill.w * opacity)
  }

  /// Whether a mask is only one rounded rectangle, filled with a colour or a gradient.
  private func isPlain(_ index: Int) -> Bool {
    let properties = nodes[index].properties
    guard nodes[index].subtreeEnd == Int32(index) + 1, properties.contents == nil, nodes[index].effects < 0,
      !properties.flags.contains(.shouldRasterize),
      !(properties.borderWidth > 0 && properties.borderColor != nil)
    else { return false }
    if let extras = properties.extras, extras.shadowOpacity > 0 { return false }
    switch properties.kind {
    case .layer, .scroll, .replicator: return nodes[index].content < 0
    case .gradient: return nodes[index].content < 0 || properties.backgroundColor == nil
    case .transform, .shape, .text, .emitter, .tiled: return false
    }
  }

  /// A gradient mask as a link that is not yet in the clip list; `nil` if the mask is not a plain gradient.
  private mutating func gradientMask(_ content: LayerContent, _ style: ResolvedStyle, _ opacity: Float) -> MaskForm? {
    guard case .gradient = content, opacity >= 1, !style.outline.isEmpty else { return nil }
    var painted = style
    addContent(content, to: &painted)
    guard painted.gradient.exists,
      let extent = BoxExtent(of: style.outline.box, on: style.plane, limit: style.limit),
      let shape = ShapeGeometry(
        plane: style.plane, outline: style.outline, antialiased: style.antialiased, near: extent.pixelBounds)
    else { return .nothing }
    return .gradient(ClipShape(shape: shape, parent: .none, gradient: painted.gradient), limit: extent.pixelBounds)
  }

  /// Begins the mask of the innermost open layer, after the layer's own drawing is complete.
  mutating func enterMask(_ node: Int32) {
    drawWaitingBorder()
    guard let place = walk.chains.last?.maskPlace, walk.open.last?.group != nil else { return }
    walk.beginMask()
    list.begin()
    guard !place.limit.isEmpty,
      let local = nodes[Int(node)].properties.superlayerFromLayer()
    else { return }
    visit(node, under: place, targetFromLayer: local.concatenating(place.targetFromLayer))
  }
}
