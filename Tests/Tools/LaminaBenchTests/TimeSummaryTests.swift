// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaBench
import Testing

/// Medians and quarters, against values counted by hand.
@Suite struct TimeSummaryTests {
  @Test("seconds become milliseconds, in whatever order they come")
  func sorted() {
    let summary = TimeSummary(seconds: [0.004, 0.001, 0.003, 0.005, 0.002])
    #expect(summary.min == 1)
    #expect(summary.lowerQuartile == 2)
    #expect(summary.median == 3)
    #expect(summary.upperQuartile == 4)
    #expect(summary.max == 5)
  }

  @Test("a quantile between two times is between them in proportion")
  func between() {
    let summary = TimeSummary(seconds: [0.25, 0.5])
    #expect(summary.lowerQuartile == 312.5)
    #expect(summary.median == 375)
    #expect(summary.upperQuartile == 437.5)
  }

  @Test("no time at all is zero, and one is everything")
  func few() {
    #expect(TimeSummary(seconds: []).median == 0)
    let only = TimeSummary(seconds: [0.5])
    #expect(only.min == 500)
    #expect(only.upperQuartile == 500)
  }
}
