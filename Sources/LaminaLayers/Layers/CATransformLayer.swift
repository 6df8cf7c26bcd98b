/// A layer that keeps the depth of what is in it instead of flattening it into its own plane.
///
/// It draws nothing itself: background, contents, corners, border, masks, shadow and filters are stored and
/// ignored, and `opacity` applies to each sublayer by itself. Until depth is sorted, its sublayers are drawn as if
/// it were a plain layer, and that is reported.
///
/// - Conformance: D3-7
open class CATransformLayer: CALayer {
  /// Makes an empty layer.
  public override init() {
    super.init()
    properties.kind = .transform
  }

  /// Makes a copy of a layer's own values; see ``CALayer/init(layer:)``.
  public override init(layer: Any) {
    super.init(layer: layer)
    properties.kind = .transform
  }
}
