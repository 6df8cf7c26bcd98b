import Foundation
import LaminaGeometry
import LaminaGraphics

// The display cycle: who asks for contents, and how they come about. A layer that was marked is displayed when
// somebody calls displayIfNeeded, at the latest before a snapshot of its tree.

extension CALayer {
  /// Notes that a delegate left a method out.
  final func noteUnanswered() {
    properties.flags.insert(.unanswered)
  }

  /// Calls `ask` and tells whether a delegate answered.
  private func isAnswered(_ ask: () -> Void) -> Bool {
    properties.flags.remove(.unanswered)
    ask()
    return properties.flags.remove(.unanswered) == nil
  }

  /// `display()` as a layer does it whose class does not.
  ///
  /// - Conformance: CONTENT-6
  final func displayByDefault() {
    if let delegate, isAnswered({ delegate.display(self) }) { return }
    drawContents()
  }

  /// Draws the contents into a bitmap of bounds times `contentsScale` pixels.
  ///
  /// Without anybody to draw, without a size, or where the bitmap would be too large, the layer is left empty.
  private func drawContents() {
    let scale = contentsScale > 0 && contentsScale.isFinite ? contentsScale : 1
    guard let context = try? CGContext.drawing(bounds: bounds, scale: scale, isOpaque: isOpaque) else {
      contents = nil
      return
    }
    if contentsAreFlipped() {
      // The layer's space is y-up: its minimum y is the last row of the upright picture.
      context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: bounds.minY + bounds.maxY))
    }
    delegate?.layerWillDraw(self)
    contents = isAnswered({ draw(in: context) }) ? context.makeImage() : nil
  }

  /// `draw(in:)` as a layer does it whose class does not.
  final func drawByDelegate(in context: CGContext) {
    if let delegate { delegate.draw(self, in: context) } else { noteUnanswered() }
  }

  /// Brings the tree up to date: lays out and displays every marked layer.
  ///
  /// Callbacks may change the tree; layers that they add are brought up to date too, but not without end.
  package final func updateIfNeeded() {
    var pending: [CALayer] = [self]
    var remaining = Self.maximumUpdates
    while let layer = pending.popLast(), remaining > 0 {
      if !layer.properties.flags.isDisjoint(with: [.needsLayout, .needsDisplay]) {
        remaining -= 1
        layer.layOutIfMarked()
        layer.displayIfNeeded()
      }
      if let mask = layer.mask { pending.append(mask) }
      for sublayer in layer.sublayerStorage where sublayer.mayNeedUpdate { pending.append(sublayer) }
    }
  }

  /// Whether the layer or something in it may be marked; `false` for most leaves.
  @inline(__always)
  private var mayNeedUpdate: Bool {
    !sublayerStorage.isEmpty || !properties.flags.isDisjoint(with: [.needsLayout, .needsDisplay])
      || properties.extras?.hasMask == true
  }

  /// More layers than this are not laid out and displayed for one snapshot.
  private static var maximumUpdates: Int { 10_000_000 }

  /// Lays out this layer's sublayers if that was asked for.
  final func layOutIfMarked() {
    guard properties.flags.contains(.needsLayout) else { return }
    properties.flags.remove(.needsLayout)
    layoutSublayers()
  }

  /// Marks what a change of the bounds asks for.
  @inline(__always)
  final func boundsDidChange(from old: CGRect) {
    guard old != properties.bounds else { return }
    properties.flags.insert(.needsLayout)
    if attachments?.needsDisplayOnBoundsChange == true { properties.flags.insert(.needsDisplay) }
  }
}
