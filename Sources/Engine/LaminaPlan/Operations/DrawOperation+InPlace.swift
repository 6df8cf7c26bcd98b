// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Operations read in place. A `switch` that binds the contents of an operation copies all of its 280 bytes first, and a
// pass has as many operations as layers; a pointer to the contents reads the properties that are asked for.
//
// Swift stores the contents of a case at the start of the enumeration. They are the bytes of the contents alone as long
// as no case has unused bits in which Swift could keep the case: `BoxOperation`, the largest, has none, and
// `DrawOperationTests` holds that.

extension UnsafePointer<DrawOperation> {
  /// The box; `nil` for another operation.
  @inlinable package var box: UnsafePointer<BoxOperation>? {
    @inline(__always) get {
      switch pointee {
      case .box: UnsafeRawPointer(self).assumingMemoryBound(to: BoxOperation.self)
      case .shadow, .composite, .particles, .surface: nil
      }
    }
  }

  /// The shadow; `nil` for another operation.
  @inlinable package var shadow: UnsafePointer<ShadowOperation>? {
    @inline(__always) get {
      switch pointee {
      case .shadow: UnsafeRawPointer(self).assumingMemoryBound(to: ShadowOperation.self)
      case .box, .composite, .particles, .surface: nil
      }
    }
  }
}

extension UnsafeMutablePointer<DrawOperation> {
  /// The box, which may be changed; `nil` for another operation.
  @inlinable package var box: UnsafeMutablePointer<BoxOperation>? {
    @inline(__always) get { UnsafePointer(self).box.map { UnsafeMutablePointer<BoxOperation>(mutating: $0) } }
  }
}

extension [DrawOperation] {
  /// Calls `body` for each operation in place.
  @inlinable @inline(__always) package func forEachInPlace(_ body: (UnsafePointer<DrawOperation>) -> Void) {
    withUnsafeBufferPointer { draws in
      guard let base = draws.baseAddress else { return }
      for index in draws.indices { body(base + index) }
    }
  }
}
