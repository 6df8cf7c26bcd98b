// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaScene

// Core Animation moves along a path by the path's parameter. Motion by length is therefore converted to straight
// pieces, which are short where the path bends or the speed changes. It looks the same at any time, at any frame rate,
// and in a written document as in the tree.

extension Animated<SIMD3<Double>> {
  /// Replaces each curve that is followed by its length with straight pieces at constant speed.
  ///
  /// - Parameters:
  ///   - tolerance: The largest error of the position at any time, in points.
  ///   - budget: The number of values that may still be stored; pieces are subtracted from it. Once it is used up,
  ///     curves become chords.
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
      // Accuracy beyond a millionth of the length would be lost in the rounding of drawing.
      let way = Way(
        curve: curve, easing: keyframe.easing, tolerance: max(tolerance, curve.length / Double(1 << 20)))
      way.pieces(budget: &budget) { share, place in
        result.append(Keyframe(time: keyframe.time + (next.time - keyframe.time) * share, value: place))
      }
    }
    return Animated(keyframes: result)
  }

  /// The movement between two keyframes.
  private struct Way {
    var curve: SpatialCurve
    var easing: Easing?
    var tolerance: Double

    /// The largest number of times that a piece is halved.
    private static var deepest: Int { 12 }
    /// The numbers that a piece needs: its time and its position.
    private static var cost: Int { 3 }

    /// A part of the time between the keyframes, with its end position.
    private struct Piece {
      var range: ClosedRange<Double>
      var end: SIMD3<Double>
      var depth: Int
    }

    private func place(_ share: Double) -> SIMD3<Double> {
      curve.place(at: easing.map { $0.progress(at: share) } ?? share).point
    }

    /// Calls `handOver` with the end of each piece except the last.
    func pieces(budget: inout Int, _ handOver: (Double, SIMD3<Double>) -> Void) {
      var start = place(0)
      let (middle, end) = (place(0.5), place(1))
      budget -= Self.cost
      // The next piece is the last element.
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
