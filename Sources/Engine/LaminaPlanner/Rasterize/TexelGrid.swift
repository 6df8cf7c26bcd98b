// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Texel grids. Paths and texts become pictures before they are drawn. The place of their texels is chosen here from the
// layer's plane alone, so that a frame never depends on the one before.
//
// A layer that stands upright on the canvas, at the canvas's own scale or a simple multiple of it, and whose origin is
// on a whole or half pixel or point of the canvas, gets one texel per pixel, which holds the exact area that the shape
// covers. So layouts in whole points are drawn exactly, whatever the scale of the canvas. Every other plane gets about
// two texels per pixel along both axes of the layer. The number of texels per point grows in steps of the fourth root
// of two, so that the picture can be used under any transform until the layer grows by more than 1.19 times. Linear
// sampling alone would leave edges too hard, so the picture is smoothed a little, by an amount chosen for edges at any
// angle: see `RasterPicture`.
//
// If exact edges are requested, texels are pixels on every affine plane, and the shape is drawn anew as it moves.

import Foundation
import LaminaGeometry
import LaminaPlan

/// The grid of the texels of a picture that is drawn for a layer.
struct TexelGrid: Hashable, Sendable {
  /// The map from layer points to texels. The texel (0, 0) need not be in the picture.
  var texelFromLayer: CGAffineTransform
  /// Whether each texel is a pixel of the target.
  var isExact: Bool
  /// The pixel of the target that is the texel (0, 0), on an exact grid.
  var pixelOfOrigin: SIMD2<Int32> = .zero
  /// The requested texels: the visible part of the drawing.
  var region: PixelRect
  /// Whether there are about two texels per pixel, and the picture has to be smoothed.
  var isSmoothed = false
  /// Whether pictures on the grid are drawn texel for pixel.
  var isCopied: Bool { isExact && !isSmoothed }
  /// Whether there are fewer texels than pixels, to limit their number.
  var isCoarse = false

  /// The greatest number of texels of a picture that is made whole even if only a part of it shows.
  private static let wholeTexels = 1 << 20
  /// The greatest number of texels on an exact grid: twice an 8K canvas.
  private static let maximumExactTexels = 1 << 26
  /// The greatest number of texels on any other grid.
  private static let maximumTexels = 1 << 24
  /// The step of a part's edges: they are at multiples of this number of texels.
  private static let step = 512.0
  /// The longest side that the rasterizer accepts; texels.
  private static let maximumSide = 32_000.0

  /// Creates the grid of a surface's own pixels.
  init(pixelFromLayer: CGAffineTransform, region: PixelRect) {
    texelFromLayer = pixelFromLayer
    isExact = true
    self.region = region
  }

  /// Chooses the grid for a drawing in `box`, in layer space: minimum x, y, maximum x, y.
  ///
  /// - Parameters:
  ///   - limit: The pixels that can show.
  ///   - canvas: All pixels of the canvas. The size of texels depends on them, so that the tiles of a canvas that is
  ///     drawn in tiles agree.
  ///   - points: The places of the root's points.
  ///   - exactly: Whether texels are pixels on every affine plane.
  /// - Returns: `nil` if nothing shows.
  init?(
    box: SIMD4<Double>, plane: LayerPlane, limit: PixelRect, canvas: PixelRect, points: PointGrid, exactly: Bool = false
  ) {
    let map = exactly ? plane.affineMap : Self.alignedMap(plane, points)
    if let map, let exact = TexelGrid(exactly: box, map, limit, canvas) {
      guard !exact.region.isEmpty else { return nil }
      self = exact
      return
    }
    let visible = Self.visiblePart(of: box, plane, canvas)
    guard let onCanvas = visible.bounds, let seen = Self.visiblePart(of: box, plane, limit).bounds else { return nil }
    // The greatest number of pixels per point along both axes of the layer.
    var scale = SIMD2<Double>.zero
    for index in 0..<visible.count {
      let here = plane.scale(at: visible[index])
      scale.replace(with: here, where: here .> scale)
    }
    guard scale.x > 0, scale.y > 0, scale.x < 1e9, scale.y < 1e9 else { return nil }
    scale = SIMD2(2 * Self.bucket(scale.x), 2 * Self.bucket(scale.y))
    isExact = false
    var halvings = 0
    while true {
      let largest = Self.region(box, onCanvas, scale)
      if Self.fits(largest, Self.maximumTexels) { break }
      halvings += 1
      guard halvings < 64 else { return nil }
      scale /= 2
    }
    region = Self.region(box, seen, scale)
    guard !region.isEmpty else { return nil }
    isSmoothed = halvings == 0
    isCoarse = halvings > 1
    texelFromLayer = CGAffineTransform(scaleX: scale.x, y: scale.y)
  }

  /// The map to the target of a plane whose texels may be pixels, and stay pixels while the plane moves by whole
  /// pixels; `nil` for other planes.
  private static func alignedMap(_ plane: LayerPlane, _ points: PointGrid) -> CGAffineTransform? {
    guard plane.isAffine, var map = plane.uprightMap else { return nil }
    let scale = SIMD2(abs(map.a) + abs(map.c), abs(map.b) + abs(map.d))
    guard isSimple(scale.x / points.scale), isSimple(scale.y / points.scale) else { return nil }
    let place = SIMD2(Double(map.tx), Double(map.ty))
    let onPixels = snapped(place, toHalves: 1)
    guard let aligned = onPixels ?? snapped(place - points.origin, toHalves: points.scale).map({ $0 + points.origin })
    else { return nil }
    (map.tx, map.ty) = (aligned.x, aligned.y)
    return map
  }

  /// The nearest multiple of half a unit, in pixels; `nil` if it is too far away.
  ///
  /// An offset of a sixty-fourth of a pixel changes values by at most four levels. For units below a pixel, an offset
  /// of a sixty-fourth of a unit is too far: otherwise most places would be near one.
  private static func snapped(_ place: SIMD2<Double>, toHalves unit: Double) -> SIMD2<Double>? {
    let halves = place * (2 / unit)
    let snapped = halves.rounded(.toNearestOrEven)
    let off = (halves - snapped) * max(unit, 1)
    guard max(abs(off.x), abs(off.y)) <= 1.0 / 32 else { return nil }
    return snapped * (unit / 2)
  }

  /// The grid with one texel per pixel, if it is not too large.
  private init?(
    exactly box: SIMD4<Double>, _ map: CGAffineTransform, _ limit: PixelRect, _ canvas: PixelRect
  ) {
    var linear = map
    let pixel = SIMD2(Double(map.tx), Double(map.ty)).rounded(.down)
    guard max(abs(pixel.x), abs(pixel.y)) < 0x1p30 else { return nil }
    (linear.tx, linear.ty) = (map.tx - pixel.x, map.ty - pixel.y)
    let drawn = CGRect(x: box.x, y: box.y, width: box.z - box.x, height: box.w - box.y).applying(linear)
    let whole = SIMD4(
      Double(drawn.minX).rounded(.down) - 1, Double(drawn.minY).rounded(.down) - 1,
      Double(drawn.maxX).rounded(.up) + 1, Double(drawn.maxY).rounded(.up) + 1)
    let origin = SIMD4(lowHalf: pixel, highHalf: pixel)
    guard Self.fits(Self.part(of: whole, canvas.corners - origin), Self.maximumExactTexels) else { return nil }
    region = Self.part(of: whole, limit.corners - origin)
    isExact = true
    pixelOfOrigin = SIMD2(Int32(clamping: pixel.x), Int32(clamping: pixel.y))
    texelFromLayer = linear
  }

  private static func fits(_ region: PixelRect, _ texels: Int) -> Bool {
    region.area <= texels && Double(max(region.width, region.height)) <= maximumSide
  }

  /// Whether a scale is a whole number of quarters, which is common in layouts and rare in animations.
  private static func isSimple(_ relative: Double) -> Bool {
    let quarters = relative * 4
    let whole = quarters.rounded()
    return whole >= 1 && abs(quarters - whole) <= 1e-6 * quarters
  }

  /// The least power of the fourth root of two that is not less than `scale`.
  private static func bucket(_ scale: Double) -> Double {
    // With a tolerance, so that rounding errors do not lead to the next step.
    exp2(((log2(scale) * 4) - 1e-6).rounded(.up) / 4)
  }

  /// The visible part of the box, in the layer's plane.
  private static func visiblePart(of box: SIMD4<Double>, _ plane: LayerPlane, _ limit: PixelRect) -> ConvexPolygon {
    var outline = plane.project(box)
    guard !outline.isEmpty else { return ConvexPolygon() }
    outline.clip(to: ConvexPolygon(limit))
    guard !outline.isEmpty else { return ConvexPolygon() }
    return ConvexPolygon(outline.vertices.map { plane.layerFromTarget.apply($0) })
  }

  /// The texels that contain `box` at `scale`; for a large box, the texels that contain its `seen` part.
  private static func region(
    _ box: SIMD4<Double>, _ seen: (minimum: SIMD2<Double>, maximum: SIMD2<Double>), _ scale: SIMD2<Double>
  ) -> PixelRect {
    let scales = SIMD4(scale.x, scale.y, scale.x, scale.y)
    var whole = box * scales
    whole.lowHalf = whole.lowHalf.rounded(.down) - 2
    whole.highHalf = whole.highHalf.rounded(.up) + 2
    // Sampling at edges reads two more texels.
    let margin = SIMD4<Double>(-2, -2, 2, 2)
    return part(of: whole, SIMD4(lowHalf: seen.minimum, highHalf: seen.maximum) * scales + margin)
  }

  /// The whole of `whole` if it is small, otherwise the part that contains `shown`, in large steps, so that the part
  /// stays the same while a large shape scrolls.
  private static func part(of whole: SIMD4<Double>, _ shown: SIMD4<Double>) -> PixelRect {
    var part = whole
    let size = whole.highHalf - whole.lowHalf
    if size.x * size.y > Double(wholeTexels) || size.max() > maximumSide {
      let low = (shown.lowHalf / step).rounded(.down) * step
      let high = (shown.highHalf / step).rounded(.up) * step
      part.lowHalf.replace(with: low, where: low .> part.lowHalf)
      part.highHalf.replace(with: high, where: high .< part.highHalf)
    }
    func clamped(_ value: Double) -> Int32 { Int32(clamping: min(max(value, -0x1p30), 0x1p30)) }
    return PixelRect(minX: clamped(part.x), minY: clamped(part.y), maxX: clamped(part.z), maxY: clamped(part.w))
  }
}

extension PixelRect {
  /// The corners: minimum x, y, maximum x, y.
  fileprivate var corners: SIMD4<Double> { SIMD4(Double(minX), Double(minY), Double(maxX), Double(maxY)) }
}

extension CGRect {
  /// The corners: minimum x, y, maximum x, y.
  var corners: SIMD4<Double> { SIMD4(Double(minX), Double(minY), Double(maxX), Double(maxY)) }
}

extension LayerPlane {
  /// The map to the target; `nil` under perspective.
  fileprivate var affineMap: CGAffineTransform? {
    guard isAffine else { return nil }
    let (x, y, move) = (targetFromLayer.x, targetFromLayer.y, targetFromLayer.translation)
    return uprightMap ?? CGAffineTransform(a: x.x, b: x.y, c: y.x, d: y.y, tx: move.x, ty: move.y)
  }

  /// The map to the target if it is upright or rotated by multiples of 90 degrees, mirrored or not; `nil` otherwise.
  var uprightMap: CGAffineTransform? {
    let (x, y) = (targetFromLayer.x, targetFromLayer.y)
    // The tolerance: a thousandth of a pixel over a million points.
    let noise = 1e-9 * max(abs(x.x), abs(x.y), abs(y.x), abs(y.y))
    let (tx, ty) = (targetFromLayer.translation.x, targetFromLayer.translation.y)
    if abs(x.y) <= noise, abs(y.x) <= noise { return CGAffineTransform(a: x.x, b: 0, c: 0, d: y.y, tx: tx, ty: ty) }
    if abs(x.x) <= noise, abs(y.y) <= noise { return CGAffineTransform(a: 0, b: x.y, c: y.x, d: 0, tx: tx, ty: ty) }
    return nil
  }

  /// The number of pixels per point along x and y of the layer, at a place on it.
  fileprivate func scale(at point: SIMD2<Double>) -> SIMD2<Double> {
    let map = targetFromLayer
    let image = map.homogeneous(point)
    guard image.z > 0 else { return .zero }
    let place = SIMD2(image.x, image.y) / image.z
    let alongX = (SIMD2(map.x.x, map.x.y) - place * map.x.z) / image.z
    let alongY = (SIMD2(map.y.x, map.y.y) - place * map.y.z) / image.z
    return SIMD2((alongX * alongX).sum().squareRoot(), (alongY * alongY).sum().squareRoot())
  }
}
