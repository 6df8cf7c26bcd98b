// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// Two paths as polygons on one grid of whole numbers, ready to be combined.
///
/// The grid has 2^28 to 2^29 steps over the box of both paths, with a power of two as the number of steps per point, so
/// that most coordinates in practice lie on it exactly.
struct PolygonClipping {
  /// How two shapes are combined.
  enum Operation {
    case intersection
    case union
    case difference
    case symmetricDifference

    /// Whether a place is inside the result.
    fileprivate func holds(_ first: Bool, _ second: Bool) -> Bool {
      switch self {
      case .intersection: first && second
      case .union: first || second
      case .difference: first && !second
      case .symmetricDifference: first != second
      }
    }
  }

  private let grid: ClippingGrid
  private var sources = FlattenedSources()
  private var overlay = PolygonOverlay([], [])

  /// - Returns: `nil` when neither path covers anything.
  init?(_ subject: PathElements, _ other: PathElements) {
    guard let grid = ClippingGrid(subject.points + other.points) else { return nil }
    self.grid = grid
    let (first, second) = (polygons(subject), polygons(other))
    overlay = PolygonOverlay(first, second)
  }

  private mutating func polygons(_ path: PathElements) -> [[GridPoint]] {
    path.subpaths().map { subpath in
      var points: [GridPoint] = []
      func add(_ place: SIMD2<Double>, _ origin: FlattenedSources.Origin) {
        let point = grid.point(place)
        points.append(point)
        sources.note(point, origin, at: place)
      }
      add(subpath.start, .corner)
      for segment in subpath.segments {
        if segment.isLine {
          add(segment.end, .corner)
          continue
        }
        let count = Int(clamping: min(segment.lineCount(tolerance: grid.tolerance), 65_536))
        let curve = sources.add(segment, steps: count)
        sources.note(grid.point(segment.start), .step(curve, 0), at: segment.start)
        for step in 1..<(count + 1) {
          add(step == count ? segment.end : segment.point(at: Double(step) / Double(count)), .step(curve, step))
        }
      }
      return points
    }
  }

  /// The pieces of the combined shape, each an outer subpath with its holes.
  func combine(_ operation: Operation, _ rule: CGPathFillRule) -> [PathElements] {
    func isInside(_ winding: Int) -> Bool { rule == .evenOdd ? !winding.isMultiple(of: 2) : winding != 0 }
    let pieces = overlay.pieces { operation.holds(isInside($0.first), isInside($0.second)) }
    return pieces.map { piece in
      var result = PathElements()
      for contour in piece { result.append(sources.restored(contour.points, on: grid)) }
      return result
    }.filter { !$0.types.isEmpty }
  }
}

/// The mapping of the points of a box to whole numbers.
struct ClippingGrid {
  private let origin: SIMD2<Double>
  /// The number of steps per point.
  private let scale: Double
  /// The greatest distance of a line from its curve, in points.
  let tolerance: Double

  /// - Returns: `nil` when the points have no extent. Points that are not finite do not count.
  init?(_ points: [CGPoint]) {
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    for point in points where point.x.isFinite && point.y.isFinite {
      let place = SIMD2(Double(point.x), Double(point.y))
      (low, high) = (pointwiseMin(low, place), pointwiseMax(high, place))
    }
    // Halves first, since the difference may overflow.
    let half = high / 2 - low / 2
    let extent = half.max()
    guard extent > 0, extent.isFinite, half.min() >= 0 else { return nil }
    // 2^28 steps over the larger half side, or less than twice as many.
    let exponent = 28 - Double(extent.exponent)
    scale = exp2(min(max(exponent, -1020), 1020))
    guard scale.isFinite, scale > 0 else { return nil }
    let middle = low + half
    origin = (middle * scale).rounded(.toNearestOrEven) / scale
    guard origin.isFinite else { return nil }
    tolerance = max(min(extent / 25_000, 0.01), extent / 5e6)
  }

  func point(_ place: SIMD2<Double>) -> GridPoint {
    let steps = ((place - origin) * scale).rounded(.toNearestOrEven)
    return GridPoint(x: Int64(clamping: steps.x), y: Int64(clamping: steps.y))
  }

  func place(_ point: GridPoint) -> SIMD2<Double> {
    SIMD2(Double(point.x), Double(point.y)) / scale + origin
  }
}
