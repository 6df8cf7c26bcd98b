// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import LaminaExport
import Testing

@Suite struct FrameRateTests {
  @Test(
    "rates are exact fractions",
    arguments: [
      ("60", 60, 1), ("12.5", 25, 2), ("30000/1001", 30000, 1001), ("23.976", 24000, 1001), ("23.98", 24000, 1001),
      ("29.97", 30000, 1001), ("59.94", 60000, 1001), ("119.88", 120_000, 1001), ("0.5", 1, 2), ("50/2", 25, 1),
      ("1000", 1000, 1), ("1/1000", 1, 1000), ("29.5", 59, 2), ("024", 24, 1),
    ])
  func parses(_ text: String, _ numerator: Int, _ denominator: Int) {
    let rate = FrameRate(text)
    #expect(rate?.numerator == numerator && rate?.denominator == denominator)
  }

  @Test(
    "what is no rate, or none that anybody means, is refused",
    arguments: [
      "0", "-1", "1e9", "1000000000", "nan", "", "/", "60/", "/2", "60/0", "0/1", "1001/1", "1/1001", "6 0", "60fps",
      "1.2.3", ".", "5.", ".5", "9999999999999999999999", "٦٠", "1000001/1000003", "0.0000001",
    ])
  func refuses(_ text: String) {
    #expect(FrameRate(text) == nil)
  }

  @Test("the time of a frame does not drift: it is the nearest number to the fraction")
  func time() throws {
    let rate = try #require(FrameRate("29.97"))
    #expect(rate.time(of: 30_000) == 1001)
    #expect(rate.time(of: 30_000_000) == 1_001_000)
    // Adding up 1/60 a million times is off by far more than this.
    let sixty = try #require(FrameRate(60))
    #expect(sixty.time(of: 1_000_000_000) == 1_000_000_000.0 / 60)
    for frame in stride(from: 0, to: 10_000_000, by: 999_983) {
      #expect(sixty.time(of: frame) == Double(frame) / 60)
      #expect(rate.time(of: frame) == Double(frame * 1001) / 30_000)
    }
  }

  @Test("a duration has the frames that begin in it")
  func frames() throws {
    let rate = try #require(FrameRate(60))
    #expect(rate.frames(in: 2) == 120)
    #expect(rate.frames(in: 2.001) == 121)
    #expect(rate.frames(in: 0) == 0)
    #expect(rate.frames(in: -1) == 0)
    #expect(rate.frames(in: 1e13) == nil)
    #expect(rate.frames(in: .infinity) == nil)
    #expect(rate.frames(in: .nan) == nil)
    // 1001 s at 30000/1001 are 30,000 frames, whatever the last digit of a division says.
    #expect(try #require(FrameRate("29.97")).frames(in: 1001) == 30_000)
    #expect(try #require(FrameRate("29.97")).frames(in: 0.1 + 0.2) == 9)
  }

  @Test("timings that cannot be are refused by name")
  func badTimings() throws {
    let rate = try #require(FrameRate(60))
    for frames in [0..<0, -1..<3, 0..<1_000_000_000_000, 999_999_999..<1_000_000_002] {
      #expect(throws: ExportError.self) { try FrameTiming(rate: rate, frames: frames) }
    }
    for start in [Double.nan, .infinity, 1e300] {
      #expect(throws: ExportError.self) { try FrameTiming(rate: rate, start: start, frames: 0..<1) }
    }
    #expect(try FrameTiming(rate: rate, start: 2, frames: 0..<9).time(of: 30) == 2.5)
    #expect(
      try FrameTiming(framesPerSecond: 60, start: 2, frames: 0..<9)
        == FrameTiming(rate: try #require(FrameRate(60)), start: 2, frames: 0..<9))
    for wrong in [0, -1, 1001, Int.max, Int.min] {
      let error = #expect(throws: ExportError.self) { try FrameTiming(framesPerSecond: wrong, frames: 0..<9) }
      #expect(error.map { "\($0)".contains("\(wrong)") } == true)
    }
  }

  @Test("shards are consecutive, disjoint, and as long as each other but for one unit")
  func shards() throws {
    #expect(Shard(1, of: 0) == nil && Shard(0, of: 3) == nil && Shard(4, of: 3) == nil && Shard(1, of: 100_001) == nil)
    for (frames, count, unit) in [
      (0..<300, 7, 1), (5..<12, 3, 1), (0..<2, 5, 1), (0..<1000, 3, 120), (10..<131, 2, 120),
    ] {
      var next = frames.lowerBound
      var lengths: [Int] = []
      for index in 1...count {
        let part = try #require(Shard(index, of: count)).part(of: frames, unit: unit)
        #expect(part.lowerBound == next)
        #expect((part.lowerBound - frames.lowerBound).isMultiple(of: unit) || part.isEmpty)
        next = part.upperBound
        lengths.append((part.count + unit - 1) / unit)
      }
      #expect(next == frames.upperBound)
      #expect(lengths.max()! - lengths.min()! <= 1)
    }
  }
}

@Suite struct DestinationTests {
  @Test("a pattern has one place for the number")
  func patterns() throws {
    #expect(try FramePattern("a/%05d.png").path(of: 7) == "a/00007.png")
    #expect(try FramePattern("%d.png").path(of: 123) == "123.png")
    #expect(try FramePattern("100%%/%02d.png").path(of: 1234) == "100%/1234.png")
    for text in [
      "a.png", "%d%d", "%s.png", "%x", "%5d", "%0d", "%00d", "%010d", "%", "a%", "%-3d", "%lld", "%n%d", "%*d", "%%d",
    ] {
      #expect(throws: ExportError.self, "\(text)") { try FramePattern(text) }
    }
  }

  @Test("the name says what it becomes")
  func kinds() throws {
    #expect(try ExportDestination("-") == .stream(path: "-", .y4m))
    #expect(try ExportDestination("-", stream: .rgba) == .stream(path: "-", .rgba))
    #expect(try ExportDestination("x.rgba") == .stream(path: "x.rgba", .rgba))
    #expect(try ExportDestination("x.MP4") == .film(path: "x.MP4", .mp4))
    #expect(try ExportDestination("new/") == .pictures(FramePattern("new/%05d.png")))
    #expect(try ExportDestination("f%03d.png") == .pictures(FramePattern("f%03d.png")))
    for path in ["", "x", "x.avi", "x.png"] { #expect(throws: ExportError.self) { try ExportDestination(path) } }
  }
}
