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
}

/// A request, and how what becomes of it is drawn.
struct RasterDraw {
  let request: RasterRequest
  let node: Int32
  /// How it is drawn on its layer; `nil` where it casts a shadow and is drawn texel for pixel on the shadow's grid.
  let box: RasterBox?
  /// What became of the request, where that is known.
  var answer: Raster?
}

/// How a raster is drawn on its layer.
struct RasterBox {
  /// Its tint is the colour of what is white in the raster.
  var part: BoxPart
  /// The tint where the raster has colours of its own.
  let ownColors: SIMD4<Float>
  /// Where it is cut off, layer space: minimum x, y, maximum x, y; `nil` for nowhere.
  let cut: SIMD4<Double>?
}
