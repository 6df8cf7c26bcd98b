// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// An affine map of the plane for row vectors: `x' = a x + c y + tx`, `y' = b x + d y + ty`.
///
/// Composition reads left to right, as for ``CATransform3D``: `t1.concatenating(t2)` applies `t1` first, and
/// `t.rotated(by:)` rotates before `t`.
///
/// - Conformance: Spaces; Apple's `CGAffineTransform`, documented.
@frozen public struct CGAffineTransform: Hashable, Codable, Sendable {
  /// The factor of the old x in the new x.
  public var a: CGFloat
  /// The factor of the old x in the new y.
  public var b: CGFloat
  /// The factor of the old y in the new x.
  public var c: CGFloat
  /// The factor of the old y in the new y.
  public var d: CGFloat
  /// The offset that is added to x, in points.
  public var tx: CGFloat
  /// The offset that is added to y, in points.
  public var ty: CGFloat

  /// Makes the **zero** transform, as Swift does for the imported C structure; see ``identity``.
  @inlinable public init() {
    self.init(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
  }

  /// Makes a transform from its six entries.
  @inlinable public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// Makes a transform from its six entries.
  @inlinable public init(
    _ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat
  ) {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  /// Makes the transform that moves by `(tx, ty)` points.
  @inlinable public init(translationX tx: CGFloat, y ty: CGFloat) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
  }

  /// Makes the transform that scales along the axes.
  @inlinable public init(scaleX sx: CGFloat, y sy: CGFloat) {
    self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
  }

  /// Makes the transform that rotates by `angle` radians, clockwise on the screen where y points down.
  public init(rotationAngle angle: CGFloat) {
    let sine = sin(angle)
    let cosine = cos(angle)
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// The transform that moves nothing.
  @inlinable public static var identity: CGAffineTransform {
    CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
  }

  /// Whether this is exactly the identity.
  @inlinable public var isIdentity: Bool { self == .identity }

  /// Translates by `(tx, ty)` points first, then applies this.
  @inlinable public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform {
    CGAffineTransform(translationX: tx, y: ty).concatenating(self)
  }

  /// Scales first, then applies this.
  @inlinable public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
    CGAffineTransform(scaleX: sx, y: sy).concatenating(self)
  }

  /// Rotates by `angle` radians first, then applies this.
  public func rotated(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// First this, then `next`.
  @inlinable public func concatenating(_ next: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// The transform that undoes this.
  ///
  /// - Returns: The inverse, or this itself where it is singular, not finite, or its inverse overflows.
  public func inverted() -> CGAffineTransform {
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite else { return self }
    let inverse = CGAffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    let sum = inverse.a + inverse.b + inverse.c + inverse.d + inverse.tx + inverse.ty
    return sum.isFinite ? inverse : self
  }
}
