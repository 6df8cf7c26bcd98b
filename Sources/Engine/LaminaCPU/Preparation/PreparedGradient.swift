// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// A gradient on a box, prepared for painting runs of pixels.
struct PreparedGradient: BitwiseCopyable {
  var kind: GradientContent.Kind
  var isAffine: Bool
  /// Whether every stop is opaque.
  var isOpaque: Bool
  var row0: SIMD4<Float>
  var row1: SIMD4<Float>
  var row2: SIMD4<Float>
  /// Layer points to X and Y; see `GradientPaint`.
  var first: SIMD4<Float>
  var second: SIMD4<Float>
  /// The spans between the stops, and one on either side.
  var spans: UnsafeBufferPointer<GradientSpan>
}

extension PreparedGradient {
  /// - Parameters:
  ///   - shape: The shape that gives the map from the target to the gradient's layer.
  ///   - arena: The memory for its spans.
  init(_ paint: GradientPaint, of plan: RenderPlan, on shape: ShapeGeometry, in arena: Arena) {
    kind = paint.kind
    isAffine = shape.row0.z == 0 && shape.row1.z == 0 && shape.row2.z == 1
    isOpaque = plan.isOpaque(paint)
    (row0, row1, row2) = (shape.row0, shape.row1, shape.row2)
    (first, second) = (paint.first, paint.second)
    spans = arena.add(plan.spans(of: paint))
  }

  /// The premultiplied colours, 0...255, of `count` pixels of row `y` from `x` on.
  func fill(x: Int, y: Int, count: Int, into out: Row<PixelColor>) {
    let list = spans
    let last = spans.count - 1
    var span = 0
    var done = 0
    while done < count {
      let places = gradientPlace(x: Lanes.indices + (Float(x + done) + 0.5), y: Lanes(repeating: Float(y) + 0.5))
      for lane in 0..<min(8, count - done) {
        let place = places[lane]
        // Neighbours mostly share a span; a pixel outside of the span is searched for.
        if place < list[span].location || (span < last && place >= list[span + 1].location) {
          span = Self.search(list, last, place)
        }
        var color = list[span].start + list[span].slope * place
        if !isOpaque {
          let alpha = color.w
          color *= alpha
          color.w = alpha
        }
        out[done + lane] = color * 255
      }
      done += 8
    }
  }

  /// The alpha of eight pixels, 0...1.
  func alphas(x: Lanes, y: Lanes) -> Lanes {
    let list = spans
    let places = gradientPlace(x: x, y: y)
    var result = Lanes.zero
    for lane in 0..<8 {
      let place = places[lane]
      let span = Self.search(list, list.count - 1, place)
      result[lane] = list[span].start.w + list[span].slope.w * place
    }
    return result.clampedToUnit
  }

  /// The last span that starts at or before `place`; the first span if `place` is not a number.
  private static func search(_ list: UnsafeBufferPointer<GradientSpan>, _ last: Int, _ place: Float) -> Int {
    var (low, high) = (0, last)
    while low < high {
      let middle = (low + high + 1) / 2
      if list[middle].location <= place { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The places of eight pixels between the first stop and the last; the twin of `gradient_place`.
  @inline(__always)
  private func gradientPlace(x: Lanes, y: Lanes) -> Lanes {
    let plane = LanePlane(row0: row0, row1: row1, row2: row2, isAffine: isAffine, x: x, y: y)
    let along = plane.x * first.x + (plane.y * first.y + first.z)
    guard kind != .axial else { return along }
    let across = plane.x * second.x + (plane.y * second.y + second.z)
    return kind == .radial ? (along * along + across * across).squareRoots : Self.turns(along, across)
  }

  /// The angle of (x, y) in turns, 0..<1, from +x towards +y; the twin of `gradient_turns`.
  @inline(__always)
  private static func turns(_ x: Lanes, _ y: Lanes) -> Lanes {
    let (width, height) = (x.magnitudes, y.magnitudes)
    let larger = width.greatest(height)
    let ratio = width.least(height) / Lanes.choose(larger.isAbove(.zero), larger, else: Lanes(repeating: 1))
    let square = ratio * ratio
    // atan(ratio) / (2 pi), within 2e-6.
    var series = square * -0.001_865_487_0 + 0.008_380_036_0
    series = series * square - 0.018_530_867_6
    series = series * square + 0.030_803_396_5
    series = series * square - 0.052_938_667_9
    var angle = (series * square + 0.159_151_323_7) * ratio
    angle = Lanes.choose(height.isAbove(width), 0.25 - angle, else: angle)
    angle = Lanes.choose(Lanes.zero.isAbove(x), 0.5 - angle, else: angle)
    // A direction behind +x by rounding alone counts as +x, so that the seam is the same on every device.
    return Lanes.choose((larger * -4e-6).isAbove(y), 1 - angle, else: angle)
  }
}
