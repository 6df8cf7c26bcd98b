// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaSystem
import Synchronization

/// The values that the blur of one corner's notch takes away from a blurred rectangle, by the position relative to the
/// corner.
///
/// The notch is the area that rounding cuts off the square corner. Lengths are in standard deviations of the blur, so
/// one table serves all shadows with the same radius in standard deviations. A radius gives a square of values, of
/// which a renderer interpolates four per pixel. Neighbouring values are a sixth of a standard deviation apart, which
/// leaves an error of at most a quarter of a level.
///
///     u, v    distance from the corner into the box along both axes
///     value   integral over the notch of g(u - s) g(v - t)
package struct ShadowCornerTable: Sendable {
  /// The number of values per standard deviation.
  package static let resolution: Float = 6
  /// The position of the first value along both axes; standard deviations.
  package static let start: Float = -ShadowOperation.reach
  /// The least value that matters: a quarter of a level.
  private static let threshold: Float = 0.001

  /// The number of values along an axis.
  package let side: Int
  /// The values row by row; the table is symmetric.
  package let values: [Float]
  /// The distance from the corner inward at which the values end; standard deviations.
  package let reach: Float

  /// The key of a table: the radius and the number of the corner's outline. Radii are rounded to 1/256 of themselves.
  package struct Key: Hashable, Sendable {
    package var radius: Int32
    package var corner: Int32

    /// - Parameter radius: The radius in standard deviations, `0...ShadowOperation.widestRadius`.
    package init(radius: Float, corner: Float) {
      // Steps of 1/256 below a radius of 2, and in proportion above.
      let step = Key.step(of: radius)
      self.radius =
        Int32(clamping: (min(max(radius, 0), ShadowOperation.widestRadius) / step).rounded())
        * Int32(clamping: step * 1024)
      self.corner = Int32(clamping: (CornerOutline.usable(corner) * 64).rounded())
    }

    private static func step(of radius: Float) -> Float { radius < 2 ? 1.0 / 256 : radius < 4 ? 1.0 / 128 : 1.0 / 64 }
  }

  fileprivate init(_ key: Key) {
    let radius = Double(key.radius) / 1024
    let corner = CornerOutline(code: Float(key.corner) / 64)
    let extent = radius * corner.reach
    side = Int(clamping: ((extent + 2 * Double(ShadowOperation.reach)) * Double(Self.resolution)).rounded(.up)) + 1
    let pieces = CornerPieces(radius: radius, corner)
    let places = (0..<side).map { Double(Self.start) + Double($0) / Double(Self.resolution) }
    // value(u, v) = sum over the pieces of g(v - t) dt * (integral(u) - integral(u - e)), where e is the notch's width
    // at t.
    var widths: [Double] = []
    var weights: [Double] = []
    for place in places {
      let whole = Gaussian.integral(place)
      for piece in pieces.pieces {
        widths.append(whole - Gaussian.integral(place - piece.width))
        weights.append(Gaussian.density(place - piece.height) * piece.step)
      }
    }
    let count = pieces.pieces.count
    var values = [Float](repeating: 0, count: side * side)
    for row in 0..<side {
      for column in row..<side {
        var sum = 0.0
        for piece in 0..<count { sum += weights[row * count + piece] * widths[column * count + piece] }
        values[row * side + column] = Float(sum)
        values[column * side + row] = Float(sum)
      }
    }
    self.values = values
    let rowLength = self.side
    let last = (0..<rowLength).last { row in
      values[(row * rowLength)..<((row + 1) * rowLength)].contains { $0 > Self.threshold }
    }
    reach = last.map { Self.start + Float($0 + 1) / Self.resolution } ?? 0
  }
}

/// The tables that a renderer has used last, for all of its threads.
package final class ShadowCornerTables: Sendable {
  /// Limited by their bytes, which is a hard limit: frames with thousands of radii make tables again.
  private let kept = Locked(BudgetedCache<ShadowCornerTable.Key, ShadowCornerTable>(budget: 32 << 20))

  package init() {}

  /// The table of a key, made if it is not kept.
  package func table(_ key: ShadowCornerTable.Key) -> ShadowCornerTable {
    if let known = kept.withLock({ $0.value(key) }) { return known }
    let made = ShadowCornerTable(key)
    return kept.withLock { $0.keep(made, costing: made.values.count * MemoryLayout<Float>.stride, as: key) } ?? made
  }
}

/// The outline of a corner in thin rows, with the width of the notch at each height.
private struct CornerPieces {
  /// One row: the notch extends from 0 to `width` at `height`, over `step`.
  struct Piece {
    var height: Double
    var width: Double
    var step: Double
  }

  private(set) var pieces: [Piece] = []

  init(radius: Double, _ corner: CornerOutline) {
    let extent = radius * corner.reach
    let count = 48 + Int(clamping: radius * 4)
    // One half of the outline along the top of the corner; the other half is the mirror image along its side.
    let half = (0...count).map { index -> SIMD2<Double> in
      let slope = Double(index) / Double(count)
      let largest = radius * corner.extent(slope)
      return SIMD2(extent - slope * largest, extent - largest)
    }
    // From (extent, 0) down to the diagonal, then on to (0, extent): heights always grow.
    let outline = half + half.reversed().dropFirst().map { SIMD2($0.y, $0.x) }
    for (first, second) in zip(outline, outline.dropFirst()) where second.y > first.y {
      pieces.append(
        Piece(height: (first.y + second.y) / 2, width: (first.x + second.x) / 2, step: second.y - first.y))
    }
  }
}
