// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// A 4x4 matrix that moves points of space, for row vectors: `(x, y, z, 1) * M`.
///
/// The first three rows are the images of the axes, the fourth row is the translation, and the fourth column makes the
/// divisor (perspective). Composition reads left to right: in `a * b`, `a` acts first.
///
///     var rotationInPerspective = CATransform3DIdentity
///     rotationInPerspective.m34 = -1 / 500
///     rotationInPerspective = CATransform3DRotate(rotationInPerspective, .pi / 4, 0, 1, 0)
///
/// - Conformance: "Row vectors" in Spaces; Apple's `CATransform3D`, documented.
@frozen public struct CATransform3D: Equatable, Sendable {
  /// The factor of the old x in the new x.
  public var m11: CGFloat
  /// The factor of the old x in the new y.
  public var m12: CGFloat
  /// The factor of the old x in the new z.
  public var m13: CGFloat
  /// The factor of the old x in the divisor w.
  public var m14: CGFloat
  /// The factor of the old y in the new x.
  public var m21: CGFloat
  /// The factor of the old y in the new y.
  public var m22: CGFloat
  /// The factor of the old y in the new z.
  public var m23: CGFloat
  /// The factor of the old y in the divisor w.
  public var m24: CGFloat
  /// The factor of the old z in the new x.
  public var m31: CGFloat
  /// The factor of the old z in the new y.
  public var m32: CGFloat
  /// The factor of the old z in the new z.
  public var m33: CGFloat
  /// The factor of the old z in the divisor w: `-1 / d` is perspective seen from a distance of `d` points.
  public var m34: CGFloat
  /// The offset that is added to x.
  public var m41: CGFloat
  /// The offset that is added to y.
  public var m42: CGFloat
  /// The offset that is added to z.
  public var m43: CGFloat
  /// The constant part of the divisor w.
  public var m44: CGFloat

  /// Makes the **zero** matrix, as Swift does for the imported C structure on Apple's platforms.
  ///
  /// Start from `CATransform3DIdentity` to build a transform.
  @inlinable public init() {
    self.init(
      m11: 0, m12: 0, m13: 0, m14: 0, m21: 0, m22: 0, m23: 0, m24: 0,
      m31: 0, m32: 0, m33: 0, m34: 0, m41: 0, m42: 0, m43: 0, m44: 0)
  }

  /// Makes a matrix from its sixteen entries, row by row.
  @inlinable public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat,
    m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat,
    m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat,
    m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat
  ) {
    (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
    (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
    (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
    (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
  }
}

/// The transform that moves nothing.
@inlinable public var CATransform3DIdentity: CATransform3D {
  CATransform3D(
    m11: 1, m12: 0, m13: 0, m14: 0, m21: 0, m22: 1, m23: 0, m24: 0,
    m31: 0, m32: 0, m33: 1, m34: 0, m41: 0, m42: 0, m43: 0, m44: 1)
}

extension CATransform3D {
  /// Makes a matrix from its rows.
  @inlinable package init(rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)) {
    self.init(
      m11: CGFloat(rows.0.x), m12: CGFloat(rows.0.y), m13: CGFloat(rows.0.z), m14: CGFloat(rows.0.w),
      m21: CGFloat(rows.1.x), m22: CGFloat(rows.1.y), m23: CGFloat(rows.1.z), m24: CGFloat(rows.1.w),
      m31: CGFloat(rows.2.x), m32: CGFloat(rows.2.y), m33: CGFloat(rows.2.z), m34: CGFloat(rows.2.w),
      m41: CGFloat(rows.3.x), m42: CGFloat(rows.3.y), m43: CGFloat(rows.3.z), m44: CGFloat(rows.3.w))
  }

  /// The image of the x axis.
  @inlinable package var row1: SIMD4<Double> {
    SIMD4(Double(m11), Double(m12), Double(m13), Double(m14))
  }

  /// The image of the y axis.
  @inlinable package var row2: SIMD4<Double> {
    SIMD4(Double(m21), Double(m22), Double(m23), Double(m24))
  }

  /// The image of the z axis.
  @inlinable package var row3: SIMD4<Double> {
    SIMD4(Double(m31), Double(m32), Double(m33), Double(m34))
  }

  /// The image of the origin.
  @inlinable package var row4: SIMD4<Double> {
    SIMD4(Double(m41), Double(m42), Double(m43), Double(m44))
  }

  /// The row vector `vector` times this matrix.
  @inlinable package func carry(_ vector: SIMD4<Double>) -> SIMD4<Double> {
    row1 * vector.x + row2 * vector.y + row3 * vector.z + row4 * vector.w
  }
}
