// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry

/// The pixel grid of a part of the tree that is drawn apart from the target.
struct SurfaceGrid {
  var surfaceFromLayer: Homography
  var targetFromSurface: Homography
  /// The surface units per point of the layer.
  var scale: Double
}

extension SurfaceGrid {
  /// The greatest number of pixels of a surface, whatever size is requested.
  static let largestArea = 1 << 25

  /// Creates the grid of a plane. If the plane is only translated, rotated, mirrored and scaled uniformly, the grid is
  /// the target's own, and the surface lies on the target pixel for pixel. Otherwise the grid is the plane's own, at
  /// the scale at which the plane appears largest near `limit`.
  ///
  /// - Parameters:
  ///   - shift: The offset of the surface; points of the layer.
  ///   - extent: The extent of the drawing in layer space: minimum x, y, maximum x, y.
  init?(targetFromLayer: Homography, shift: SIMD2<Double>, extent: SIMD4<Double>, limit: PixelRect) {
    var moved = targetFromLayer
    moved.translation += moved.x * shift.x + moved.y * shift.y
    if let across = moved.evenScaleSquared {
      // The grid begins where the layer's drawing begins, so that the surface remains the same if the layer moves by
      // whole pixels.
      let corner = moved.image(ofBoxFrom: SIMD2(extent.x, extent.y), to: SIMD2(extent.z, extent.w)).bounds?.minimum
      var start = SIMD3<Double>.zero
      if let corner, max(abs(corner.x), abs(corner.y)) < 0x1p22 {
        start = SIMD3(corner.x.rounded(.down), corner.y.rounded(.down), 0)
      }
      moved.translation -= start
      self.init(
        surfaceFromLayer: moved, targetFromSurface: Homography(a: 1, b: 0, c: 0, d: 1, tx: start.x, ty: start.y),
        scale: across.squareRoot())
      return
    }
    guard let plane = LayerPlane(targetFromLayer: moved) else { return nil }
    // The largest magnification is where the plane is closest to the eye: at a corner of the visible part.
    var scale = 0.0
    let outline = plane.project(extent)
    let corners = [
      SIMD2(Double(limit.minX), Double(limit.minY)), SIMD2(Double(limit.maxX), Double(limit.minY)),
      SIMD2(Double(limit.minX), Double(limit.maxY)), SIMD2(Double(limit.maxX), Double(limit.maxY)),
    ]
    var places = (0..<outline.count).map { outline[$0] }
    places += plane.isAffine ? [] : corners
    for place in places {
      let inside = SIMD2(
        min(max(place.x, Double(limit.minX)), Double(limit.maxX)),
        min(max(place.y, Double(limit.minY)), Double(limit.maxY)))
      let points = plane.pointsPerPixel(at: inside)
      let least = min(points.x, points.y)
      if least > 0 { scale = max(scale, 1 / least) }
    }
    let size = SIMD2(extent.z - extent.x, extent.w - extent.y)
    guard scale > 0, scale.isFinite, size.x > 0, size.y > 0 else { return nil }
    scale = min(scale, (Double(Self.largestArea) / (size.x * size.y)).squareRoot())
    self.init(targetFromLayer: moved, scale: scale, extent: extent)
  }

  /// Cuts the extent of an unbounded drawing, such as freely moving particles, to its visible part, with a margin of
  /// the same size on all sides for blurs. Other extents are returned unchanged, and so are extents on uniformly scaled
  /// planes, whose surfaces are cut to pixels of the target.
  static func bounded(
    _ extent: SIMD4<Double>, targetFromLayer: Homography, limit: PixelRect
  ) -> SIMD4<Double> {
    guard max(extent.z - extent.x, extent.w - extent.y) > endless, targetFromLayer.evenScaleSquared == nil,
      let layerFromTarget = targetFromLayer.inverted(),
      let seen = layerFromTarget.image(
        ofBoxFrom: SIMD2(Double(limit.minX), Double(limit.minY)), to: SIMD2(Double(limit.maxX), Double(limit.maxY))
      ).bounds
    else { return extent }
    let (low, high) = (2 * seen.minimum - seen.maximum, 2 * seen.maximum - seen.minimum)
    return SIMD4(max(extent.x, low.x), max(extent.y, low.y), min(extent.z, high.x), min(extent.w, high.y))
  }

  /// The extent in points above which a drawing counts as unbounded.
  private static let endless = 1e6

  /// The same grid at half the resolution.
  var halved: SurfaceGrid {
    let half = Homography(a: 0.5, b: 0, c: 0, d: 0.5, tx: 0, ty: 0)
    let double = Homography(a: 2, b: 0, c: 0, d: 2, tx: 0, ty: 0)
    return SurfaceGrid(
      surfaceFromLayer: surfaceFromLayer.concatenating(half),
      targetFromSurface: double.concatenating(targetFromSurface),
      scale: scale / 2)
  }

  /// The pixels of the surface that show inside `limit`, with a margin of `margin` on all sides.
  ///
  /// - Parameter extent: The extent of the drawing in layer space.
  func region(showing limit: PixelRect, extent: SIMD4<Double>, margin: Double) -> PixelRect {
    let drawn = surfaceFromLayer.image(ofBoxFrom: SIMD2(extent.x, extent.y), to: SIMD2(extent.z, extent.w)).bounds
    guard let drawn, let surfaceFromTarget = targetFromSurface.inverted() else { return .empty }
    var (low, high) = (drawn.minimum - margin, drawn.maximum + margin)
    let seen = surfaceFromTarget.image(
      ofBoxFrom: SIMD2(Double(limit.minX), Double(limit.minY)), to: SIMD2(Double(limit.maxX), Double(limit.maxY))
    ).bounds
    // Places beyond the horizon need no pixels, but if the horizon itself shows, the whole extent may show.
    if let seen, surfaceFromTarget.isAffine || !showsHorizon(limit, surfaceFromTarget) {
      low = low.replacing(with: seen.minimum - margin, where: low .< seen.minimum - margin)
      high = high.replacing(with: seen.maximum + margin, where: high .> seen.maximum + margin)
    }
    func whole(_ value: Double) -> Int32 { Int32(clamping: min(max(value, -0x1p24), 0x1p24)) }
    return PixelRect(
      minX: whole(low.x.rounded(.down)), minY: whole(low.y.rounded(.down)), maxX: whole(high.x.rounded(.up)),
      maxY: whole(high.y.rounded(.up)))
  }

  private func showsHorizon(_ limit: PixelRect, _ map: Homography) -> Bool {
    [(limit.minX, limit.minY), (limit.maxX, limit.minY), (limit.minX, limit.maxY), (limit.maxX, limit.maxY)].contains {
      map.homogeneous(SIMD2(Double($0.0), Double($0.1))).z <= 0
    }
  }
}

extension Homography {
  /// The square of the scale of a map that only translates, rotates, mirrors and scales uniformly; `nil` for any other.
  fileprivate var evenScaleSquared: Double? {
    let (a, b) = (SIMD2(x.x, x.y), SIMD2(y.x, y.y))
    let (across, down) = ((a * a).sum(), (b * b).sum())
    return isAffine && abs((a * b).sum()) <= 1e-6 * across && abs(across - down) <= 1e-6 * across ? across : nil
  }
}

extension PixelRect {
  /// The pixels at half the resolution that contain any of these pixels.
  var halved: PixelRect {
    func up(_ value: Int32) -> Int32 { -((-value) >> 1) }
    return PixelRect(minX: minX >> 1, minY: minY >> 1, maxX: up(maxX), maxY: up(maxY))
  }

  /// The pixels at twice the resolution, repeated a number of times.
  func doubled(times: Int) -> PixelRect {
    func scaled(_ value: Int32) -> Int32 {
      Int32(max(min(Int64(value) << Int64(min(times, 24)), 0x4000_0000), -0x4000_0000))
    }
    return PixelRect(minX: scaled(minX), minY: scaled(minY), maxX: scaled(maxX), maxY: scaled(maxY))
  }

  /// The rectangle with a margin of `distance` on all sides.
  func grown(by distance: Int32) -> PixelRect {
    PixelRect(minX: minX - distance, minY: minY - distance, maxX: maxX + distance, maxY: maxY + distance)
  }
}
