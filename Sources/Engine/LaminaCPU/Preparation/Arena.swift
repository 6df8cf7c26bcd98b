// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Memory for plain values of any kind, which keep their addresses and are released together.
///
/// One thread fills an arena; once it is filled, any number of threads may read it. Blocks double from 4 KiB to 64 KiB,
/// so that a pass of one operation costs little and a long pass allocates rarely.
final class Arena {
  private var blocks: [UnsafeMutableRawPointer] = []
  private var next: UnsafeMutableRawPointer?
  private var bytesLeft = 0
  private var blockSize = smallestBlock

  private static let smallestBlock = 4096
  private static let largestBlock = 65_536
  /// The least alignment of every value, bytes: the alignment of eight floats.
  private static let alignment = 32

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// Adds a value.
  func add<Value: BitwiseCopyable>(_ value: Value) -> UnsafeMutablePointer<Value> {
    let place = bytes(MemoryLayout<Value>.stride, for: Value.self).bindMemory(to: Value.self, capacity: 1)
    place.initialize(to: value)
    return place
  }

  /// Adds a list of values.
  func add<Value: BitwiseCopyable>(_ values: some Collection<Value>) -> UnsafeBufferPointer<Value> {
    let places = room(for: values.count, of: Value.self)
    _ = places.initialize(from: values)
    return UnsafeBufferPointer(places)
  }

  /// Space for a list of values, which are not initialised.
  func room<Value: BitwiseCopyable>(for count: Int, of type: Value.Type) -> UnsafeMutableBufferPointer<Value> {
    guard count > 0 else { return UnsafeMutableBufferPointer(start: nil, count: 0) }
    let start = bytes(count * MemoryLayout<Value>.stride, for: type).bindMemory(to: Value.self, capacity: count)
    return UnsafeMutableBufferPointer(start: start, count: count)
  }

  private func bytes<Value>(_ count: Int, for type: Value.Type) -> UnsafeMutableRawPointer {
    assert(MemoryLayout<Value>.alignment <= Self.alignment, "\(type) is aligned to \(MemoryLayout<Value>.alignment)")
    let count = (count + Self.alignment - 1) & ~(Self.alignment - 1)
    if let place = next, count <= bytesLeft {
      next = place + count
      bytesLeft -= count
      return place
    }
    let size = max(count, blockSize)
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: Self.alignment)
    blocks.append(block)
    // A list that fills a whole block leaves the previous block in use.
    if size - count >= bytesLeft {
      next = block + count
      bytesLeft = size - count
    }
    blockSize = min(2 * blockSize, Self.largestBlock)
    return block
  }
}

extension UnsafePointer {
  /// The address of a stored property of the value.
  @inline(__always) func field<Field>(_ path: KeyPath<Pointee, Field>) -> UnsafePointer<Field> {
    let offset = MemoryLayout<Pointee>.offset(of: path) ?? 0
    return (UnsafeRawPointer(self) + offset).assumingMemoryBound(to: Field.self)
  }
}
