// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
import LaminaGeometry

/// A number of frames per second, as an exact fraction.
///
/// The time of a frame is computed by one multiplication and one division of whole numbers, so it does not drift even
/// in very long films.
///
///     let rate = FrameRate("29.97")          // 30000/1001, as everybody means by it
///     rate?.time(of: 30_000)                 // 1001.0
public struct FrameRate: Sendable, Hashable {
  /// Frames per ``denominator`` seconds, in lowest terms.
  public let numerator: Int
  /// The seconds that ``numerator`` frames take, in lowest terms.
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
  /// Decimals for the rates of American television are read as exact fractions: 23.976 (23.98), 29.97, 47.952 (47.95),
  /// 59.94 and 119.88 are 24, 30, 48, 60 and 120 times 1000/1001. Other decimals are taken literally.
  ///
  /// - Returns: `nil` if the text is no rate, or ``init(_:_:)`` refuses the rate.
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

  /// Whether the rate exceeds a number of frames per second.
  package func isAbove(_ framesPerSecond: Int) -> Bool { numerator > framesPerSecond * denominator }

  /// Makes the rate that a decimal approximates: documents write 29.9700012207031 for 30000/1001.
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

  /// The value of a string of digits, short enough that its product with a million does not overflow.
  private static func digits(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.count <= 12, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text)
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }

  /// The time at which a frame is shown, counted from frame 0.
  ///
  /// - Units: seconds.
  public func time(of frame: Int) -> TimeInterval {
    // Both products are whole numbers below 2^53, so only the division rounds.
    Double(frame * denominator) / Double(numerator)
  }

  /// The number of frames that begin within a duration; a frame that begins within a billionth of the end does not
  /// count.
  ///
  /// - Returns: `nil` if there are more than a billion, or the duration is not a number.
  public func frames(in duration: TimeInterval) -> Int? {
    let count = duration * Double(numerator) / Double(denominator)
    guard count <= 1e9 else { return nil }
    return max(0, Int(clamping: (count - 1e-9 * max(1, count)).rounded(.up)))
  }

  /// The frames per second, rounded to a `Double`.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }
}

extension FrameRate: CustomStringConvertible {
  /// `60` or `30000/1001`.
  public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
