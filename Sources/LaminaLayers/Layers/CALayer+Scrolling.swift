public import Foundation

// Any layer inside a scroll layer can ask to be seen.

extension CALayer {
  /// Scrolls the nearest scroll layer above so that a point comes to lie in its corner of minimum x and y.
  ///
  /// Nothing happens without a scroll layer above.
  ///
  /// - Parameter p: A point, in this layer's coordinate space.
  /// - Conformance: SCROLL-1
  public final func scroll(_ p: CGPoint) {
    guard let scroller = nearestScrollLayer else { return }
    scroller.scroll(to: convert(p, to: scroller))
  }

  /// Scrolls the nearest scroll layer above so that a rectangle shows, moving no further than that takes.
  ///
  /// - Parameter r: A rectangle, in this layer's coordinate space.
  /// - Conformance: SCROLL-1
  public final func scrollRectToVisible(_ r: CGRect) {
    guard let scroller = nearestScrollLayer else { return }
    scroller.scroll(to: convert(r, to: scroller))
  }

  /// The part of the bounds that scroll layers above do not cut off.
  ///
  /// - Units: points, in this layer's coordinate space.
  /// - Complexity: O(depth).
  /// - Conformance: SCROLL-1
  public final var visibleRect: CGRect {
    var result = bounds
    var ancestor = superlayerReference
    while let layer = ancestor {
      if layer is CAScrollLayer { result = result.intersection(convert(layer.bounds, from: layer)) }
      ancestor = layer.superlayerReference
    }
    return result.isNull ? .zero : result
  }

  private var nearestScrollLayer: CAScrollLayer? {
    var ancestor = superlayerReference
    while let layer = ancestor {
      if let scroller = layer as? CAScrollLayer { return scroller }
      ancestor = layer.superlayerReference
    }
    return nil
  }
}
