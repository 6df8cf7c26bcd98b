// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaSystem

/// A text that was laid out in the bounds of a layer.
final class PlacedText: Hashable, Sendable {
  /// The key of a laid out text: its text and its size.
  struct Key: Hashable, Sendable {
    var text: KeyedText
    /// The width and height of the layer's bounds; points.
    var width: Double
    var height: Double
  }

  let key: Key
  let layout: TextLayout
  /// Whether the whole text is drawn in the layer's own colour, so that a tint can give it this colour.
  let isOfOneColor: Bool

  init(_ key: Key) {
    self.key = key
    let options = TextLayout.Options(
      width: CGFloat(key.width), height: CGFloat(key.height), isWrapped: key.text.isWrapped,
      truncation: key.text.truncation)
    layout = TextLayout(key.text.text, options: options)
    isOfOneColor = layout.isOfOneColor
  }

  static func == (first: PlacedText, second: PlacedText) -> Bool { first === second || first.key == second.key }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension RasterPicture {
  /// Draws a text.
  ///
  /// - Parameters:
  ///   - layerFromText: The map from text space to layer space; text space has y down.
  ///   - color: The colour of text without its own colour; `nil` for a white picture to be tinted.
  init(of text: PlacedText, layerFromText: CGAffineTransform, color: CGColor?, on grid: TexelGrid) {
    guard
      let drawn = text.layout.image(
        of: grid.region, pixelFromText: layerFromText.concatenating(grid.texelFromLayer), color: color ?? .white),
      let trimmed = TexelBytes(trimming: drawn, at: grid.region)
    else { return }
    var texels = grid.isSmoothed ? trimmed.smoothed() : trimmed
    if grid.isCopied, let coverage = texels.coverageAlone() { texels = coverage }
    region = texels.region
    image = texels.picture(isCopied: grid.isCopied)
  }
}
