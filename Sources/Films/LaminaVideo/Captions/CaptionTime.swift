// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry

/// Parses times of captions.
enum CaptionTime {
  /// Parses a time in the form `00:01:02.500` or `01:02.500`, also with SubRip's comma.
  ///
  /// - Returns: Seconds; `nil` for other forms.
  static func seconds(_ text: some StringProtocol) -> TimeInterval? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let last = parts.last else { return nil }
    let sides = last.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard sides.count == 2, let whole = digits(sides[0], 1...2), whole < 60, let fraction = digits(sides[1], 1...3)
    else { return nil }
    var thousandths = fraction
    for _ in sides[1].count..<3 { thousandths *= 10 }
    var minutes = 0
    for (index, part) in parts.dropLast().enumerated() {
      guard let number = digits(part, 1...5), index == 0 || number < 60 else { return nil }
      minutes = minutes * 60 + number
    }
    if parts.count == 2, minutes >= 60 { return nil }
    // A single division of whole numbers gives the `Double` that is closest to the written time.
    return Double((minutes * 60 + whole) * 1000 + thousandths) / 1000
  }

  private static func digits(_ text: some StringProtocol, _ count: ClosedRange<Int>) -> Int? {
    guard count.contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text)
  }
}
