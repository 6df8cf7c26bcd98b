import LaminaPlan
import Testing

/// What is kept of earlier frames, and for how long.
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
}
