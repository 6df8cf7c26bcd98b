// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers

// Two pictures of `contents` that are mixed (TIME-9). Each is drawn as the layer would draw it alone, placed by its own
// size; old * (1 - p) + new * p is the sum of both at their share, which a pass holds before it meets what is behind.

extension TreeRecorder {
  /// How the pictures of a layer are mixed; `nil` for almost every layer.
  func contentsFade(at index: Int) -> ContentsFade? {
    guard nodes[index].effects >= 0 else { return nil }
    return snapshot.effects[Int(nodes[index].effects)].contentsFade
  }

  /// Draws what lies under a layer's sublayers, and its two pictures on it.
  ///
  /// A function of its own, so that layers that mix no pictures do not move those looks about.
  ///
  /// - Returns: Whether the border has to wait for sublayers, or fades by itself.
  @inline(never) mutating func drawUnderSublayers(_ style: inout ResolvedStyle, fading fade: ContentsFade) -> Bool {
    let parts = takeFade(fade, from: &style)
    let borderWaits = drawUnderSublayers(&style)
    drawFade(parts.old, parts.new, progress: parts.progress)
    return borderWaits
  }

  /// Takes the pictures out of a layer's style, so that they are drawn after its background and before its border.
  ///
  /// - Returns: The looks of the old picture and of the new one.
  private mutating func takeFade(_ fade: ContentsFade, from style: inout ResolvedStyle)
    -> (old: ResolvedStyle, new: ResolvedStyle, progress: Double)
  {
    var parts = (old: style, new: style, progress: fade.progress)
    let properties = nodes[Int(style.node)].properties
    func show(_ image: CGImage?, in part: inout ResolvedStyle) {
      part.image = image.map { .passUnretained($0) }
      part.contents = image.flatMap {
        ContentsPlacement(
          imageSize: $0.texels, properties: properties.contentsProperties, bounds: style.outline.box,
          isFlipped: style.isFlipped)
      }
      (part.fill, part.border, part.borderWidth, part.gradient) = (.zero, .zero, 0, .none)
    }
    show(fade.old.flatMap { decoded($0, of: style.node) }, in: &parts.old)
    show(fade.new.flatMap { decoded($0, of: style.node) }, in: &parts.new)
    (style.image, style.contents) = (nil, nil)
    style.drawsOverContents = true
    return parts
  }

  /// Draws both pictures, mixed, each on a surface of its own.
  ///
  /// - Conformance: TIME-9
  private mutating func drawFade(_ old: ResolvedStyle, _ new: ResolvedStyle, progress: Double) {
    for picture in [old, new] {
      var picture = picture
      list.begin()
      _ = drawUnderSublayers(&picture)
    }
    list.endCrossFade(share: Float(progress), node: new.node)
  }
}
