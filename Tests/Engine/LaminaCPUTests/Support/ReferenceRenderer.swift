// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

import Foundation

/// Runs a plan slowly and plainly: one pixel at a time, in doubles, by the formulas as they are written down, with
/// no inner polygons, no culling, no tiles and no rounding. The renderer is compared with it.
struct ReferenceRenderer {
  let plan: RenderPlan

  /// The canvas, premultiplied, 0...255, row by row.
  func render() -> [SIMD4<Double>] {
    var finished: [[SIMD4<Double>]] = []
    for pass in plan.passes {
      var pixels: [SIMD4<Double>] = []
      for y in Int(pass.region.minY)..<Int(pass.region.maxY) {
        for x in Int(pass.region.minX)..<Int(pass.region.maxX) {
          var color = SIMD4<Double>(pass.clear)
          for operation in pass.draws {
            let source = self.color(of: operation, x: x, y: y, finished: finished)
            color = source + color * (1 - source.w)
          }
          pixels.append(color * 255)
        }
      }
      finished.append(pixels)
    }
    return finished.last ?? []
  }

  private func color(of operation: DrawOperation, x: Int, y: Int, finished: [[SIMD4<Double>]]) -> SIMD4<Double> {
    guard
      operation.pixelBounds.contains(PixelRect(minX: Int32(x), minY: Int32(y), maxX: Int32(x) + 1, maxY: Int32(y) + 1))
    else { return .zero }
    let centre = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
    switch operation {
    case .box(let box): return color(of: box, at: centre)
    case .shadow, .surface:
      preconditionFailure("shadows and surfaces are measured by their own tests")
    case .composite(let composite):
      let region = plan.passes[composite.source].region
      let place = (y - Int(region.minY)) * region.width + (x - Int(region.minX))
      return finished[composite.source.index][place] / 255 * Double(composite.opacity)
        * clipCoverage(composite.clip, at: centre)
    case .particles: return .zero  // Their own tests measure them.
    }
  }

  private func color(of box: BoxOperation, at centre: SIMD2<Double>) -> SIMD4<Double> {
    let outside = Self.coverage(of: box.shape, at: centre)
    guard outside > 0 else { return .zero }
    var color = SIMD4<Double>(box.fill)
    if box.image.exists {
      let texel = sample(box, at: centre) * SIMD4<Double>(box.tint)
      color = texel + color * (1 - texel.w)
    }
    var result = color * outside
    if box.borderWidth > 0 {
      let inside = Self.coverage(of: box.shape, inset: Double(box.borderWidth), at: centre)
      let border = SIMD4<Double>(box.border)
      result += (border - color * border.w) * (outside - inside)
    }
    return result * Double(box.opacity) * clipCoverage(box.clip, at: centre)
  }

  private func clipCoverage(_ innermost: ClipHandle, at centre: SIMD2<Double>) -> Double {
    // Inward out, what each link makes of the coverage outward of it.
    var steps: [(Double) -> Double] = []
    // The factor of the coverage of the next clip or cover.
    var (clip, part) = (innermost, 1.0)
    while clip.exists {
      let coverage = Self.coverage(of: plan.clips[clip].shape, at: centre)
      func cover(_ alpha: Float, _ covered: Double) {
        // Never 0, since the edge hides nothing where the clip covers a pixel wholly.
        let through = max(1 - Double(alpha) * min(covered * part, 1), 1e-6)
        steps.append { $0 * through / (1 - $0 * (1 - through)) }
        part = 1
      }
      switch plan.clips[clip].role {
      case .clip, .covered:
        let counted = min(part * coverage, 1)
        part = 1
        // Inward of the clip, so before it here.
        if case .covered(let alpha) = plan.clips[clip].role { cover(alpha, 1) }
        steps.append { $0 * counted }
      case .part: part *= coverage
      case .divisor: part /= max(coverage, 1.0 / 1024)
      case .outline: steps.append { $0 / max(coverage, 1.0 / 1024) }
      case .cover(let alpha): cover(alpha, coverage)
      case .coverAround(let alpha): cover(alpha, 1 - coverage)
      }
      clip = plan.clips[clip].parent
    }
    return min(steps.reversed().reduce(1) { $1($0) }, 1)
  }

  /// Where a pixel lies in a layer, and the steps there of one pixel right and one down.
  static func place(
    _ shape: ShapeGeometry, at centre: SIMD2<Double>
  ) -> (point: SIMD2<Double>, right: SIMD2<Double>, down: SIMD2<Double>)? {
    let (row0, row1, row2) = (SIMD4<Double>(shape.row0), SIMD4<Double>(shape.row1), SIMD4<Double>(shape.row2))
    let offset = centre - SIMD2(row0.w, row1.w)
    let homogeneous = row0 * offset.x + row1 * offset.y + row2
    guard homogeneous.z > 0 else { return nil }
    let point = homogeneous.lowHalf / homogeneous.z
    return (
      point, (row0.lowHalf - point * row0.z) / homogeneous.z, (row1.lowHalf - point * row1.z) / homogeneous.z
    )
  }

  /// The formula of the shaders.
  static func coverage(of shape: ShapeGeometry, inset: Double = 0, at centre: SIMD2<Double>) -> Double {
    guard let (p, right, down) = place(shape, at: centre) else { return 0 }
    let box = SIMD4<Double>(shape.box) + SIMD4(inset, inset, -inset, -inset)
    let gx = 1 / (right.x * right.x + down.x * down.x).squareRoot()
    let gy = 1 / (right.y * right.y + down.y * down.y).squareRoot()
    let distances = [(p.x - box.x) * gx, (p.y - box.y) * gy, (box.z - p.x) * gx, (box.w - p.y) * gy]
    func ramp(_ distance: Double) -> Double { min(max(distance + 0.5, 0), 1) }
    func edge(_ index: Int) -> Double {
      let distance = distances[index]
      if shape.antialiased[index] > 0 { return ramp(distance) }
      return (index < 2 ? distance >= 0 : distance > 0) ? 1 : 0
    }
    let straight = max(0, edge(0) + edge(2) - 1) * max(0, edge(1) + edge(3) - 1)
    let centreOfBox = SIMD2((box.x + box.z) / 2, (box.y + box.w) / 2)
    let (isRight, isBottom) = (p.x > centreOfBox.x, p.y > centreOfBox.y)
    let radius = max(0, Double(shape.radii[isBottom ? (isRight ? 2 : 3) : (isRight ? 1 : 0)]) - inset)
    let smoothing = Double(shape.corner)
    let reach = radius * (1 + smoothing * 0.528665)
    let a = abs(p.x - centreOfBox.x) - ((box.z - box.x) / 2 - reach)
    let b = abs(p.y - centreOfBox.y) - ((box.w - box.y) / 2 - reach)
    guard radius > 0, a > 0, b > 0 else { return straight }
    let u = min(a, b) / max(a, b)
    let (g, slope) = cornerCurve(u, smoothing: smoothing)
    let q = slope / g
    let (m, n) = (-(1 + u * q), q)
    let normal = (a >= b ? SIMD2(m, n) : SIMD2(n, m)) * SIMD2(isRight ? 1 : -1, isBottom ? 1 : -1)
    let gradient = SIMD2((right * normal).sum(), (down * normal).sum())
    let distance = (radius * g - max(a, b)) / (gradient * gradient).sum().squareRoot()
    let isSoft = shape.antialiased[isRight ? 2 : 0] > 0 || shape.antialiased[isBottom ? 3 : 1] > 0
    return min(straight, isSoft ? ramp(distance) : (distance >= 0 ? 1 : 0))
  }

  private static func cornerCurve(_ u: Double, smoothing: Double) -> (Double, Double) {
    let square = 1 + u * u
    let (circle, circleSlope) = (1 / square.squareRoot(), -u / (square * square.squareRoot()))
    let coefficients: [Double]
    let t: Double
    if u < 0.61714117 {
      coefficients = [
        1.528665, 0, 0.003621881129220128, -0.20434130728244781, 0.4772939682006836, -2.3897817134857178,
        2.1079487800598145,
      ]
      t = u
    } else {
      coefficients = [
        1.4537534713745117, -0.4320220351219177, -0.6165511012077332, 0.8453830480575562, -0.3844689130783081,
      ]
      t = u - 0.61714117
    }
    var (value, slope) = (0.0, 0.0)
    for coefficient in coefficients.reversed() {
      slope = slope * t + value
      value = value * t + coefficient
    }
    return (circle * (1 - smoothing) + value * smoothing, circleSlope * (1 - smoothing) + slope * smoothing)
  }

  /// The picture's colour, 0...1.
  private func sample(_ box: BoxOperation, at centre: SIMD2<Double>) -> SIMD4<Double> {
    guard let (p, right, down) = Self.place(box.shape, at: centre) else { return .zero }
    let placement = box.placement
    let (first, second, third) = (
      SIMD4<Double>(placement.offsetAndStop0), SIMD4<Double>(placement.stop1AndSlope0),
      SIMD4<Double>(placement.slope1AndSlope2)
    )
    func axis(_ x: Double, _ offset: Double, _ low: Double, _ high: Double, _ slopes: SIMD3<Double>) -> (Double, Double)
    {
      let texel = offset + slopes.x * min(x, low) + slopes.y * min(max(x, low), high) + slopes.z * max(x, high)
      return (texel, x < low ? slopes.x : x > high ? slopes.z : slopes.y)
    }
    var (u, slopeU) = axis(p.x, first.x, first.z, second.x, [second.z, third.x, third.z])
    var (v, slopeV) = axis(p.y, first.y, first.w, second.y, [second.w, third.y, third.w])
    let (du, dv) = (SIMD2(right.x, down.x) * slopeU, SIMD2(right.y, down.y) * slopeV)
    let squaredStep = max(du.x * du.x + dv.x * dv.x, du.y * du.y + dv.y * dv.y)
    let limits = SIMD4<Double>(placement.limits)
    if !box.isAffine, placement.minification == .trilinear {
      return anisotropic(box, u, v, du, dv)
    }
    u = min(max(u, limits.x), limits.z)
    v = min(max(v, limits.y), limits.w)
    let isMagnified = squaredStep <= 1.0002
    let image = plan.images[box.image]
    switch isMagnified ? placement.magnification : placement.minification {
    case .nearest:
      return texel(image, Int(clamping: u.rounded(.down)), Int(clamping: v.rounded(.down)))
    case .trilinear where !isMagnified:
      return trilinear(image, u, v, 0.5 * log2(squaredStep) + Double(placement.bias))
    case .linear, .trilinear:
      return linear(image, of: image, u, v)
    }
  }

  private func trilinear(_ image: CGImage, _ u: Double, _ v: Double, _ level: Double) -> SIMD4<Double> {
    let levels = image.mipLevels()
    let detail = min(max(level, 0), Double(levels.count - 1))
    let (first, fraction) = (Int(clamping: detail), detail.truncatingRemainder(dividingBy: 1))
    let next = min(first + 1, levels.count - 1)
    return linear(levels[first], of: image, u, v) * (1 - fraction) + linear(levels[next], of: image, u, v) * fraction
  }

  /// Trilinear in perspective: the mean along the longer axis of the pixel's footprint, an ellipse.
  ///
  /// - Parameters:
  ///   - du: How u changes with a pixel to the right, and down; `dv` likewise.
  private func anisotropic(
    _ box: BoxOperation, _ u: Double, _ v: Double, _ du: SIMD2<Double>, _ dv: SIMD2<Double>
  ) -> SIMD4<Double> {
    let (image, limits) = (plan.images[box.image], SIMD4<Double>(box.placement.limits))
    func clamped(_ u: Double, _ v: Double) -> (Double, Double) {
      (min(max(u, limits.x), limits.z), min(max(v, limits.y), limits.w))
    }
    let (uu, vv, uv) = ((du * du).sum(), (dv * dv).sum(), (du * dv).sum())
    // The axis by its angle, where the renderers use eigenvectors.
    let angle = 0.5 * atan2(2 * uv, uu - vv)
    let axis = SIMD2(cos(angle), sin(angle))
    let along = axis.x * du + axis.y * dv
    let long = (along * along).sum().squareRoot()
    let short = abs(du.x * dv.y - du.y * dv.x) / max(long, 1e-300)
    let (middleU, middleV) = clamped(u, v)
    guard long * long > 1.0002 else {
      return box.placement.magnification == .nearest
        ? texel(image, Int(clamping: middleU.rounded(.down)), Int(clamping: middleV.rounded(.down)))
        : linear(image, of: image, middleU, middleV)
    }
    let step = max(short, long / 7, 1)
    let reach = min(max((long / step - 1) / 2, 0), 3)
    var (sum, total) = (SIMD4<Double>.zero, 0.0)
    for tap in -3...3 {
      let weight = min(max(reach + 1 - Double(abs(tap)), 0), 1)
      let (tapU, tapV) = clamped(
        middleU + Double(tap) * step * axis.x, middleV + Double(tap) * step * axis.y)
      sum += trilinear(image, tapU, tapV, log2(step) + Double(box.placement.bias)) * weight
      total += weight
    }
    return sum / total
  }

  private func linear(_ level: CGImage, of image: CGImage, _ u: Double, _ v: Double) -> SIMD4<Double> {
    let x = u * Double(level.width) / Double(image.width) - 0.5
    let y = v * Double(level.height) / Double(image.height) - 0.5
    let (left, top) = (Int(clamping: x.rounded(.down)), Int(clamping: y.rounded(.down)))
    let (fractionX, fractionY) = (x - Double(left), y - Double(top))
    let upper = texel(level, left, top) * (1 - fractionX) + texel(level, left + 1, top) * fractionX
    let lower = texel(level, left, top + 1) * (1 - fractionX) + texel(level, left + 1, top + 1) * fractionX
    return upper * (1 - fractionY) + lower * fractionY
  }

  private func texel(_ level: CGImage, _ x: Int, _ y: Int) -> SIMD4<Double> {
    let pixel = level.premultipliedPixel(
      x: min(max(x, 0), level.width - 1), y: min(max(y, 0), level.height - 1))
    return SIMD4<Double>(SIMD4<Int32>(truncatingIfNeeded: pixel)) / 255
  }
}

/// The largest difference, in levels, between a rendered picture and exact colours.
func largestDifference(_ image: CGImage, _ exact: [SIMD4<Double>]) -> Double {
  var largest = 0.0
  for y in 0..<image.height {
    for x in 0..<image.width {
      let pixel = SIMD4<Double>(SIMD4<Int32>(truncatingIfNeeded: image.premultipliedPixel(x: x, y: y)))
      let difference = pixel - exact[y * image.width + x]
      for component in 0..<4 { largest = max(largest, abs(difference[component])) }
    }
  }
  return largest
}

/// Numbers that look random and are the same every time.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  /// A number in `range`.
  mutating func roll(_ range: ClosedRange<Double>) -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return range.lowerBound + (range.upperBound - range.lowerBound) * Double(state >> 11) / 9_007_199_254_740_992
  }

  /// A whole number below `count`.
  mutating func pick(_ count: Int) -> Int { min(Int(clamping: roll(0...Double(count))), count - 1) }
}
