import Foundation

/// Memory for plain values, freed with its owner. Its values are not initialised.
final class PlainBuffer<Element: BitwiseCopyable> {
  let start: UnsafeMutablePointer<Element>
  let count: Int

  init(count: Int) {
    self.count = count
    start = .allocate(capacity: max(1, count))
  }

  deinit { start.deallocate() }
}
