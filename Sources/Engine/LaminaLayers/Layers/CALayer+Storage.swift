// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import Synchronization

// The storage of values that few layers have: `LayerExtras` is shared with snapshots and copied before a change,
// `LayerAttachments` belongs to the layer alone.

extension CALayer {
  /// Whether new layers fade as one picture (``allowsGroupOpacity``); set it once, before the first layer is made.
  ///
  /// The corresponding switch on Apple's platforms is an entry of the program's property list.
  ///
  /// - Default: `true`.
  /// - Conformance: GROUP-1
  public static var allowsGroupOpacityByDefault: Bool {
    get { groupOpacityDefault.load(ordering: .relaxed) }
    set { groupOpacityDefault.store(newValue, ordering: .relaxed) }
  }

  private static let groupOpacityDefault = Atomic(true)

  /// Changes the rarely set properties that snapshots copy, in a new object where a snapshot shares the present one.
  final func writeExtras(_ change: (LayerExtras) -> Void) {
    if properties.extras != nil, !isKnownUniquelyReferenced(&properties.extras) {
      properties.extras = properties.extras.map { LayerExtras($0.values) }
    }
    let extras = properties.extras ?? LayerExtras()
    change(extras)
    properties.extras = extras
  }

  /// A rarely set property that snapshots copy.
  ///
  /// Setting the present value again makes no storage, so that assigning defaults costs no memory. The key path begins
  /// at the class, since one that begins at the struct would copy it.
  final subscript<Value: Equatable>(extra path: ReferenceWritableKeyPath<LayerExtras, Value>) -> Value {
    get { (properties.extras ?? Self.defaultExtras)[keyPath: path] }
    set {
      if self[extra: path] != newValue { writeExtras { $0[keyPath: path] = newValue } }
    }
  }

  /// The values of a layer without extras. Never written.
  private static let defaultExtras = LayerExtras()

  /// A property that snapshots do not copy.
  final subscript<Value>(attachment path: ReferenceWritableKeyPath<LayerAttachments, Value>, else initial: Value)
    -> Value
  {
    get { attachments?[keyPath: path] ?? initial }
    set { writableAttachments[keyPath: path] = newValue }
  }

  /// Sets an optional attachment; `nil` makes no storage.
  final func attach<Value>(_ value: Value?, at path: ReferenceWritableKeyPath<LayerAttachments, Value?>) {
    // Kept until the access has ended, since the end of an object may read other attachments.
    let before = attachments?[keyPath: path]
    defer { withExtendedLifetime(before) {} }
    if value == nil {
      markChanged()
      attachments?[keyPath: path] = nil
    } else {
      writableAttachments[keyPath: path] = value
    }
  }

  private var writableAttachments: LayerAttachments {
    markChanged()
    if let attachments { return attachments }
    let made = LayerAttachments()
    attachments = made
    return made
  }
}

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

extension LayerFlags {
  /// Adds or removes `flag`.
  mutating func set(_ flag: LayerFlags, to isOn: Bool) {
    if isOn { insert(flag) } else { remove(flag) }
  }
}
