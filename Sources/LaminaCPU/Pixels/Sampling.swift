// Texels to colours, for pictures under an affine map: runs of pixels of one row.
//
// Coordinates step in 32.32 fixed point on the integer units while the vector units mix texels. Two neighbouring
// texels are loaded as eight bytes; the two rows are mixed as eight floats, then the two halves as four.
// Colours are premultiplied, 0...255, as everywhere in this module.

/// One premultiplied colour, 0...255: red, green, blue, alpha.
typealias PixelColor = SIMD4<Float>

extension AffineSampler {
  /// The coordinates of the pixel (`x`, `y`).
  @inline(__always) func coordinates(x: Int, y: Int) -> (u: Int, v: Int) {
    let (column, row) = (x &- originX, y &- originY)
    return (
      u.start &+ column &* u.perColumn &+ row &* u.perRow, v.start &+ column &* v.perColumn &+ row &* v.perRow
    )
  }

  /// The four texels around fixed-point coordinates, mixed.
  @inline(__always) func sampleLinear(u coordinateU: Int, v coordinateV: Int) -> PixelColor {
    let (column, row) = (u.clamped(coordinateU), v.clamped(coordinateV))
    let address = base + ((row >> 32) &* stride &+ (column >> 32) &* 4)
    return Self.mixTexels(
      address, stride: stride, u: Self.fraction(of: column), v: Self.fraction(of: row))
  }

  /// The two texels at `address` and the two below, mixed by the fractions `u` and `v`.
  @inline(__always) static func mixTexels(
    _ address: UnsafeRawPointer, stride: Int, u: Float, v: Float
  ) -> PixelColor {
    let top = Lanes(SIMD8<Int32>(truncatingIfNeeded: address.loadUnaligned(as: SIMD8<UInt8>.self)))
    let bottom = Lanes(SIMD8<Int32>(truncatingIfNeeded: (address + stride).loadUnaligned(as: SIMD8<UInt8>.self)))
    let both = top + (bottom - top) * v
    return both.lowHalf + (both.highHalf - both.lowHalf) * u
  }

  /// The fractional part of a fixed-point number, to 23 bits: the bits of a float in 1..<2.
  @inline(__always) private static func fraction(of coordinate: Int) -> Float {
    Float(bitPattern: 0x3F80_0000 | (UInt32(truncatingIfNeeded: coordinate) >> 9)) - 1
  }

  /// The texel at fixed-point coordinates.
  @inline(__always) func sampleNearest(u coordinateU: Int, v coordinateV: Int) -> PixelColor {
    let (column, row) = (u.clamped(coordinateU), v.clamped(coordinateV))
    return Self.texel(base + ((row >> 32) &* stride &+ (column >> 32) &* 4))
  }

  /// One texel.
  @inline(__always) static func texel(_ address: UnsafeRawPointer) -> PixelColor {
    PixelColor(SIMD4<Int32>(truncatingIfNeeded: address.loadUnaligned(as: SIMD4<UInt8>.self)))
  }

  /// Samples `count` pixels from (`x`, `y`) on with four texels each.
  @inline(__always) func fillLinear(x: Int, y: Int, count: Int, into colors: UnsafeMutablePointer<PixelColor>) {
    var (column, row) = coordinates(x: x, y: y)
    for index in 0..<count {
      colors[index] = sampleLinear(u: column, v: row)
      column &+= u.perColumn
      row &+= v.perColumn
    }
  }

  /// The same, as a function of its own.
  @inline(never) func fillLinearRun(x: Int, y: Int, count: Int, into colors: UnsafeMutablePointer<PixelColor>) {
    fillLinear(x: x, y: y, count: count, into: colors)
  }

  /// Samples `count` pixels from (`x`, `y`) on with one texel each.
  @inline(__always) func fillNearest(x: Int, y: Int, count: Int, into colors: UnsafeMutablePointer<PixelColor>) {
    var (column, row) = coordinates(x: x, y: y)
    for index in 0..<count {
      colors[index] = sampleNearest(u: column, v: row)
      column &+= u.perColumn
      row &+= v.perColumn
    }
  }

  /// The texels of `count` pixels from (`x`, `y`) on, where they lie side by side: one to one and inside the limits.
  @inline(__always) func contiguousTexels(x: Int, y: Int, count: Int) -> UnsafeRawPointer? {
    let (column, row) = coordinates(x: x, y: y)
    let last = column &+ (count &- 1) &<< 32
    guard column >= u.lowest, last <= u.highest else { return nil }
    return base + ((v.clamped(row) >> 32) &* stride &+ (column >> 32) &* 4)
  }
}

extension PreparedPicture {
  /// Samples `count` pixels of row `y` from column `x` on.
  ///
  /// - Parameter levels: The buffer of all levels.
  @inline(__always) func fill(
    x: Int, y: Int, count: Int, levels: UnsafePointer<PreparedLevel>, into colors: UnsafeMutablePointer<PixelColor>
  ) {
    switch kind {
    case .linear:
      first.fillLinear(x: x, y: y, count: count, into: colors)
    case .copy:
      guard let texels = first.contiguousTexels(x: x, y: y, count: count) else {
        first.fillNearest(x: x, y: y, count: count, into: colors)
        return
      }
      for index in 0..<count { colors[index] = AffineSampler.texel(texels + 4 &* index) }
    case .nearest:
      first.fillNearest(x: x, y: y, count: count, into: colors)
    case .trilinear:
      fillTrilinear(x: x, y: y, count: count, into: colors)
    case .general:
      fillGeneral(x: x, y: y, count: count, levels: levels, into: colors)
    }
  }

  /// Samples two levels and mixes them.
  private func fillTrilinear(x: Int, y: Int, count: Int, into colors: UnsafeMutablePointer<PixelColor>) {
    // One level after the other: in a loop over both, the compiler leaves the conversions of texels to calls.
    withUnsafeTemporaryAllocation(of: PixelColor.self, capacity: count) { smaller in
      guard let smaller = smaller.baseAddress else { return }
      first.fillLinearRun(x: x, y: y, count: count, into: colors)
      second.fillLinearRun(x: x, y: y, count: count, into: smaller)
      for index in 0..<count { colors[index] += (smaller[index] - colors[index]) * fraction }
    }
  }
}
