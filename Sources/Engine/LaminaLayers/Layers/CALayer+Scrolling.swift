// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

// Scrolling into view, for any layer inside a scroll layer.

extension CALayer {
  /// The implementation of `scroll(_:)` in `CALayer`.
  final func scrollNearest(to point: CGPoint) {
    guard let scroller = nearestScrollLayer else { return }
    scroller.scroll(to: CALayer.image(of: point, from: self, to: scroller))
  }

  /// The implementation of `scrollRectToVisible(_:)` in `CALayer`.
  final func scrollNearest(toShow rect: CGRect) {
    guard let scroller = nearestScrollLayer else { return }
    scroller.scroll(to: CALayer.box(of: rect, from: self, to: scroller))
  }

  /// The value of ``visibleRect``.
  final var derivedVisibleRect: CGRect {
    var result = bounds
    var ancestor = superlayerReference
    while let layer = ancestor {
      if layer is CAScrollLayer { result = result.intersection(CALayer.box(of: layer.bounds, from: layer, to: self)) }
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
