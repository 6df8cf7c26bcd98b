// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Coverage of paths with so many edges that sorting them at every height, as Cairo does, would take minutes.
//
// Each edge adds the signed area to its right to the pixels it passes (EdgeAreas); a sum along each row then gives, for
// every pixel, its winding number averaged over its area. The work is the number of pixels that edges pass, however
// shapes overlap. Inside and outside are exact, and so are edges between them. Only where edges of different windings
// share a pixel does the average differ from the fill rule, which is not visible among a million edges.

internal import Foundation
internal import LaminaGeometry
import LaminaSystem

/// Adds up edges and computes coverage from them.
struct CoverageAccumulator {
  private let region: PixelRect
  private let stride: Int
  /// For each pixel, the difference of its winding number from that of the pixel to its left; each row has two entries
  /// more than pixels.
  private var steps: [Double]

  init(region: PixelRect) {
    self.region = region
    stride = region.width + 2
    steps = Array(repeating: 0, count: stride * region.height)
  }

  /// Up to this number of points, strips are tried for strokes.
  static let fewPoints = 20_000
  /// Up to this number of points, Cairo is fast for any path.
  static let veryFewPoints = 1_000
  /// The greatest number of steps of edges through rows for Cairo: about a second of its time.
  private static let sortable = 4_000_000.0
  /// More edges than this side by side in a row are too many as well: Cairo keeps the edges of a row sorted, and the
  /// number of swaps may grow with the square of their number.
  private static let sortableInRow = 1_500.0

  /// Whether a path in device space, or the stroke of one, has too many edges for Cairo.
  ///
  /// - Parameter reach: The distance that a stroke extends from the path, in pixels; 0 for fills.
  static func isNeeded(for path: PathElements, reach: Double = 0, region: PixelRect) -> Bool {
    guard path.points.count > veryFewPoints else { return false }
    let height = Double(region.height)
    var (steps, previous) = (0.0, path.points[0])
    for point in path.points {
      let rise = abs(Double(point.y) - Double(previous.y)) + 2 * reach
      steps += 1 + (rise < height ? rise : height)
      previous = point
    }
    return steps > sortableInRow * height || path.points.count > fewPoints && steps > sortable
  }

  /// Adds the inside of a path in device space, cut to the region.
  mutating func add(_ path: PathElements) {
    let rect = CGRect(x: Int(region.minX), y: Int(region.minY), width: region.width, height: region.height)
    let origin = SIMD2(Double(region.minX), Double(region.minY))
    let isOver = LongWork.isOver
    for polygon in path.polygons(clippedTo: rect, tolerance: 0.02) {
      guard var previous = polygon.last else { continue }
      for (index, point) in polygon.enumerated() {
        if index % LongWork.stride == LongWork.stride - 1, isOver?() == true { return }
        addEdge(from: previous - origin, to: point - origin)
        previous = point
      }
    }
  }

  /// Adds an edge, in pixels from the region's corner and inside it.
  private mutating func addEdge(from first: SIMD2<Double>, to second: SIMD2<Double>) {
    guard first.y != second.y else { return }
    let edge = OutlineEdge(from: first, to: second)
    steps.withUnsafeMutableBufferPointer { steps in
      guard let steps = steps.baseAddress else { return }
      edge.visitRows(from: edge.top, to: edge.bottom, rows: 0..<region.height) { row, slice in
        _ = slice.add(to: steps + row * stride, columns: region.width)
      }
    }
  }

  /// The coverage, one byte a pixel.
  func coverage(_ rule: CGPathFillRule, bytesPerRow: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: bytesPerRow * region.height)
    for row in 0..<region.height {
      var winding = 0.0
      for column in 0..<region.width {
        winding += steps[row * stride + column]
        var share = abs(winding)
        if rule == .evenOdd {
          share -= 2 * (share / 2).rounded(.down)
          share = share > 1 ? 2 - share : share
        }
        result[row * bytesPerRow + column] = UInt8(clamping: (min(share, 1) * 255).rounded())
      }
    }
    return result
  }
}
