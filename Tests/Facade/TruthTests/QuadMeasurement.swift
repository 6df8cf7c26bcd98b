// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Finding the corners of a drawn quadrilateral as they were found on the figures: a straight line is fitted to each
// edge, and neighbouring lines are intersected. Nothing here knows how the picture was made, only about where to look.

import Lamina

/// Brightness of each pixel of a picture, 0...1, and of points between pixels.
struct Brightness {
  var width: Int
  var height: Int
  var values: [Double]

  /// - Parameter measure: From premultiplied red, green, blue, alpha (0...255) to 0...1.
  init(_ image: CGImage, measure: (SIMD4<UInt8>) -> Double) {
    width = image.width
    height = image.height
    values = (0..<(width * height)).map { index in
      measure(SIMD4(image.premultipliedRGBA[(4 * index)..<(4 * index + 4)]))
    }
  }

  /// The value at a place in pixels, linear between pixel centres.
  subscript(place: SIMD2<Double>) -> Double {
    let x = min(max(place.x - 0.5, 0), Double(width) - 1.001)
    let y = min(max(place.y - 0.5, 0), Double(height) - 1.001)
    let (column, row) = (Int(clamping: x), Int(clamping: y))
    let (fx, fy) = (x - Double(column), y - Double(row))
    let start = row * width + column
    let upper = values[start] * (1 - fx) + values[start + 1] * fx
    let lower = values[start + width] * (1 - fx) + values[start + width + 1] * fx
    return upper * (1 - fy) + lower * fy
  }
}

/// A straight line: the points p with dot(normal, p) = offset.
private struct FittedLine {
  var normal: SIMD2<Double>
  var offset: Double

  /// The line of least squared distances to points.
  init(through points: [SIMD2<Double>]) {
    let centre = points.reduce(SIMD2.zero, +) / Double(points.count)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for point in points {
      let d = point - centre
      xx += d.x * d.x
      xy += d.x * d.y
      yy += d.y * d.y
    }
    // The normal is the direction of least spread: the smaller eigenvector of the covariance.
    let least = (xx + yy) / 2 - (((xx - yy) / 2) * ((xx - yy) / 2) + xy * xy).squareRoot()
    let candidates = [SIMD2(xy, least - xx), SIMD2(least - yy, xy)]
    let longest = candidates.max { ($0 * $0).sum() < ($1 * $1).sum() } ?? SIMD2(1, 0)
    normal = longest / (longest * longest).sum().squareRoot()
    offset = (normal * centre).sum()
  }

  func intersection(_ other: FittedLine) -> SIMD2<Double> {
    let determinant = normal.x * other.normal.y - normal.y * other.normal.x
    return SIMD2(
      (offset * other.normal.y - normal.y * other.offset) / determinant,
      (normal.x * other.offset - offset * other.normal.x) / determinant)
  }
}

/// Measures the corners of a bright convex quadrilateral on a dark ground.
///
/// - Parameters:
///   - near: About where the corners are, in pixels, in order around; edges are looked for within `reach` of them.
/// - Returns: The corners in the same order, in pixels.
func measureCorners(of picture: Brightness, near corners: [SIMD2<Double>], reach: Double = 8) -> [SIMD2<Double>] {
  let centre = corners.reduce(SIMD2.zero, +) / Double(corners.count)
  let lines = corners.indices.map { index -> FittedLine in
    let (start, end) = (corners[index], corners[(index + 1) % corners.count])
    let along = end - start
    var outward = SIMD2(along.y, -along.x) / (along * along).sum().squareRoot()
    if (outward * (start - centre)).sum() < 0 { outward = -outward }
    // Edges are crossed at places well away from the corners.
    return FittedLine(
      through: stride(from: 0.15, through: 0.85, by: 0.025).map { fraction in
        let middle = start + along * fraction
        let step = 0.05
        // Bright points between -reach and +reach lie inside the edge.
        let bright = stride(from: -reach + step / 2, to: reach, by: step)
          .reduce(0) { $0 + picture[middle + outward * $1] * step }
        return middle + outward * (bright - reach)
      })
  }
  return corners.indices.map { lines[($0 + corners.count - 1) % corners.count].intersection(lines[$0]) }
}
