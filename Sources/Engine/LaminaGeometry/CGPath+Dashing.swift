// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// A pattern of dashes and gaps that can be walked: finite, not negative, not all zero.
package struct DashPattern: Hashable, Sendable {
  /// Dash, gap, dash, … in turn.
  package let lengths: [Double]
  /// The offset into the pattern at which a subpath starts, at least 0 and below ``period``.
  package let phase: Double
  /// The length after which dashes and gaps repeat.
  package let period: Double

  /// Makes a pattern.
  ///
  /// - Returns: `nil` for patterns that draw a whole line: no lengths, a length that is negative or not finite, a sum
  ///   of 0.
  package init?(lengths: [CGFloat], phase: CGFloat) {
    let sum = lengths.reduce(0, +)
    guard sum > 0, sum.isFinite, lengths.allSatisfy({ $0 >= 0 && $0.isFinite }) else { return nil }
    self.lengths = lengths.map(Double.init)
    // An odd number of lengths swaps dashes and gaps at each turn.
    period = Double(sum) * (lengths.count.isMultiple(of: 2) ? 1 : 2)
    let remainder = phase.isFinite ? Double(phase).truncatingRemainder(dividingBy: period) : 0
    self.phase = remainder < 0 ? remainder + period : remainder
  }

  private init(lengths: [Double], phase: Double, period: Double) {
    (self.lengths, self.phase, self.period) = (lengths, phase, period)
  }

  /// Whether it makes more than ``maximumDashes`` dashes along `length`.
  func isTooFine(along length: Double) -> Bool {
    length / period * Double(dashesInPeriod) > Double(Self.maximumDashes)
  }

  /// The same pattern enlarged, so that it makes at most ``maximumDashes`` dashes along `length`, which is finite.
  func limited(along length: Double) -> DashPattern {
    guard isTooFine(along: length) else { return self }
    // Divides first: the number of periods may be infinite.
    let longer = length * (Double(dashesInPeriod) / Double(Self.maximumDashes))
    return DashPattern(
      lengths: lengths.map { $0 / period * longer }, phase: phase / period * longer, period: longer)
  }

  private var dashesInPeriod: Int { lengths.count.isMultiple(of: 2) ? lengths.count : 2 * lengths.count }

  /// The most dashes and gaps along one path. With more, each would be far below a pixel.
  package static let maximumDashes = 200_000
}

extension CGPath {
  /// The dashes of the path, as open subpaths made of the same curves.
  ///
  /// Each subpath starts the pattern anew. In a closed one, a dash that runs through the start is one piece. Dashes of
  /// no length are kept as lines of a millionth, so that caps know their direction.
  ///
  /// - Parameters:
  ///   - phase: The offset into the pattern at which each subpath starts.
  ///   - lengths: The lengths of dashes and gaps in turn. A length that is negative or not finite, and a sum of 0, give
  ///     the whole line; so does a path whose length is not finite. A pattern with more than 200,000 dashes and gaps
  ///     along the path is enlarged to that number.
  ///   - transform: The transform that is applied to the result.
  /// - Complexity: O(elements + dashes).
  public final func copy(
    dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
  ) -> CGPath {
    guard let pattern = DashPattern(lengths: lengths, phase: phase) else {
      return CGPath(elements: elements.applying(transform))
    }
    let subpaths = elements.subpaths().map(MeasuredSubpath.init)
    let length = subpaths.reduce(0) { $0 + $1.length }
    guard length.isFinite else { return CGPath(elements: elements.applying(transform)) }
    let limited = pattern.limited(along: length)
    var result = PathElements()
    for subpath in subpaths { subpath.appendDashes(limited, to: &result) }
    return CGPath(elements: result.applying(transform))
  }

  /// Whether a pattern has more dashes and gaps along the path than ``DashPattern/maximumDashes``, so that it is
  /// enlarged.
  ///
  /// - Complexity: O(elements).
  package final func isTooLong(for pattern: DashPattern) -> Bool { pattern.isTooFine(along: length) }
}

extension MeasuredSubpath {
  fileprivate func appendDashes(_ pattern: DashPattern, to result: inout PathElements) {
    guard let first = segments.first else { return result.append(whole, closed: isClosed) }
    var walk = DashWalk(pattern)
    var pieces: [[PathSegment]] = []
    var isOpen = false
    walk.skipEmpty(isOpen: &isOpen) { pieces.append([dot(first, length: lengths[0], at: 0)]) }
    let startsInside = walk.isDash
    for (segment, length) in zip(segments, lengths) {
      var position = 0.0
      while position < length {
        let step = min(walk.remaining, length - position)
        if walk.isDash {
          let piece = cut(segment, length: length, from: position, to: position + step)
          if isOpen { pieces[pieces.count - 1].append(piece) } else { pieces.append([piece]) }
          isOpen = true
        }
        position += step
        guard walk.advance(by: step) else { continue }
        walk.skipEmpty(isOpen: &isOpen) { pieces.append([dot(segment, length: length, at: position)]) }
      }
    }
    if isClosed, startsInside, isOpen {
      if pieces.count == 1 { return result.append(whole, closed: true) }
      pieces[0] = pieces.removeLast() + pieces[0]
    }
    for piece in pieces { result.append(piece, closed: false) }
  }

  private func cut(_ segment: PathSegment, length: Double, from low: Double, to high: Double) -> PathSegment {
    if low <= 0, high >= length { return segment }
    // A dash this short would begin and end at the same parameter.
    if high - low < 1e-9 * length { return dot(segment, length: length, at: low) }
    let first = segment.time(atLength: low, of: length)
    return segment.part(from: first, to: max(first, segment.time(atLength: high, of: length)))
  }

  private func dot(_ segment: PathSegment, length: Double, at position: Double) -> PathSegment {
    let time = segment.time(atLength: position, of: length)
    let half = segment.direction(at: time) * 0.5e-6
    let point = segment.point(at: time)
    return PathSegment(from: point - half, to: point + half)
  }
}

/// The position in a dash pattern during a walk along a line.
private struct DashWalk {
  private let lengths: [Double]
  private var index = 0
  /// Whether the walk is in a dash rather than in a gap.
  private(set) var isDash = true
  /// The remaining length of the present dash or gap.
  private(set) var remaining: Double

  init(_ pattern: DashPattern) {
    lengths = pattern.lengths
    remaining = lengths[0]
    var phase = pattern.phase
    while phase > 0, phase >= remaining {
      phase -= remaining
      turn()
    }
    remaining -= phase
  }

  private mutating func turn() {
    index = (index + 1) % lengths.count
    isDash.toggle()
    remaining = lengths[index]
  }

  /// Advances by at most ``remaining``; returns whether a dash or gap ended.
  mutating func advance(by distance: Double) -> Bool {
    remaining -= distance
    guard remaining <= 0 else { return false }
    turn()
    return true
  }

  /// Steps over dashes and gaps of no length: an empty gap does not end a dash, and an empty dash is a dot.
  mutating func skipEmpty(isOpen: inout Bool, dot: () -> Void) {
    while remaining == 0 {
      if isDash, !isOpen { dot() }
      turn()
    }
    if !isDash { isOpen = false }
  }
}
