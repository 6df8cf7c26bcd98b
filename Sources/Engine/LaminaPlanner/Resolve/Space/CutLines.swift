// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// The cuts of one space, mapped from the container's plane to the target.
///
/// A cut is drawn as a clip with hard edges: an unbounded box on one side of the line. Both sides use the same numbers,
/// so every pixel belongs to exactly one of them, and keeps the coverage that it has in the whole layer: no seam shows,
/// and no pixel is blended twice.
struct CutLines {
  /// The distance by which lines are moved against their normal, so that pixel centres on a line, apart from rounding
  /// errors, are on its positive side in every renderer.
  ///
  /// - Units: pixels.
  private static let nudge = 1.0 / 512

  private let container: Homography
  private let containerFromTarget: Homography?
  private let origin: SIMD2<Double>
  /// For each number of a line, its index in `lines`, or -1.
  private var known: [Int32]
  private var lines: [TargetLine] = []

  /// A line of the target whose normal points right, or down if the line is horizontal.
  struct TargetLine {
    /// The line as a function whose value at (x, y) is the distance from the line; pixels.
    var line: SIMD3<Double>
    /// Whether the cut plane is in front on the line's positive side.
    var pointsToFront: Bool
    /// The rows of a shape whose x is the distance from the line.
    var rows: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  }

  /// - Parameters:
  ///   - container: The container's plane on the target.
  ///   - region: The drawn part of the target.
  ///   - count: A number greater than the number of any line.
  init(container: Homography, region: PixelRect, count: Int) {
    known = Array(repeating: -1, count: count)
    self.container = container
    containerFromTarget = container.inverted()
    origin = SIMD2(
      Double((Int(region.minX) + Int(region.maxX)) / 2), Double((Int(region.minY) + Int(region.maxY)) / 2))
  }

  /// Returns the line of a cut on the target; `nil` if it has no place there.
  ///
  /// The direction of the line does not depend on which of the two planes was cut, and neither does the side of pixels
  /// on the line.
  mutating func targetLine(of cut: SpaceCut) -> TargetLine? {
    let place = known[Int(cut.lineIndex)]
    if place >= 0 { return lines[Int(place)] }
    guard let inverse = containerFromTarget else { return nil }
    var line = SIMD3(
      (inverse.x * cut.line).sum(), (inverse.y * cut.line).sum(), (inverse.translation * cut.line).sum())
    line /= (line.x * line.x + line.y * line.y).squareRoot()
    guard line - line == .zero else { return nil }
    let pointsLeft = abs(line.x) > 1e-9 ? line.x < 0 : line.y < 0
    if pointsLeft { line = -line }
    line.z += Self.nudge
    let rows = Self.rows(of: line, origin: origin)
    let result = TargetLine(line: line, pointsToFront: !pointsLeft, rows: rows)
    known[Int(cut.lineIndex)] = Int32(lines.count)
    lines.append(result)
    return result
  }

  /// Rows that give the signed distance from `line` as x, and the position along it as y.
  static func rows(of line: SIMD3<Double>, origin: SIMD2<Double>) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    let (x, y) = (Float(line.x), Float(line.y))
    return (
      SIMD4(x, -y, 0, Float(origin.x)), SIMD4(y, x, 0, Float(origin.y)),
      SIMD4(Float(line.value(at: origin)), 0, 1, 0)
    )
  }

  /// One side of a line as a shape with hard edges.
  static func shape(
    rows: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>), keepsPositive: Bool
  ) -> ShapeGeometry {
    // Half open like all hard edges: 0 belongs to the side that begins there.
    let far: Float = 1e9
    let box = keepsPositive ? SIMD4<Float>(0, -far, far, far) : SIMD4<Float>(-far, -far, 0, far)
    return ShapeGeometry(
      row0: rows.0, row1: rows.1, row2: rows.2, box: box, radii: .zero, antialiased: .zero)
  }

  /// The pixels that a polygon of the container's plane can touch, including ramps; `nil` if they are not known.
  func pixelBounds(of polygon: ArraySlice<SIMD2<Double>>) -> PixelRect? {
    var (low, high) = (SIMD2<Double>(repeating: .infinity), SIMD2<Double>(repeating: -.infinity))
    for vertex in polygon {
      let image = container.homogeneous(vertex)
      guard image.z > 1e-9 else { return nil }
      let point = SIMD2(image.x, image.y) / image.z
      low.replace(with: point, where: point .< low)
      high.replace(with: point, where: point .> high)
    }
    return BoxExtent.pixels(from: low - 1, to: high + 1)
  }

  /// Whether the line of a cut runs along an edge of the remaining polygon.
  static func bounds(_ line: SIMD3<Double>, _ polygon: ArraySlice<SIMD2<Double>>) -> Bool {
    let scale = (line.x * line.x + line.y * line.y).squareRoot()
    var size = SIMD2<Double>.zero
    var touching = 0
    for vertex in polygon {
      let step = vertex - polygon[polygon.startIndex]
      size.replace(with: step, where: step .> size)
      size.replace(with: -step, where: -step .> size)
    }
    let tolerance = scale * 1e-7 * (1 + max(size.x, size.y))
    for vertex in polygon where abs(line.value(at: vertex)) <= tolerance { touching += 1 }
    return touching >= 2
  }
}
