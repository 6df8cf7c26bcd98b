// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaSystem

/// The subject of a picture.
enum RasterSubject: Hashable, Sendable {
  /// The inside of a path.
  case fill(KeyedPath, CGPathFillRule)
  /// A stroke along a part of a path's length.
  case stroke(KeyedPath, StrokeStyle, start: CGFloat, end: CGFloat)
  /// A text in its layer; white if the colour is `nil`.
  case text(PlacedText, layerFromText: LayoutPlace, color: CGColor?)
}

/// The place of a text in its layer, as a part of a key.
struct LayoutPlace: Hashable, Sendable {
  private let offset: SIMD2<Double>
  private let isTurnedOver: Bool

  /// - Parameter transform: A translation, or a translation with y mirrored.
  init(_ transform: CGAffineTransform) {
    offset = SIMD2(Double(transform.tx), Double(transform.ty))
    isTurnedOver = transform.d < 0
  }

  /// The map from the text's space to the layer's.
  var transform: CGAffineTransform {
    CGAffineTransform(
      a: 1, b: 0, c: 0, d: isTurnedOver ? -1 : 1, tx: CGFloat(offset.x), ty: CGFloat(offset.y))
  }
}

/// The key of a drawn picture: its subject and its texels.
struct RasterKey: Hashable, Sendable {
  private let subject: RasterSubject
  private let texels: RasterTexels

  /// - Parameter isWhole: Whether the picture must not be in pieces.
  init(_ subject: RasterSubject, _ grid: TexelGrid, isWhole: Bool = false) {
    self.subject = subject
    texels = RasterTexels(grid, isWhole: isWhole)
  }
}

/// The texels of a drawn picture, as a part of a key.
struct RasterTexels: Hashable, Sendable {
  /// The map from layer points to texels: a, b, c, d here, tx and ty in `offset`.
  private let linear: SIMD4<Double>
  private let offset: SIMD2<Double>
  private let region: PixelRect
  private let isWhole: Bool
  /// The treatment of the texels: grids of different scales may have the same texels.
  private let isExact: Bool
  private let isSmoothed: Bool

  init(_ grid: TexelGrid, isWhole: Bool) {
    (self.isWhole, isExact, isSmoothed) = (isWhole, grid.isExact, grid.isSmoothed)
    let map = grid.texelFromLayer
    linear = SIMD4(Double(map.a), Double(map.b), Double(map.c), Double(map.d))
    offset = SIMD2(Double(map.tx), Double(map.ty))
    region = grid.region
  }
}

/// A picture of a path or a text, to be placed on a layer.
///
/// The picture of a path is white where the path covers, so that a tint gives it its colour, and other colours need no
/// new picture.
struct RasterPicture: Sendable {
  /// The picture; `nil` if nothing is covered, or if the picture is in pieces.
  var image: CGImage?
  /// The non-empty pieces of a picture that is mostly empty, on a grid of the target's own pixels.
  var pieces: [RasterPicture] = []
  /// The texels of the grid that the picture has.
  var region = PixelRect.empty
  /// A rectangle of wholly covered texels: the largest upright one, to within a few texels.
  var solid = PixelRect.empty
  /// Whether a dash pattern was enlarged because it had too many dashes along its path.
  var hasFewerDashes = false

  /// A picture that does not show anything.
  static let empty = RasterPicture()

  /// The approximate memory that the picture takes; bytes.
  var bytes: Int { pieces.reduce(256 + (image?.bytes.count ?? 0)) { $0 + 256 + ($1.image?.bytes.count ?? 0) } }

  private init() {}

  /// Draws a picture.
  ///
  /// - Parameter isWhole: Whether the picture must not be in pieces.
  init(of subject: RasterSubject, on grid: TexelGrid, isWhole: Bool = false) {
    switch subject {
    case .fill(let path, let rule):
      self.init(
        PathRasterizer.coverage(
          of: path.path, fillRule: rule, pixelFromPath: grid.texelFromLayer, within: grid.region), grid,
        findsSolid: true, isWhole: isWhole)
    case .stroke(let path, let style, let start, let end):
      let line = path.path.trimmed(from: start, to: end)
      let map = grid.texelFromLayer
      if !isWhole, grid.isCopied,
        let strips = PathRasterizer.strips(of: line, stroke: style, pixelFromPath: map, within: grid.region)
      {
        self.init(strips: strips)
      } else {
        self.init(
          PathRasterizer.coverage(of: line, stroke: style, pixelFromPath: map, within: grid.region), grid,
          findsSolid: false, isWhole: isWhole)
      }
      hasFewerDashes = style.dashPattern.map(line.isTooLong) ?? false
    case .text(let text, let place, let color):
      self.init(of: text, layerFromText: place.transform, color: color, on: grid)
    }
  }

  /// Converts coverage to a white picture.
  private init(_ mask: CoverageMask, _ grid: TexelGrid, findsSolid: Bool, isWhole: Bool) {
    guard let trimmed = TexelBytes(trimming: mask) else { return }
    if !isWhole, grid.isCopied, let pieces = trimmed.pieces() {
      region = trimmed.region
      self.pieces = pieces.map(RasterPicture.init(piece:))
      return
    }
    let coverage = grid.isSmoothed ? trimmed.smoothed() : trimmed
    region = coverage.region
    if findsSolid { solid = coverage.solidRectangle() }
    image = coverage.picture(isCopied: grid.isCopied && !isWhole, isOpaque: solid == region)
  }

  private init(strips: [CoverageMask]) {
    pieces = strips.compactMap(TexelBytes.init(whole:)).map(RasterPicture.init(piece:))
    region = pieces.reduce(PixelRect.empty) { $0.union($1.region) }
  }

  private init(piece coverage: TexelBytes) {
    region = coverage.region
    image = coverage.picture(isCopied: true)
  }
}
