// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// A rounded box, prepared to measure its coverage of eight pixels at a time.
///
/// Most boxes are turned and scaled evenly, with antialiased edges and circular corners or none. In pixel units such a
/// box is just another upright rounded box in a turned frame, and two thirds of the arithmetic of the general formula
/// are constants. `form` selects the formula; both give the same coverage.
struct PreparedShape: BitwiseCopyable {
  /// The formula that measures the coverage.
  enum Form: UInt8 {
    /// The shape covers nothing: a value is not a number, or the shape is seen from its edge.
    case empty
    /// Affine, all edges antialiased, no rounded corners.
    case edges
    /// Affine and even, all edges antialiased, circular corners.
    case circles
    /// Anything else.
    case general
    /// It covers every pixel that is asked for.
    case whole
  }

  var form: Form
  /// Whether P.z is 1 everywhere.
  var isAffine: Bool
  /// Whether all radii are equal.
  var hasOneRadius: Bool
  /// Whether a side is thinner than a pixel, so that the ramps of both edges may reach the same pixel.
  var isThin: Bool
  /// The origin of coordinates, target pixels.
  var origin: SIMD2<Float>

  // For `edges` and `circles`, in pixels: distances to the four edges are
  // left + t, right - t, top + s, bottom - s, with t and s the columns and rows from `origin` along the box.
  /// Added to t for a column, and for a row.
  var acrossPerPixel: SIMD2<Float>
  /// Added to s for a column, and for a row.
  var downPerPixel: SIMD2<Float>
  /// The distances at `origin`: left, right, top, bottom.
  var distances: SIMD4<Float>
  /// The radii in pixels.
  var pixelRadii: SIMD4<Float>

  // For `general`, as in `ShapeGeometry`.
  var row0: SIMD4<Float>
  var row1: SIMD4<Float>
  var row2: SIMD4<Float>
  /// Minimum x, minimum y, maximum x, maximum y; points.
  var box: SIMD4<Float>
  /// Points.
  var radii: SIMD4<Float>
  var corner: Float
  /// Whether an edge is antialiased: minX, minY, maxX, maxY, in bits 0 to 3.
  var antialiasedEdges: UInt8

  /// Prepares `shape`, or the shape `inset` points inside it.
  init(_ shape: ShapeGeometry, inset: Float = 0) {
    row0 = shape.row0
    row1 = shape.row1
    row2 = shape.row2
    box = shape.box + SIMD4(inset, inset, -inset, -inset)
    radii = (shape.radii - inset)
    radii.replace(with: 0, where: .!(radii .> 0))
    corner = CornerOutline.usable(shape.corner)
    origin = SIMD2(shape.row0.w, shape.row1.w)
    isAffine = shape.row0.z == 0 && shape.row1.z == 0 && shape.row2.z == 1
    hasOneRadius = radii == SIMD4(repeating: radii.x)
    antialiasedEdges = 0
    (acrossPerPixel, downPerPixel, distances, pixelRadii) = (.zero, .zero, .zero, .zero)
    (isThin, form) = (false, .general)
    var edges: UInt8 = 0
    for edge in 0..<4 where shape.antialiased[edge] > 0 { edges |= 1 << UInt8(edge) }
    antialiasedEdges = edges

    let sum = row0 + row1 + row2 + box + radii
    guard (sum - sum) == .zero else {
      form = .empty
      return
    }
    if isAffine { prepareAffine() }
  }

  private mutating func prepareAffine() {
    let (columns, rows, start) = (SIMD4<Double>(row0), SIMD4<Double>(row1), SIMD4<Double>(row2))
    let (edges, corners) = (SIMD4<Double>(box), SIMD4<Double>(radii))
    let pixelsPerPoint = SIMD2(
      1 / (columns.x * columns.x + rows.x * rows.x).squareRoot(),
      1 / (columns.y * columns.y + rows.y * rows.y).squareRoot())
    guard pixelsPerPoint.x.isFinite, pixelsPerPoint.y.isFinite else {
      form = .empty
      return
    }
    let (across, down) = (pixelsPerPoint.x, pixelsPerPoint.y)
    let exact = SIMD4(
      (start.x - edges.x) * across, (edges.z - start.x) * across, (start.y - edges.y) * down, (edges.w - start.y) * down
    )
    acrossPerPixel = SIMD2<Float>(SIMD2(columns.x, rows.x) * across)
    downPerPixel = SIMD2<Float>(SIMD2(columns.y, rows.y) * down)
    distances = SIMD4<Float>(exact)
    pixelRadii = SIMD4<Float>(corners * across)
    isThin = exact.x + exact.y < 1 || exact.z + exact.w < 1
    guard antialiasedEdges == 15 else { return }
    if radii == .zero {
      form = .edges
    } else if corner == 0, isEven(columns: columns, rows: rows, across: across, down: down) {
      form = .circles
    }
  }

  /// Whether the map keeps angles, so that circles stay circles.
  private func isEven(columns: SIMD4<Double>, rows: SIMD4<Double>, across: Double, down: Double) -> Bool {
    let tolerance = 2e-6  // of a radius; 32-bit rows are a few 1e-7 off
    return abs(across - down) <= tolerance * across
      && abs(columns.x * columns.y + rows.x * rows.y) * across * down <= tolerance
  }
}

// The coverage of pixels by a rounded box.
//
// In: pixel centres, eight of them, side by side or anywhere. Out: 0...1 each. The distance of the centre to each edge,
// in pixels, goes through a ramp one pixel wide; the product over both axes is exact for upright boxes. In a corner the
// curve replaces the edges. The formulas match `Shaders/lib`, function by function.

// An extension of the pointer, since passing a shape by value copies all of it for every eight pixels.
extension UnsafePointer<PreparedShape> {
  /// The coverage of eight pixels; 0 where a value is not a number.
  ///
  /// - Parameters:
  ///   - x: The centres' x, target pixels.
  ///   - y: The centres' y, target pixels.
  @inline(__always) func boxCoverage(x: Lanes, y: Lanes) -> Lanes {
    switch pointee.form {
    case .edges: evenCoverage(x: x, y: y, isRounded: false)
    case .circles: evenCoverage(x: x, y: y, isRounded: true)
    case .general: generalCoverage(x: x, y: y)
    case .whole: Lanes(repeating: 1)
    case .empty: .zero
    }
  }

  /// The coverage in the box's own rotated frame, in which all lengths are in pixels.
  @inline(__always) private func evenCoverage(x: Lanes, y: Lanes, isRounded: Bool) -> Lanes {
    let down = y - pointee.origin.y
    let column = x - pointee.origin.x
    let t = column * pointee.acrossPerPixel.x
    let s = column * pointee.downPerPixel.x
    let left = t + (pointee.distances.x + down * pointee.acrossPerPixel.y)
    let right = (pointee.distances.y - down * pointee.acrossPerPixel.y) - t
    let top = s + (pointee.distances.z + down * pointee.downPerPixel.y)
    let bottom = (pointee.distances.w - down * pointee.downPerPixel.y) - s
    let horizontal = left.least(right)
    let vertical = top.least(bottom)
    let coverage: Lanes
    if pointee.isThin {
      coverage =
        (PreparedShape.ramp(left) + PreparedShape.ramp(right) - 1).nonNegative
        * (PreparedShape.ramp(top) + PreparedShape.ramp(bottom) - 1).nonNegative
    } else {
      coverage = PreparedShape.ramp(horizontal) * PreparedShape.ramp(vertical)
    }
    guard isRounded else { return coverage }
    let radius =
      pointee.hasOneRadius
      ? Lanes(repeating: pointee.pixelRadii.x)
      : PreparedShape.radius(
        of: pointee.pixelRadii, isRight: left.isAbove(right), isBottom: top.isAbove(bottom))
    let a = radius - horizontal
    let b = radius - vertical
    let isCorner = a.isAbove(.zero) & b.isAbove(.zero) & radius.isAbove(.zero)
    // Most pixels of edges lie in no corner.
    guard isCorner.isAnySet else { return coverage }
    let rounded = PreparedShape.ramp(radius - (a * a + b * b).squareRoots)
    return Lanes.choose(isCorner, coverage.least(rounded), else: coverage)
  }

  /// The ramp of one edge: without antialiasing a step, so that abutting boxes share no pixel.
  @inline(__always) private func ramp(_ distance: Lanes, edge: UInt8) -> Lanes {
    if pointee.antialiasedEdges & (1 << edge) != 0 { return PreparedShape.ramp(distance) }
    let one = Lanes(repeating: 1)
    return one.masked(by: edge < 2 ? distance.isAtLeast(.zero) : distance.isAbove(.zero))
  }

  /// The coverage by the full formula: perspective, uneven scales, continuous corners, hard edges.
  @inline(never) func generalCoverage(x: Lanes, y: Lanes) -> Lanes {
    let plane = LanePlane(
      row0: pointee.row0, row1: pointee.row1, row2: pointee.row2, isAffine: pointee.isAffine, x: x, y: y)
    let pixelsPerPointX = 1 / (plane.xPerColumn * plane.xPerColumn + plane.xPerRow * plane.xPerRow).squareRoots
    let pixelsPerPointY = 1 / (plane.yPerColumn * plane.yPerColumn + plane.yPerRow * plane.yPerRow).squareRoots
    let left = (plane.x - pointee.box.x) * pixelsPerPointX
    let right = (pointee.box.z - plane.x) * pixelsPerPointX
    let top = (plane.y - pointee.box.y) * pixelsPerPointY
    let bottom = (pointee.box.w - plane.y) * pixelsPerPointY
    let edge =
      (ramp(left, edge: 0) + ramp(right, edge: 2) - 1).nonNegative
      * (ramp(top, edge: 1) + ramp(bottom, edge: 3) - 1).nonNegative
    let visible = edge.masked(by: plane.isVisible)
    guard pointee.radii != .zero else { return visible }
    return visible.least(cornerCoverage(plane)).nonNegative
  }

  /// The coverage by the curve of the corner a pixel is in; 1 outside all corners.
  @inline(__always) private func cornerCoverage(_ plane: LanePlane) -> Lanes {
    let one = Lanes(repeating: 1)
    let fromCenterX = plane.x - (pointee.box.x + pointee.box.z) * 0.5
    let fromCenterY = plane.y - (pointee.box.y + pointee.box.w) * 0.5
    let isRight = fromCenterX.isAbove(.zero)
    let isBottom = fromCenterY.isAbove(.zero)
    let radius = PreparedShape.radius(of: pointee.radii, isRight: isRight, isBottom: isBottom)
    let reach = radius * PreparedShape.cornerReach(pointee.corner)
    let a = fromCenterX.magnitudes - (Lanes(repeating: (pointee.box.z - pointee.box.x) * 0.5) - reach)
    let b = fromCenterY.magnitudes - (Lanes(repeating: (pointee.box.w - pointee.box.y) * 0.5) - reach)
    let isCorner = radius.isAbove(.zero) & a.isAbove(.zero) & b.isAbove(.zero)
    guard isCorner.isAnySet else { return one }

    let isFlat = a.isAtLeast(b)
    let largest = Lanes.choose(isFlat, a, else: b)
    let slope = Lanes.choose(isFlat, b, else: a) / largest
    let (curve, slopeOfCurve) = PreparedShape.cornerOutline(slope, pointee.corner)
    let inside = radius * curve - largest
    let turn = slopeOfCurve / curve
    let alongLargest = -(1 + slope * turn)
    let signedX = Lanes.choose(isFlat, alongLargest, else: turn)
    let signedY = Lanes.choose(isFlat, turn, else: alongLargest)
    let normalX = Lanes.choose(isRight, signedX, else: -signedX)
    let normalY = Lanes.choose(isBottom, signedY, else: -signedY)
    let perColumn = plane.xPerColumn * normalX + plane.yPerColumn * normalY
    let perRow = plane.xPerRow * normalX + plane.yPerRow * normalY
    let distance = inside / (perColumn * perColumn + perRow * perRow).squareRoots
    return Lanes.choose(isCorner, cornerRamp(distance, isRight: isRight, isBottom: isBottom), else: one)
  }

  /// The ramp in a corner: antialiased if one of its two edges is.
  @inline(__always) private func cornerRamp(_ distance: Lanes, isRight: LaneBits, isBottom: LaneBits) -> Lanes {
    let soft = PreparedShape.ramp(distance)
    guard pointee.antialiasedEdges != 15 else { return soft }
    let hard = Lanes(repeating: 1).masked(by: distance.isAtLeast(.zero))
    @inline(__always) func flag(_ edge: UInt8) -> LaneBits {
      LaneBits(repeating: pointee.antialiasedEdges & (1 << edge) != 0 ? .max : 0)
    }
    let vertical = (flag(2) & isRight) | (flag(0) & ~isRight)
    let horizontal = (flag(3) & isBottom) | (flag(1) & ~isBottom)
    return Lanes.choose(vertical | horizontal, soft, else: hard)
  }
}

extension PreparedShape {
  /// The antialiasing ramp, one pixel wide: 1/2 on the edge.
  @inline(__always) static func ramp(_ distance: Lanes) -> Lanes { (distance + 0.5).clampedToUnit }

  /// The radius of the quadrant a pixel is in.
  @inline(__always) static func radius(of radii: SIMD4<Float>, isRight: LaneBits, isBottom: LaneBits) -> Lanes {
    let upper = Lanes.choose(isRight, Lanes(repeating: radii.y), else: Lanes(repeating: radii.x))
    let lower = Lanes.choose(isRight, Lanes(repeating: radii.z), else: Lanes(repeating: radii.w))
    return Lanes.choose(isBottom, lower, else: upper)
  }

  /// The length of a corner along the edges, in radii; `corner` is a `CornerOutline.code`.
  @inline(__always) static func cornerReach(_ corner: Float) -> Float { 1 + corner * Float(ContinuousCorner.excess) }

  /// A corner's outline as its larger coordinate over `slope`, smaller through larger, in radii; and the derivative.
  ///
  /// `corner`, a `CornerOutline.code`, tells the curves apart, and mixes each with the circle.
  @inline(__always) static func cornerOutline(_ slope: Lanes, _ corner: Float) -> (value: Lanes, derivative: Lanes) {
    let square = 1 + slope * slope
    let circle = 1 / square.squareRoots
    let circleDerivative = -slope * circle / square
    guard corner > 0 else { return (circle, circleDerivative) }
    let (curve, curveDerivative) = continuousCurve(slope)
    return (
      circle * (1 - corner) + curve * corner, circleDerivative * (1 - corner) + curveDerivative * corner
    )
  }

  /// The continuous curve in the form of `cornerOutline`.
  @inline(__always) private static func continuousCurve(_ u: Lanes) -> (value: Lanes, derivative: Lanes) {
    @inline(__always) func floats(
      _ values: (Double, Double, Double, Double, Double)
    ) -> (Float, Float, Float, Float, Float) {
      (Float(values.0), Float(values.1), Float(values.2), Float(values.3), Float(values.4))
    }
    /// a + u (b + u (c + u (d + u e))).
    @inline(__always) func polynomial(
      _ u: Lanes, _ a: Float, _ b: Float, _ c: Float, _ d: Float, _ e: Float
    ) -> Lanes {
      var sum = u * e + d
      sum = sum * u + c
      sum = sum * u + b
      return sum * u + a
    }
    let (a, b, c, d, e) = floats(ContinuousCorner.side)
    let side = polynomial(u, a, b, c, d, e)
    let sideDerivative = polynomial(u, 2 * a, 3 * b, 4 * c, 5 * d, 6 * e)
    let (f, g, h, i, j) = floats(ContinuousCorner.middle)
    let border = Float(ContinuousCorner.seam)
    let t = u - border
    let middle = polynomial(t, f, g, h, i, j)
    let middleDerivative = polynomial(t, g, 2 * h, 3 * i, 4 * j, 0)
    let isMiddle = u.isAtLeast(Lanes(repeating: border))
    return (
      Lanes.choose(isMiddle, middle, else: u * u * side + Float(ContinuousCorner.expansion)),
      Lanes.choose(isMiddle, middleDerivative, else: u * sideDerivative)
    )
  }
}

/// One edge as a bound of rows: at height y it lies at `x + (y - self.y) * slope`. Target pixels.
struct PolygonEdge: BitwiseCopyable {
  var x: Float
  var y: Float
  /// The change of x from one row to the next.
  var slope: Float

  @inline(__always) func bound(at height: Float) -> Float { x + (height - y) * slope }
}

/// A convex polygon, with its edges sorted into left and right ones.
struct PreparedPolygon: BitwiseCopyable {
  /// The left edges, then the right edges.
  private var edges = UnsafeBufferPointer<PolygonEdge>(start: nil, count: 0)
  private var leftCount = 0
  /// The heights between which the polygon lies; a pixel's centre is inside from `minY` on and below `maxY`.
  private var minY: Float = 0
  private var maxY: Float = 0

  /// Without any pixel.
  static var nothing: PreparedPolygon { PreparedPolygon() }
  /// With every pixel.
  static var everything: PreparedPolygon { PreparedPolygon(minY: -.infinity, maxY: .infinity) }

  /// Whether the polygon certainly contains no pixel.
  var isEmpty: Bool { !(maxY > minY) }

  /// Whether the polygon contains every pixel.
  var isEverything: Bool { minY == -.infinity }

  private init(minY: Float = 0, maxY: Float = 0) {
    (self.minY, self.maxY) = (minY, maxY)
  }

  /// Prepares the polygon of `count` vertices.
  ///
  /// - Parameters:
  ///   - slack: The least distance in pixels by which its edges are moved outward; below 0, inward.
  ///   - arena: The memory for its edges.
  ///   - vertex: Returns a vertex, in order around the polygon.
  /// - Returns: `nil` if the vertices are no convex polygon with an area, or not finite.
  init?(count: Int, slack: Float, in arena: Arena, vertex: (Int) -> SIMD2<Float>) {
    guard count >= 3 else { return nil }
    // With coordinates beyond 2^24 pixels, floats cannot distinguish neighbouring pixels.
    let limit: Float = 16_777_216
    var area: Double = 0
    var low = vertex(0).y
    var high = low
    var previous = vertex(count - 1)
    for index in 0..<count {
      let point = vertex(index)
      guard abs(point.x) <= limit, abs(point.y) <= limit else { return nil }
      area += Double(previous.x) * Double(point.y) - Double(previous.y) * Double(point.x)
      low = min(low, point.y)
      high = max(high, point.y)
      previous = point
    }
    guard area != 0 else { return nil }
    self.init(minY: low - slack, maxY: high + slack)
    let room = arena.room(for: count, of: PolygonEdge.self)
    var used = 0
    // Two walks, so that left edges come first; the inward normal of an edge is (-dy, dx) where the area is positive.
    for isLeft in [true, false] {
      previous = vertex(count - 1)
      for index in 0..<count {
        let point = vertex(index)
        let start = previous
        previous = point
        let rise = point.y - start.y
        guard rise != 0, (rise < 0) == ((area > 0) == isLeft) else { continue }
        let slope = Float((Double(point.x) - Double(start.x)) / Double(rise))
        guard slope.isFinite else { continue }
        let shift = slack * (1 + abs(slope))
        room.initializeElement(
          at: used, to: PolygonEdge(x: start.x + (isLeft ? -shift : shift), y: start.y, slope: slope))
        used += 1
      }
      if isLeft { leftCount = used }
    }
    edges = UnsafeBufferPointer(rebasing: room[..<used])
  }

  /// Whether the centres of all pixels from (`minX`, `minY`) to (`maxX`, `maxY`) are inside; bounds are centres.
  func containsCentres(minX: Float, minY low: Float, maxX: Float, maxY high: Float) -> Bool {
    guard low >= minY, high < maxY else { return false }
    for index in 0..<leftCount where max(edges[index].bound(at: low), edges[index].bound(at: high)) > minX {
      return false
    }
    for index in leftCount..<edges.count
    where min(edges[index].bound(at: low), edges[index].bound(at: high)) <= maxX {
      return false
    }
    return true
  }

  /// Whether no centre of the pixels from (`minX`, `minY`) to (`maxX`, `maxY`) is inside, as far as a single edge shows
  /// it.
  func missesCentres(minX: Float, minY low: Float, maxX: Float, maxY high: Float) -> Bool {
    guard high >= minY, low < maxY else { return true }
    for index in 0..<leftCount where min(edges[index].bound(at: low), edges[index].bound(at: high)) > maxX {
      return true
    }
    for index in leftCount..<edges.count
    where max(edges[index].bound(at: low), edges[index].bound(at: high)) <= minX {
      return true
    }
    return false
  }

  /// Finds the pixels of some rows of a tile that are inside: one bit for each pixel, the leftmost in the lowest bit.
  ///
  /// - Parameters:
  ///   - rows: Rows of the tile; masks of up to seven rows around them are written as well.
  ///   - tileX: The tile's first column, target pixels.
  ///   - tileY: The tile's first row.
  ///   - masks: One word for each row of the tile.
  @inline(__always) func fillMasks(
    rows: Range<Int>, tileX: Float, tileY: Float, masks: Row<UInt64>
  ) {
    // Bounds are measured from the first pixel's centre: the first pixel inside is the bound rounded up.
    let firstCentre = tileX + 0.5
    let tileWidth = Lanes(repeating: Float(Tile.maximumWidth))
    var row = rows.lowerBound & ~7
    while row < rows.upperBound {
      let heights = Lanes.indices + (tileY + Float(row) + 0.5)
      var left = Lanes.zero
      var right = tileWidth
      for index in 0..<leftCount {
        let bound = (heights - edges[index].y) * edges[index].slope + (edges[index].x - firstCentre)
        left = bound.greatest(left)
      }
      for index in leftCount..<edges.count {
        let bound = (heights - edges[index].y) * edges[index].slope + (edges[index].x - firstCentre)
        right = bound.least(right)
      }
      let isInside = heights.isAtLeast(Lanes(repeating: minY)) & Lanes(repeating: maxY).isAbove(heights)
      let starts = left.least(tileWidth).roundedUp.wholeNumbers
      let ends = right.nonNegative.masked(by: isInside).roundedUp.wholeNumbers
      for lane in 0..<8 { masks[row + lane] = Self.mask(from: starts[lane], to: ends[lane]) }
      row += 8
    }
  }

  /// The bits from `start` up to, not including, `end`; both 0...64.
  @inline(__always) static func mask(from start: Int32, to end: Int32) -> UInt64 {
    guard end > start else { return 0 }
    return (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- (end &- start))) &<< UInt64(truncatingIfNeeded: start)
  }
}
