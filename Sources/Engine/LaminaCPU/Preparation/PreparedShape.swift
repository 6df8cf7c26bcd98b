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
