// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

// The C spelling of `CGAffineTransform`, for code from before Swift had the methods.

/// The transform that moves nothing.
@inlinable public var CGAffineTransformIdentity: CGAffineTransform { .identity }

/// Makes a transform from its six entries.
@inlinable public func CGAffineTransformMake(
  _ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat
) -> CGAffineTransform {
  CGAffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
}

/// Makes the transform that moves by `(tx, ty)` points.
@inlinable public func CGAffineTransformMakeTranslation(_ tx: CGFloat, _ ty: CGFloat) -> CGAffineTransform {
  CGAffineTransform(translationX: tx, y: ty)
}

/// Makes the transform that scales along the axes.
@inlinable public func CGAffineTransformMakeScale(_ sx: CGFloat, _ sy: CGFloat) -> CGAffineTransform {
  CGAffineTransform(scaleX: sx, y: sy)
}

/// Makes the transform that rotates by `angle` radians.
public func CGAffineTransformMakeRotation(_ angle: CGFloat) -> CGAffineTransform {
  CGAffineTransform(rotationAngle: angle)
}

/// Whether `t` is exactly the identity.
@inlinable public func CGAffineTransformIsIdentity(_ t: CGAffineTransform) -> Bool {
  t.isIdentity
}

/// Translates first, then applies `t`.
@inlinable public func CGAffineTransformTranslate(
  _ t: CGAffineTransform, _ tx: CGFloat, _ ty: CGFloat
) -> CGAffineTransform {
  t.translatedBy(x: tx, y: ty)
}

/// Scales first, then applies `t`.
@inlinable public func CGAffineTransformScale(
  _ t: CGAffineTransform, _ sx: CGFloat, _ sy: CGFloat
) -> CGAffineTransform {
  t.scaledBy(x: sx, y: sy)
}

/// Rotates by `angle` radians first, then applies `t`.
public func CGAffineTransformRotate(_ t: CGAffineTransform, _ angle: CGFloat) -> CGAffineTransform {
  t.rotated(by: angle)
}

/// The transform that undoes `t`, or `t` itself where it is singular.
public func CGAffineTransformInvert(_ t: CGAffineTransform) -> CGAffineTransform {
  t.inverted()
}

/// First `t1`, then `t2`.
@inlinable public func CGAffineTransformConcat(
  _ t1: CGAffineTransform, _ t2: CGAffineTransform
) -> CGAffineTransform {
  t1.concatenating(t2)
}

/// Whether `t1` and `t2` are equal in every entry, exactly.
@inlinable public func CGAffineTransformEqualToTransform(_ t1: CGAffineTransform, _ t2: CGAffineTransform) -> Bool {
  t1 == t2
}

/// The image of a point.
@inlinable public func CGPointApplyAffineTransform(_ point: CGPoint, _ t: CGAffineTransform) -> CGPoint {
  point.applying(t)
}

/// The image of a size, without the translation.
@inlinable public func CGSizeApplyAffineTransform(_ size: CGSize, _ t: CGAffineTransform) -> CGSize {
  size.applying(t)
}

/// The smallest rectangle that holds the image of `rect`.
public func CGRectApplyAffineTransform(_ rect: CGRect, _ t: CGAffineTransform) -> CGRect {
  rect.applying(t)
}

extension CGPoint {
  /// The image of this point under `t`.
  @inlinable public func applying(_ t: CGAffineTransform) -> CGPoint {
    CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
  }
}

extension CGSize {
  /// The image of this size under `t`, without the translation.
  @inlinable public func applying(_ t: CGAffineTransform) -> CGSize {
    CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
  }
}

extension CGRect {
  /// The smallest rectangle that holds the image of this one under `t`.
  ///
  /// - Returns: The null and the infinite rectangle stay as they are.
  public func applying(_ t: CGAffineTransform) -> CGRect {
    if isNull || isInfinite { return self }
    let corners = [
      origin.applying(t), CGPoint(x: origin.x + size.width, y: origin.y).applying(t),
      CGPoint(x: origin.x, y: origin.y + size.height).applying(t),
      CGPoint(x: origin.x + size.width, y: origin.y + size.height).applying(t),
    ]
    let first = corners[0]
    var (minX, maxX, minY, maxY) = (first.x, first.x, first.y, first.y)
    for corner in corners.dropFirst() {
      (minX, maxX) = (min(minX, corner.x), max(maxX, corner.x))
      (minY, maxY) = (min(minY, corner.y), max(maxY, corner.y))
    }
    return CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }
}
