// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Memory for data of one frame, written from its start on: lent by a driver, or the program's own, in which the data
/// goes on when lent memory is full. Lent memory is only written, since a driver need not let it be read. Copies share
/// their memory, so only one of them may be written.
package struct FrameMemory {
  /// The sizes of all memory are multiples of this number of bytes, a row of the texture of records.
  package static let unit = 1 << 15

  private final class Own {
    let start: UnsafeMutableRawPointer

    init(_ bytes: Int) { start = .allocate(byteCount: bytes, alignment: 16) }

    deinit { start.deallocate() }
  }

  /// The start of the memory that is written now; its first ``lentCount`` bytes are undefined.
  package private(set) var start: UnsafeMutableRawPointer
  /// Bytes.
  package private(set) var capacity: Int
  /// The bytes that were written.
  package private(set) var count = 0
  private var own: Own?
  /// The bytes from the start on that are in lent memory that was full; 0 where all are in one memory.
  package private(set) var lentCount = 0
  private var lent: UnsafeMutableRawPointer?

  /// Memory of the program.
  package init() {
    let own = Own(Self.unit)
    (start, capacity, self.own) = (own.start, Self.unit, own)
  }

  /// Memory that is lent until the data is sent.
  package init(lent start: UnsafeMutableRawPointer, capacity: Int) { (self.start, self.capacity) = (start, capacity) }

  /// Memory of the program for data that a frame has at an offset.
  ///
  /// - Parameters:
  ///   - offset: The place of the first byte in the memory of the frame.
  ///   - capacity: Bytes, above 0.
  package init(from offset: Int, capacity: Int) {
    let own = Own(capacity)
    (start, self.capacity, count, self.own) = (own.start - offset, offset + capacity, offset, own)
  }

  /// Whether all data is in the lent memory.
  package var isLent: Bool { own == nil }

  /// Writes a value behind the others.
  @inline(__always) package mutating func append<Value: BitwiseCopyable>(_ value: Value) {
    let end = count + MemoryLayout<Value>.size
    if end > capacity { grow(to: end) }
    start.storeBytes(of: value, toByteOffset: count, as: Value.self)
    count = end
  }

  /// Writes bytes behind the others.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.baseAddress else { return }
    let end = count + bytes.count
    if end > capacity { grow(to: end) }
    (start + count).copyMemory(from: first, byteCount: bytes.count)
    count = end
  }

  /// Reserves memory behind what was written, to be written by others at the same time.
  ///
  /// - Parameter sizes: The bytes of each part; multiples of 16.
  /// - Returns: The parts, each of which begins at its place in the whole memory. They refer to this memory, which must
  ///   outlive them and must not grow before they are written.
  package mutating func reserve(_ sizes: [Int]) -> [FrameMemory] {
    let end = count + sizes.reduce(0, +)
    if end > capacity { grow(to: end) }
    return sizes.map { size in
      defer { count += size }
      return part(from: count, capacity: size)
    }
  }

  /// Leaves bytes free, to be filled later.
  ///
  /// - Parameter end: The place of the byte behind them.
  package mutating func leave(upTo end: Int) {
    if end > capacity { grow(to: end) }
    count = max(count, end)
  }

  /// Fills bytes that were left free with those that another memory has at the same places.
  package func fill(_ places: Range<Int>, from other: FrameMemory) {
    guard !places.isEmpty else { return }
    precondition(places.upperBound <= count, "bytes outside of what was written")
    let own = places.lowerBound < lentCount ? lent ?? start : start
    (own + places.lowerBound).copyMemory(from: other.start + places.lowerBound, byteCount: places.count)
  }

  /// Memory for others to write at some places, which refers to this memory.
  package func part(from first: Int, capacity: Int) -> FrameMemory {
    precondition(first + capacity <= self.capacity, "a part outside of its memory")
    var part = FrameMemory(lent: start, capacity: first + capacity)
    part.count = first
    return part
  }

  /// Whether everything that was written behind a reserved part's beginning found room in it.
  package func isInReservedPlace(of part: FrameMemory) -> Bool { isLent && start == part.start }

  /// Replaces bytes that were written.
  package mutating func store(_ value: UInt32, at offset: Int) {
    precondition(offset >= 0 && offset + 4 <= count, "a change outside of what was written")
    (offset < lentCount ? lent ?? start : start).storeBytes(of: value, toByteOffset: offset, as: UInt32.self)
  }

  @inline(never) private mutating func grow(to bytes: Int) {
    let larger = Self.capacity(for: bytes)
    let made = Own(larger)
    if isLent { (lent, lentCount) = (start, count) }
    (made.start + lentCount).copyMemory(from: start + lentCount, byteCount: count - lentCount)
    (start, capacity, own) = (made.start, larger, made)
  }

  /// A capacity for the bytes of a frame, with room for a larger frame.
  static func capacity(for bytes: Int) -> Int { max(unit, 1 << (Int.bitWidth - bytes.leadingZeroBitCount)) }
}
