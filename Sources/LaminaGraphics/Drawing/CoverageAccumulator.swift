// Coverage of paths with so many edges that sorting them at every height, as Cairo does, would take minutes.
//
// Each edge adds the signed area to its right to the pixels it passes; a sum along each row then gives, for every pixel,
// its winding number averaged over its area. The work is the number of pixels that edges pass, whatever lies over what.
// Inside and outside are exact, and so are edges between them. Only where edges of different windings share a pixel the
// average says less than the rule asks for, which nobody sees among a million edges.

internal import Foundation
internal import LaminaGeometry

/// Adds up edges and turns them into coverage.
struct CoverageAccumulator {
  private let region: PixelRect
  private let stride: Int
  /// For each pixel, what its winding number is above that of the pixel to its left; two more in each row.
  private var steps: [Double]

  init(region: PixelRect) {
    self.region = region
    stride = region.width + 2
    steps = Array(repeating: 0, count: stride * region.height)
  }

  /// Up to so many points, Cairo is quick whatever they are.
  static let fewPoints = 20_000
  /// More steps of edges through rows than this are too many for sorting: about a second of it.
  private static let sortable = 4_000_000.0

  /// Whether a path in device space has too many edges for Cairo.
  static func isNeeded(for path: PathElements, region: PixelRect) -> Bool {
    guard path.points.count > fewPoints else { return false }
    var (steps, previous) = (0.0, path.points[0])
    for point in path.points {
      let rise = abs(Double(point.y) - Double(previous.y))
      steps += 1 + (rise < Double(region.height) ? rise : Double(region.height))
      previous = point
    }
    return steps > sortable
  }

  /// Adds the inside of a path in device space, cut to the region.
  mutating func add(_ path: PathElements) {
    let rect = CGRect(x: Int(region.minX), y: Int(region.minY), width: region.width, height: region.height)
    let origin = SIMD2(Double(region.minX), Double(region.minY))
    for polygon in path.polygons(clippedTo: rect, tolerance: 0.02) {
      guard var previous = polygon.last else { continue }
      for point in polygon {
        addEdge(from: previous - origin, to: point - origin)
        previous = point
      }
    }
  }

  /// Adds an edge, in pixels from the region's corner and inside it.
  private mutating func addEdge(from first: SIMD2<Double>, to second: SIMD2<Double>) {
    guard first.y != second.y else { return }
    let direction: Double = first.y < second.y ? 1 : -1
    let (top, bottom) = first.y < second.y ? (first, second) : (second, first)
    let slope = (bottom.x - top.x) / (bottom.y - top.y)
    let width = Double(region.width)
    var x = top.x
    for row in max(0, Int(top.y))..<min(region.height, Int(bottom.y.rounded(.up))) {
      let height = min(Double(row + 1), bottom.y) - max(Double(row), top.y)
      guard height > 0 else { continue }
      let next = min(max(x + slope * height, 0), width)
      addSlice(row * stride, min(x, next), max(x, next), height * direction)
      x = next
    }
  }

  /// Adds the part of an edge inside one row: from column `low` to `high`, of a signed height.
  private mutating func addSlice(_ line: Int, _ low: Double, _ high: Double, _ height: Double) {
    let (firstColumn, lastColumn) = (Int(low), Int(high.rounded(.up)))
    guard lastColumn > firstColumn + 1 else {
      let left = height * (0.5 * (low + high) - Double(firstColumn))
      steps[line + firstColumn] += height - left
      steps[line + firstColumn + 1] += left
      return
    }
    // How much of the height lies left of each column's end, and the area of it: differences of a square.
    let perColumn = height / (high - low)
    var before = 0.0
    for column in firstColumn..<lastColumn {
      let right = min(Double(column + 1), high)
      let left = max(Double(column), low)
      // The slice inside this column: its height, and how far it lies from the column's right edge on average.
      let inside = perColumn * (right - left)
      let covered = inside * (Double(column + 1) - 0.5 * (left + right))
      steps[line + column] += covered + before
      before = inside - covered
    }
    steps[line + lastColumn] += before
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
        result[row * bytesPerRow + column] = UInt8((min(share, 1) * 255).rounded())
      }
    }
    return result
  }
}
