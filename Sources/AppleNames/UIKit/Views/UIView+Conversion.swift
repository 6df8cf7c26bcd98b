// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

extension UIView {
  /// The layer that `nil` stands for in conversions: the window's, or else the layer at the top of the tree.
  private var base: CALayer {
    if let window { return window.layer }
    var view = self
    while let above = view.superviewReference { view = above }
    return view.layer
  }

  /// Converts a point from this view's space to another view's.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - view: Any view; `nil` for the window, or else the top of the tree.
  public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { layer.convert(point, to: view?.layer ?? base) }

  /// Converts a point from another view's space to this view's; see ``convert(_:to:)-(CGPoint,_)``.
  public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    layer.convert(point, from: view?.layer ?? base)
  }

  /// Converts a rectangle from this view's space to another view's: the result is the bounding box there.
  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect { layer.convert(rect, to: view?.layer ?? base) }

  /// Converts a rectangle from another view's space to this view's: the result is the bounding box here.
  public func convert(_ rect: CGRect, from view: UIView?) -> CGRect { layer.convert(rect, from: view?.layer ?? base) }

  /// Whether this view is `view` or inside it.
  public func isDescendant(of view: UIView) -> Bool {
    var current: UIView? = self
    while let found = current {
      if found === view { return true }
      current = found.superviewReference
    }
    return false
  }

  /// The default implementation of ``hitTest(_:with:)``.
  final func frontmostView(at point: CGPoint, _ event: UIEvent?) -> UIView? {
    guard !isHidden, isUserInteractionEnabled, alpha >= 0.01, self.point(inside: point, with: event) else { return nil }
    for view in subviewStorage.reversed() {
      if let hit = view.hitTest(view.convert(point, from: self), with: event) { return hit }
    }
    return self
  }
}
