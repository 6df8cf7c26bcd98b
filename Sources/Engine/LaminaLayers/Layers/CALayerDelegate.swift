// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGraphics

/// What a layer asks of its owner: to draw its contents, to lay out its sublayers, and what its changes run.
///
/// Every method may be left out. A layer asks in this order, and takes the first that is there: a subclass's
/// `display()`, the delegate's ``display(_:)``, a subclass's `draw(in:)`, the delegate's ``draw(_:in:)``.
///
/// - Conformance: CONTENT-6
public protocol CALayerDelegate: AnyObject {
  /// Provides the layer's contents by setting `layer.contents`.
  func display(_ layer: CALayer)

  /// Draws the layer's contents.
  ///
  /// - Parameters:
  ///   - layer: The layer that needs its contents.
  ///   - ctx: A context in the layer's own space: points, y down, `contentsScale` pixels a point.
  func draw(_ layer: CALayer, in ctx: CGContext)

  /// Tells that `layer` is about to draw.
  func layerWillDraw(_ layer: CALayer)

  /// Places the layer's sublayers.
  func layoutSublayers(of layer: CALayer)

  /// What runs when something happens to the layer; see ``CALayer/action(forKey:)``.
  ///
  /// - Returns: `nil` asks on; `NSNull()` runs nothing.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

// A delegate that leaves a method out gets one of these; they leave a note, so that the layer asks the next.
extension CALayerDelegate {
  /// Leaves the layer to be drawn in another way.
  public func display(_ layer: CALayer) { layer.noteUnanswered() }

  /// Draws nothing and leaves the layer without contents.
  public func draw(_ layer: CALayer, in ctx: CGContext) { layer.noteUnanswered() }

  /// Does nothing.
  public func layerWillDraw(_ layer: CALayer) {}

  /// Leaves the sublayers where they are.
  public func layoutSublayers(of layer: CALayer) { layer.noteUnanswered() }

  /// Leaves the choice to the layer.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
