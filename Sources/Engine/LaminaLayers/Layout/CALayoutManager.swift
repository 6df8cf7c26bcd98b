// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// Places the sublayers of layers; ``CAConstraintLayoutManager`` is one.
///
/// Every method may be left out.
public protocol CALayoutManager: AnyObject {
  /// The size that a layer would best have.
  ///
  /// - Returns: A size in points of the layer's own space; where the method is left out, that of its bounds.
  func preferredSize(of layer: CALayer) -> CGSize

  /// Tells that the layer was marked by ``CALayer/setNeedsLayout()``: what was kept about it may be out of date.
  func invalidateLayout(of layer: CALayer)

  /// Sets the frames of the layer's sublayers.
  func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
  /// The size of the layer's bounds.
  public func preferredSize(of layer: CALayer) -> CGSize { layer.bounds.size }

  /// Does nothing.
  public func invalidateLayout(of layer: CALayer) {}

  /// Leaves the sublayers where they are.
  public func layoutSublayers(of layer: CALayer) {}
}
