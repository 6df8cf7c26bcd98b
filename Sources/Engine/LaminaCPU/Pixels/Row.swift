// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Adjacent values that are written and read, in memory owned elsewhere: a row of pixels or a part of one.
///
/// Copies refer to the same memory. Debug builds check every place; other builds check none, like a pointer.
struct Row<Element: BitwiseCopyable> {
  private let start: UnsafeMutablePointer<Element>
  let count: Int

  @inline(__always) init(start: UnsafeMutablePointer<Element>, count: Int) {
    (self.start, self.count) = (start, count)
  }

  @inline(__always) subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count, "value \(index) of a row of \(count)")
      return start[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count, "value \(index) of a row of \(count)")
      start[index] = newValue
    }
  }

  /// The values from an index on; empty at the end.
  @inline(__always) func from(_ index: Int) -> Row {
    assert(index >= 0 && index <= count, "value \(index) of a row of \(count)")
    return Row(start: start + index, count: count &- index)
  }

  /// Sets values at the beginning.
  @inline(__always) func fill(_ count: Int, with value: Element) {
    assert(count <= self.count, "\(count) values of a row of \(self.count)")
    start.update(repeating: value, count: count)
  }

  /// Some values, from a place on, as a vector.
  @inline(__always) func vector<Vector: BitwiseCopyable>(at index: Int, as type: Vector.Type) -> Vector {
    assert(
      index >= 0 && index * MemoryLayout<Element>.stride + MemoryLayout<Vector>.size <= bytes,
      "vector at \(index) of \(count)")
    return UnsafeRawPointer(start + index).loadUnaligned(as: Vector.self)
  }

  /// Sets some values, from a place on.
  @inline(__always) func store<Vector: BitwiseCopyable>(_ vector: Vector, at index: Int) {
    assert(
      index >= 0 && index * MemoryLayout<Element>.stride + MemoryLayout<Vector>.size <= bytes,
      "vector at \(index) of \(count)")
    UnsafeMutableRawPointer(start + index).storeBytes(of: vector, as: Vector.self)
  }

  /// The same memory as a row of another type.
  @inline(__always) func rebound<Other: BitwiseCopyable>(to type: Other.Type) -> Row<Other> {
    Row<Other>(
      start: UnsafeMutableRawPointer(start).assumingMemoryBound(to: Other.self),
      count: bytes / MemoryLayout<Other>.stride)
  }

  /// The same memory, for reading.
  @inline(__always) var texels: Texels { Texels(start: start, count: bytes) }

  /// Copies bytes into the row, unless they are already there.
  @inline(__always) func copy(_ texels: Texels, bytes: Int) {
    assert(bytes <= self.bytes, "\(bytes) bytes into a row of \(self.bytes)")
    let source = texels.address(0, bytes: bytes)
    if source != UnsafeRawPointer(start) { memcpy(start, source, bytes) }
  }

  /// The address of the first value, for C functions that read or write `count` values.
  @inline(__always) func address(count: Int) -> UnsafeMutablePointer<Element> {
    assert(count <= self.count, "\(count) values of a row of \(self.count)")
    return start
  }

  private var bytes: Int { count * MemoryLayout<Element>.stride }
}

extension PlainBuffer {
  /// The whole buffer as a row.
  @inline(__always) var row: Row<Element> { Row(start: start, count: values.count) }
}

/// Bytes that are read in place: texels of a picture, pixels of a finished pass, or a part of these.
///
/// Debug builds check every place; other builds check none, like a pointer.
struct Texels: BitwiseCopyable {
  private let start: UnsafeRawPointer
  /// Bytes.
  let count: Int

  @inline(__always) init(start: UnsafeRawPointer, count: Int) { (self.start, self.count) = (start, count) }

  /// The address of a byte with `bytes` bytes after it.
  @inline(__always) func address(_ offset: Int, bytes: Int) -> UnsafeRawPointer {
    assert(offset >= 0 && offset + bytes <= count, "\(bytes) bytes at \(offset) of \(count)")
    return start + offset
  }

  /// The bytes from an offset on; empty at the end.
  @inline(__always) func from(_ offset: Int) -> Texels {
    Texels(start: address(offset, bytes: 0), count: count &- offset)
  }

  /// Some bytes as a value.
  @inline(__always) func load<Value: BitwiseCopyable>(_ offset: Int, as type: Value.Type) -> Value {
    address(offset, bytes: MemoryLayout<Value>.size).loadUnaligned(as: Value.self)
  }

  /// One texel of four bytes.
  @inline(__always) func color(at offset: Int) -> PixelColor {
    PixelColor(SIMD4<Int32>(truncatingIfNeeded: load(offset, as: SIMD4<UInt8>.self)))
  }

  /// One texel of one byte: white with that coverage.
  @inline(__always) func coverage(at offset: Int) -> PixelColor {
    PixelColor(repeating: Float(load(offset, as: UInt8.self)))
  }

  /// Two texels of four bytes and the two below, mixed by the fractions `u` and `v`.
  @inline(__always) func mixed(at offset: Int, stride: Int, u: Float, v: Float) -> PixelColor {
    let top = Lanes(SIMD8<Int32>(truncatingIfNeeded: load(offset, as: SIMD8<UInt8>.self)))
    let bottom = Lanes(SIMD8<Int32>(truncatingIfNeeded: load(offset &+ stride, as: SIMD8<UInt8>.self)))
    let both = top + (bottom - top) * v
    return both.lowHalf + (both.highHalf - both.lowHalf) * u
  }
}
