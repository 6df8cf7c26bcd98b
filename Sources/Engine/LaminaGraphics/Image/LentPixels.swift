// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
import LaminaSystem

/// The pixels of one picture in memory of another owner, such as a buffer that a driver has mapped.
///
/// The memory goes back to its owner once: when the picture is freed, when its pixels are requested as an array, or
/// when the owner reclaims it. In the last two cases the pixels are copied first, so the picture stays as it is.
///
/// Unchecked because the condition guards all that changes.
package final class LentPixels: @unchecked Sendable {
  /// The number of bytes.
  let count: Int
  private let condition = NSCondition()
  /// The lent memory; `nil` once it was given back, or will be as soon as nobody reads it.
  private var memory: UnsafeRawBufferPointer?
  /// The pixels after that.
  private var own: [UInt8] = []
  /// The number of bodies that read the lent memory at this time.
  private var readers = 0
  private var opacity: Bool?
  private let giveBack: @Sendable () -> Void

  /// Makes the pixels of a picture.
  ///
  /// - Parameters:
  ///   - memory: Premultiplied RGBA, which stays unchanged until it is given back.
  ///   - giveBack: Receives the memory back, once, on any thread; it may not wait for another thread.
  package init(_ memory: UnsafeRawBufferPointer, giveBack: @escaping @Sendable () -> Void) {
    count = memory.count
    self.memory = memory
    self.giveBack = giveBack
  }

  deinit {
    if memory != nil { giveBack() }
    PixelMemory.keep(own)
  }

  /// Passes the pixels on where they are.
  ///
  /// - Parameter body: Reads the pixels; it may not wait for the owner of the memory.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let lent = beginReading() else { return try own.withBytes(body) }
    defer { endReading() }
    return try body(lent)
  }

  /// Whether the pixels are in the lent memory.
  package var isLent: Bool { condition.withLock { memory != nil } }

  /// The pixels in memory of their own, which the picture has from then on.
  package var array: [UInt8] { condition.withLock { settle() } }

  /// The pixels, if the picture is freed afterwards: their memory is then not kept for other pictures.
  func takeArray() -> [UInt8] {
    condition.withLock {
      let array = settle()
      own = []
      return array
    }
  }

  /// Whether every alpha is 255, found out at the first request.
  var isOpaque: Bool {
    if let opacity = condition.withLock({ opacity }) { return opacity }
    let isOpaque = withBytes(CGImage.isOpaque)
    condition.withLock { opacity = isOpaque }
    return isOpaque
  }

  /// Copies the pixels, and waits until nobody reads the lent memory.
  package func reclaim() {
    condition.withLock {
      _ = settle()
      while readers > 0 { condition.wait() }
    }
  }

  /// - Precondition: The condition is locked.
  private func settle() -> [UInt8] {
    guard let lent = memory else { return own }
    own = PixelMemory.array(count: lent.count) { $0.copyMemory(from: lent) }
    memory = nil
    if readers == 0 { giveBack() }
    return own
  }

  private func beginReading() -> UnsafeRawBufferPointer? {
    condition.withLock {
      if memory != nil { readers += 1 }
      return memory
    }
  }

  private func endReading() {
    condition.withLock {
      readers -= 1
      guard readers == 0, memory == nil else { return }
      giveBack()
      condition.broadcast()
    }
  }
}
