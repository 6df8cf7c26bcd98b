// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

extension UIView {
  /// The layer that `nil` stands for in conversions: the window's, or else that at the top of the tree.
  private var base: CALayer {
    if let window { return window.layer }
    var view = self
    while let above = view.superviewReference { view = above }
    return view.layer
  }

  /// Converts a point of this view to another's space.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - view: Any view; `nil` stands for the window, or the top of the tree.
  public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { layer.convert(point, to: view?.layer ?? base) }

  /// Converts a point of another view to this one's space; see ``convert(_:to:)-(CGPoint,_)``.
  public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    layer.convert(point, from: view?.layer ?? base)
  }

  /// Converts a rectangle of this view to another's space: the smallest upright one that holds it there.
  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect { layer.convert(rect, to: view?.layer ?? base) }

  /// Converts a rectangle of another view to this one's space: the smallest upright one that holds it here.
  public func convert(_ rect: CGRect, from view: UIView?) -> CGRect { layer.convert(rect, from: view?.layer ?? base) }

  /// Whether the view is this one or in it.
  public func isDescendant(of view: UIView) -> Bool {
    var current: UIView? = self
    while let found = current {
      if found === view { return true }
      current = found.superviewReference
    }
    return false
  }

  /// What ``hitTest(_:with:)`` answers.
  final func frontmostView(at point: CGPoint, _ event: UIEvent?) -> UIView? {
    guard !isHidden, isUserInteractionEnabled, alpha >= 0.01, self.point(inside: point, with: event) else { return nil }
    for view in subviewStorage.reversed() {
      if let hit = view.hitTest(view.convert(point, from: self), with: event) { return hit }
    }
    return self
  }
}
