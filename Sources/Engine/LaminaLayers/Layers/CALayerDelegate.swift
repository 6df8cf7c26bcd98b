// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGraphics

/// The requests of a layer to its owner: to draw its contents, to lay out its sublayers, and to choose its actions.
///
/// Every method is optional. A layer uses the first of these that is implemented: a subclass's `display()`, the
/// delegate's ``display(_:)``, a subclass's `draw(in:)`, the delegate's ``draw(_:in:)``.
///
/// - Conformance: CONTENT-6
public protocol CALayerDelegate: AnyObject {
  /// Provides the layer's contents by setting `layer.contents`.
  func display(_ layer: CALayer)

  /// Draws the layer's contents.
  ///
  /// - Parameters:
  ///   - layer: The layer that needs its contents.
  ///   - ctx: A context in the layer's own space: points, y down, `contentsScale` pixels per point.
  func draw(_ layer: CALayer, in ctx: CGContext)

  /// Tells that `layer` is about to draw.
  func layerWillDraw(_ layer: CALayer)

  /// Places the layer's sublayers.
  func layoutSublayers(of layer: CALayer)

  /// Returns the action that runs at an event of the layer; see ``CALayer/action(forKey:)``.
  ///
  /// - Returns: `nil` continues the search; `NSNull()` runs nothing.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

// The methods of a delegate that does not implement them; they leave a note, so that the layer tries the next way.
extension CALayerDelegate {
  /// Leaves the drawing to the layer's other ways.
  public func display(_ layer: CALayer) { layer.noteUnanswered() }

  /// Draws nothing and leaves the layer without contents.
  public func draw(_ layer: CALayer, in ctx: CGContext) { layer.noteUnanswered() }

  /// Does nothing.
  public func layerWillDraw(_ layer: CALayer) {}

  /// Leaves the sublayers at their places.
  public func layoutSublayers(of layer: CALayer) { layer.noteUnanswered() }

  /// Leaves the choice of the action to the layer.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
