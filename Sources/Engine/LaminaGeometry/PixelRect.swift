// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A size in whole pixels of a target.
///
/// - Units: pixels.
/// - Range: `0...`; the planner never makes a negative one.
public struct PixelSize: Hashable, Codable, Sendable {
  /// The number of pixels in a row.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Makes a size of `width` by `height` pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The number of pixels, saturating at `Int.max`.
  @inlinable public var area: Int {
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : product
  }
}

extension PixelSize: CustomStringConvertible {
  /// "width x height".
  public var description: String { "\(width) x \(height)" }
}

/// A rectangle of whole pixels in target space: half open, y down, `minX <= x < maxX`.
///
/// An empty rectangle has `maxX <= minX` or `maxY <= minY`.
///
/// - Units: pixels of the target.
@frozen public struct PixelRect: Hashable, Codable, Sendable {
  /// The first column inside.
  public var minX: Int32
  /// The first row inside.
  public var minY: Int32
  /// The first column to the right that is outside.
  public var maxX: Int32
  /// The first row below that is outside.
  public var maxY: Int32

  /// Makes a rectangle from its edges.
  @inlinable public init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Makes the rectangle of `size` at the origin.
  @inlinable public init(size: PixelSize) {
    self.init(minX: 0, minY: 0, maxX: Int32(clamping: size.width), maxY: Int32(clamping: size.height))
  }

  /// The rectangle without pixels.
  @inlinable public static var empty: PixelRect { PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0) }

  /// The number of columns, never negative.
  @inlinable public var width: Int { max(0, Int(maxX) - Int(minX)) }
  /// The number of rows, never negative.
  @inlinable public var height: Int { max(0, Int(maxY) - Int(minY)) }
  /// The number of pixels.
  @inlinable public var area: Int { width * height }
  /// Whether it holds no pixel.
  @inlinable public var isEmpty: Bool { maxX <= minX || maxY <= minY }
  /// Its width and height.
  @inlinable public var size: PixelSize { PixelSize(width: width, height: height) }

  /// The pixels in both rectangles.
  @inlinable public func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
  }

  /// The smallest rectangle that holds both; an empty one adds nothing.
  @inlinable public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// Whether the rectangles share a pixel.
  @inlinable public func intersects(_ other: PixelRect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// Whether every pixel of `other` is inside.
  @inlinable public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || (minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY)
  }
}

extension PixelRect: CustomStringConvertible {
  /// "(x, y) width x height".
  public var description: String { "(\(minX), \(minY)) \(width) x \(height)" }
}
