// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A preference for a number of frames per second.
///
///     link.preferredFrameRateRange = CAFrameRateRange(minimum: 8, maximum: 30, preferred: 24)
public struct CAFrameRateRange: Hashable, Sendable {
  /// The minimum number of frames per second that is sufficient. Default 0, which is no preference.
  public var minimum: Float
  /// The maximum number of frames per second that is useful. Default 0, which is no preference.
  public var maximum: Float
  /// The preferred number of frames per second. Default `nil`, which is no preference.
  public var preferred: Float?

  /// Makes a range without any preference; the same as ``default``.
  public init() {
    (minimum, maximum, preferred) = (0, 0, nil)
  }

  /// Makes a range.
  ///
  /// - Parameters:
  ///   - minimum: The minimum number of frames per second.
  ///   - maximum: The maximum number of frames per second, not below the minimum.
  ///   - preferred: The preferred number between them; `nil` and 0 are no preference.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred == 0 ? nil : preferred)
  }

  /// A range without any preference.
  public static let `default` = CAFrameRateRange()

  /// The resulting rate: the preferred one, clamped to the ends that are above 0, else the maximum; `nil` without a
  /// preference.
  var rate: Double? {
    let (low, high) = (minimum > 0 ? minimum : 0, maximum > 0 ? maximum : .infinity)
    guard let wanted = preferred, wanted > 0 else { return high.isFinite ? Double(high) : nil }
    return Double(min(max(wanted, low), high))
  }
}

/// Makes a range, as ``CAFrameRateRange/init(minimum:maximum:preferred:)`` does; a preferred rate of 0 is no
/// preference.
public func CAFrameRateRangeMake(_ minimum: Float, _ maximum: Float, _ preferred: Float) -> CAFrameRateRange {
  CAFrameRateRange(minimum: minimum, maximum: maximum, preferred: preferred)
}

/// Whether two ranges are equal.
public func CAFrameRateRangeIsEqualToRange(_ range: CAFrameRateRange, _ other: CAFrameRateRange) -> Bool {
  range == other
}
