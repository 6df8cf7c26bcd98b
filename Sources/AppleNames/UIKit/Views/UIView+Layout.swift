// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import QuartzCore

// Resizes subviews with their superviews.

extension UIView {
  /// Runs a change of the view's size, and then resizes the subviews.
  final func changeSize(_ change: () -> Void) {
    let old = layer.bounds.size
    change()
    guard autoresizesSubviews, !subviewStorage.isEmpty, layer.bounds.size != old else { return }
    for view in subviewStorage where !view.autoresizingMask.isEmpty { view.follow(from: old, to: layer.bounds.size) }
  }

  /// Adapts the frame by the mask, after the superview's size has changed.
  private func follow(from old: CGSize, to new: CGSize) {
    let (box, mask) = (frame, autoresizingMask)
    let x = Self.follow(
      (box.minX, box.width, old.width - box.maxX), by: new.width - old.width,
      (mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth), mask.contains(.flexibleRightMargin)))
    let y = Self.follow(
      (box.minY, box.height, old.height - box.maxY), by: new.height - old.height,
      (mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight), mask.contains(.flexibleBottomMargin)))
    frame = CGRect(x: x.start, y: y.start, width: x.length, height: y.length)
  }

  /// Distributes a difference among the flexible parts of an axis, in proportion to their lengths, or evenly if they
  /// have none.
  private static func follow(
    _ parts: (CGFloat, CGFloat, CGFloat), by difference: CGFloat, _ gives: (Bool, Bool, Bool)
  ) -> (start: CGFloat, length: CGFloat) {
    let flexible = [(parts.0, gives.0), (parts.1, gives.1), (parts.2, gives.2)].filter { $0.1 }.map { $0.0 }
    guard !flexible.isEmpty, difference.isFinite else { return (parts.0, parts.1) }
    let total = flexible.reduce(0, +)
    func share(_ part: CGFloat, _ gives: Bool) -> CGFloat {
      guard gives else { return 0 }
      return flexible.allSatisfy { $0 >= 0 } && total > 0
        ? difference * part / total : difference / CGFloat(flexible.count)
    }
    return (parts.0 + share(parts.0, gives.0), max(parts.1 + share(parts.1, gives.1), 0))
  }

  /// The default implementation of ``layoutSublayers(of:)``.
  final func layOutByDefault(_ layer: CALayer) {
    guard layer === self.layer else { return }
    updatePropertiesIfNeeded()
    controller?.viewWillLayoutSubviews()
    layoutSubviews()
    controller?.viewDidLayoutSubviews()
  }

  /// Requests a layout that calls ``updateProperties()`` first.
  public func setNeedsUpdateProperties() {
    extras.needsPropertyUpdate = true
    setNeedsLayout()
  }

  /// Calls ``updateProperties()`` if it was requested.
  public func updatePropertiesIfNeeded() {
    guard extras.needsPropertyUpdate else { return }
    extras.needsPropertyUpdate = false
    updateProperties()
  }
}
