// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// All points on one side of a line.
struct HalfPlane {
  /// Across the line, away from the points; its length is 1.
  private let normal: SIMD2<Float>
  /// The line's distance from the origin along `normal`.
  private let offset: Float

  private init(normal: SIMD2<Float>, offset: Float) { (self.normal, self.offset) = (normal, offset) }

  /// What lies inside of one side of a convex polygon.
  ///
  /// - Parameter direction: 1 where its vertices run from +x to +y, else -1.
  /// - Returns: `nil` where the side is not longer than `shortest` pixels.
  init?(from start: SIMD2<Float>, to end: SIMD2<Float>, direction: Float, longerThan shortest: Float) {
    let along = end - start
    let length = (along.x * along.x + along.y * along.y).squareRoot()
    guard length > shortest else { return nil }
    let normal = SIMD2(along.y, -along.x) * (direction / length)
    self.init(normal: normal, offset: (normal * start).sum())
  }

  /// The same with the line so much farther out.
  func moved(by distance: Float) -> Self { Self(normal: normal, offset: offset + distance) }

  /// How far outside a point lies; below 0 where it is one of them.
  func distance(to point: SIMD2<Float>) -> Float { (normal * point).sum() - offset }
}
