// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

// The resizing of the sublayers of a layer whose size changes. The members that subclasses override are in the body of
// `CALayer` and call these.

extension CALayer {
  /// Tells the layout manager that the layer was marked, without recursion where the manager marks the layer itself.
  final func invalidateLayout() {
    guard let attachments, !attachments.isInvalidatingLayout else { return }
    attachments.isInvalidatingLayout = true
    attachments.copied.layoutManager?.invalidateLayout(of: self)
    attachments.isInvalidatingLayout = false
  }

  /// The implementation of `preferredFrameSize()` in `CALayer`.
  final var derivedPreferredFrameSize: CGSize {
    guard let wanted = attachments?.copied.layoutManager?.preferredSize(of: self) ?? preferredBoundsSize else {
      return frame.size
    }
    return frameSize(withBounds: wanted)
  }

  /// Returns the size of the frame that the layer would have with bounds of a size.
  final func frameSize(withBounds wanted: CGSize) -> CGSize {
    guard properties.flags.contains(.transformed) else { return wanted }
    var placed = properties
    placed.bounds.size = wanted
    placed.flags.remove(.geometryFlipped)
    return placed.superlayerFromLayer()?.boundingBox(of: placed.bounds)?.size ?? wanted
  }

  /// Changes the frame after the superlayer's size has changed, according to `autoresizingMask`.
  final func resizeByMask(from old: CGSize) {
    guard let mask = attachments?.copied.autoresizingMask, !mask.isEmpty, let superlayer = superlayerReference else {
      return
    }
    let new = superlayer.bounds.size
    let (widthChange, heightChange) = (new.width - old.width, new.height - old.height)
    guard widthChange.isFinite, heightChange.isFinite else { return }
    let before = frame
    var after = before
    (after.origin.x, after.size.width) = Self.share(
      widthChange, start: before.origin.x, length: before.size.width, isStartFlexible: mask.contains(.layerMinXMargin),
      isLengthFlexible: mask.contains(.layerWidthSizable), isEndFlexible: mask.contains(.layerMaxXMargin))
    (after.origin.y, after.size.height) = Self.share(
      heightChange, start: before.origin.y, length: before.size.height,
      isStartFlexible: mask.contains(.layerMinYMargin),
      isLengthFlexible: mask.contains(.layerHeightSizable), isEndFlexible: mask.contains(.layerMaxYMargin))
    if after != before { frame = after }
  }

  /// Shares a change out among the flexible parts along one axis, as evenly as possible: a length ends at 0.
  private static func share(
    _ change: CGFloat, start: CGFloat, length: CGFloat, isStartFlexible: Bool, isLengthFlexible: Bool,
    isEndFlexible: Bool
  ) -> (start: CGFloat, length: CGFloat) {
    let margins: CGFloat = (isStartFlexible ? 1 : 0) + (isEndFlexible ? 1 : 0)
    var rest = change
    var newLength = length
    if isLengthFlexible {
      newLength = max(length + change / (margins + 1), 0)
      rest -= newLength - length
    }
    return (isStartFlexible ? start + rest / margins : start, newLength)
  }

  /// Tells the layer that its size has changed.
  ///
  /// A sublayer whose size changes as a result is told afterwards, not recursively: trees may be deep.
  final func sizeDidChange(from old: CGSize) {
    let state = TransactionState.current
    state.resized.append(ResizedLayer(layer: self, oldSize: old))
    if state.isResizing { return }
    state.isResizing = true
    defer { state.isResizing = false }
    while let next = state.resized.popLast() { next.layer.resizeSublayers(withOldSize: next.oldSize) }
  }
}

/// A layer whose size has changed, and whose sublayers have not been told yet.
struct ResizedLayer {
  var layer: CALayer
  var oldSize: CGSize
}
