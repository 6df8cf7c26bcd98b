// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGraphics

// Contents that follow animations of keys that a program's own class adds (CONTENT-7). While a tree is copied for a
// time, a layer whose class draws anew for such a key is displayed for that time, before it and what is in it are
// copied: its keys read as the animations have them, and so do presentations. The class is never asked to copy itself.

/// What a layer's own keys read as while its contents are made for a time.
struct ShownKeys {
  /// By key.
  var values: [String: Any]
  /// The layer's own time.
  var time: Double
}

/// The contents that were made for values of a layer's own keys.
///
/// No `BudgetedCache`, though in the same order: values of any type are compared, which may have no hash; so bitmaps
/// are few.
final class OwnContents {
  /// What drawing depends on besides the values.
  struct Form: Equatable {
    var bounds: CGRect
    var scale: CGFloat
    var isOpaque: Bool
    var isFlipped: Bool
  }

  /// A bitmap, and what it was drawn for.
  private struct Drawn {
    var values: [String: LayerValue]
    var image: CGImage
  }

  /// What the layer's contents are made for now.
  var values: [String: LayerValue] = [:]
  var form: Form?
  /// The layer's revision when they were made: a later one may draw otherwise.
  var revision: UInt64 = 0
  /// The least recently used first.
  private var drawn: [Drawn] = []
  private var bytes = 0

  /// Bitmaps of one layer take no more than this, bytes, and of no more values than the other.
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

  /// Forgets what may look otherwise now.
  func forgetBitmaps() {
    (drawn, bytes) = ([], 0)
  }
}

extension CALayer {
  /// Makes the contents for a time at which animations give the layer's own keys other values than those that the
  /// contents were made for.
  ///
  /// What `display()` and `draw(in:)` set stays set, on the layer and in its sublayers. No actions run meanwhile.
  ///
  /// - Parameter moment: Inside the layer.
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

  /// The values of the animated own keys at a time: all of them, as programs read them, and those that need displaying.
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
      all[name] = scratch.attachments?.values?[name]
      if key.needsDisplay { displayed[name] = (try? key.path.read(scratch)) ?? LayerValue.none }
    }
    return (all, displayed)
  }

  /// The bitmap that was drawn for what the layer's own keys read as now; `nil` outside ``displayOwnKeys(_:)``.
  final var bitmapOfShownKeys: CGImage? {
    attachments?.shown == nil ? nil : attachments?.ownContents?.bitmap()
  }

  /// Keeps the bitmap that was drawn for what the layer's own keys read as now.
  final func keepBitmapOfShownKeys() {
    if attachments?.shown != nil, let image = properties.contents { attachments?.ownContents?.keep(image) }
  }

  /// Marks contents that were made for an animation which is no more.
  final func forgetOwnContentsIfUnanimated() {
    guard attachments?.ownContents != nil, animations?.displaysOwnKeys != true else { return }
    attach(nil, at: \.ownContents)
    setNeedsDisplay()
  }

  /// The layer's own time that presentations show: that for which contents are being made, else that of the thread's
  /// clock.
  final var presentedTime: Double {
    attachments?.shown?.time ?? CALayer.localTime(of: TransactionState.current.presentedTime, from: nil, to: self)
  }
}
