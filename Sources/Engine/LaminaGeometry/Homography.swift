// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// A projective map between two planes, in row vectors: `(x, y, 1) * M = (x', y', w')`.
///
/// A layer's `CATransform3D` restricted to its own plane z = 0, with the resulting z dropped, is a homography: the map
/// that flattens a layer into its superlayer's plane (`D3-1`). Products of homographies carry a point of any layer to a
/// pixel. A point is visible only where `w > 0` (`D3-5`).
///
/// - Conformance: D3-1, D3-5
@frozen public struct Homography: Equatable, Sendable {
  /// The contribution of x to (x', y', w').
  public var x: SIMD3<Double>
  /// The contribution of y to (x', y', w').
  public var y: SIMD3<Double>
  /// The contribution of the constant 1 to (x', y', w').
  public var translation: SIMD3<Double>

  /// Makes a homography from its three rows.
  @inlinable public init(x: SIMD3<Double>, y: SIMD3<Double>, translation: SIMD3<Double>) {
    self.x = x
    self.y = y
    self.translation = translation
  }

  /// The map that moves nothing.
  @inlinable public static var identity: Homography {
    Homography(x: [1, 0, 0], y: [0, 1, 0], translation: [0, 0, 1])
  }

  /// Makes the affine map `(x, y) -> (a x + c y + tx, b x + d y + ty)`.
  @inlinable public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.init(x: SIMD3(a, b, 0), y: SIMD3(c, d, 0), translation: SIMD3(tx, ty, 1))
  }

  /// Whether parallel lines stay parallel: w is 1 everywhere.
  @inlinable public var isAffine: Bool { x.z == 0 && y.z == 0 && translation.z == 1 }

  /// Whether every entry is a finite number.
  @inlinable public var isFinite: Bool {
    // x - x is 0 for a finite x and NaN otherwise.
    (x - x) + (y - y) + (translation - translation) == .zero
  }

  /// The image of `point` before the division by w.
  @inlinable public func homogeneous(_ point: SIMD2<Double>) -> SIMD3<Double> {
    x * point.x + y * point.y + translation
  }

  /// The image of `point`.
  ///
  /// - Returns: The point divided by w; not meaningful where w <= 0.
  @inlinable public func apply(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let image = homogeneous(point)
    return SIMD2(image.x, image.y) / image.z
  }

  /// First `self`, then `next`: the row-vector product `self * next`.
  @inlinable public func concatenating(_ next: Homography) -> Homography {
    @inline(__always) func carry(_ row: SIMD3<Double>) -> SIMD3<Double> {
      next.x * row.x + next.y * row.y + next.translation * row.z
    }
    return Homography(x: carry(x), y: carry(y), translation: carry(translation))
  }

  /// The determinant of the 3x3 matrix; its sign tells whether the map mirrors.
  @inlinable public var determinant: Double {
    x.x * (y.y * translation.z - y.z * translation.y)
      - x.y * (y.x * translation.z - y.z * translation.x)
      + x.z * (y.x * translation.y - y.y * translation.x)
  }

  /// The inverse of a map whose w is 1 everywhere, which is exact where ``inverted()`` leaves rounding errors: x and y
  /// contribute nothing to its w. `nil` where the map is singular or not finite.
  @inlinable package var affineInverse: Homography? {
    let determinant = x.x * y.y - x.y * y.x
    let scale =
      ((x.x * x.x + x.y * x.y) * (y.x * y.x + y.y * y.y)).squareRoot() * (translation * translation).sum().squareRoot()
    guard determinant.isFinite, scale.isFinite, abs(determinant) > scale * 1e-14, determinant != 0 else { return nil }
    let reciprocal = 1 / determinant
    guard reciprocal.isFinite else { return nil }
    return Homography(
      x: SIMD3(y.y, 0 - x.y, 0) * reciprocal, y: SIMD3(0 - y.x, x.x, 0) * reciprocal,
      translation: SIMD3(
        (y.x * translation.y - y.y * translation.x) * reciprocal,
        (x.y * translation.x - x.x * translation.y) * reciprocal, 1))
  }

  /// The inverse, or `nil` where the map is singular or not finite.
  ///
  /// The result is scaled so that `self` followed by it is exactly the identity, not a multiple: where a pixel's
  /// homogeneous layer coordinate is `(X, Y, W)`, the forward w at that point is `1 / W`, and its sign tells whether
  /// the point lies before the eye.
  @inlinable public func inverted() -> Homography? {
    let determinant = self.determinant
    // Compared with the product of the row lengths, so that tiny but regular layers survive.
    let scale =
      ((x * x).sum() * (y * y).sum()).squareRoot() * (translation * translation).sum().squareRoot()
    guard determinant.isFinite, scale.isFinite, abs(determinant) > scale * 1e-14, determinant != 0 else { return nil }
    let reciprocal = 1 / determinant
    guard reciprocal.isFinite else { return nil }
    return Homography(
      x: SIMD3(
        y.y * translation.z - y.z * translation.y, x.z * translation.y - x.y * translation.z, x.y * y.z - x.z * y.y)
        * reciprocal,
      y: SIMD3(
        y.z * translation.x - y.x * translation.z, x.x * translation.z - x.z * translation.x, x.z * y.x - x.x * y.z)
        * reciprocal,
      translation: SIMD3(
        y.x * translation.y - y.y * translation.x, x.y * translation.x - x.x * translation.y, x.x * y.y - x.y * y.x)
        * reciprocal)
  }
}

extension Homography {
  /// Makes the map of `transform` on the plane z = 0, with the resulting z dropped.
  ///
  /// - Conformance: D3-1
  @inlinable public init(_ transform: CATransform3D) {
    self.init(
      x: SIMD3(Double(transform.m11), Double(transform.m12), Double(transform.m14)),
      y: SIMD3(Double(transform.m21), Double(transform.m22), Double(transform.m24)),
      translation: SIMD3(Double(transform.m41), Double(transform.m42), Double(transform.m44)))
  }

  /// Makes the map of `affine`.
  @inlinable public init(_ affine: CGAffineTransform) {
    self.init(
      a: Double(affine.a), b: Double(affine.b), c: Double(affine.c), d: Double(affine.d),
      tx: Double(affine.tx), ty: Double(affine.ty))
  }
}
