// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

// Finds the two keyframes around a progress (TIME-5), for any number of times, values and curves.
//
// Core Animation uses unsuitable key times as they are, as far as pictures of it show: they may begin after 0 and end
// before 1, where the first and the last value hold; they may lie outside 0...1, where a player cuts a longer
// animation; and the times of a path may be more or fewer than its points. Cases that no picture shows follow the
// documentation, by which invalid times are ignored.

/// The times of keyframes and the curves between them. A class, so that an evaluation counts one reference instead of
/// three.
final class KeyframeTimes {
  /// The time of each value. In `discrete` mode the value holds until the next. Values beyond the last time do not
  /// show.
  private(set) var times: [Double]
  private let curves: [TimingCurve]
  private let isDiscrete: Bool
  /// A description of the fault of the given times; `nil` for none.
  private(set) var problem: String?

  /// Applies the rules for times.
  ///
  /// - Parameters:
  ///   - count: The number of values, at least 1.
  ///   - lengths: The distance of each value from the one before, for the paced modes; `nil` for the other modes.
  ///   - isPath: Whether the values are the points of a path, which may be more or fewer than the times.
  init(_ animation: CAKeyframeAnimation, count: Int, lengths: [Double]? = nil, isPath: Bool = false) {
    let isDiscrete = animation.calculationMode == .discrete
    self.isDiscrete = isDiscrete
    curves = (animation.timingFunctions ?? []).prefix(count).map(\.curve)
    let last = Double(max(count - 1, 1))
    times = (0..<count).map { Double($0) / (isDiscrete ? Double(count) : last) }
    if let lengths, let paced = Self.paced(lengths, count: count) {
      times = paced
    } else if lengths == nil, let given = animation.keyTimes?.map(\.doubleValue) {
      if isDiscrete { useDiscrete(given) } else { use(given, isPath: isPath) }
    }
  }

  /// Times in proportion to lengths; `nil` where all lengths are zero.
  private static func paced(_ lengths: [Double], count: Int) -> [Double]? {
    let total = lengths.reduce(0, +)
    guard total > 0, total.isFinite, lengths.count == count - 1 else { return nil }
    var sum = 0.0
    return [0]
      + lengths.map {
        sum += $0
        return min(sum / total, 1)
      }
  }

  private func use(_ given: [Double], isPath: Bool) {
    let count = times.count
    // Times outside 0...1 count as its ends in this check: a player that cuts an animation short puts times before 0.
    let seen = given.map { min(max($0, 0), 1) }
    if given.isEmpty || (given.count != count && !isPath) {
      problem = "\(given.count) keyTimes for \(count) values; they are spaced evenly"
    } else if given.contains(where: { !$0.isFinite }) || zip(seen, seen.dropFirst()).contains(where: { $0 > $1 }) {
      problem = "keyTimes that do not rise; the values are spaced evenly"
    } else {
      // Within 2^50 of 0, so that the time between any two of them is a number.
      times = given.prefix(count).map { min(max($0, -0x1p50), 0x1p50) }
    }
  }

  private func useDiscrete(_ given: [Double]) {
    let count = times.count
    if given.count < count {
      problem = "\(given.count) keyTimes for \(count) discrete values; those without a time do not show"
    }
    if given.isEmpty { return }
    var latest = 0.0
    var isRising = true
    times = given.prefix(count).map { time in
      if !(time >= latest) { isRising = false }
      latest = time > latest ? time : latest
      return latest
    }
    if !isRising { problem = "keyTimes that do not rise; a time that goes back counts as the one before" }
  }

  /// Finds the keyframe at or before a progress, and the fraction of the way from it to the next.
  ///
  /// - Returns: An index below the number of values, and a fraction, which is 0 before the first time and from the last
  ///   time on.
  func locate(_ progress: Double) -> (index: Int, fraction: Double) {
    // The last time at or before the progress. Times outside 0...1 may fall; the binary search then still gives a valid
    // index.
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= progress { low = middle + 1 } else { high = middle }
    }
    let index = max(low - 1, 0)
    guard !isDiscrete, low > 0, index + 1 < times.count else { return (index, 0) }
    let span = times[index + 1] - times[index]
    let fraction = span > 0 ? (progress - times[index]) / span : 0
    return (index, index < curves.count ? curves[index](fraction) : fraction)
  }
}
