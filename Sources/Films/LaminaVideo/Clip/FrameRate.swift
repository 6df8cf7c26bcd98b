// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
import LaminaGeometry

/// How many frames a second has, as an exact fraction.
///
/// The time of a frame is one multiplication and one division of whole numbers, so it does not drift however long a
/// film is.
///
///     let rate = FrameRate("29.97")          // 30000/1001, as everybody means by it
///     rate?.time(of: 30_000)                 // 1001.0
public struct FrameRate: Sendable, Hashable {
  /// Frames in ``denominator`` seconds, in lowest terms.
  public let numerator: Int
  /// Seconds that ``numerator`` frames take.
  public let denominator: Int

  /// The largest numerator and denominator in lowest terms.
  static let largestTerm = 1_000_000

  /// Makes a rate.
  ///
  /// - Parameters:
  ///   - numerator: Frames.
  ///   - denominator: Seconds.
  /// - Returns: `nil` below 1/1000 and above 1000 frames a second, and for fractions whose terms exceed 1,000,000.
  public init?(_ numerator: Int, _ denominator: Int = 1) {
    guard numerator > 0, denominator > 0 else { return nil }
    let divisor = Self.greatestCommonDivisor(numerator, denominator)
    let (top, bottom) = (numerator / divisor, denominator / divisor)
    guard top <= Self.largestTerm, bottom <= Self.largestTerm, top <= 1000 * bottom, 1000 * top >= bottom else {
      return nil
    }
    self.numerator = top
    self.denominator = bottom
  }

  /// Reads `60`, `12.5` or `30000/1001`.
  ///
  /// Decimals that stand for the rates of American television mean these: 23.976 (23.98), 29.97, 47.952 (47.95), 59.94,
  /// 119.88 are 24, 30, 48, 60 and 120 times 1000/1001. Any other decimal is taken as it is.
  ///
  /// - Returns: `nil` where the text is no rate, or one that ``init(_:_:)`` refuses.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let top = Self.digits(parts[0]), let bottom = Self.digits(parts[1]) else { return nil }
      self.init(top, bottom)
      return
    }
    if let whole = Self.television[text] {
      self.init(whole * 1000, 1001)
      return
    }
    let sides = text.split(separator: ".", omittingEmptySubsequences: false)
    guard sides.count <= 2, let whole = Self.digits(sides[0]) else { return nil }
    guard sides.count == 2 else {
      self.init(whole)
      return
    }
    guard sides[1].count <= 6, let fraction = Self.digits(sides[1]) else { return nil }
    var scale = 1
    for _ in 0..<sides[1].count { scale *= 10 }
    self.init(whole * scale + fraction, scale)
  }

  /// Whether there are more frames a second.
  package func isAbove(_ framesPerSecond: Int) -> Bool { numerator > framesPerSecond * denominator }

  /// The rate that a number stands for: documents write 29.9700012207031 for 30000/1001.
  package init?(nearest framesPerSecond: Double) {
    for whole in Self.television.values where abs(framesPerSecond - Double(whole) * 1000 / 1001) < 0.001 {
      self.init(whole * 1000, 1001)
      return
    }
    guard framesPerSecond > 0, framesPerSecond < 1e6 else { return nil }
    self.init(Int(clamping: (framesPerSecond * 1000).rounded()), 1000)
  }

  private static let television = [
    "23.976": 24, "23.98": 24, "29.97": 30, "47.952": 48, "47.95": 48, "59.94": 60, "119.88": 120,
  ]

  /// Digits alone, few enough for their product with a million to be a number.
  private static func digits(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.count <= 12, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text)
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }

  /// When a frame is shown, counted from frame 0.
  ///
  /// - Units: seconds.
  public func time(of frame: Int) -> TimeInterval {
    // Both products are whole numbers below 2^53, so only the division rounds.
    Double(frame * denominator) / Double(numerator)
  }

  /// How many frames begin in so many seconds; one that begins within a billionth of the end is not one of them.
  ///
  /// - Returns: `nil` where there are more than a billion, or the duration is not a number.
  public func frames(in duration: TimeInterval) -> Int? {
    let count = duration * Double(numerator) / Double(denominator)
    guard count <= 1e9 else { return nil }
    return max(0, Int(clamping: (count - 1e-9 * max(1, count)).rounded(.up)))
  }

  /// Frames a second, rounded.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }
}

extension FrameRate: CustomStringConvertible {
  /// `60` or `30000/1001`.
  public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
