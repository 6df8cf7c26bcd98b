// Drawing the blur of a rounded rectangle in closed form; the twin of `Shaders/lib/shadow_coverage.glsl`.

import LaminaGeometry
import LaminaPlan

extension CPURenderer.TileWorker {
  /// Draws a shadow's pixels that nothing in front hides.
  func drawShadow(_ operation: UnsafePointer<PreparedOperation>, _ tile: Tile) {
    guard let (rows, columns) = Self.part(of: tile, inside: operation.pointee.bounds) else { return }
    var visible: UInt64 = 0
    for row in rows { visible |= columns & ~hidden[row] }
    guard visible != 0 else { return }
    let shadow = shadows + Int(operation.pointee.index)
    shadow.pointee.outer.fillMasks(
      edges: edges, rows: rows, tileX: Float(tile.x), tileY: Float(tile.y), masks: outerMasks)
    for row in rows {
      var pixels = columns & ~hidden[row] & outerMasks[row]
      while pixels != 0 {
        let start = pixels.trailingZeroBitCount
        drawShadow(
          shadow, (pixels &>> UInt64(truncatingIfNeeded: start)) & 0xFF, column: start, tile: tile, row: row)
        pixels &= ~(0xFF &<< UInt64(truncatingIfNeeded: start))
      }
    }
  }

  /// Up to eight pixels of one row; `pixels` has a bit for each.
  @inline(__always) private func drawShadow(
    _ shadow: UnsafePointer<PreparedShadow>, _ pixels: UInt64, column: Int, tile: Tile, row: Int
  ) {
    let centres = Lanes.indices + (Float(tile.x + column) + 0.5)
    let height = Float(tile.y + row) + 0.5
    var coverage = shadow.pointee.coverage(x: centres, y: height, tables: shadowTables)
    if shadow.pointee.clip >= 0 {
      coverage *= clipCoverage(shadow.pointee.clip, x: centres, y: height, of: coverage)
    }
    // Less than an eighth of a level of any colour.
    var pixels = pixels & coverage.isAbove(Lanes(repeating: 0.0005)).packedMask
    guard pixels != 0 else { return }
    touch(pixels &<< UInt64(truncatingIfNeeded: column), tile, row: row)
    let line = colors + row * Tile.maximumWidth + column
    weights[0] = coverage
    let weight = UnsafeRawPointer(weights).assumingMemoryBound(to: Float.self)
    let color = shadow.pointee.color
    while pixels != 0 {
      let lane = pixels.trailingZeroBitCount
      pixels &= pixels &- 1
      blend(color * weight[lane], onto: line + lane)
    }
  }
}

extension PreparedShadow {
  /// How much of the colour eight pixels get, 0...1.
  @inline(__always) func coverage(x: Lanes, y: Float, tables: UnsafePointer<Float>) -> Lanes {
    let plane = LanePlane(row0: row0, row1: row1, row2: row2, isAffine: isAffine, x: x, y: y)
    if corners == .wide {
      let (wide, isWide) = wideCoverage(plane)
      let coverage = isWide.packedMask == 0xFF ? wide : Lanes.choose(isWide, wide, else: tabledCoverage(plane, tables))
      return coverage.masked(by: plane.isVisible)
    }
    let coverage = tabledCoverage(plane, tables)
    return isAffine ? coverage : coverage.masked(by: plane.isVisible)
  }

  /// The blurred rectangle without what blurring takes from its corners.
  @inline(__always) private func tabledCoverage(_ plane: LanePlane, _ tables: UnsafePointer<Float>) -> Lanes {
    let left = (plane.x - box.x) * perSigma.x
    let right = (box.z - plane.x) * perSigma.x
    let top = (plane.y - box.y) * perSigma.y
    let bottom = (box.w - plane.y) * perSigma.y
    let (across, down) = (left.least(right), top.least(bottom))
    var horizontal = Self.integral(across)
    if isNarrowX { horizontal = (horizontal + Self.integral(left.greatest(right)) - 1).nonNegative }
    var vertical = Self.integral(down)
    if isNarrowY { vertical = (vertical + Self.integral(top.greatest(bottom)) - 1).nonNegative }
    var coverage = horizontal * vertical
    switch corners {
    case .square: break
    case .alike: coverage = (coverage - Self.corner(self.tables.0, across, down, tables)).nonNegative
    case .mixed, .wide:
      let notches =
        Self.corner(self.tables.0, left, top, tables) + Self.corner(self.tables.1, right, top, tables)
        + Self.corner(self.tables.2, right, bottom, tables) + Self.corner(self.tables.3, left, bottom, tables)
      coverage = (coverage - notches).nonNegative
    }
    return coverage
  }

  /// The integral of the Gaussian up to `x`, within 1e-6 (Abramowitz and Stegun, 7.1.28).
  @inline(__always) static func integral(_ x: Lanes) -> Lanes {
    let z = x.magnitudes * 0.707_106_78
    var sum = z * 0.000_043_063_8 + 0.000_276_567_2
    sum = sum * z + 0.000_152_014_3
    sum = sum * z + 0.009_270_527_2
    sum = sum * z + 0.042_282_012_3
    sum = sum * z + 0.070_523_078_4
    sum = sum * z + 1
    sum *= sum
    sum *= sum
    sum *= sum
    let tail = 0.5 / (sum * sum)
    return Lanes.choose(x.isAbove(.zero), 1 - tail, else: tail)
  }

  /// What blurring takes from a corner, at places in standard deviations from it.
  @inline(__always) private static func corner(
    _ table: Table, _ u: Lanes, _ v: Lanes, _ values: UnsafePointer<Float>
  ) -> Lanes {
    let reach = Lanes(repeating: table.reach)
    let start = Lanes(repeating: ShadowCornerTable.start)
    let isNear = reach.isAbove(u) & reach.isAbove(v) & u.isAbove(start) & v.isAbove(start)
    var lanes = isNear.packedMask
    guard lanes != 0 else { return .zero }
    let (columns, rows) = ((u - start) * ShadowCornerTable.resolution, (v - start) * ShadowCornerTable.resolution)
    var result = Lanes.zero
    let side = Int(table.side)
    while lanes != 0 {
      let lane = lanes.trailingZeroBitCount
      lanes &= lanes &- 1
      let (column, row) = (Int(columns[lane]), Int(rows[lane]))
      guard column < side &- 1, row < side &- 1 else { continue }
      let (across, down) = (columns[lane] - Float(column), rows[lane] - Float(row))
      let first = values + (Int(table.start) &+ row &* side &+ column)
      let upper = first[0] + (first[1] - first[0]) * across
      let lower = first[side] + (first[side &+ 1] - first[side]) * across
      result[lane] = upper + (lower - upper) * down
    }
    return result
  }

  /// Corners too wide for a table: by the distance to the outline, corrected for its curvature; and where those are nearest.
  @inline(never) private func wideCoverage(_ plane: LanePlane) -> (coverage: Lanes, isWide: LaneBits) {
    let horizontal = (plane.x - box.x).least(box.z - plane.x)
    let vertical = (plane.y - box.y).least(box.w - plane.y)
    var inside = horizontal.least(vertical)
    let fromCenterX = plane.x - (box.x + box.z) * 0.5
    let fromCenterY = plane.y - (box.y + box.w) * 0.5
    let radius = PreparedShape.radius(
      of: radii, isRight: fromCenterX.isAbove(.zero), isBottom: fromCenterY.isAbove(.zero))
    let reach = radius * (1 + smoothing * 0.528665)
    let a = fromCenterX.magnitudes - (Lanes(repeating: (box.z - box.x) * 0.5) - reach)
    let b = fromCenterY.magnitudes - (Lanes(repeating: (box.w - box.y) * 0.5) - reach)
    let isCorner = radius.isAbove(.zero) & a.isAbove(.zero) & b.isAbove(.zero)
    if isCorner.isAnySet {
      let isFlat = a.isAtLeast(b)
      let largest = Lanes.choose(isFlat, a, else: b)
      let slope = (Lanes.choose(isFlat, b, else: a) / largest.greatest(Lanes(repeating: 1e-9))).nonNegative
      let (curve, slopeOfCurve) = PreparedShape.cornerCurve(slope, smoothing: smoothing)
      let turn = slopeOfCurve / curve
      let along = 1 + slope * turn
      let normal = (along * along + turn * turn).squareRoots
      let bend = Lanes(repeating: 0.5 * cornerSigma * cornerSigma) / radius.greatest(Lanes(repeating: 1e-9))
      inside = Lanes.choose(isCorner, (radius * curve - largest) / normal - bend, else: inside)
    }
    let isWide = radius.isAbove(Lanes(repeating: ShadowOperation.widestRadius * cornerSigma))
    return (Self.integral(inside * (1 / cornerSigma)), isWide)
  }
}
