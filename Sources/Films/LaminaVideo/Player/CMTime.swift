// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// A number of ticks; the time scale tells how many make a second.
public typealias CMTimeValue = Int64
/// A number of ticks per second.
public typealias CMTimeScale = Int32

/// A time as a fraction of whole numbers, as in media files.
///
/// Sums and differences are exact, with the least common multiple of both time scales, unless it exceeds the range of a
/// time scale.
public struct CMTime: Sendable {
  /// The ticks.
  public var value: CMTimeValue
  /// The ticks per second; 0 for times that are not numeric.
  public var timescale: CMTimeScale
  /// The kind of a time that is not numeric.
  private var kind = Kind.number

  private enum Kind: Sendable {
    case number, invalid, indefinite, positiveInfinity, negativeInfinity
  }

  /// Makes a time of ticks.
  ///
  /// - Parameters:
  ///   - value: The ticks.
  ///   - timescale: The ticks per second. Below 1 the time is invalid.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    (self.value, self.timescale) = (value, timescale)
    if timescale < 1 { kind = .invalid }
  }

  /// Makes the time that is nearest to a number of seconds.
  ///
  /// - Parameters:
  ///   - seconds: Seconds. Infinities are allowed; NaN makes an invalid time.
  ///   - preferredTimescale: The ticks per second; halved until the number of ticks fits.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    self.init(value: 0, timescale: preferredTimescale)
    guard kind == .number else { return }
    guard !seconds.isNaN else {
      self = .invalid
      return
    }
    guard seconds.isFinite else {
      self = seconds > 0 ? .positiveInfinity : .negativeInfinity
      return
    }
    while abs(seconds * Double(timescale)) > 9e18, timescale > 1 { timescale /= 2 }
    let ticks = Int(clamping: (seconds * Double(timescale)).rounded())
    value = Int64(ticks)
  }

  /// Makes an invalid time.
  public init() { self = .invalid }

  private init(_ kind: Kind) { (value, timescale, self.kind) = (0, 0, kind) }

  /// 0.
  public static let zero = CMTime(value: 0, timescale: 1)
  /// An invalid time.
  public static let invalid = CMTime(.invalid)
  /// An unknown time, such as the duration of a live stream.
  public static let indefinite = CMTime(.indefinite)
  /// A time after every other.
  public static let positiveInfinity = CMTime(.positiveInfinity)
  /// A time before every other.
  public static let negativeInfinity = CMTime(.negativeInfinity)

  /// The time in seconds; NaN where it is invalid or indefinite.
  public var seconds: Double {
    switch kind {
    case .number: Double(value) / Double(timescale)
    case .positiveInfinity: .infinity
    case .negativeInfinity: -.infinity
    case .invalid, .indefinite: .nan
    }
  }

  /// Whether the time is valid; infinities and unknown times are.
  public var isValid: Bool { kind != .invalid }
  /// Whether the time is numeric.
  public var isNumeric: Bool { kind == .number }
  /// Whether the time is unknown.
  public var isIndefinite: Bool { kind == .indefinite }
  /// Whether the time is after every other.
  public var isPositiveInfinity: Bool { kind == .positiveInfinity }
  /// Whether the time is before every other.
  public var isNegativeInfinity: Bool { kind == .negativeInfinity }

  /// The same time with another time scale, rounded to the nearest tick.
  public func convertScale(_ newTimescale: CMTimeScale) -> CMTime {
    guard kind == .number, newTimescale > 0 else { return self }
    let scale = Int64(timescale)
    let wide = value.multipliedFullWidth(by: Int64(newTimescale))
    let (product, overflow) = value.multipliedReportingOverflow(by: Int64(newTimescale))
    guard !overflow || wide.high.magnitude < scale.magnitude / 2 else {
      return CMTime(seconds: seconds, preferredTimescale: newTimescale)
    }
    let (quotient, remainder) =
      overflow ? scale.dividingFullWidth(wide) : product.quotientAndRemainder(dividingBy: scale)
    let isUp = 2 * remainder.magnitude >= scale.magnitude
    return CMTime(value: quotient + (isUp ? (remainder < 0 ? -1 : 1) : 0), timescale: newTimescale)
  }

  /// The sum of two times.
  public static func + (first: CMTime, second: CMTime) -> CMTime {
    combined(first, second) { $0.addingReportingOverflow($1) }
  }

  /// The difference of two times.
  public static func - (first: CMTime, second: CMTime) -> CMTime {
    switch second.kind {
    case .positiveInfinity: combined(first, .negativeInfinity) { $0.addingReportingOverflow($1) }
    case .negativeInfinity: combined(first, .positiveInfinity) { $0.addingReportingOverflow($1) }
    default: combined(first, second) { $0.subtractingReportingOverflow($1) }
    }
  }

  private static func combined(
    _ first: CMTime, _ second: CMTime, _ operation: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
  ) -> CMTime {
    guard first.kind == .number, second.kind == .number else {
      if !first.isValid || !second.isValid { return .invalid }
      if first.isIndefinite || second.isIndefinite { return .indefinite }
      guard first.kind != .number else { return second }
      return second.kind == .number || first.kind == second.kind ? first : .invalid
    }
    let scale = commonScale(first.timescale, second.timescale)
    let (a, b) = (first.convertScale(scale), second.convertScale(scale))
    let (value, overflow) = operation(a.value, b.value)
    return overflow ? (a.value > 0 ? .positiveInfinity : .negativeInfinity) : CMTime(value: value, timescale: scale)
  }

  /// The least common multiple of both time scales, or the finer scale if the multiple is too large.
  private static func commonScale(_ a: CMTimeScale, _ b: CMTimeScale) -> CMTimeScale {
    var (x, y) = (a, b)
    while y != 0 { (x, y) = (y, x % y) }
    let (product, overflow) = (a / x).multipliedReportingOverflow(by: b)
    return overflow ? max(a, b) : product
  }
}

extension CMTime: Comparable, Hashable {
  /// Whether both times are equal, regardless of their time scales.
  public static func == (first: CMTime, second: CMTime) -> Bool { first.order(to: second) == 0 }

  /// Whether the first time is earlier. An invalid time is before all others; an indefinite time is after all but
  /// positive infinity.
  public static func < (first: CMTime, second: CMTime) -> Bool { first.order(to: second) < 0 }

  /// Hashes the time, regardless of its time scale.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind == .number ? seconds : Double(rank)) }

  private var rank: Int {
    switch kind {
    case .invalid: -2
    case .negativeInfinity: -1
    case .number: 0
    case .indefinite: 1
    case .positiveInfinity: 2
    }
  }

  private func order(to other: CMTime) -> Int {
    guard kind == .number, other.kind == .number else { return (rank - other.rank).signum() }
    let a = value.multipliedFullWidth(by: Int64(other.timescale))
    let b = other.value.multipliedFullWidth(by: Int64(timescale))
    if a.high != b.high { return a.high < b.high ? -1 : 1 }
    return a.low == b.low ? 0 : a.low < b.low ? -1 : 1
  }
}

extension CMTime: CustomStringConvertible {
  /// `1001/30000 = 0.0334 s`.
  public var description: String {
    kind == .number ? "\(value)/\(timescale) = \(seconds) s" : "\(kind)"
  }
}

/// Makes a time of ticks.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }
/// Makes the time that is nearest to a number of seconds.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
/// The time in seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
/// The sum of two times.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }
/// The difference of two times.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }
/// -1 if the first time is earlier, 1 if it is later, 0 if both are equal.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1 < time2 ? -1 : time1 == time2 ? 0 : 1 }

/// A range of time.
public struct CMTimeRange: Hashable, Sendable {
  /// The beginning.
  public var start: CMTime
  /// The length.
  public var duration: CMTime

  /// Makes a range.
  public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }
  /// Makes the range between two times.
  public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

  /// The end.
  public var end: CMTime { start + duration }
  /// Whether the range is empty.
  public var isEmpty: Bool { duration == .zero }
  /// Whether both times are valid and the duration is not negative.
  public var isValid: Bool { start.isValid && duration.isValid && duration >= .zero }
  /// Whether a time is in the range; the end is excluded.
  public func containsTime(_ time: CMTime) -> Bool { time >= start && time < end }

  /// An empty range at 0.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// An invalid range.
  public static let invalid = CMTimeRange(start: .invalid, duration: .invalid)
}

/// Makes a range.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}
/// Makes the range between two times.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }

/// 0.
public let kCMTimeZero = CMTime.zero
/// An invalid time.
public let kCMTimeInvalid = CMTime.invalid
/// A time after every other.
public let kCMTimePositiveInfinity = CMTime.positiveInfinity
