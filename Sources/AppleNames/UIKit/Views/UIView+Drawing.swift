// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGraphics
internal import LaminaLayers
public import QuartzCore

extension UIView {
  /// Connects the new layer with the view.
  final func adoptLayer() {
    let layer = backingLayer
    layer.delegate = self
    layer.contentsScale = UIScreen.main.scale
    layer.setNeedsLayout()
    updateOpacity()
    // Whether a subclass draws can only be found out by asking it to draw.
    let drawsNothing: [UIView.Type] = [UIView.self, UIWindow.self, UIImageView.self, UIVisualEffectView.self]
    if !drawsNothing.contains(where: { $0 == type(of: self) }) || !LayerFactory.leavesDrawingToViews(layer) {
      layer.setNeedsDisplay()
    }
  }

  /// Sets the layer's background colour. A pattern is also stored, so that `backgroundColor` can return it.
  final func setBackground(_ color: UIColor?) {
    let color = color?.resolvedColor(with: traitCollection)
    extras.pattern = color?.pattern == nil ? nil : color
    layer.backgroundColor = color?.cgColor
    updateOpacity()
  }

  /// A bitmap begins black if the view claims to be opaque and has no background; otherwise it is transparent over the
  /// background.
  final func updateOpacity() {
    layer.isOpaque = extras.isOpaque && layer.backgroundColor == nil
  }

  /// The default implementation of ``display(_:)``.
  final func displayByDefault(_ layer: CALayer) {
    guard layer === self.layer, LayerFactory.leavesDrawingToViews(layer) else { return layer.noteUnanswered() }
    let scale = layer.contentsScale > 0 && layer.contentsScale.isFinite ? layer.contentsScale : 1
    let context = try? CGContext.drawing(bounds: layer.bounds, scale: scale, isOpaque: layer.isOpaque)
    guard let context else { return }
    if layer.isTurnedOver {
      let ends = layer.bounds.minY + layer.bounds.maxY
      context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: ends))
    }
    extras.hasReachedDefaultDraw = false
    layerWillDraw(layer)
    draw(layer, in: context)
    let hasDrawn = !extras.hasReachedDefaultDraw || context.revision != 0
    // A view that draws nothing leaves the contents that the program gave the layer.
    guard hasDrawn || extras.ownsContents else { return }
    extras.ownsContents = hasDrawn
    layer.contents = hasDrawn ? context.makeImage() : nil
  }

  /// The default implementation of ``draw(_:in:)``.
  final func drawByDefault(_ layer: CALayer, in context: CGContext) {
    extras.hasReachedDefaultDraw = false
    let before = context.revision
    ContextStack.with(context) {
      draw(layer.bounds)
    }
    // If the layer asked for the drawing, and not the view, the layer is told that nothing was drawn.
    if extras.hasReachedDefaultDraw, context.revision == before, !LayerFactory.leavesDrawingToViews(layer) {
      layer.noteUnanswered()
    }
  }

  // MARK: Pictures of views

  /// Draws the view and its subviews into the current context, as they look at the time of the thread's `MediaClock`.
  ///
  ///     let picture = UIGraphicsImageRenderer(size: view.bounds.size).image { _ in
  ///       view.drawHierarchy(in: view.bounds, afterScreenUpdates: true)
  ///     }
  ///
  /// - Parameters:
  ///   - rect: The target in the context, in points; the view is scaled to it.
  ///   - afterScreenUpdates: Ignored: views that are marked are always laid out and drawn first.
  /// - Returns: Whether everything was drawn, without diagnostics.
  @discardableResult
  public func drawHierarchy(in rect: CGRect, afterScreenUpdates: Bool) -> Bool {
    guard let context = UIGraphicsGetCurrentContext(), !bounds.isEmpty, !rect.isEmpty else { return false }
    context.saveGState()
    defer { context.restoreGState() }
    context.translateBy(x: rect.minX, y: rect.minY)
    context.scaleBy(x: rect.width / bounds.width, y: rect.height / bounds.height)
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
    let diagnostics = try? layer.renderPicture(in: context, isPlaying: true)
    return diagnostics?.isEmpty ?? false
  }

  /// A view that shows this view's current look.
  ///
  /// - Parameter afterUpdates: Ignored: views that are marked are always laid out and drawn first.
  /// - Returns: `nil` for a view of no size.
  public func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
    let view = resizableSnapshotView(from: bounds, afterScreenUpdates: afterUpdates, withCapInsets: .zero)
    view?.frame = frame
    return view
  }

  /// A view that shows the current look of a part of this view, and whose edges keep their size when it is resized.
  ///
  /// - Parameters:
  ///   - rect: The part, in this view's coordinates. It may reach outside of the bounds.
  ///   - afterUpdates: Ignored: views that are marked are always laid out and drawn first.
  ///   - capInsets: The edges that are not stretched; zero stretches everything.
  /// - Returns: A view of the part's size at the origin; `nil` for an empty part.
  public func resizableSnapshotView(
    from rect: CGRect, afterScreenUpdates afterUpdates: Bool, withCapInsets capInsets: UIEdgeInsets
  )
    -> UIView?
  {
    let part = rect.standardized
    guard !bounds.isEmpty, !part.isEmpty, !part.isInfinite, !part.isNull else { return nil }
    let format = UIGraphicsImageRendererFormat()
    format.scale = contentScaleFactor
    let picture = UIGraphicsImageRenderer(size: part.size, format: format).image { context in
      context.cgContext.translateBy(x: bounds.minX - part.minX, y: bounds.minY - part.minY)
      drawHierarchy(in: CGRect(origin: .zero, size: bounds.size), afterScreenUpdates: afterUpdates)
    }
    let view = UIView(frame: CGRect(origin: .zero, size: part.size))
    view.layer.contents = picture.cgImage
    view.layer.contentsScale = picture.scale
    let centre = CGRect(origin: .zero, size: part.size).inset(by: capInsets)
    if capInsets != .zero, centre.width >= 0, centre.height >= 0 {
      view.layer.contentsCenter = CGRect(
        x: centre.minX / part.width, y: centre.minY / part.height, width: centre.width / part.width,
        height: centre.height / part.height)
    }
    return view
  }
}
