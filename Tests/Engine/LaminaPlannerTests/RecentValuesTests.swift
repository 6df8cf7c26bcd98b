// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaPlanner
import LaminaSystem
import Testing

/// The values kept from earlier frames, and how long they are kept.
@Suite struct RecentValuesTests {
  private let values = RecentValues<Int, Int>(budget: 100) { _ in 10 }

  /// Asks for the values of a frame; returns how many had to be made.
  private func frame(_ keys: Range<Int>) -> Int {
    values.beginFrame()
    return keys.count { values.value($0) { 0 }.isNew }
  }

  @Test func framesThatNeedMoreThanTheBudgetFindTheirValues() {
    #expect(frame(0..<30) == 30)
    for _ in 0..<5 { #expect(frame(0..<30) == 0) }
    #expect(values.totalCost == 300)
  }

  @Test func whatNoFrameNeedsGoes() {
    _ = frame(0..<30)
    _ = frame(100..<105)
    #expect(frame(100..<105) == 0)
    // Of the first frame as much is left as the budget allows.
    #expect(values.totalCost <= 100)
    _ = frame(100..<105)
    #expect(frame(0..<30) >= 25)
  }

  @Test func nothingGrowsWithoutBound() {
    for start in 0..<20 {
      _ = frame(1000 * start..<1000 * start + 500)
      #expect(values.totalCost <= 400)
    }
    let large = RecentValues<Int, Int>(budget: 100) { _ in 51 }
    #expect(large.value(1) { 0 }.isNew && large.value(1) { 0 }.isNew && large.totalCost == 0)
  }

  @Test("what no frame has used for a lifetime goes where there is room, too, and what is used stays")
  func lifetimes() {
    let values = RecentValues<Int, Int>(budget: 100, lifetime: .seconds(100)) { _ in 1 }
    let start = ContinuousClock.now
    /// Has a frame begin and use some keys; returns which of all are there after it began.
    func frame(at second: Int, using keys: Range<Int>) -> Int {
      values.beginFrame(at: start + .seconds(second))
      let kept = values.totalCost
      for key in keys { _ = values.value(key) { key } }
      return kept
    }
    #expect(frame(at: 0, using: 0..<30) == 0)
    for second in stride(from: 10, through: 90, by: 10) { #expect(frame(at: second, using: 0..<5) == 30) }
    #expect(frame(at: 100, using: 0..<5) == 30, "used at the very beginning, a lifetime ago")
    for second in stride(from: 110, through: 150, by: 10) { _ = frame(at: second, using: 0..<5) }
    #expect(values.totalCost == 5 && (0..<5).allSatisfy { values.value($0) == $0 })
    // Nothing goes while nothing is drawn, nor with the frame that follows.
    #expect(frame(at: 10_000, using: 0..<5) == 5)
  }

  @Test("a hard limit keeps nothing for frames")
  func hardLimit() {
    let values = RecentValues<Int, Int>(budget: 100, frameFactor: 1) { _ in 10 }
    values.beginFrame()
    for key in 0..<30 { #expect(values.value(key) { key }.isNew && values.totalCost <= 100) }
    #expect((20..<30).allSatisfy { values.value($0) == $0 } && values.value(19) == nil)
  }

  /// Asks for random keys from a thread; returns how often what came back was not the key's.
  private static func wrongAnswers(of values: RecentValues<Int, [Int]>, seed: UInt64) -> Int {
    var wrong = 0
    var number = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1
    for step in 0..<4000 {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let key = Int(number >> 33) % 200
      if step % 500 == 0 { values.beginFrame() }
      let made = values.value(key) { Array(repeating: key, count: key % 7 + 1) }.value
      if made != Array(repeating: key, count: key % 7 + 1) || values.totalCost > 800 { wrong += 1 }
    }
    return wrong
  }

  @Test("threads that ask for the same keys all get the keys' own values")
  func threads() async {
    let values = RecentValues<Int, [Int]>(budget: 400, frameFactor: 2) { $0.count }
    let wrong = await withTaskGroup(of: Int.self, returning: Int.self) { group in
      for thread in 0..<8 { group.addTask { Self.wrongAnswers(of: values, seed: UInt64(thread)) } }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
    // The count equals the number of values that are kept.
    #expect(values.totalCost == (0..<200).compactMap { values.value($0)?.count }.reduce(0, +))
  }

  @Test("where two make the same value, the first that is kept is what both have")
  func oneOfTwo() {
    final class Box: Sendable {}
    let values = RecentValues<Int, Box>(budget: 10) { _ in 1 }
    let first = Box()
    let (second, isNew) = values.value(1) {
      // Another thread would come first here.
      _ = values.value(1) { first }
      return Box()
    }
    #expect(isNew && second === first && values.totalCost == 1)
  }

  @Test("the pages of values that a lifetime has let go of go back to the system, though others lie between them")
  func pages() async {
    await #expect(processExitsWith: .success) {
      let values = RecentValues<Int, [UInt8]>(budget: 1 << 30, lifetime: .seconds(1)) { $0.count }
      let begin = ContinuousClock.now
      values.beginFrame(at: begin)
      let held = (0..<4_000).compactMap { key in
        let value = values.value(key) { [UInt8](repeating: 1, count: 16 << 10) }.value
        return key.isMultiple(of: 50) ? value : nil
      }
      let most = try residentBytes()
      for second in 1...3 { values.beginFrame(at: begin + .seconds(second)) }
      #expect(values.totalCost == 0)
      #expect(try residentBytes() < most - 32 << 20)
      withExtendedLifetime(held) {}
    }
  }
}

/// The memory of this process that is in use, in bytes.
private func residentBytes() throws -> Int {
  let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
  return try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) }) * Int(getpagesize())
}
