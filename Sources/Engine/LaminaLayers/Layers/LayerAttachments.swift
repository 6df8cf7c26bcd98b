// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics

/// Values that few layers have and that snapshots must not share between threads: other objects, and values of any
/// type.
///
/// Made when the first of them is set, so that a plain layer pays one pointer.
final class LayerAttachments {
  @exclusivity(unchecked) var copied = CopiedAttachments()
  var mask: CALayer?
  /// The states of the layer and of layers below it; they refer to layers of the tree.
  var states: [CAState]?
  var stateTransitions: [CAStateTransition]?
  var animations: LayerAnimations?
  /// The contents that were made for animations of the layer's own keys.
  var ownContents: OwnContents?
  /// The values of these keys, while contents are being made.
  var shown: ShownKeys?
  /// For a presentation, the layer that it shows.
  weak var model: CALayer?
  var isInvalidatingLayout = false

  init() {}

  /// Makes a copy for `init(layer:)`.
  init(copying other: LayerAttachments) { copied = other.copied }
}

/// The attachments that `init(layer:)` copies; the others belong to one layer only.
struct CopiedAttachments {
  weak var delegate: (any CALayerDelegate)?
  /// Values of `contents` that are no `CGImage`.
  var foreignContents: Any?
  /// The background where it is a pattern, and the last picture of it.
  var background: PatternBackground?
  var filters: [Any]?
  var backgroundFilters: [Any]?
  var compositingFilter: Any?
  var actions: [String: any CAAction]?
  var style: [AnyHashable: Any]?
  /// The values that were set under keys that are no properties.
  var values: [String: Any]?
  var timing = MediaTiming()
  var contentsFormat = CALayerContentsFormat.RGBA8Uint
  var autoresizingMask: CAAutoresizingMask = []
  var layoutManager: (any CALayoutManager)?
  var constraints: [any FrameConstraint]?
  var needsDisplayOnBoundsChange = false
  var drawsAsynchronously = false
  /// Names that are none of Apple's, kept as they were set.
  var unknownNames = UnknownNames()
}

/// Values of open string types that are unknown names.
struct UnknownNames {
  var contentsGravity: CALayerContentsGravity?
  var magnificationFilter: CALayerContentsFilter?
  var minificationFilter: CALayerContentsFilter?
  var cornerCurve: CALayerCornerCurve?
}
