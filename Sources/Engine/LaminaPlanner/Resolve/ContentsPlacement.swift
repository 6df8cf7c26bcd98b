// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

/// The place of a layer's picture in the layer, and the texels that it shows.
///
/// - Conformance: CONTENT-2, CONTENT-3, CONTENT-4, CONTENT-5, GEO-4
struct ContentsPlacement {
  /// The rectangle that the picture fills, in layer space: minimum x, y, maximum x, y; points.
  var box: SIMD4<Double>
  /// The map from points of the rectangle to texels.
  var placement: ImagePlacement

  /// Places a picture of `imageSize` texels in `bounds` (layer space: minimum x, y, maximum x, y).
  ///
  /// - Parameter isFlipped: Whether the layer's space is y-up on the canvas, so that the picture's top is at maximum y.
  /// - Returns: `nil` if the picture cannot show: it has no size, or values are not finite.
  init?(imageSize pixels: SIMD2<Double>, properties: ContentsProperties, bounds: SIMD4<Double>, isFlipped: Bool) {
    var (start, shown) = (SIMD2<Double>.zero, pixels)
    if !properties.rect.isUnitSquare {
      let rect = properties.rect.standardized
      shown *= SIMD2(Double(rect.width), Double(rect.height))
      start = SIMD2(Double(rect.minX), Double(rect.minY)) * pixels
    }
    let scale = properties.scale > 0 && properties.scale.isFinite ? Double(properties.scale) : 1
    let sum = shown + start
    guard sum - sum == .zero, shown.x > 0, shown.y > 0 else { return nil }

    box = Self.box(gravity: properties.gravity, size: shown / scale, bounds: bounds)
    guard box.z > box.x, box.w > box.y, (box - box) == .zero else { return nil }

    let slices = !properties.center.isUnitSquare && properties.gravity.resizes
    let center = slices ? properties.center.standardized : properties.center
    let horizontal = AxisPlacement(
      from: box.x, to: box.z, texelStart: start.x, texelLength: shown.x,
      center: slices ? (Double(center.minX), Double(center.maxX)) : nil, scale: scale)
    // In a y-up layer, rows are counted from the bottom of the picture: minimum y is the last visible row.
    let vertical = AxisPlacement(
      from: box.y, to: box.w, texelStart: isFlipped ? pixels.y - start.y : start.y,
      texelLength: isFlipped ? -shown.y : shown.y,
      center: slices ? (Double(center.minY), Double(center.maxY)) : nil, scale: scale)
    let horizontalLimits = Self.limits(start: start.x, length: shown.x, count: pixels.x)
    let verticalLimits = Self.limits(
      start: isFlipped ? pixels.y - start.y - shown.y : start.y, length: shown.y, count: pixels.y)
    let bias = properties.minificationFilterBias
    placement = ImagePlacement(
      offsetAndStop0: SIMD4<Float>(
        Float(horizontal.offset), Float(vertical.offset), Float(horizontal.stop0), Float(vertical.stop0)),
      stop1AndSlope0: SIMD4<Float>(
        Float(horizontal.stop1), Float(vertical.stop1), Float(horizontal.slopes.x), Float(vertical.slopes.x)),
      slope1AndSlope2: SIMD4<Float>(
        Float(horizontal.slopes.y), Float(vertical.slopes.y), Float(horizontal.slopes.z), Float(vertical.slopes.z)),
      limits: SIMD4<Float>(
        Float(horizontalLimits.0), Float(verticalLimits.0), Float(horizontalLimits.1), Float(verticalLimits.1)),
      magnification: properties.magnificationFilter, minification: properties.minificationFilter,
      bias: bias.isFinite ? bias : 0)
  }

  /// The rectangle that `gravity` gives a picture of `size` points.
  ///
  /// In layer space, "top" is maximum y and "bottom" minimum y (`CONTENT-2`).
  static func box(gravity: ContentsGravity, size: SIMD2<Double>, bounds: SIMD4<Double>) -> SIMD4<Double> {
    let (low, high) = (SIMD2(bounds.x, bounds.y), SIMD2(bounds.z, bounds.w))
    let space = high - low
    var size = size
    var alignment = SIMD2(0.5, 0.5)
    switch gravity {
    case .resize: return bounds
    case .resizeAspect: size *= min(space.x / size.x, space.y / size.y)
    case .resizeAspectFill: size *= max(space.x / size.x, space.y / size.y)
    case .center: break
    case .top: alignment.y = 1
    case .bottom: alignment.y = 0
    case .left: alignment.x = 0
    case .right: alignment.x = 1
    case .topLeft: alignment = [0, 1]
    case .topRight: alignment = [1, 1]
    case .bottomLeft: alignment = [0, 0]
    case .bottomRight: alignment = [1, 0]
    }
    let origin = low + (space - size) * alignment
    return SIMD4(origin.x, origin.y, origin.x + size.x, origin.y + size.y)
  }

  /// The texel coordinates to clamp to, half a texel inside of the visible part; the picture's edge extends outside of
  /// it.
  private static func limits(start: Double, length: Double, count: Double) -> (Double, Double) {
    if start == 0, length == count { return (0.5, count - 0.5) }
    let low = min(max(start, 0), count - 1).rounded(.down) + 0.5
    let high = max(min(start + length, count), 1).rounded(.up) - 0.5
    return (min(low, high), max(low, high))
  }
}

extension CGImage {
  /// The number of texels along x and y.
  @inline(__always) var texels: SIMD2<Double> { SIMD2(Double(width), Double(height)) }
}

extension CGRect {
  /// Whether the rectangle is the unit square; compared by components, since comparing rectangles is a call into
  /// another library.
  fileprivate var isUnitSquare: Bool { origin.x == 0 && origin.y == 0 && size.width == 1 && size.height == 1 }
}

extension ContentsGravity {
  /// Whether the picture is scaled to the layer, so that `contentsCenter` applies.
  var resizes: Bool { self == .resize || self == .resizeAspect || self == .resizeAspectFill }
}

/// The piecewise linear map from points to texels along one axis; see `ImagePlacement`.
struct AxisPlacement {
  var offset: Double
  var stop0 = 0.0
  var stop1 = 0.0
  /// The texels per point before, between and after the stops.
  var slopes: SIMD3<Double>

  /// - Parameters:
  ///   - from: The start of the picture; points.
  ///   - to: The end of the picture.
  ///   - texelStart: The texel coordinate at `from`.
  ///   - texelLength: The number of texels between them; negative if they run backwards.
  ///   - center: The unit range that stretches, in the order of `from` to `to`; `nil` stretches everything.
  ///   - scale: The texels per point of the parts that do not stretch.
  init(
    from: Double, to: Double, texelStart: Double, texelLength: Double, center: (Double, Double)?, scale: Double
  ) {
    let length = to - from
    let plain = texelLength / length
    offset = texelStart - plain * from
    slopes = SIMD3(repeating: plain)
    guard var (low, high) = center, low.isFinite, high.isFinite else { return }
    let texels = abs(texelLength)
    low = min(max(low, 0), 1)
    high = min(max(high, low), 1)
    if high - low < 1e-9 {
      // An empty range means one pixel, centred in it.
      let middle = min(max(low, 0.5 / texels), 1 - 0.5 / texels)
      (low, high) = (max(0, middle - 0.5 / texels), min(1, middle + 0.5 / texels))
    }
    var (before, after) = (low * texels / scale, (1 - high) * texels / scale)
    let fixed = before + after
    if fixed > length {
      before *= length / fixed
      after *= length / fixed
    }
    stop0 = from + before
    stop1 = max(stop0, to - after)
    let direction: Double = texelLength < 0 ? -1 : 1
    let between = stop1 - stop0
    slopes = SIMD3(
      before > 1e-12 ? low * texels / before : 0, between > 1e-12 ? (high - low) * texels / between : 0,
      after > 1e-12 ? (1 - high) * texels / after : 0)
    slopes *= direction
    offset = texelStart - slopes.x * from - slopes.y * stop0 - slopes.z * stop1
  }
}
