// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// A direction and a distance in the plane.
///
/// - Units: points, in the space of the code that uses it.
public struct CGVector: Hashable, Codable, Sendable {
  /// The part along x.
  public var dx: CGFloat
  /// The part along y.
  public var dy: CGFloat

  /// The vector of no length.
  public static let zero = CGVector()

  /// Makes the vector of no length.
  public init() { (dx, dy) = (0, 0) }

  /// Makes a vector from its two parts.
  public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }

  /// Makes a vector from two numbers.
  public init(dx: Double, dy: Double) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

  /// Makes a vector from two whole numbers.
  public init(dx: Int, dy: Int) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }
}

/// Makes a vector from its two parts.
@inlinable public func CGVectorMake(_ dx: CGFloat, _ dy: CGFloat) -> CGVector { CGVector(dx: dx, dy: dy) }

extension CGVector: CustomDebugStringConvertible {
  /// "(dx, dy)".
  public var debugDescription: String { "(\(dx), \(dy))" }
}

extension CGPoint {
  /// Whether both points have the same coordinates, exactly.
  @inlinable public func equalTo(_ point2: CGPoint) -> Bool { self == point2 }
}

extension CGSize {
  /// Whether both sizes have the same sides, exactly.
  @inlinable public func equalTo(_ size2: CGSize) -> Bool { self == size2 }
}

extension CGRect {
  /// Whether both are the same rectangle; a rectangle with negative sides is equal to the rectangle that it covers.
  public func equalTo(_ rect2: CGRect) -> Bool { self == rect2 || standardized == rect2.standardized }
}

extension CGAffineTransform {
  /// Whether both transforms are equal in every entry, exactly.
  @inlinable public func equalTo(_ t2: CGAffineTransform) -> Bool { self == t2 }
}

/// The largest number that a `Float` holds, as Darwin's `math.h` calls it; often used as a number of endless
/// repetitions.
public let HUGE: Float = .greatestFiniteMagnitude

/// The largest number that a `Float` holds, as Darwin's `math.h` calls it.
public let MAXFLOAT: Float = .greatestFiniteMagnitude
