// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Pixels as a short list of rectangles: the part of a picture that changed, or that is requested.
///
/// A region may hold more pixels than were added, never fewer: rectangles that lie close together are joined, and
/// beyond ``maximumCount`` the pair that wastes the fewest pixels is joined. Rectangles may overlap.
public struct PixelRegion: Hashable, Sendable {
  /// The rectangles; none of them is empty or lies in another.
  public private(set) var rectangles: [PixelRect] = []

  /// The greatest number of rectangles; further ones are joined.
  public static let maximumCount = 16
  /// The cost of a rectangle, in pixels: two rectangles are joined where this adds fewer pixels.
  private static let worthOfRectangle = 1024

  /// The region without pixels.
  @inlinable public init() {}

  /// The pixels of a rectangle.
  public init(_ rectangle: PixelRect) { add(rectangle) }

  /// Whether the region holds no pixel.
  @inlinable public var isEmpty: Bool { rectangles.isEmpty }

  /// The smallest rectangle that holds the region.
  public var bounds: PixelRect { rectangles.reduce(.empty) { $0.union($1) } }

  /// The number of pixels; pixels that lie in several rectangles count once.
  ///
  /// - Complexity: O(n³) in rectangles, of which there are few; O(n²) where none of them intersect.
  public var area: Int {
    let areIntersecting = rectangles.indices.contains { index in
      rectangles[..<index].contains { $0.intersects(rectangles[index]) }
    }
    guard areIntersecting else { return rectangles.reduce(0) { $0 + $1.area } }
    let columns = Set(rectangles.flatMap { [$0.minX, $0.maxX] }).sorted()
    var area = 0
    for (left, right) in zip(columns, columns.dropFirst()) {
      let spans = rectangles.filter { $0.minX <= left && $0.maxX >= right }.sorted { $0.minY < $1.minY }
      var end = Int32.min
      for span in spans where span.maxY > end {
        area += (Int(right) - Int(left)) * (Int(span.maxY) - Int(max(span.minY, end)))
        end = span.maxY
      }
    }
    return area
  }

  /// Whether the region shares a pixel with a rectangle.
  public func intersects(_ rectangle: PixelRect) -> Bool {
    guard !rectangle.isEmpty else { return false }
    for own in rectangles where own.intersects(rectangle) { return true }
    return false
  }

  /// Whether one of its rectangles holds all of another.
  public func holds(_ rectangle: PixelRect) -> Bool {
    for own in rectangles where own.contains(rectangle) { return true }
    return rectangle.isEmpty
  }

  /// Adds the pixels of a rectangle.
  public mutating func add(_ rectangle: PixelRect) {
    guard !holds(rectangle) else { return }
    var joined = rectangle
    // A rectangle that has grown may come close to others.
    while let place = rectangles.firstIndex(where: { Self.waste(joined, $0) <= Self.worthOfRectangle }) {
      joined = joined.union(rectangles[place])
      rectangles.swapAt(place, rectangles.count - 1)
      rectangles.removeLast()
    }
    rectangles.append(joined)
    if rectangles.count > Self.maximumCount { joinNearest() }
  }

  /// Adds the pixels of another region.
  public mutating func add(_ other: PixelRegion) {
    for rectangle in other.rectangles { add(rectangle) }
  }

  /// The part of the region that lies in a rectangle.
  public func intersection(_ rectangle: PixelRect) -> PixelRegion {
    mapped { $0.intersection(rectangle) }
  }

  /// The region of rectangles that `place` makes of each rectangle.
  public func mapped(_ place: (PixelRect) -> PixelRect) -> PixelRegion {
    var result = PixelRegion()
    for rectangle in rectangles { result.add(place(rectangle)) }
    return result
  }

  /// Joins the two rectangles that waste the least.
  private mutating func joinNearest() {
    var best = (first: 0, second: 1, waste: Int.max)
    for first in rectangles.indices {
      for second in rectangles.indices where second > first {
        let waste = Self.waste(rectangles[first], rectangles[second])
        if waste < best.waste { best = (first, second, waste) }
      }
    }
    let joined = rectangles[best.first].union(rectangles[best.second])
    rectangles.remove(at: best.second)
    rectangles.remove(at: best.first)
    add(joined)
  }

  /// The number of pixels that the smallest rectangle around two rectangles holds beyond theirs.
  private static func waste(_ first: PixelRect, _ second: PixelRect) -> Int {
    first.union(second).area - first.area - second.area + first.intersection(second).area
  }
}

extension PixelRect {
  /// The smallest rectangle around the region whose sides lie on a grid, cut to `region`, at whose top left corner the
  /// grid begins.
  ///
  /// - Parameters:
  ///   - grain: The size of the grid's cells, at least 1 by 1 pixel.
  ///   - region: The pixels that the result is cut to; this region is cut to them first.
  package func aligned(to grain: PixelSize, in region: PixelRect) -> PixelRect {
    let part = intersection(region)
    guard !part.isEmpty else { return .empty }
    let (width, height) = (max(1, grain.width), max(1, grain.height))
    let (left, top) = (Int(part.minX) - Int(region.minX), Int(part.minY) - Int(region.minY))
    let (right, bottom) = (Int(part.maxX) - Int(region.minX), Int(part.maxY) - Int(region.minY))
    return PixelRect(
      minX: Int32(clamping: Int(region.minX) + left / width * width),
      minY: Int32(clamping: Int(region.minY) + top / height * height),
      maxX: Int32(clamping: Int(region.minX) + (right + width - 1) / width * width),
      maxY: Int32(clamping: Int(region.minY) + (bottom + height - 1) / height * height)
    ).intersection(region)
  }

  /// The same pixels, counted from the top left corner of a region.
  @inlinable package func moved(from region: PixelRect) -> PixelRect {
    PixelRect(
      minX: minX - region.minX, minY: minY - region.minY, maxX: maxX - region.minX, maxY: maxY - region.minY)
  }
}
