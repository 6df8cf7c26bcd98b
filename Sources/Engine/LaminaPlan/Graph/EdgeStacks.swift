// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

/// The places at which opaque shapes of a pass were seen last, with the number of shapes whose edges lie on one another
/// at each: they have at least three sides of their pixels in common, and few others stand between them. Also, the
/// length of a series of shapes of which each has nearly the edges of the one before.
///
/// The shapes of a list and of its fragments are added in their order. A fragment keeps its own places, and is added as
/// a whole where its first shapes lie on none of the shapes before it.
package struct EdgeStacks: Sendable {
  /// The corners of a shape at the top left and at the bottom right, each as one number: a pass may hold thousands of
  /// shapes, and hardly any of them has a corner in common with one before it.
  private struct Corners {
    let (first, last): (UInt64, UInt64)

    @inline(__always) init(_ bounds: PixelRect) {
      first = UInt64(UInt32(bitPattern: bounds.minX)) | UInt64(UInt32(bitPattern: bounds.minY)) << 32
      last = UInt64(UInt32(bitPattern: bounds.maxX)) | UInt64(UInt32(bitPattern: bounds.maxY)) << 32
    }

    var bounds: PixelRect {
      PixelRect(
        minX: Int32(truncatingIfNeeded: first), minY: Int32(truncatingIfNeeded: first >> 32),
        maxX: Int32(truncatingIfNeeded: last), maxY: Int32(truncatingIfNeeded: last >> 32))
    }

    @inline(__always) func sharesOne(with other: Corners) -> Bool { first == other.first || last == other.last }
  }

  /// The number of translucent layers, antialiased edges among them, that 8 bits hold within two levels.
  package static let layersIn8Bits = 4
  /// How many antialiased edges of opaque shapes count as one such layer: what is behind them fades, with its errors.
  package static let edgesInLayer = 4

  /// The places, without what a fragment knows of its beginning.
  private struct Places {
    var corners = InlineArray<4, Corners>(repeating: Corners(.empty))
    var counts = InlineArray<4, Int>(repeating: 0)
    var oldest = 0
    /// The largest number of shapes at one place.
    var most = 0

    /// - Returns: Whether the shape lies on others.
    @inline(__always) mutating func stack(_ bounds: PixelRect, besides frame: PixelRect?) -> Bool {
      let own = Corners(bounds)
      // Three common sides are one of these corners and a side.
      if hasCorner(of: bounds), let place = place(of: bounds, besides: frame) {
        corners[place] = own
        counts[place] += 1
        most = max(most, counts[place])
        return true
      }
      corners[oldest] = own
      counts[oldest] = 1
      oldest = (oldest + 1) & 3
      return false
    }

    /// Whether a shape has a corner in common with one of the places.
    @inline(__always) func hasCorner(of bounds: PixelRect) -> Bool {
      let own = Corners(bounds)
      return own.sharesOne(with: corners[0]) || own.sharesOne(with: corners[1]) || own.sharesOne(with: corners[2])
        || own.sharesOne(with: corners[3])
    }

    /// The newest place at which a shape has three sides in common.
    @inline(never) private func place(of bounds: PixelRect, besides frame: PixelRect?) -> Int? {
      for age in 1...4 {
        let place = (oldest + 4 - age) & 3
        if bounds.sharesSides(with: corners[place].bounds, besides: frame) { return place }
      }
      return nil
    }
  }

  /// Shapes one behind the other, as far as each has nearly the sides of the one before: hundreds of layers, each
  /// turned a little, have edges that nearly lie on one another along a curve.
  private struct Series {
    /// The first shape and the last one.
    private var (first, last) = (PixelRect.empty, PixelRect.empty)
    /// The number of shapes; of those that are near from the first on, and of those that are near up to the last.
    private var (count, leading, trailing) = (0, 0, 0)
    /// The length of the longest series.
    private(set) var most = 0

    @inline(__always) mutating func add(_ bounds: PixelRect) {
      trailing = bounds.isNear(last) ? trailing &+ 1 : 1
      if trailing > count { leading = trailing }
      if count == 0 { first = bounds }
      count &+= 1
      last = bounds
      most = max(most, trailing)
    }

    /// Adds the shapes of another list behind these.
    mutating func add(_ other: Series) {
      guard other.count > 0 else { return }
      guard count > 0 else {
        self = other
        return
      }
      let isNear = other.first.isNear(last)
      if isNear { most = max(most, trailing + other.leading) }
      if isNear, leading == count { leading += other.leading }
      trailing = isNear && other.leading == other.count ? trailing + other.count : other.trailing
      most = max(most, other.most)
      count += other.count
      last = other.last
    }
  }

  private var series = Series()
  private var places = Places()
  /// The number of shapes that were seen at a new place.
  private var placeCount = 0
  /// The shapes up to the last of the first four places, and whether each of them lies on others.
  private var beginning: [(bounds: PixelRect, isStacked: Bool)] = []
  /// The rectangle whose sides do not count, since it cuts the shapes; `nil` for none.
  private let frame: PixelRect?

  package init(besides frame: PixelRect?) { self.frame = frame }

  /// Whether 8 bits do not hold the shapes at one place; then no others are added.
  package var isOver: Bool {
    places.most > Self.layersIn8Bits || series.most > Self.layersIn8Bits * Self.edgesInLayer
  }

  /// Adds a shape to the series.
  @inline(__always) package mutating func addToSeries(_ bounds: PixelRect) { series.add(bounds) }

  /// Adds a shape to the place with which it has at least three sides in common, or to a new one.
  @inline(__always) package mutating func add(_ bounds: PixelRect) {
    if isOver { return }
    let isStacked = places.stack(bounds, besides: frame)
    if !isStacked { placeCount += 1 }
    // A shape on the fourth place is not the last one that may lie on a shape before.
    if placeCount < 4 || placeCount == 4 && !isStacked { beginning.append((bounds, isStacked)) }
  }

  /// Adds the shapes of a fragment, read where the fragment has them.
  ///
  /// - Returns: `false` if its shapes have to be added one by one; then nothing was added.
  package mutating func add(_ fragment: DrawnFragment) -> Bool { add(fragment.stacks) }

  /// Adds the shapes of another list.
  ///
  /// - Returns: `false` if its shapes have to be added one by one; then nothing was added.
  package mutating func add(_ fragment: borrowing EdgeStacks) -> Bool {
    guard fragment.frame == frame else { return false }
    if fragment.placeCount >= 4, !fragment.beginsAtCorner(of: places) {
      let most = max(places.most, fragment.places.most)
      places = fragment.places
      places.most = most
      series.add(fragment.series)
      return true
    }
    var copy = places
    for (bounds, isStacked) in fragment.beginning where copy.stack(bounds, besides: frame) != isStacked { return false }
    let most = copy.most
    if fragment.placeCount >= 4 { copy = fragment.places }
    copy.most = max(most, fragment.places.most)
    places = copy
    series.add(fragment.series)
    return true
  }
}

extension EdgeStacks {
  /// Whether one of the shapes up to the fourth place has a corner in common with one before it, in this list or at
  /// some other places. Otherwise they are at new places behind those, too.
  private borrowing func beginsAtCorner(of others: Places) -> Bool {
    for (bounds, isStacked) in beginning where isStacked || others.hasCorner(of: bounds) { return true }
    return false
  }
}

extension PixelRect {
  /// Whether each side is nearly that of another rectangle: within a pixel and a 32nd of the width or height, and a
  /// quarter of it, so that thin shapes beside one another are not near.
  @inline(__always) fileprivate func isNear(_ other: PixelRect) -> Bool {
    let (across, down) = (min(width >> 5 + 1, width >> 2), min(height >> 5 + 1, height >> 2))
    return abs(Int(minX) - Int(other.minX)) <= across && abs(Int(maxX) - Int(other.maxX)) <= across
      && abs(Int(minY) - Int(other.minY)) <= down && abs(Int(maxY) - Int(other.maxY)) <= down
  }

  /// Whether it has at least three sides in common with another, those of a third rectangle not among them.
  fileprivate func sharesSides(with other: PixelRect, besides frame: PixelRect?) -> Bool {
    var count = 0
    if minX == other.minX, minX != frame?.minX { count += 1 }
    if minY == other.minY, minY != frame?.minY { count += 1 }
    if maxX == other.maxX, maxX != frame?.maxX { count += 1 }
    if maxY == other.maxY, maxY != frame?.maxY { count += 1 }
    return count >= 3
  }
}
