// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaCoreFoundation

extension CFRange {
  /// The range within a string; all from its location on for a length of 0, as in Core Text.
  func clamped(to length: Int, from start: Int = 0) -> NSRange {
    let low = min(max(location, start), start + length)
    let rest = start + length - low
    return NSRange(location: low, length: self.length > 0 ? min(self.length, rest) : rest)
  }

  init(_ range: Range<Int>) { self.init(location: range.lowerBound, length: range.count) }
}
