// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Trilinear minification in perspective: several taps along the longer axis of a pixel's footprint.
//
// The Jacobian of pixel to texel maps the pixel to an ellipse. Its shorter axis gives the level of detail, and taps lie
// along the longer axis at the distance of the shorter one: one in the middle, and on either side as many as fit, the
// last of them with a partial weight, so that the result is continuous in the number of taps. A round footprint is one
// tap: plain trilinear. Mirrors picture_sample.glsl and picture_levels.glsl.

/// The taps of eight pixels.
struct LaneTaps {
  /// Most taps on each side of the middle: footprints up to seven times as long as wide stay sharp.
  static let most: Float = 3

  /// Whether a pixel covers more than a texel; if not, the other values are meaningless.
  var isMinified: LaneBits
  /// The level of detail by the shorter axis, bias included, not yet clamped.
  var detail: Lanes
  /// Taps on either side of the middle, the last in part: 0...`most`.
  var reach: Lanes
  /// The step from one tap to the next, texels of level 0.
  var strideU: Lanes
  var strideV: Lanes

  @inline(__always) init(_ texels: PreparedPicture.LaneTexels, bias: Float) {
    // Lengths are relative to the longer step, so that no value overflows near the horizon.
    let longest = texels.squaredStep.greatest(Lanes(repeating: 1e-30)).least(Lanes(repeating: 1e30)).squareRoots
    let (uRight, vRight) = (texels.right.u / longest, texels.right.v / longest)
    let (uDown, vDown) = (texels.down.u / longest, texels.down.v / longest)
    // The axes are the roots of the eigenvalues of J times its transpose.
    let (uu, vv) = (uRight * uRight + uDown * uDown, vRight * vRight + vDown * vDown)
    let uv = uRight * vRight + uDown * vDown
    let difference = (uu - vv) * 0.5
    let root = (difference * difference + uv * uv).squareRoots
    let major = ((uu + vv) * 0.5 + root).squareRoots.greatest(Lanes(repeating: 1e-15))
    let minor = (uRight * vDown - uDown * vRight).magnitudes / major
    let (long, short) = (major * longest, minor * longest)
    isMinified = (long * long).isAbove(Lanes(repeating: 1.0002))
    // With less than a texel of level 0 between them, taps would read the same texels again.
    let step = short.greatest(long * (1 / (2 * Self.most + 1))).greatest(Lanes(repeating: 1))
    reach = ((long / step - 1) * 0.5).nonNegative.least(Lanes(repeating: Self.most))
    detail = step.least(Lanes(repeating: 1e15)).binaryLogarithms + bias
    // The numerically stable one of the two forms of the eigenvector.
    let isWide = difference.isAtLeast(.zero)
    let alongU = Lanes.choose(isWide, difference + root, else: uv)
    let alongV = Lanes.choose(isWide, uv, else: root - difference)
    let scale = step / (alongU * alongU + alongV * alongV).squareRoots.greatest(Lanes(repeating: 1e-15))
    strideU = alongU * scale
    strideV = alongV * scale
  }
}

extension PreparedPicture {
  /// Samples `count` pixels of row `y` from column `x` on, trilinear and in perspective.
  func fillAnisotropic(
    x: Int, y: Int, count: Int, into colors: Row<PixelColor>
  ) {
    let magnified: Float = placement.magnification == .nearest ? -1 : 0
    var done = 0
    while done < count {
      let texels = laneTexels(x: x + done, y: y)
      let taps = LaneTaps(texels, bias: placement.bias)
      let level = taps.detail.nonNegative.least(Lanes(repeating: Float(levels.count - 1)))
      for lane in 0..<min(8, count - done) {
        let (u, v) = (texels.u[lane], texels.v[lane])
        guard taps.isMinified[lane] != 0 else {
          colors[done + lane] = samplePicture(u: u, v: v, detail: magnified)
          continue
        }
        let middle = samplePicture(u: u, v: v, detail: level[lane])
        let reach = taps.reach[lane]
        colors[done + lane] =
          reach > 0
          ? addTaps(
            to: middle, u: u, v: v, stride: (taps.strideU[lane], taps.strideV[lane]), reach: reach,
            detail: level[lane]) : middle
      }
      done += 8
    }
  }

  /// The mean of the colour in the middle and the taps on either side.
  private func addTaps(
    to middle: PixelColor, u: Float, v: Float, stride: (Float, Float),
    reach: Float, detail: Float
  ) -> PixelColor {
    let limits = placement.limits
    var sum = middle
    var tap: Float = 1
    while tap < reach + 1 {
      let weight = min(reach + 1 - tap, 1)
      let (awayU, awayV) = (tap * stride.0, tap * stride.1)
      // In this order of the arguments, a value that is not a number becomes a limit.
      @inline(__always) func sample(_ u: Float, _ v: Float) -> PixelColor {
        samplePicture(
          u: Swift.min(Swift.max(limits.x, u), limits.z), v: Swift.min(Swift.max(limits.y, v), limits.w),
          detail: detail)
      }
      sum += (sample(u + awayU, v + awayV) + sample(u - awayU, v - awayV)) * weight
      tap += 1
    }
    return sum / (1 + 2 * reach)
  }
}
