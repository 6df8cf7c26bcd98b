// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CCairo
internal import Foundation
internal import LaminaGeometry

extension CGContext {
  /// Draws a picture repeatedly, each time on whole pixels, so that pixels of neighbouring tiles are not mixed.
  ///
  /// The picture is scaled to a whole number of pixels once. The places of tiles are rounded one by one, so that they
  /// do not drift.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - deviceFromPicture: The transform of one tile; usable.
  ///   - filter: The filter that scales the picture.
  /// - Returns: `false`, and nothing is drawn, where tiles are turned, smaller than a pixel or much larger than the
  ///   visible part, or where a document's page is drawn.
  func drawTilesOnPixels(
    _ picture: PictureSurface, deviceFromPicture: CGAffineTransform, filter: cairo_filter_t
  ) -> Bool {
    let isUpright =
      (deviceFromPicture.b == 0 && deviceFromPicture.c == 0) || (deviceFromPicture.a == 0 && deviceFromPicture.d == 0)
    let region = visibleRegion
    guard document == nil, isUpright, !region.isEmpty else { return false }
    let pixels = picture.surface.region
    let box = CGRect(x: 0, y: 0, width: pixels.width, height: pixels.height).applying(deviceFromPicture)
    guard let columns = TileAxis(origin: box.minX, period: box.width),
      let rows = TileAxis(origin: box.minY, period: box.height),
      columns.length * rows.length <= max(4 * region.width * region.height, 1 << 20),
      let tile = DrawingTarget(.color, region: PixelRect(size: PixelSize(width: columns.length, height: rows.length))),
      let sheet = DrawingTarget(.color, region: region)
    else { return false }
    let tileFromDevice = CGAffineTransform(translationX: -box.minX, y: -box.minY).concatenating(
      CGAffineTransform(scaleX: CGFloat(columns.length) / box.width, y: CGFloat(rows.length) / box.height))
    let tileFromPicture = deviceFromPicture.concatenating(tileFromDevice)
    guard tileFromPicture.isUsable else { return false }
    DrawCommand(
      coverage: .everything,
      ink: .picture(picture, deviceFromPicture: tileFromPicture, filter: filter, repeats: false), antialiases: false
    ).draw(on: tile.canvas, alpha: 1)
    let columnPlaces = (Int(region.minX)..<Int(region.maxX)).map(columns.place)
    tile.surface.withBytes { tileBytes, tileStride in
      sheet.surface.withBytes { bytes, stride in
        for row in 0..<region.height {
          let source = tileStride * rows.place(of: Int(region.minY) + row)
          let target = stride * row
          for (column, place) in columnPlaces.enumerated() {
            let pixel = tileBytes.load(fromByteOffset: source + 4 * place, as: UInt32.self)
            bytes.storeBytes(of: pixel, toByteOffset: target + 4 * column, as: UInt32.self)
          }
        }
      }
    }
    perform(command(.everything, .pixels(sheet)))
    return true
  }
}

/// The positions of tiles along one axis.
private struct TileAxis {
  /// The start of one of the tiles.
  let origin: Double
  /// The distance to the next tile.
  let period: Double
  /// The number of pixels of a tile.
  let length: Int

  /// - Returns: `nil` for tiles of less than a pixel, for tiles that are too large for a surface, and for positions
  ///   beyond the precision of numbers.
  init?(origin: Double, period: Double) {
    guard period >= 1, period < Double(CairoSurface.maximumSide), abs(origin) < 1e9 else { return nil }
    (self.origin, self.period, length) = (origin, period, Int(clamping: period.rounded()))
  }

  /// The pixel of the tile that is drawn at a pixel of the bitmap.
  func place(of pixel: Int) -> Int {
    var index = ((Double(pixel) + 0.5 - origin) / period).rounded(.down)
    // The rounded edge may lie on the other side of the pixel's middle.
    if start(index) > Double(pixel) { index -= 1 } else if start(index + 1) <= Double(pixel) { index += 1 }
    return min(max(Int(clamping: Double(pixel) - start(index)), 0), length - 1)
  }

  private func start(_ index: Double) -> Double { (origin + index * period).rounded() }
}
