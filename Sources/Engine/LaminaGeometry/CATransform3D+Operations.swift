// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

// Apple's C functions on `CATransform3D`, under the names that Swift shows. `CATransform3DTranslate(t, …)` and
// its like put the new step *first*: the result is `step * t`, so a chain of calls reads from the outermost
// step to the innermost.

/// Whether `t` is exactly the identity.
@inlinable public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool {
  t == CATransform3DIdentity
}

/// Whether `a` and `b` are equal in every entry, exactly.
@inlinable public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
  a == b
}

/// Makes the transform that moves by `(tx, ty, tz)`.
///
/// - Units: points.
@inlinable public func CATransform3DMakeTranslation(_ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
  var result = CATransform3DIdentity
  (result.m41, result.m42, result.m43) = (tx, ty, tz)
  return result
}

/// Makes the transform that scales along the axes.
@inlinable public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  var result = CATransform3DIdentity
  (result.m11, result.m22, result.m33) = (sx, sy, sz)
  return result
}

/// Makes the transform that rotates by `angle` about the axis `(x, y, z)`.
///
/// A positive angle about z turns clockwise on the screen, where y points down.
///
/// - Units: radians.
/// - Range: The axis may have any length. The zero axis, or one that is not finite, gives the identity.
/// - Conformance: Spaces (rotation about y: m11 = c, m13 = -s, m31 = s, m33 = c), documented and measured.
public func CATransform3DMakeRotation(_ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
  // Scaled by the largest component first, so that neither tiny nor huge axes lose their direction.
  let largest = max(abs(x), abs(y), abs(z))
  guard largest > 0, largest.isFinite else { return CATransform3DIdentity }
  let (scaledX, scaledY, scaledZ) = (x / largest, y / largest, z / largest)
  let length = (scaledX * scaledX + scaledY * scaledY + scaledZ * scaledZ).squareRoot()
  guard length.isFinite else { return CATransform3DIdentity }
  let (ax, ay, az) = (scaledX / length, scaledY / length, scaledZ / length)
  let sine = sin(angle)
  let cosine = cos(angle)
  let versine = 1 - cosine
  var result = CATransform3DIdentity
  result.m11 = cosine + ax * ax * versine
  result.m12 = ax * ay * versine + az * sine
  result.m13 = ax * az * versine - ay * sine
  result.m21 = ay * ax * versine - az * sine
  result.m22 = cosine + ay * ay * versine
  result.m23 = ay * az * versine + ax * sine
  result.m31 = az * ax * versine + ay * sine
  result.m32 = az * ay * versine - ax * sine
  result.m33 = cosine + az * az * versine
  return result
}

/// Translates first, then applies `t`.
///
/// - Units: points, in the space that `t` starts from.
@inlinable public func CATransform3DTranslate(
  _ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeTranslation(tx, ty, tz), t)
}

/// Scales first, then applies `t`.
@inlinable public func CATransform3DScale(
  _ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat
) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeScale(sx, sy, sz), t)
}

/// Rotates first, then applies `t`. The zero axis leaves `t` as it is.
///
/// - Units: radians.
@inlinable public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeRotation(angle, x, y, z), t)
}

/// First `a`, then `b`: the row-vector product `a * b`.
@inlinable public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  CATransform3D(rows: (b.carry(a.row1), b.carry(a.row2), b.carry(a.row3), b.carry(a.row4)))
}

/// The transform that undoes `t`.
///
/// - Returns: The inverse, or `t` itself where `t` is singular, not finite, or its inverse overflows.
/// - Conformance: Spaces ("Invert returns its input when singular"), documented.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D {
  // The 2x2 minors of the upper two rows (a) and of the lower two (b): Laplace's expansion.
  let a0 = t.m11 * t.m22 - t.m12 * t.m21
  let a1 = t.m11 * t.m23 - t.m13 * t.m21
  let a2 = t.m11 * t.m24 - t.m14 * t.m21
  let a3 = t.m12 * t.m23 - t.m13 * t.m22
  let a4 = t.m12 * t.m24 - t.m14 * t.m22
  let a5 = t.m13 * t.m24 - t.m14 * t.m23
  let b0 = t.m31 * t.m42 - t.m32 * t.m41
  let b1 = t.m31 * t.m43 - t.m33 * t.m41
  let b2 = t.m31 * t.m44 - t.m34 * t.m41
  let b3 = t.m32 * t.m43 - t.m33 * t.m42
  let b4 = t.m32 * t.m44 - t.m34 * t.m42
  let b5 = t.m33 * t.m44 - t.m34 * t.m43
  let determinant = a0 * b5 - a1 * b4 + a2 * b3 + a3 * b2 - a4 * b1 + a5 * b0
  guard determinant != 0, determinant.isFinite else { return t }
  let inverse = CATransform3D(
    m11: (t.m22 * b5 - t.m23 * b4 + t.m24 * b3) / determinant,
    m12: (-t.m12 * b5 + t.m13 * b4 - t.m14 * b3) / determinant,
    m13: (t.m42 * a5 - t.m43 * a4 + t.m44 * a3) / determinant,
    m14: (-t.m32 * a5 + t.m33 * a4 - t.m34 * a3) / determinant,
    m21: (-t.m21 * b5 + t.m23 * b2 - t.m24 * b1) / determinant,
    m22: (t.m11 * b5 - t.m13 * b2 + t.m14 * b1) / determinant,
    m23: (-t.m41 * a5 + t.m43 * a2 - t.m44 * a1) / determinant,
    m24: (t.m31 * a5 - t.m33 * a2 + t.m34 * a1) / determinant,
    m31: (t.m21 * b4 - t.m22 * b2 + t.m24 * b0) / determinant,
    m32: (-t.m11 * b4 + t.m12 * b2 - t.m14 * b0) / determinant,
    m33: (t.m41 * a4 - t.m42 * a2 + t.m44 * a0) / determinant,
    m34: (-t.m31 * a4 + t.m32 * a2 - t.m34 * a0) / determinant,
    m41: (-t.m21 * b3 + t.m22 * b1 - t.m23 * b0) / determinant,
    m42: (t.m11 * b3 - t.m12 * b1 + t.m13 * b0) / determinant,
    m43: (-t.m41 * a3 + t.m42 * a1 - t.m43 * a0) / determinant,
    m44: (t.m31 * a3 - t.m32 * a1 + t.m33 * a0) / determinant)
  return inverse.isFinite ? inverse : t
}

/// The transform of space that acts on the plane z = 0 as `m` does and leaves z alone.
@inlinable public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  var result = CATransform3DIdentity
  (result.m11, result.m12) = (m.a, m.b)
  (result.m21, result.m22) = (m.c, m.d)
  (result.m41, result.m42) = (m.tx, m.ty)
  return result
}

/// Whether `t` is exactly the result of `CATransform3DMakeAffineTransform` for some affine transform.
@inlinable public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
  t.m13 == 0 && t.m14 == 0 && t.m23 == 0 && t.m24 == 0 && t.m31 == 0 && t.m32 == 0 && t.m34 == 0
    && t.m43 == 0 && t.m33 == 1 && t.m44 == 1
}

/// Returns the affine transform of the plane in `t`.
///
/// - Returns: The six entries that concern the plane; they describe `t` completely only where
///   `CATransform3DIsAffine(t)`.
@inlinable public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
  CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}

extension CATransform3D {
  /// Whether every entry is a finite number.
  @inlinable package var isFinite: Bool {
    // x - x is 0 for a finite x and NaN otherwise, so one comparison answers for all sixteen.
    let zeros = (row1 - row1) + (row2 - row2) + (row3 - row3) + (row4 - row4)
    return zeros.x + zeros.y + zeros.z + zeros.w == 0
  }
}
