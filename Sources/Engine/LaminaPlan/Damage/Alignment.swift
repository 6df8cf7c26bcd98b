// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A comparison that walks stretches of two lists side by side and finds their common elements, in order.
///
/// At a difference, the comparison looks ahead a little, and less after each search without a result, so a list in
/// which everything changed is walked once. Elements reported as the same always are the same, but some common elements
/// may be missed.
struct Alignment {
  enum Step {
    /// Elements that are the same, with their indices in both lists.
    case same(Int, Int)
    /// Stretches without common elements, as far as was searched; one of them may be empty.
    case changed(Range<Int>, Range<Int>)
  }

  /// The ends of the stretches.
  private let ends: (Int, Int)
  private var places: (Int, Int)
  private var reach = Alignment.longestReach
  /// The places of common elements that were found by looking ahead.
  private var found: (Int, Int)?

  private static let longestReach = 32

  /// Begins at the first element of a stretch of each list.
  init(_ first: Range<Int>, _ second: Range<Int>) {
    ends = (first.upperBound, second.upperBound)
    places = (first.lowerBound, second.lowerBound)
  }

  /// The next step; `nil` at the end of both stretches.
  ///
  /// - Parameter isSame: Whether the elements at an index of the first list and at an index of the second are the same.
  mutating func next(where isSame: (Int, Int) -> Bool) -> Step? {
    let (a, b) = places
    guard a < ends.0, b < ends.1 else {
      guard a < ends.0 || b < ends.1 else { return nil }
      places = ends
      return .changed(a..<ends.0, b..<ends.1)
    }
    if found.map({ $0 == places }) ?? false || isSame(a, b) {
      found = nil
      reach = min(reach + 1, Self.longestReach)
      places = (a + 1, b + 1)
      return .same(a, b)
    }
    places = lookAhead(isSame) ?? (a + 1, b + 1)
    return .changed(a..<places.0, b..<places.1)
  }

  /// The nearest places, within a short distance, from which the lists continue with common elements.
  private mutating func lookAhead(_ isSame: (Int, Int) -> Bool) -> (Int, Int)? {
    let (a, b) = places
    for distance in 1...max(1, min(reach, max(ends.0 - a, ends.1 - b))) {
      for (first, second) in [(distance, distance), (0, distance), (distance, 0)]
      where a + first < ends.0 && b + second < ends.1 && isSame(a + first, b + second) {
        found = (a + first, b + second)
        return found
      }
    }
    reach /= 2
    return nil
  }
}
