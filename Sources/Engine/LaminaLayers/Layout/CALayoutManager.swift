// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// An object that places the sublayers of layers, such as `CAConstraintLayoutManager`.
///
/// Every method is optional.
public protocol CALayoutManager: AnyObject {
  /// Returns the preferred size of a layer.
  ///
  /// - Returns: A size in points of the layer's own space; where the method is not implemented, the size of its bounds.
  func preferredSize(of layer: CALayer) -> CGSize

  /// Tells that the layer was marked by ``CALayer/setNeedsLayout()``: values kept about the layer may be out of date.
  func invalidateLayout(of layer: CALayer)

  /// Sets the frames of the layer's sublayers.
  func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
  /// Returns the size of the layer's bounds.
  public func preferredSize(of layer: CALayer) -> CGSize { layer.bounds.size }

  /// Does nothing.
  public func invalidateLayout(of layer: CALayer) {}

  /// Leaves the sublayers at their places.
  public func layoutSublayers(of layer: CALayer) {}
}

/// A constraint of a layer's frame. `CAConstraint` is its only class, in QuartzCore: the engine keeps constraints and
/// reads none.
package protocol FrameConstraint: AnyObject {}

extension CALayer {
  /// The constraints of the layer's frame, for the layout manager of the superlayer.
  package final var frameConstraints: [any FrameConstraint]? {
    get { attachments?.copied.constraints }
    set {
      attach(newValue, at: \.copied.constraints)
      superlayerReference?.setNeedsLayout()
    }
  }
}
