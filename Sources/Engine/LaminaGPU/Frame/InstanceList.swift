// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Instances one behind the other, in memory that is kept when the list is emptied.
///
/// An array would check for other owners at each of several instances of a box. Copies share their memory, so only one
/// of them may be changed.
struct InstanceList {
  private final class Memory {
    let start: UnsafeMutablePointer<Instance>

    init(_ capacity: Int) { start = .allocate(capacity: capacity) }

    deinit { start.deallocate() }
  }

  private var memory = Memory(0)
  private var start: UnsafeMutablePointer<Instance>
  private var capacity = 0
  private(set) var count = 0

  init() { start = memory.start }

  var isEmpty: Bool { count == 0 }

  @inline(__always) mutating func append(_ instance: Instance) {
    if count == capacity { makeRoom(for: 1) }
    (start + count).initialize(to: instance)
    count += 1
  }

  /// Appends the quadrilaterals that a convex polygon is drawn as: a fan of them; the last one may be a triangle with a
  /// doubled corner.
  @inline(__always) mutating func append(_ instance: Instance, piecesOf vertices: UnsafeBufferPointer<SIMD2<Float>>) {
    guard vertices.count > 2 else { return }
    let pieces = (vertices.count - 1) / 2
    if count + pieces > capacity { makeRoom(for: pieces) }
    var (instance, place) = (instance, start + count)
    for piece in 0..<pieces {
      let next = 2 * piece + 1
      instance.corners01 = SIMD4(lowHalf: vertices[0], highHalf: vertices[next])
      instance.corners23 = SIMD4(
        lowHalf: vertices[next + 1], highHalf: vertices[min(next + 2, vertices.count - 1)])
      place.initialize(to: instance)
      place += 1
    }
    count += pieces
  }

  /// Appends some instances of another list.
  ///
  /// - Parameter depths: The depths of instances that have codes; `nil` if they have depths.
  mutating func append(_ other: InstanceList, _ range: Range<Int>, at depths: DepthCode? = nil) {
    precondition(range.lowerBound >= 0 && range.upperBound <= other.count, "instances outside of the list")
    makeRoom(for: range.count)
    let added = start + count
    added.initialize(from: other.start + range.lowerBound, count: range.count)
    if let depths {
      for index in 0..<range.count { added[index].depth = depths.depth(added[index].depth) }
    }
    count += range.count
  }

  /// Appends the instances of another list, the last one first.
  mutating func append(reversed other: InstanceList) {
    makeRoom(for: other.count)
    var (from, to) = (other.start + other.count, start + count)
    while from > other.start {
      from -= 1
      // All bytes at once: an assignment would copy field by field.
      UnsafeMutableRawPointer(to).copyMemory(from: from, byteCount: MemoryLayout<Instance>.size)
      to += 1
    }
    count += other.count
  }

  /// Makes room for more instances; at least doubles the memory if there is none.
  @inline(never) mutating func makeRoom(for more: Int) {
    guard count + more > capacity else { return }
    let larger = max(2 * capacity, count + more, 64)
    let made = Memory(larger)
    made.start.initialize(from: start, count: count)
    (memory, start, capacity) = (made, made.start, larger)
  }

  /// Empties the list, and keeps its memory.
  mutating func removeAll() { count = 0 }

  /// Removes the instances from an index on.
  mutating func remove(from first: Int) {
    precondition(first >= 0 && first <= count, "instances outside of the list")
    count = first
  }

  /// Changes the instances from an index on, in place.
  func withInstances(from first: Int, _ body: (UnsafeMutableBufferPointer<Instance>) -> Void) {
    precondition(first >= 0 && first <= count, "instances outside of the list")
    body(UnsafeMutableBufferPointer(start: start + first, count: count - first))
    withExtendedLifetime(memory) {}
  }

  /// Passes on the bytes of all instances.
  func withBytes<Failure>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
    try body(UnsafeRawBufferPointer(start: start, count: count * MemoryLayout<Instance>.stride))
    withExtendedLifetime(memory) {}
  }
}
