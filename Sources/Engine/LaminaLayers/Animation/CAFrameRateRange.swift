// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How many frames a second something would like to have.
///
///     link.preferredFrameRateRange = CAFrameRateRange(minimum: 8, maximum: 30, preferred: 24)
public struct CAFrameRateRange: Hashable, Sendable {
  /// The fewest frames a second that are enough. Default 0, which is no wish.
  public var minimum: Float
  /// The most frames a second that are of use. Default 0, which is no wish.
  public var maximum: Float
  /// The frames a second that are best. Default `nil`, which is no wish.
  public var preferred: Float?

  /// Makes a range without any wish; the same as ``default``.
  public init() {
    (minimum, maximum, preferred) = (0, 0, nil)
  }

  /// Makes a range.
  ///
  /// - Parameters:
  ///   - minimum: The fewest frames a second.
  ///   - maximum: The most frames a second, not below the fewest.
  ///   - preferred: The best number between them; `nil` and 0 leave the choice.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred == 0 ? nil : preferred)
  }

  /// A range without any wish.
  public static let `default` = CAFrameRateRange()

  /// The rate to take: the preferred one, brought between the ends that are above 0, else the maximum; `nil` without a
  /// wish.
  var rate: Double? {
    let (low, high) = (minimum > 0 ? minimum : 0, maximum > 0 ? maximum : .infinity)
    guard let wanted = preferred, wanted > 0 else { return high.isFinite ? Double(high) : nil }
    return Double(min(max(wanted, low), high))
  }
}

/// Makes a range, as ``CAFrameRateRange/init(minimum:maximum:preferred:)`` does; a preferred rate of 0 leaves the
/// choice.
public func CAFrameRateRangeMake(_ minimum: Float, _ maximum: Float, _ preferred: Float) -> CAFrameRateRange {
  CAFrameRateRange(minimum: minimum, maximum: maximum, preferred: preferred)
}

/// Whether two ranges are the same.
public func CAFrameRateRangeIsEqualToRange(_ range: CAFrameRateRange, _ other: CAFrameRateRange) -> Bool {
  range == other
}
