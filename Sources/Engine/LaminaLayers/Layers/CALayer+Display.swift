// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics

// The display cycle: the requests for contents, and the ways in which contents are made. A marked layer is displayed by
// a call of displayIfNeeded, at the latest before a snapshot of its tree.

extension CALayer {
  /// Notes that a delegate does not implement a method, or that its method leaves the drawing to other ways.
  package final func noteUnanswered() {
    properties.flags.insert(.unanswered)
  }

  /// Calls `ask` and returns whether a delegate answered.
  private func isAnswered(_ ask: () -> Void) -> Bool {
    properties.flags.remove(.unanswered)
    ask()
    return properties.flags.remove(.unanswered) == nil
  }

  /// The implementation of `display()` in `CALayer`.
  ///
  /// - Conformance: CONTENT-6
  final func displayByDefault() {
    if let delegate, isAnswered({ delegate.display(self) }) { return }
    drawContents()
  }

  /// Draws the contents into a bitmap of bounds times `contentsScale` pixels.
  ///
  /// Without an object that draws, without a size, or where the bitmap would be too large, the layer is left empty.
  private func drawContents() {
    if let drawn = bitmapOfShownKeys {
      contents = drawn
      return
    }
    let scale = contentsScale > 0 && contentsScale.isFinite ? contentsScale : 1
    guard let context = try? CGContext.drawing(bounds: bounds, scale: scale, isOpaque: isOpaque) else {
      contents = nil
      return
    }
    if isTurnedOver {
      // The layer's space is y-up: its minimum y is the last row of the upright picture.
      context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: bounds.minY + bounds.maxY))
    }
    delegate?.layerWillDraw(self)
    contents = isAnswered({ draw(in: context) }) ? context.makeImage() : nil
    keepBitmapOfShownKeys()
  }

  /// The implementation of `layoutSublayers()` in `CALayer`.
  ///
  /// - Conformance: CONTENT-6
  final func layOutByDefault() {
    if let delegate, isAnswered({ delegate.layoutSublayers(of: self) }) { return }
    attachments?.copied.layoutManager?.layoutSublayers(of: self)
  }

  /// The implementation of `draw(in:)` in `CALayer`.
  final func drawByDelegate(in context: CGContext) {
    if let delegate { delegate.draw(self, in: context) } else { noteUnanswered() }
  }

  /// Brings the tree up to date: lays out every marked layer, then displays every marked layer.
  ///
  /// The whole tree is laid out first, because a layer's drawing may depend on the sizes of layers around it. Callbacks
  /// may change the tree; layers that they add or mark are brought up to date too, but not without end: a layer that
  /// marks itself while it is displayed waits for the next update.
  ///
  /// - Conformance: CONTENT-6
  package final func updateIfNeeded() {
    var remaining = Self.maximumUpdates
    var displayed: Set<ObjectIdentifier> = []
    while true {
      let marked = layOutTree(&remaining).filter { displayed.insert(ObjectIdentifier($0)).inserted }
      if marked.isEmpty { return }
      for layer in marked { layer.displayIfNeeded() }
    }
  }

  /// Lays out every marked layer of the tree, masks included.
  ///
  /// - Returns: The layers that are to be displayed.
  private func layOutTree(_ remaining: inout Int) -> [CALayer] {
    var pending: [CALayer] = [self]
    var marked: [CALayer] = []
    while let layer = pending.popLast(), remaining > 0 {
      if !layer.properties.flags.isDisjoint(with: [.needsLayout, .needsDisplay]) {
        remaining -= 1
        layer.layOutIfMarked()
        if layer.properties.flags.contains(.needsDisplay) { marked.append(layer) }
      }
      if let mask = layer.mask { pending.append(mask) }
      for sublayer in layer.sublayerStorage where sublayer.mayNeedUpdate { pending.append(sublayer) }
    }
    return marked
  }

  /// Whether the layer or something in it may be marked; `false` for most leaves.
  @inline(__always)
  private var mayNeedUpdate: Bool {
    !sublayerStorage.isEmpty || !properties.flags.isDisjoint(with: [.needsLayout, .needsDisplay])
      || properties.extras?.hasMask == true
  }

  /// The maximum number of layers that are laid out and displayed for one snapshot.
  private static var maximumUpdates: Int { 10_000_000 }

  /// Lays out the marked layers in the tree under the highest of the marked layers right above this one.
  final func layOutMarked() {
    var top = self
    while let above = top.superlayerReference, above.properties.flags.contains(.needsLayout) { top = above }
    var pending: [CALayer] = [top]
    while let layer = pending.popLast() {
      layer.layOutIfMarked()
      pending += layer.sublayerStorage
      if let mask = layer.attachments?.mask { pending.append(mask) }
    }
  }

  /// Lays out this layer's sublayers if the layer is marked.
  final func layOutIfMarked() {
    guard properties.flags.contains(.needsLayout) else { return }
    properties.flags.remove(.needsLayout)
    layoutSublayers()
  }

  /// Marks the layer for the layout and display that a change of its bounds requires.
  @inline(__always)
  final func boundsDidChange(from old: CGRect) {
    guard old != properties.bounds else { return }
    mark(attachments?.copied.needsDisplayOnBoundsChange == true ? [.needsLayout, .needsDisplay] : .needsLayout)
    if !sublayerStorage.isEmpty, old.size != properties.bounds.size { sizeDidChange(from: old.size) }
  }
}
