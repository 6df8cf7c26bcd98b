// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import LaminaSystem

/// The size of the target, and the map of the root's space onto it.
///
/// - Conformance: GEO-4, GEO-5
struct Canvas {
  var pixelSize: PixelSize
  /// The map from root layer space, without the root's own geometry flip, to target pixels.
  var targetFromRoot: Homography
  /// The places of the root's points.
  let grid: PointGrid

  init(of snapshot: TreeSnapshot, options: PlanOptions) throws(PlanError) {
    let bounds = snapshot.nodes[0].properties.bounds.standardized
    let (width, height) = (Double(bounds.width), Double(bounds.height))
    guard width.isFinite, height.isFinite, bounds.minX.isFinite, bounds.minY.isFinite else { throw .invalidBounds }
    var scale = options.scale
    guard scale.isFinite, scale > 0 else { throw .invalidScale(scale) }
    var (pixelWidth, pixelHeight) = (Self.pixels(width * scale), Self.pixels(height * scale))
    var (offsetX, offsetY) = (0.0, 0.0)
    if let size = options.size, width > 0, height > 0 {
      (pixelWidth, pixelHeight) = (Double(size.width), Double(size.height))
      scale = min(pixelWidth / width, pixelHeight / height)
      // Centred, but on whole pixels: edges of the tree that lie on pixels stay on them.
      offsetX = Self.wholePixels((pixelWidth - width * scale) / 2)
      offsetY = Self.wholePixels((pixelHeight - height * scale) / 2)
    }
    guard width > 0, height > 0, pixelWidth >= 1, pixelHeight >= 1 else {
      throw .emptyCanvas(width: width, height: height, scale: scale)
    }
    guard pixelWidth * pixelHeight <= Double(options.limits.pixels), max(pixelWidth, pixelHeight) < 0x1p30 else {
      throw .canvasTooLarge(width: pixelWidth, height: pixelHeight, limit: options.limits.pixels)
    }
    grid = PointGrid(scale: scale, origin: SIMD2(offsetX, offsetY))
    pixelSize = PixelSize(width: Int(clamping: pixelWidth), height: Int(clamping: pixelHeight))
    let (minX, minY, maxY) = (Double(bounds.minX), Double(bounds.minY), Double(bounds.maxY))
    targetFromRoot =
      snapshot.hostIsFlipped
      ? Homography(a: scale, b: 0, c: 0, d: -scale, tx: offsetX - minX * scale, ty: offsetY + maxY * scale)
      : Homography(a: scale, b: 0, c: 0, d: scale, tx: offsetX - minX * scale, ty: offsetY - minY * scale)
  }

  /// A position in whole pixels, rounded down with a tolerance for the rounding error of a division.
  private static func wholePixels(_ place: Double) -> Double {
    (place + 1e-6).rounded(.down)
  }

  /// A length in whole pixels, rounded up with a tolerance for the rounding error of a multiplication.
  private static func pixels(_ length: Double) -> Double {
    (length - 1e-6).rounded(.up)
  }
}

/// The places of the root's points on the canvas.
struct PointGrid: Equatable {
  /// The pixels per point.
  let scale: Double
  /// The top left corner of the root on the canvas; whole pixels.
  let origin: SIMD2<Double>
}

extension TreeSnapshot {
  /// Whether a layer blurs the pixels behind it.
  var blursBackground: Bool {
    effects.contains { effects in
      effects.backgroundFilters.contains { $0.blurSigma != nil }
    }
  }
}
