// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers

/// A picture of a path or a text that layers show, before there is one.
struct RasterRequest: Hashable, Sendable {
  /// What it shows.
  enum Subject: Hashable, Sendable {
    /// The inside of a path, or a line along it.
    case path(RasterSubject)
    /// A text, which is laid out first.
    ///
    /// - Parameters:
    ///   - layerFromText: Where it lies in its layer.
    ///   - color: That of text that has none of its own.
    case text(PlacedText.Key, layerFromText: LayoutPlace, color: CGColor)
  }

  let subject: Subject
  /// Where its texels lie.
  let grid: TexelGrid
  /// Whether it must not be in pieces.
  var isWhole = false
}

/// What became of a request.
struct Raster: Sendable {
  let picture: RasterPicture
  /// The text that it shows, laid out; `nil` of a path.
  var text: PlacedText?

  /// Whether something is to be said of it where it is drawn.
  var hasDiagnostics: Bool { picture.hasFewerDashes || text?.layout.diagnostics.isEmpty == false }
}

/// A request, and how what becomes of it is drawn.
struct RasterDraw {
  let request: RasterRequest
  let node: Int32
  /// How it is drawn on its layer; `nil` where it casts a shadow and is drawn texel for pixel on the shadow's grid.
  let box: RasterBox?
  /// What became of the request, where that is known.
  var answer: Raster?
  /// Whether it is drawn where it is met, once its picture is there.
  var isPlain = false
}
