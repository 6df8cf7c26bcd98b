// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Core Graphics' functions of points, sizes and rectangles, as C and older Swift call them. Each calls the
// corresponding member.

public import Foundation

/// Makes a point.
@inlinable public func CGPointMake(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

/// Makes a size.
@inlinable public func CGSizeMake(_ width: CGFloat, _ height: CGFloat) -> CGSize {
  CGSize(width: width, height: height)
}

/// Makes a rectangle.
@inlinable public func CGRectMake(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}

/// The origin; `CGPoint.zero`.
@inlinable public var CGPointZero: CGPoint { .zero }

/// No size; `CGSize.zero`.
@inlinable public var CGSizeZero: CGSize { .zero }

/// The rectangle of no size at the origin; `CGRect.zero`.
@inlinable public var CGRectZero: CGRect { .zero }

/// The null rectangle, such as the intersection of two rectangles that do not touch; `CGRect.null`.
@inlinable public var CGRectNull: CGRect { .null }

/// The infinite rectangle, which holds all others; `CGRect.infinite`.
@inlinable public var CGRectInfinite: CGRect { .infinite }

/// The smallest x of a rectangle, whatever the sign of its width.
@inlinable public func CGRectGetMinX(_ rect: CGRect) -> CGFloat { rect.minX }

/// The middle of a rectangle along x.
@inlinable public func CGRectGetMidX(_ rect: CGRect) -> CGFloat { rect.midX }

/// The largest x of a rectangle, whatever the sign of its width.
@inlinable public func CGRectGetMaxX(_ rect: CGRect) -> CGFloat { rect.maxX }

/// The smallest y of a rectangle, whatever the sign of its height.
@inlinable public func CGRectGetMinY(_ rect: CGRect) -> CGFloat { rect.minY }

/// The middle of a rectangle along y.
@inlinable public func CGRectGetMidY(_ rect: CGRect) -> CGFloat { rect.midY }

/// The largest y of a rectangle, whatever the sign of its height.
@inlinable public func CGRectGetMaxY(_ rect: CGRect) -> CGFloat { rect.maxY }

/// The width of a rectangle, which is never below 0.
@inlinable public func CGRectGetWidth(_ rect: CGRect) -> CGFloat { rect.width }

/// The height of a rectangle, which is never below 0.
@inlinable public func CGRectGetHeight(_ rect: CGRect) -> CGFloat { rect.height }

/// The same rectangle with a width and height that are not below 0.
@inlinable public func CGRectStandardize(_ rect: CGRect) -> CGRect { rect.standardized }

/// A rectangle with the same centre, whose sides are moved inward by `dx` and `dy`, or outward where these are
/// negative; the null rectangle where nothing is left.
@inlinable public func CGRectInset(_ rect: CGRect, _ dx: CGFloat, _ dy: CGFloat) -> CGRect {
  rect.insetBy(dx: dx, dy: dy)
}

/// The rectangle moved.
@inlinable public func CGRectOffset(_ rect: CGRect, _ dx: CGFloat, _ dy: CGFloat) -> CGRect {
  rect.offsetBy(dx: dx, dy: dy)
}

/// The smallest rectangle of whole numbers that holds a rectangle.
@inlinable public func CGRectIntegral(_ rect: CGRect) -> CGRect { rect.integral }

/// The smallest rectangle that holds two rectangles.
@inlinable public func CGRectUnion(_ r1: CGRect, _ r2: CGRect) -> CGRect { r1.union(r2) }

/// The intersection of two rectangles; the null rectangle where they do not meet.
@inlinable public func CGRectIntersection(_ r1: CGRect, _ r2: CGRect) -> CGRect { r1.intersection(r2) }

/// Cuts a rectangle in two.
///
/// - Parameters:
///   - rect: The rectangle.
///   - slice: Receives the part between the edge and the cut.
///   - remainder: Receives the rest.
///   - amount: The distance of the cut from the edge, in points.
///   - edge: The edge that the slice lies at.
public func CGRectDivide(
  _ rect: CGRect, _ slice: UnsafeMutablePointer<CGRect>, _ remainder: UnsafeMutablePointer<CGRect>, _ amount: CGFloat,
  _ edge: CGRectEdge
) {
  let parts = rect.divided(atDistance: amount, from: edge)
  (slice.pointee, remainder.pointee) = (parts.slice, parts.remainder)
}

/// Whether a rectangle has no width or no height.
@inlinable public func CGRectIsEmpty(_ rect: CGRect) -> Bool { rect.isEmpty }

/// Whether a rectangle is the null rectangle.
@inlinable public func CGRectIsNull(_ rect: CGRect) -> Bool { rect.isNull }

/// Whether a rectangle is the infinite rectangle.
@inlinable public func CGRectIsInfinite(_ rect: CGRect) -> Bool { rect.isInfinite }

/// Whether a point lies in a rectangle; its right and its bottom edge are outside.
@inlinable public func CGRectContainsPoint(_ rect: CGRect, _ point: CGPoint) -> Bool { rect.contains(point) }

/// Whether a rectangle holds all of another.
@inlinable public func CGRectContainsRect(_ rect1: CGRect, _ rect2: CGRect) -> Bool { rect1.contains(rect2) }

/// Whether two rectangles share anything.
@inlinable public func CGRectIntersectsRect(_ rect1: CGRect, _ rect2: CGRect) -> Bool { rect1.intersects(rect2) }

/// Whether both are the same rectangle; a rectangle with negative sides is equal to the rectangle that it covers.
public func CGRectEqualToRect(_ rect1: CGRect, _ rect2: CGRect) -> Bool { rect1.equalTo(rect2) }

/// Whether both points have the same coordinates, exactly.
@inlinable public func CGPointEqualToPoint(_ point1: CGPoint, _ point2: CGPoint) -> Bool { point1 == point2 }

/// Whether both sizes have the same sides, exactly.
@inlinable public func CGSizeEqualToSize(_ size1: CGSize, _ size2: CGSize) -> Bool { size1 == size2 }

/// Whether two paths have the same elements, exactly.
public func CGPathEqualToPath(_ path1: CGPath?, _ path2: CGPath?) -> Bool { path1 == path2 }

extension CGPoint {
  /// "(x, y)".
  public var debugDescription: String { "(\(x), \(y))" }
}

extension CGSize {
  /// "(width, height)".
  public var debugDescription: String { "(\(width), \(height))" }
}

extension CGRect {
  /// "(x, y, width, height)", as the rectangle was made.
  public var debugDescription: String { "(\(origin.x), \(origin.y), \(size.width), \(size.height))" }
}
