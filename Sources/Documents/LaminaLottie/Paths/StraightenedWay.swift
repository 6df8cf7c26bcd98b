// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaScene

// Core Animation moves along a path by the path's parameter. A motion by length is therefore straight pieces, short
// where the way bends or the speed changes: it shows the same at any time, at any frame rate, and in a document as in
// the tree.

extension Animated<SIMD3<Double>> {
  /// The same way by straight pieces at an even speed, in place of each curve that is followed by its length.
  ///
  /// - Parameters:
  ///   - tolerance: How far a place may be from its own at any time, in points.
  ///   - budget: How many more numbers may be kept; pieces take them from it. Once none is left, curves become chords.
  func straightened(within tolerance: Double, budget: inout Int) -> Animated<SIMD3<Double>> {
    var result: [Keyframe<SIMD3<Double>>] = []
    result.reserveCapacity(keyframes.count)
    for (index, keyframe) in keyframes.enumerated() {
      guard let spatial = keyframe.spatial, spatial.isByLength, !keyframe.holds, index + 1 < keyframes.count else {
        result.append(keyframe)
        continue
      }
      let next = keyframes[index + 1]
      let curve = SpatialCurve(from: keyframe.value, spatial: spatial, to: next.value)
      guard curve.length > 0, budget > 0, !ReadingTime.isOver else {
        // A chord keeps the timing curve.
        result.append(Keyframe(time: keyframe.time, value: keyframe.value, easing: keyframe.easing))
        continue
      }
      result.append(Keyframe(time: keyframe.time, value: keyframe.value))
      // Beyond a millionth of the way lies the rounding of what is drawn.
      let way = Way(
        curve: curve, easing: keyframe.easing, tolerance: max(tolerance, curve.length / Double(1 << 20)))
      way.pieces(budget: &budget) { share, place in
        result.append(Keyframe(time: keyframe.time + (next.time - keyframe.time) * share, value: place))
      }
    }
    return Animated(keyframes: result)
  }

  /// The way between two keyframes.
  private struct Way {
    var curve: SpatialCurve
    var easing: Easing?
    var tolerance: Double

    /// Pieces are not halved more often.
    private static var deepest: Int { 12 }
    /// Numbers that a piece takes: its time and its place.
    private static var cost: Int { 3 }

    /// A part of the time between the keyframes, and where it ends.
    private struct Piece {
      var range: ClosedRange<Double>
      var end: SIMD3<Double>
      var depth: Int
    }

    private func place(_ share: Double) -> SIMD3<Double> {
      curve.place(at: easing.map { $0.progress(at: share) } ?? share).point
    }

    /// Hands over where pieces end, but for the last one.
    func pieces(budget: inout Int, _ handOver: (Double, SIMD3<Double>) -> Void) {
      var start = place(0)
      let (middle, end) = (place(0.5), place(1))
      budget -= Self.cost
      // The next piece stands last.
      var pending = [Piece(range: 0.5...1, end: end, depth: 1), Piece(range: 0...0.5, end: middle, depth: 1)]
      while let piece = pending.popLast() {
        let (low, high) = (piece.range.lowerBound, piece.range.upperBound)
        let middle = (low + high) / 2
        let half = place(middle)
        let quarters = [place((low + middle) / 2), half, place((middle + high) / 2)]
        let isStraight = zip(quarters, [0.25, 0.5, 0.75]).allSatisfy { place, share in
          let aside = place - (start + (piece.end - start) * share)
          return (aside * aside).sum() <= tolerance * tolerance
        }
        if !isStraight, piece.depth < Self.deepest, budget > 0 {
          budget -= Self.cost
          pending.append(Piece(range: middle...high, end: piece.end, depth: piece.depth + 1))
          pending.append(Piece(range: low...middle, end: half, depth: piece.depth + 1))
        } else {
          if high < 1 { handOver(high, piece.end) }
          start = piece.end
        }
      }
    }
  }
}
