// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import QuartzCore

// Adding, moving and removing views, and freeing a tree without recursion.

extension UIView {
  /// The window at the top of the tree.
  final var enclosingWindow: UIWindow? {
    var view: UIView? = self
    while let current = view {
      if let window = current as? UIWindow { return window }
      view = current.superviewReference
    }
    return nil
  }

  /// Adds a view at an index, which is counted after the view was removed from its old superview.
  final func insert(_ view: UIView, at index: Int) {
    var above: UIView? = self
    while let current = above {
      if current === view { fatalError("a view cannot become a subview of itself or of a view inside it") }
      above = current.superviewReference
    }
    let window = enclosingWindow
    let changesWindow = view.enclosingWindow !== window
    view.willMove(toSuperview: self)
    if changesWindow { view.tellSubtree { $0.willMove(toWindow: window) } }
    view.detach(telling: false)
    place(view, at: min(max(index, 0), subviewStorage.count))
    view.superviewReference = self
    if view.extras.tintColor == nil, extras.tintColor != nil || superviewReference != nil { view.tellTintColor() }
    didAddSubview(view)
    view.didMoveToSuperview()
    if changesWindow { view.tellSubtree { $0.didMoveToWindow() } }
    setNeedsLayout()
  }

  /// Inserts a view and its layer among the subviews; layers without views keep their positions.
  private func place(_ view: UIView, at index: Int) {
    if index < subviewStorage.count {
      layer.insertSublayer(view.layer, below: subviewStorage[index].layer)
    } else {
      layer.addSublayer(view.layer)
    }
    subviewStorage.insert(view, at: index)
  }

  /// Adds a view directly behind or in front of another one.
  ///
  /// - Parameter step: 0 for behind, 1 for in front of.
  final func insert(_ view: UIView, besides sibling: UIView, _ step: Int) {
    if view === sibling { return }
    let others = subviewStorage.filter { $0 !== view }
    insert(view, at: others.firstIndex { $0 === sibling }.map { $0 + step } ?? .max)
  }

  /// Exchanges two subviews.
  final func exchange(_ first: Int, _ second: Int) {
    guard first != second, subviewStorage.indices.contains(first), subviewStorage.indices.contains(second) else {
      return
    }
    let (low, high) = (min(first, second), max(first, second))
    let (lower, upper) = (subviewStorage[low], subviewStorage[high])
    subviewStorage.remove(at: high)
    subviewStorage.remove(at: low)
    place(upper, at: low)
    place(lower, at: high)
  }

  /// Moves a subview in front of or behind all others.
  final func move(_ view: UIView, toFront: Bool) {
    guard let index = subviewStorage.firstIndex(where: { $0 === view }) else { return }
    subviewStorage.remove(at: index)
    if toFront || subviewStorage.isEmpty {
      place(view, at: subviewStorage.count)
    } else {
      layer.insertSublayer(view.layer, at: 0)
      subviewStorage.insert(view, at: 0)
    }
  }

  /// Removes the view from its superview.
  final func detach(telling: Bool) {
    guard let superview = superviewReference else {
      if telling { layer.removeFromSuperlayer() }
      return
    }
    let leavesWindow = telling && enclosingWindow != nil
    if telling { willMove(toSuperview: nil) }
    if leavesWindow { tellSubtree { $0.willMove(toWindow: nil) } }
    superview.willRemoveSubview(self)
    if let index = superview.subviewStorage.firstIndex(where: { $0 === self }) {
      superview.subviewStorage.remove(at: index)
    }
    superviewReference = nil
    layer.removeFromSuperlayer()
    if telling { didMoveToSuperview() }
    if leavesWindow { tellSubtree { $0.didMoveToWindow() } }
  }

  /// The view and all views inside it, each before its subviews.
  private final var subtree: [UIView] {
    var (found, pending) = ([UIView](), [self])
    while let view = pending.popLast() {
      found.append(view)
      pending += view.subviewStorage.reversed()
    }
    return found
  }

  final func tellSubtree(_ tell: (UIView) -> Void) {
    for view in subtree { tell(view) }
  }

  final func firstView(ofTag tag: Int) -> UIView? { subtree.first { $0.tag == tag } }

  /// Frees all views inside without recursion, since recursion would overflow the stack in a deep tree.
  final func releaseSubviews() {
    var pending = takeSubviews()
    while var view = pending.popLast() {
      if isKnownUniquelyReferenced(&view) { pending += view.takeSubviews() }
    }
  }

  private func takeSubviews() -> [UIView] {
    let taken = subviewStorage
    subviewStorage = []
    return taken
  }

  // MARK: Tint

  /// The view's own tint, or else the tint of the nearest view above that has one.
  final var inheritedTintColor: UIColor {
    var view: UIView? = self
    while let current = view {
      if let color = current.extras.tintColor { return color }
      view = current.superviewReference
    }
    return .tintColor
  }

  /// Notifies the view of a new tint, and all views inside that inherit the tint.
  final func tellTintColor() {
    var pending = [self]
    while let view = pending.popLast() {
      view.tintColorDidChange()
      pending += view.subviewStorage.filter { $0.extras.tintColor == nil }
    }
  }
}
