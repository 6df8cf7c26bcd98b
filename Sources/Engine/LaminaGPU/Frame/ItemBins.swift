// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

/// The items that may touch each bin of a pass, a large square of pixels, as bits: a tile looks only at the items of
/// its bin.
///
/// Bits take the same memory however many bins an item touches, so that no plan makes them large. An item is noted at
/// the corners of the bins that it touches, and the bits of all bins follow from these once for all items of a round:
/// layers that each fill the pass take as little time as small ones.
package struct ItemBins {
  /// The most bins of a pass; larger passes have larger bins.
  package static let mostBins = 256
  /// The items of a round of `layers.comp`: bits in a texel.
  package static let round = 128
  /// Texels in a row of the image that `layers_bins.comp` stores bins to.
  package static let imageWidth = 1024
  /// Pixels of a tile's side in `layers.comp`.
  package static let tile = 16

  /// Passes of at most this many items, or groups of items, have one bin: each of its tiles looks at all of them.
  package static let fewItems = 16

  /// Tiles look at this many rounds of particles without asking which of them touch their bin.
  static let fewRounds = 4

  /// Pixels of a bin's side: a multiple of a tile's.
  package private(set) var side = 0
  /// `side` is two to this power.
  private var shift = 0
  /// The number of bins in a row.
  package private(set) var columns = 0
  private var rows = 0
  /// The number of texels of a bin.
  package private(set) var rounds = 0
  /// The bits of one bin after the other, a texel for each round; complete once ``finish()`` was called.
  package private(set) var texels: [SIMD4<UInt32>] = []
  private var region = PixelRect.empty
  /// The round of the last item.
  private var round = 0
  /// For each bin, and for places behind the last column and row, the items of the round whose presence changes there:
  /// an item is in a bin if the bins up to it, left of it and above, have an odd number of changes.
  private var changes: [SIMD4<UInt32>] = []
  /// For each bin, the items of the round that are not behind all that shows there.
  private var shown: [SIMD4<UInt32>] = []
  /// Whether no pixel of a bin shows anything behind the items so far.
  private var isClosed: [Bool] = []
  /// For each row, neighbouring closed bins.
  private var closed: [Range<Int>] = []
  /// For each row, the left end of the bin before these, and the right end of the bin behind them: between the two, a
  /// polygon holds no bin beside them.
  private var beside: [SIMD2<Float>] = []
  /// The ends of the last polygon that was tried: minimum x and y, and maximum x and y, negated.
  private var tried = SIMD4<Float>(repeating: .nan)
  /// A polygon is tried that is this many pixels beyond the last one on some side: of a hundred layers that lie on one
  /// another, few close a bin that those in front of them left open.
  private static let step: Float = 8

  /// Bins without items, whose memory is kept from pass to pass.
  package init() {}

  /// Starts the bins of a pass.
  ///
  /// - Parameters:
  ///   - region: The pixels of the pass.
  ///   - count: The number of items.
  ///   - groups: The number of groups of neighbouring items that are added together; `nil` if each is added by itself.
  package mutating func begin(_ region: PixelRect, items count: Int, groups: Int? = nil) {
    let grid = Self.grid(of: region, most: groups ?? count <= Self.fewItems ? 1 : Self.mostBins)
    (side, columns, rows) = (grid.side, grid.columns, grid.rows)
    shift = side.trailingZeroBitCount
    self.region = region
    rounds = (count + Self.round - 1) / Self.round
    (round, tried) = (0, SIMD4(repeating: .nan))
    texels.refill(with: .zero, count: columns * rows * rounds)
    changes.refill(with: .zero, count: (columns + 1) * (rows + 1))
    shown.refill(with: SIMD4(repeating: .max), count: columns * rows)
    isClosed.refill(with: false, count: columns * rows)
    closed.refill(with: 0..<0, count: rows)
    beside.refill(with: [.infinity, -.infinity], count: rows)
  }

  /// The bins of a pass: the pixels of their sides, and their numbers in a row and in a column.
  ///
  /// - Parameter most: The most bins.
  package static func grid(of region: PixelRect, most: Int) -> (side: Int, columns: Int, rows: Int) {
    var side = 128
    func bins(along length: Int) -> Int { max(1, (length + side - 1) / side) }
    while bins(along: region.width) * bins(along: region.height) > most { side *= 2 }
    return (side, bins(along: region.width), bins(along: region.height))
  }

  /// Adds an item, behind all earlier ones.
  ///
  /// - Parameters:
  ///   - index: The number of the item; above those of all earlier ones.
  ///   - pixels: The pixels that it may touch, from the first pixel of the pass; all inside the pass.
  ///   - hiding: A convex polygon whose pixels hide everything behind them, target space; empty if there are none.
  package mutating func add(_ index: Int, _ pixels: PixelRect, hiding: UnsafeBufferPointer<SIMD2<Float>>) {
    guard !pixels.isEmpty else { return }
    note(UInt32(1) << UInt32(index & 31), at: index, pixels)
    guard !hiding.isEmpty else { return }
    let (minX, minY, maxX, maxY) = (Int(pixels.minX), Int(pixels.minY), Int(pixels.maxX), Int(pixels.maxY))
    // Most items are smaller than a bin, so that they cannot hide one.
    let firstRow = (minY + side - 1) >> shift
    let endRow = maxY == region.height ? rows : maxY >> shift
    let firstColumn = (minX + side - 1) >> shift
    let endColumn = maxX == region.width ? columns : maxX >> shift
    guard firstRow < endRow, firstColumn < endColumn else { return }
    hide(by: hiding, behind: index, rows: firstRow..<endRow, columns: firstColumn..<endColumn)
  }

  /// Adds neighbouring items that may touch the same pixels and hide none, behind all earlier ones.
  package mutating func add(_ indices: Range<Int>, _ pixels: PixelRect) {
    guard !pixels.isEmpty else { return }
    var index = indices.lowerBound
    while index < indices.upperBound {
      let end = min(indices.upperBound, (index | 31) + 1)
      note((UInt32.max >> UInt32(32 - (end - index))) << UInt32(index & 31), at: index, pixels)
      index = end
    }
  }

  /// Notes items at the corners of the bins that they touch.
  ///
  /// - Parameters:
  ///   - bits: The items, of 32 that begin at a multiple of 32.
  ///   - index: One of them.
  @inline(__always) private mutating func note(_ bits: UInt32, at index: Int, _ pixels: PixelRect) {
    if index / Self.round > round {
      endRound()
      round = index / Self.round
    }
    let (place, stride) = (index & (Self.round - 1), columns &+ 1)
    let (left, right) = (Int(pixels.minX) >> shift, (Int(pixels.maxX) &- 1) >> shift &+ 1)
    let top = Int(pixels.minY) >> shift &* stride
    let bottom = ((Int(pixels.maxY) &- 1) >> shift &+ 1) &* stride
    precondition(top &+ left >= 0 && bottom &+ right < changes.count, "an item outside of its pass")
    // By words: a vector that is written at a changing index is copied to memory and back.
    changes.withUnsafeMutableBytes { bytes in
      guard let words = bytes.assumingMemoryBound(to: UInt32.self).baseAddress else { return }
      words[(top &+ left) << 2 &+ place >> 5] ^= bits
      words[(top &+ right) << 2 &+ place >> 5] ^= bits
      words[(bottom &+ left) << 2 &+ place >> 5] ^= bits
      words[(bottom &+ right) << 2 &+ place >> 5] ^= bits
    }
  }

  /// Ends the last round: all items were added.
  package mutating func finish() { endRound() }

  /// Writes the bits of the items of a round.
  private mutating func endRound() {
    guard round < rounds else { return }
    let (rows, columns, rounds, round) = (rows, columns, rounds, round)
    changes.withUnsafeMutableBufferPointer { changes in
      shown.withUnsafeMutableBufferPointer { shown in
        texels.withUnsafeMutableBufferPointer { texels in
          var (place, bin) = (0, 0)
          for row in 0..<rows {
            var along = SIMD4<UInt32>.zero
            for _ in 0..<columns {
              along ^= changes[place]
              let items = row > 0 ? along ^ changes[place - columns - 1] : along
              changes[place] = items
              texels[rounds * bin + round] = items & shown[bin]
              (place, bin) = (place + 1, bin + 1)
            }
            place += 1
          }
          changes.update(repeating: .zero)
          for bin in shown.indices { shown[bin] = SIMD4(repeating: isClosed[bin] ? 0 : .max) }
        }
      }
    }
  }

  /// Closes the bins that lie in a convex polygon.
  ///
  /// - Parameters:
  ///   - index: The item that hides.
  ///   - columns: The bins that it may close in each of the rows.
  private mutating func hide(
    by polygon: UnsafeBufferPointer<SIMD2<Float>>, behind index: Int, rows: Range<Int>, columns: Range<Int>
  ) {
    var ends = SIMD4(lowHalf: polygon[0], highHalf: -polygon[0])
    for vertex in polygon { ends = pointwiseMin(ends, SIMD4(lowHalf: vertex, highHalf: -vertex)) }
    guard !all(ends .>= tried - Self.step) else { return }
    tried = ends
    var spans = LineSpans(of: polygon)
    var above = spans.span(at: top(ofRow: rows.lowerBound))
    for row in rows {
      let below = spans.span(at: top(ofRow: row + 1))
      let (low, high) = (max(above.x, below.x), min(above.y, below.y))
      above = below
      // Layers that lie on one another hide nearly the same bins.
      if low <= beside[row].x || high >= beside[row].y { close(row, columns, from: low, to: high, behind: index) }
    }
  }

  /// Closes the bins of a row that lie between two places, target space.
  private mutating func close(_ row: Int, _ columns: Range<Int>, from low: Float, to high: Float, behind index: Int) {
    guard low < high else { return }
    var (first, end) = (columns.lowerBound, columns.upperBound)
    while first < end, left(ofColumn: first) < low { first += 1 }
    while first < end, high < left(ofColumn: end) { end -= 1 }
    guard first < end else { return }
    var upTo = SIMD4<UInt32>.zero
    let word = index % Self.round / 32
    for earlier in 0..<word { upTo[earlier] = .max }
    upTo[word] = (2 << UInt32(index % 32)) &- 1
    for bin in row * self.columns + first..<row * self.columns + end where !isClosed[bin] {
      isClosed[bin] = true
      shown[bin] &= upTo
    }
    let known = closed[row]
    var bins = known
    if known.isEmpty || end < known.lowerBound || known.upperBound < first {
      if end - first > known.count { bins = first..<end }
    } else {
      bins = min(first, known.lowerBound)..<max(end, known.upperBound)
    }
    closed[row] = bins
    beside[row] = [
      bins.lowerBound > 0 ? left(ofColumn: bins.lowerBound - 1) : -.infinity,
      bins.upperBound < self.columns ? left(ofColumn: bins.upperBound + 1) : .infinity,
    ]
  }

  /// The first pixels of a row, or the end of the last one; target space.
  private func top(ofRow row: Int) -> Float { min(Float(row * side), Float(region.height)) + Float(region.minY) }

  private func left(ofColumn column: Int) -> Float {
    min(Float(column * side), Float(region.width)) + Float(region.minX)
  }
}

/// The parts of horizontal lines inside a convex polygon, from the top down: a rectangle is inside if both its
/// horizontal sides are.
private struct LineSpans {
  /// One of the two ways around the polygon from its highest vertex to its lowest.
  private struct Side {
    /// The start of the edge at the last line, and its change of x with y.
    private var from: SIMD2<Float>
    private var slope: Float = 0
    /// The end of the edge, its number, and the step to the next one.
    private var to: SIMD2<Float>
    /// The end of the edge: of the polygon, where this is above the last line.
    var end: Float { to.y }
    private var (place, step): (Int, Int)

    init(from top: SIMD2<Float>, at place: Int, step: Int) {
      (from, to, self.place, self.step) = (top, top, place, step)
    }

    /// The place on a line, not above earlier ones and not outside the polygon; of a horizontal edge, its end.
    @inline(__always) mutating func x(at y: Float, in polygon: UnsafeBufferPointer<SIMD2<Float>>) -> Float {
      if to.y <= y { advance(to: y, in: polygon) }
      return from.x + slope * (y - from.y)
    }

    @inline(never) private mutating func advance(to y: Float, in polygon: UnsafeBufferPointer<SIMD2<Float>>) {
      // Each vertex is passed at most once, whatever the polygon.
      var rest = polygon.count
      while to.y <= y, rest > 0 {
        rest -= 1
        let next = place + step < polygon.count ? place + step : place + step - polygon.count
        guard polygon[next].y >= to.y else { break }
        (from, to, place) = (to, polygon[next], next)
      }
      if to.y <= y { from = to }
      slope = to.y <= y ? 0 : (to.x - from.x) / (to.y - from.y)
    }
  }

  private let polygon: UnsafeBufferPointer<SIMD2<Float>>
  private let top: Float
  private var (forward, back): (Side, Side)

  init(of polygon: UnsafeBufferPointer<SIMD2<Float>>) {
    var (top, highest) = (polygon[0].y, 0)
    for index in polygon.indices where polygon[index].y < top { (top, highest) = (polygon[index].y, index) }
    (self.polygon, self.top) = (polygon, top)
    forward = Side(from: polygon[highest], at: highest, step: 1)
    back = Side(from: polygon[highest], at: highest, step: polygon.count - 1)
  }

  /// The ends of the part of a line, below all earlier ones.
  @inline(__always) mutating func span(at y: Float) -> SIMD2<Float> {
    guard top <= y else { return SIMD2(.infinity, -.infinity) }
    let (one, other) = (forward.x(at: y, in: polygon), back.x(at: y, in: polygon))
    guard y <= forward.end else { return SIMD2(.infinity, -.infinity) }
    return one < other ? SIMD2(one, other) : SIMD2(other, one)
  }
}
