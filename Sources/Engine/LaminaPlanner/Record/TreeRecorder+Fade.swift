// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

// Cross-fades between two pictures of `contents` (TIME-9). Each picture is drawn as the layer would draw it alone,
// placed by its own size. The result, old * (1 - p) + new * p, is the sum of both pictures with their shares, and is
// held by a pass before it is blended with the pixels behind it.

extension TreeRecorder {
  /// The cross-fade between the pictures of a layer; `nil` for almost every layer.
  func contentsFade(at index: Int) -> ContentsFade? {
    guard nodes[index].effects >= 0 else { return nil }
    return snapshot.effects[Int(nodes[index].effects)].contentsFade
  }

  /// Draws the part of a layer under its sublayers, and its two pictures on it.
  ///
  /// A separate function, so that layers without a cross-fade do not copy the two styles.
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
  /// - Returns: The styles of the old and the new picture.
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

  /// Draws both pictures mixed, each on its own surface.
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
