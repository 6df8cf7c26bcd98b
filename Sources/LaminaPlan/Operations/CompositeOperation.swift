package import LaminaGeometry

/// Draws the result of an earlier pass onto this one, pixel for pixel, at an opacity.
///
/// - Conformance: GROUP-1
package struct CompositeOperation: Sendable, Hashable {
  /// The index of the pass in `RenderPlan.passes`, before the one that holds this operation.
  package var source: Int32
  /// The pixels to draw: inside the source's region and inside the target.
  package var pixelBounds: PixelRect
  /// 0...1.
  package var opacity: Float
  /// The innermost clip in `RenderPlan.clips`, or -1.
  package var clip: Int32
  /// The snapshot node whose group this is, for printing.
  package var node: Int32

  package init(source: Int32, pixelBounds: PixelRect, opacity: Float, clip: Int32, node: Int32) {
    self.source = source
    self.pixelBounds = pixelBounds
    self.opacity = opacity
    self.clip = clip
    self.node = node
  }
}
