// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// Ticks of a second, whole numbers over a time scale.
public typealias CMTimeValue = Int64
/// How many ticks a second has.
public typealias CMTimeScale = Int32

/// A time as a fraction of whole numbers, as media files have them.
///
/// Sums and differences are exact, with the least common multiple of both scales, unless that is no time scale any
/// more.
public struct CMTime: Sendable {
  /// The ticks.
  public var value: CMTimeValue
  /// How many of them a second has; 0 for a time that is none.
  public var timescale: CMTimeScale
  /// What it is where it is no number.
  private var kind = Kind.number

  private enum Kind: Sendable {
    case number, invalid, indefinite, positiveInfinity, negativeInfinity
  }

  /// Makes a time of ticks.
  ///
  /// - Parameters:
  ///   - value: The ticks.
  ///   - timescale: How many a second has. Below 1 the time is invalid.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    (self.value, self.timescale) = (value, timescale)
    if timescale < 1 { kind = .invalid }
  }

  /// Makes the time that is nearest to a number of seconds.
  ///
  /// - Parameters:
  ///   - seconds: Seconds; infinities are times, and what is not a number makes an invalid time.
  ///   - preferredTimescale: How many ticks a second has; halved until the ticks fit.
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
  /// No time at all.
  public static let invalid = CMTime(.invalid)
  /// A time that is not known, such as the duration of what is live.
  public static let indefinite = CMTime(.indefinite)
  /// After every time.
  public static let positiveInfinity = CMTime(.positiveInfinity)
  /// Before every time.
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

  /// Whether it is a time, a number or not.
  public var isValid: Bool { kind != .invalid }
  /// Whether it is a number.
  public var isNumeric: Bool { kind == .number }
  /// Whether it is not known.
  public var isIndefinite: Bool { kind == .indefinite }
  /// Whether it is after every time.
  public var isPositiveInfinity: Bool { kind == .positiveInfinity }
  /// Whether it is before every time.
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

  /// A sum.
  public static func + (first: CMTime, second: CMTime) -> CMTime {
    combined(first, second) { $0.addingReportingOverflow($1) }
  }

  /// A difference.
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

  /// The least scale that both divide, or the finer one where there is none.
  private static func commonScale(_ a: CMTimeScale, _ b: CMTimeScale) -> CMTimeScale {
    var (x, y) = (a, b)
    while y != 0 { (x, y) = (y, x % y) }
    let (product, overflow) = (a / x).multipliedReportingOverflow(by: b)
    return overflow ? max(a, b) : product
  }
}

extension CMTime: Comparable, Hashable {
  /// Whether both are the same time, whatever their scales.
  public static func == (first: CMTime, second: CMTime) -> Bool { first.order(to: second) == 0 }

  /// Whether one is earlier. An invalid time is before all others, an indefinite one after all but positive infinity.
  public static func < (first: CMTime, second: CMTime) -> Bool { first.order(to: second) < 0 }

  /// Hashes the time, whatever its scale.
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
/// A sum.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }
/// A difference.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }
/// -1 where the first is earlier, 1 where it is later, 0 where both are the same.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1 < time2 ? -1 : time1 == time2 ? 0 : 1 }

/// A stretch of time.
public struct CMTimeRange: Hashable, Sendable {
  /// Where it begins.
  public var start: CMTime
  /// How long it is.
  public var duration: CMTime

  /// Makes a stretch.
  public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }
  /// Makes the stretch between two times.
  public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

  /// Where it ends.
  public var end: CMTime { start + duration }
  /// Whether nothing is in it.
  public var isEmpty: Bool { duration == .zero }
  /// Whether its times are times, and it is not shorter than nothing.
  public var isValid: Bool { start.isValid && duration.isValid && duration >= .zero }
  /// Whether a time lies in it; its end does not.
  public func containsTime(_ time: CMTime) -> Bool { time >= start && time < end }

  /// An empty stretch at 0.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// No stretch at all.
  public static let invalid = CMTimeRange(start: .invalid, duration: .invalid)
}

/// Makes a stretch.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}
/// Makes the stretch between two times.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }

/// 0.
public let kCMTimeZero = CMTime.zero
/// No time at all.
public let kCMTimeInvalid = CMTime.invalid
/// After every time.
public let kCMTimePositiveInfinity = CMTime.positiveInfinity
