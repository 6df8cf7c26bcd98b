// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
package import LaminaGraphics

// A subclass that overrides `render(in:)` draws itself where its superlayer is drawn into a context. Swift cannot tell
// whether a class overrides a function, so layers of classes that are not Lamina's are asked: their `render(in:)` is
// called with a context, and `CALayer`'s implementation, below all overrides, does not draw at once but is deferred. If
// nothing else is drawn, the layer is drawn with the tree, as if it had not been asked. If the subclass draws
// something, the deferred drawing is done first, and the context's picture stands for the layer.

/// An object that can draw a tree into a context: `CALayer` conforms to it in the modules above this one, which plan
/// and render.
package protocol ContextDrawing: AnyObject {
  /// Draws the layer and all in it.
  ///
  /// - Parameter isTurnedOver: Whether pictures in it are upside down in its space, since an odd number of layers above
  ///   is flipped.
  func drawTree(into context: CGContext, isTurnedOver: Bool)
}

/// A call of a layer's own `render(in:)`, in progress, that finds out whether the layer draws itself.
final class RenderQuestion {
  let layer: CALayer
  /// The context's transform before the call.
  let transform: CGAffineTransform
  /// Whether an odd number of the layers above is flipped.
  let isTurnedOver: Bool
  /// Whether the layer called `super`, and had drawn nothing before.
  var isLeftToSuper = false

  init(_ layer: CALayer, _ transform: CGAffineTransform, isTurnedOver: Bool) {
    (self.layer, self.transform, self.isTurnedOver) = (layer, transform, isTurnedOver)
  }
}

extension CALayer {
  /// The implementation of `render(in:)` in `CALayer`.
  final func renderUnlessAsked(in context: CGContext) {
    guard let question = context.question as? RenderQuestion, question.layer === self else {
      return drawTree(in: context, isTurnedOver: false)
    }
    let isTurnedOver = question.isTurnedOver
    guard !question.isLeftToSuper, context.isUntouched, context.ctm == question.transform else {
      return drawTree(in: context, isTurnedOver: isTurnedOver)
    }
    question.isLeftToSuper = true
    context.beforeDrawing { [unowned self, unowned context] in drawTree(in: context, isTurnedOver: isTurnedOver) }
  }

  private func drawTree(in context: CGContext, isTurnedOver: Bool) {
    // A module above implements it; LaminaLayers alone plans nothing and draws nothing.
    (self as? any ContextDrawing)?.drawTree(into: context, isTurnedOver: isTurnedOver)
  }
}

/// Asks layers to draw themselves, with a context that they draw into.
struct RenderAsking {
  private let width: Int
  private let height: Int
  private let root: CALayer
  private let canvasFromRoot: Homography
  /// Whether pictures are upside down in the space outside the root.
  private let isHostTurnedOver: Bool
  /// A context that has not been drawn to.
  private var spare: CGContext?

  /// - Parameters:
  ///   - root: The layer that is drawn, which is not asked.
  ///   - canvas: The size of the context, in pixels.
  ///   - canvasFromRoot: The transform from the root's own space to the pixels, y down.
  ///   - isHostTurnedOver: Whether pictures are upside down in the space outside the root.
  init(root: CALayer, canvas: CGSize, canvasFromRoot: Homography, isHostTurnedOver: Bool) {
    (self.root, self.canvasFromRoot, self.isHostTurnedOver) = (root, canvasFromRoot, isHostTurnedOver)
    (width, height) = (Int(clamping: canvas.width), Int(clamping: canvas.height))
  }

  /// The picture that a layer drew of itself.
  struct Drawing {
    /// The picture of the part of the canvas that was drawn to, and its corner, in whole pixels; `nil` where nothing
    /// was drawn.
    var picture: (image: CGImage, corner: CGPoint)?
    var layerFromCanvas: CGAffineTransform
  }

  /// Asks a layer to draw itself.
  ///
  /// - Returns: `nil` where the layer is drawn with the tree: because its class leaves drawing to `super`, because the
  ///   layer does not show, or because no transform of a context leads into its plane.
  mutating func drawing(of layer: CALayer) -> Drawing? {
    let look = layer.properties
    guard layer !== root, type(of: layer) != look.kind.layerClass, !look.flags.contains(.hidden), look.opacity > 0,
      let map = layer.ancestorFromLayer(root)?.concatenating(canvasFromRoot), map.isAffine, map.isFinite
    else { return nil }
    var canvasFromLayer = CGAffineTransform(
      a: map.x.x, b: map.x.y, c: map.y.x, d: map.y.y, tx: map.translation.x, ty: map.translation.y)
    if look.flags.contains(.geometryFlipped) {
      // The layer's own flip acts inside of it, as for the root of a tree.
      let flip = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: look.bounds.minY + look.bounds.maxY)
      canvasFromLayer = flip.concatenating(canvasFromLayer)
    }
    guard map.affineInverse != nil, let context = spare ?? CGContext(width: width, height: height) else { return nil }
    spare = nil
    let before = context.ctm
    context.saveGState()
    context.concatenate(canvasFromLayer)
    let isTurnedOver = layer.isTurnedOver(below: root) != isHostTurnedOver
    let question = RenderQuestion(layer, context.ctm, isTurnedOver: isTurnedOver)
    context.question = question
    layer.render(in: context)
    context.question = nil
    if context.revision == 0 {
      context.forgetDeferred()
      context.restoreGState()
      // A subclass that saved a state and did not restore it has changed the context for the next layer.
      if context.isUntouched, context.ctm == before { spare = context }
      if question.isLeftToSuper { return nil }
    }
    let picture = context.revision == 0 ? nil : context.makeImage()?.cut(upsideDown: isTurnedOver)
    return Drawing(picture: picture, layerFromCanvas: canvasFromLayer.inverted())
  }
}

extension RenderAsking.Drawing {
  /// A layer that shows the picture, in the plane of the layer that drew it, at the pixels where it was drawn.
  var properties: LayerProperties? {
    guard let picture else { return nil }
    var look = LayerProperties()
    look.bounds.size = CGSize(width: picture.image.width, height: picture.image.height)
    look.anchorPoint = .zero
    look.position = picture.corner.applying(layerFromCanvas)
    var turn = layerFromCanvas
    (turn.tx, turn.ty) = (0, 0)
    look.transform = CATransform3DMakeAffineTransform(turn)
    look.flags.set(.transformed, to: !turn.isIdentity)
    look.contents = picture.image
    (look.contentsProperties.magnificationFilter, look.contentsProperties.minificationFilter) = (.nearest, .nearest)
    look.edgeAntialiasingMask = 0
    return look
  }
}

extension SnapshotBuilder {
  /// Copies a layer that draws itself, as its picture.
  ///
  /// - Returns: Whether the layer draws itself.
  mutating func enterDrawn(_ layer: CALayer, parent: Int32, siblingIndex: Int32) -> Bool {
    guard let drawing = asking?.drawing(of: layer) else { return false }
    standsStill = false
    let own = layer.properties
    // Opacity, masks and effects are in the picture where the layer called `super`; otherwise its drawing goes without
    // them.
    var place = LayerProperties()
    (place.bounds, place.position, place.anchorPoint, place.transform) = (
      own.bounds, own.position, own.anchorPoint, own.transform
    )
    (place.zPosition, place.anchorPointZ) = (own.zPosition, own.anchorPointZ)
    for flag in [LayerFlags.transformed, .doubleSided] {
      place.flags.set(flag, to: own.flags.contains(flag))
    }
    let index = Int32(nodes.count)
    nodes.append(
      TreeSnapshot.Node(properties: place, parent: parent, subtreeEnd: index + 1, siblingIndex: siblingIndex))
    if let picture = drawing.properties {
      nodes.append(TreeSnapshot.Node(properties: picture, parent: index, subtreeEnd: index + 2, siblingIndex: 0))
      nodes[Int(index)].subtreeEnd = index + 2
    }
    return true
  }
}

extension CALayer {
  /// Whether an odd number of the layers above this one are flipped, in a tree that begins with `root`.
  fileprivate func isTurnedOver(below root: CALayer) -> Bool {
    var isFlipped = false
    var layer = superlayerReference
    while let current = layer {
      if current.properties.flags.contains(.geometryFlipped) { isFlipped.toggle() }
      layer = current === root ? nil : current.superlayerReference
    }
    return isFlipped
  }
}

extension LayerKind {
  /// The class of Lamina that layers of this kind have.
  fileprivate var layerClass: CALayer.Type {
    switch self {
    case .layer: CALayer.self
    case .transform: CATransformLayer.self
    case .shape: CAShapeLayer.self
    case .gradient: CAGradientLayer.self
    case .text: CATextLayer.self
    case .replicator: CAReplicatorLayer.self
    case .emitter: CAEmitterLayer.self
    case .scroll: CAScrollLayer.self
    case .tiled: CATiledLayer.self
    }
  }
}

extension CGImage {
  /// The part that is not transparent, with its rows from the bottom up if `upsideDown`, and its corner; `nil` where
  /// all of it is transparent.
  fileprivate func cut(upsideDown: Bool) -> (image: CGImage, corner: CGPoint)? {
    let bytes = premultipliedRGBA
    var (minX, maxX, minY, maxY) = (width, -1, height, -1)
    for y in 0..<height {
      let row = 4 * width * y
      guard let first = (0..<width).first(where: { bytes[row + 4 * $0 + 3] != 0 }) else { continue }
      let last = (first..<width).last { bytes[row + 4 * $0 + 3] != 0 } ?? first
      (minX, maxX, minY, maxY) = (min(minX, first), max(maxX, last), min(minY, y), y)
    }
    guard minX <= maxX else { return nil }
    var part: [UInt8] = []
    part.reserveCapacity(4 * (maxX - minX + 1) * (maxY - minY + 1))
    for step in minY...maxY {
      let y = upsideDown ? minY + maxY - step : step
      part += bytes[(4 * (y * width + minX))..<(4 * (y * width + maxX + 1))]
    }
    let image = CGImage(width: maxX - minX + 1, height: maxY - minY + 1, premultipliedRGBA: part)
    return image.map { ($0, CGPoint(x: minX, y: minY)) }
  }
}
