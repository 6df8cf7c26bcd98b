// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan

extension PreparedPicture {
  /// Prepares the picture of `box`, which is one of `images`.
  ///
  /// - Parameters:
  ///   - reach: The greatest distance in pixels from the shape's origin that is sampled.
  init(
    box: BoxOperation, images: PreparedImages, isOpaque: Bool, liesOnFill: Bool, reach: Double
  ) {
    if let coverage = images.coverage(of: box.image), box.placement.minification != .trilinear {
      self.init(box: box, levels: coverage, isOpaque: isOpaque, liesOnFill: liesOnFill, reach: reach)
      // Texels of one byte are only copied; texels that are mixed are colours.
      if kind == .copy {
        kind = .coverage
        return
      }
    }
    let levels = images.levels(of: box.image, allLevels: box.placement.minification == .trilinear)
    self.init(box: box, levels: levels, isOpaque: isOpaque, liesOnFill: liesOnFill, reach: reach)
  }

  private init(
    box: BoxOperation, levels: UnsafeBufferPointer<PreparedLevel>, isOpaque: Bool, liesOnFill: Bool, reach: Double
  ) {
    let level = levels[0]
    let unused = AffineSampler(unusedOn: level)
    let placement = PreparedPlacement(box.placement, width: level.width, height: level.height)
    self.init(
      kind: .general, isOpaque: isOpaque, liesOnFill: liesOnFill, first: unused, second: unused, share: 0,
      row0: box.shape.row0, row1: box.shape.row1, row2: box.shape.row2, placement: placement,
      isAffine: box.shape.isAffine, levels: levels)
    if isAffine, placement.isPlain { prepareAffine(reach: reach) }
  }

  private mutating func prepareAffine(reach: Double) {
    let linear = placement.linearCoordinates(row0: row0, row1: row1, row2: row2)
    let limits = SIMD4<Double>(placement.limits)
    let origin = SIMD2(row0.w, row1.w)
    @inline(__always) func sampler(_ level: Int, isNearest: Bool = false) -> AffineSampler? {
      AffineSampler(
        level: levels[level], linear: linear, limits: limits, origin: origin, reach: reach, isNearest: isNearest)
    }
    let squaredStep = max(
      linear.u.x * linear.u.x + linear.v.x * linear.v.x, linear.u.y * linear.u.y + linear.v.y * linear.v.y)
    guard squaredStep.isFinite else { return }
    let isMagnified = squaredStep <= 1.0002
    switch isMagnified ? placement.magnification : placement.minification {
    case .nearest:
      guard let only = sampler(0, isNearest: true) else { return }
      (kind, first) = (.nearest, only)
    case .trilinear where !isMagnified:
      let lanes = Lanes(repeating: Float(squaredStep))
      let detail = 0.5 * lanes.binaryLogarithms[0] + placement.bias
      let level = min(max(detail, 0), Float(levels.count - 1))
      let whole = Int(clamping: level)
      guard let larger = sampler(whole) else { return }
      (kind, first) = (.linear, larger)
      share = UInt16(clamping: ((level - Float(whole)) * Float(WeightedSampling.whole)).rounded())
      if share > 0, let smaller = sampler(whole + 1) { (kind, second) = (.trilinear, smaller) }
    case .linear, .trilinear:
      guard let only = sampler(0) else { return }
      (kind, first) = (.linear, only)
      if only.isCopy, let nearest = sampler(0, isNearest: true) { (kind, first) = (.copy, nearest) }
    }
  }
}

extension AffineSampler {
  fileprivate init(unusedOn level: PreparedLevel) {
    texels = level.texels
    stride = level.stride
    bytesPerTexel = level.bytesPerTexel
    (originX, originY) = (0, 0)
    (u, v) = (FixedCoordinate(), FixedCoordinate())
  }
}

extension ShapeGeometry {
  /// Whether P.z is 1 everywhere.
  fileprivate var isAffine: Bool { row0.z == 0 && row1.z == 0 && row2.z == 1 }
}

extension TexelFilter {
  fileprivate init(_ filter: ContentsFilter) {
    switch filter {
    case .nearest: self = .nearest
    case .linear: self = .linear
    case .trilinear: self = .trilinear
    }
  }
}

extension PreparedPlacement {
  /// Prepares the placement of a picture of `width` by `height` texels.
  fileprivate init(_ placement: ImagePlacement, width: Int, height: Int) {
    offsetAndStop0 = placement.offsetAndStop0
    stop1AndSlope0 = placement.stop1AndSlope0
    slope1AndSlope2 = placement.slope1AndSlope2
    limits = placement.limits
    magnification = TexelFilter(placement.magnification)
    minification = TexelFilter(placement.minification)
    bias = placement.bias.isFinite ? placement.bias : 0
    let size = SIMD4(Float(width), Float(height), Float(width), Float(height))
    for index in 0..<4 {
      // A value that is not a number becomes the picture's own edge.
      if limits[index].isNaN { limits[index] = index < 2 ? 0 : size[index] }
      limits[index] = Swift.min(Swift.max(limits[index], 0), size[index])
    }
  }

  /// Whether all slopes of an axis are equal, so that the axis is linear.
  fileprivate var isPlain: Bool {
    let slope0 = stop1AndSlope0.highHalf
    return slope0 == slope1AndSlope2.lowHalf && slope0 == slope1AndSlope2.highHalf
  }

  /// The coordinates of level 0 of a plain placement under an affine map: texels a column, a row, and at the
  /// centre of the origin's pixel.
  fileprivate func linearCoordinates(
    row0: SIMD4<Float>, row1: SIMD4<Float>, row2: SIMD4<Float>
  ) -> (u: SIMD3<Double>, v: SIMD3<Double>) {
    let (columns, rows, start) = (SIMD4<Double>(row0), SIMD4<Double>(row1), SIMD4<Double>(row2))
    // min(x, a) + clamp(x, a, b) + max(x, b) = x + a + b.
    let stops = SIMD2<Double>(offsetAndStop0.highHalf) + SIMD2<Double>(stop1AndSlope0.lowHalf)
    let slopes = SIMD2<Double>(stop1AndSlope0.highHalf)
    let offsets = SIMD2<Double>(offsetAndStop0.lowHalf)
    let centre = start + (columns + rows) * 0.5
    return (
      SIMD3(columns.x * slopes.x, rows.x * slopes.x, offsets.x + slopes.x * (centre.x + stops.x)),
      SIMD3(columns.y * slopes.y, rows.y * slopes.y, offsets.y + slopes.y * (centre.y + stops.y))
    )
  }
}
