// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGraphics

// Contents that follow animations of keys that a program's own class adds (CONTENT-7). While a tree is copied for a
// time, a layer whose class draws anew for such a key is displayed for that time, before the layer and its sublayers
// are copied: its keys have their animated values then, and so do presentations. The class is never asked to copy
// itself.

/// The values of a layer's own keys while its contents are made for a time.
struct ShownKeys {
  /// The values, by key.
  var values: [String: Any]
  /// The layer's own time.
  var time: Double
}

/// The contents that were made for values of a layer's own keys.
///
/// Not a `BudgetedCache`, though it also evicts the least recently used entry: values of any type are compared, which
/// may not be hashable; so there may be only few bitmaps.
final class OwnContents {
  /// The inputs of drawing besides the values.
  struct Form: Equatable {
    var bounds: CGRect
    var scale: CGFloat
    var isOpaque: Bool
    var isFlipped: Bool
  }

  /// A bitmap, and the values that it was drawn for.
  private struct Drawn {
    var values: [String: LayerValue]
    var image: CGImage
  }

  /// The values that the layer's contents are made for now.
  var values: [String: LayerValue] = [:]
  var form: Form?
  /// The layer's revision when the bitmaps were made: a later one may draw otherwise.
  var revision: UInt64 = 0
  /// The bitmaps, the least recently used first.
  private var drawn: [Drawn] = []
  private var bytes = 0

  /// The maximum size of one layer's bitmaps in bytes, and their maximum number.
  private static let keptBytes = 16 << 20
  private static let keptCount = 256

  /// The bitmap for the present values, if it was drawn before.
  func bitmap() -> CGImage? {
    guard let index = drawn.lastIndex(where: { $0.values == values }) else { return nil }
    let found = drawn.remove(at: index)
    drawn.append(found)
    return found.image
  }

  /// Keeps a bitmap for the present values.
  func keep(_ image: CGImage) {
    let size = 4 * image.width * image.height
    guard size <= Self.keptBytes else { return }
    drawn.append(Drawn(values: values, image: image))
    bytes += size
    while bytes > Self.keptBytes || drawn.count > Self.keptCount {
      let oldest = drawn.removeFirst().image
      bytes -= 4 * oldest.width * oldest.height
    }
  }

  /// Forgets all bitmaps, since the layer may draw otherwise now.
  func forgetBitmaps() {
    (drawn, bytes) = ([], 0)
  }
}

extension CALayer {
  /// Makes the contents for a time at which animations give the layer's own keys other values than the contents were
  /// made for.
  ///
  /// Values that `display()` and `draw(in:)` set stay set, on the layer and in its sublayers. No actions run meanwhile.
  ///
  /// - Parameter moment: The moment inside the layer.
  /// - Conformance: CONTENT-7
  final func displayOwnKeys(_ moment: SnapshotMoment) {
    guard let animations, let keys = ownKeys(of: animations, at: moment.localTime) else { return }
    let made = attachments?.ownContents ?? OwnContents()
    let form = OwnContents.Form(
      bounds: bounds, scale: contentsScale, isOpaque: isOpaque, isFlipped: isTurnedOver)
    if made.form == form, made.values == keys.displayed { return }
    if made.form != form || made.revision != revision { made.forgetBitmaps() }
    (made.values, made.form) = (keys.displayed, form)
    attach(made, at: \.ownContents)
    let before = attachments?.shown
    attach(ShownKeys(values: keys.all, time: moment.localTime), at: \.shown)
    TransactionState.current.show(moment.time) {
      display()
      layOutIfMarked()
      for sublayer in sublayerStorage { sublayer.updateIfNeeded() }
      mask?.updateIfNeeded()
    }
    attach(before, at: \.shown)
    made.revision = revision
  }

  /// Whether the contents are made anew for the times that are drawn.
  package final var contentsFollowAnimations: Bool { animations?.displaysOwnKeys == true }

  /// The values of the animated own keys at a time: all values, as programs read them, and the values that need
  /// displaying.
  private final func ownKeys(of animations: LayerAnimations, at time: Double)
    -> (all: [String: Any], displayed: [String: LayerValue])?
  {
    var animator = LayerAnimator()
    var look = properties
    animator.apply(animations, of: self, at: time, to: &look)
    guard let scratch = animator.scratch else { return nil }
    var (all, displayed) = ([String: Any](), [String: LayerValue]())
    for key in animations.ownKeys {
      let name = key.path.text
      all[name] = scratch.attachments?.copied.values?[name]
      if key.needsDisplay { displayed[name] = (try? key.path.read(scratch)) ?? LayerValue.none }
    }
    return (all, displayed)
  }

  /// The bitmap that was drawn for the present values of the layer's own keys; `nil` outside ``displayOwnKeys(_:)``.
  final var bitmapOfShownKeys: CGImage? {
    attachments?.shown == nil ? nil : attachments?.ownContents?.bitmap()
  }

  /// Keeps the bitmap that was drawn for the present values of the layer's own keys.
  final func keepBitmapOfShownKeys() {
    if attachments?.shown != nil, let image = properties.contents { attachments?.ownContents?.keep(image) }
  }

  /// Marks contents as out of date that were made for an animation which has ended.
  final func forgetOwnContentsIfUnanimated() {
    guard attachments?.ownContents != nil, animations?.displaysOwnKeys != true else { return }
    attach(nil, at: \.ownContents)
    setNeedsDisplay()
  }

  /// The layer's own time that presentations show: the time for which contents are being made, else the time of the
  /// thread's clock.
  final var presentedTime: Double {
    attachments?.shown?.time ?? CALayer.localTime(of: TransactionState.current.presentedTime, from: nil, to: self)
  }
}
