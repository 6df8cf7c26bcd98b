// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers

/// A request for a picture of a path or a text.
struct RasterRequest: Hashable, Sendable {
  /// The subject of the picture.
  enum Subject: Hashable, Sendable {
    /// The inside of a path, or a line along it.
    case path(RasterSubject)
    /// A text, which is laid out first.
    ///
    /// - Parameters:
    ///   - layerFromText: The place of the text in its layer.
    ///   - color: The colour of text without its own colour.
    case text(PlacedText.Key, layerFromText: LayoutPlace, color: CGColor)
  }

  let subject: Subject
  /// The grid of the picture's texels.
  let grid: TexelGrid
  /// Whether the picture must not be in pieces.
  var isWhole = false
}

/// The result of a request.
struct Raster: Sendable {
  let picture: RasterPicture
  /// The laid out text that the picture shows; `nil` for a path.
  var text: PlacedText?
}

/// A request, and the way in which its result is drawn.
struct RasterDraw {
  let request: RasterRequest
  let node: Int32
  /// The box on the layer; `nil` for a caster of a shadow, which is drawn texel for pixel on the shadow's grid.
  let box: RasterBox?
  /// The result of the request, if it is known.
  var answer: Raster?
}
