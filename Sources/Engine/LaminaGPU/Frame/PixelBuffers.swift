// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import LaminaSystem
import Synchronization

/// The buffers that frames are read back into. Confined to the device's thread.
///
/// A mapped buffer is the memory of a picture until that is freed, on any thread. Only this thread may unmap it, which
/// it does when it needs a buffer next. If many pictures live at once, later ones get memory of their own.
final class PixelBuffers {
  /// The most bytes of buffers that pictures have or that wait for the next frames: three pictures of 4K, or sixteen of
  /// 1080p. The buffers of frames in work come on top.
  static let mostLentBytes = 2 * PixelMemory.budget
  /// The bytes from which a picture is lent its memory; smaller ones are copied in less time.
  static let leastLentBytes = 1 << 18
  /// The most buffers that wait for the next frames; more of them are freed.
  private static let mostFree = 4

  private struct Loan {
    let buffer: PixelBuffer
    weak var pixels: LentPixels?
  }

  private let device: Device
  private var free: [PixelBuffer] = []
  private var loans: [Int: Loan] = [:]
  private var lentBytes = 0
  private var nextLoan = 0
  /// The numbers of loans whose memory nobody reads any more.
  private let returned = ReturnedLoans()

  init(on device: Device) {
    self.device = device
  }

  deinit {
    // The pictures outlive the context, and their memory does not.
    for loan in loans.values {
      loan.pixels?.reclaim()
      loan.buffer.unmap()
    }
  }

  /// A buffer of the given size: a returned one, or a new one.
  func take(_ bytes: Int) throws(GPUError) -> PixelBuffer {
    takeBack()
    if let place = free.lastIndex(where: { $0.capacity == bytes }) { return free.remove(at: place) }
    // The size has changed: buffers of the old size are no longer needed.
    free = []
    return try PixelBuffer(bytes: bytes, on: device)
  }

  /// Takes back a buffer that is not mapped.
  func giveBack(_ buffer: PixelBuffer) {
    let bytes = free.reduce(lentBytes + buffer.capacity) { $0 + $1.capacity }
    if free.count < Self.mostFree, bytes <= Self.mostLentBytes { free.append(buffer) }
  }

  /// Waits for the pixels of a buffer, and makes them the memory of a picture, or copies them.
  ///
  /// - Parameter count: The number of bytes.
  func pixels(of buffer: PixelBuffer, _ count: Int, _ meter: LimitMeter) throws(GPUError) -> LentPixels {
    let memory = try buffer.map(count, meter)
    let (number, returned) = (nextLoan, returned)
    nextLoan += 1
    let pixels = LentPixels(memory) { returned.add(number) }
    loans[number] = Loan(buffer: buffer, pixels: pixels)
    lentBytes += buffer.capacity
    if count < Self.leastLentBytes || lentBytes > Self.mostLentBytes { pixels.reclaim() }
    return pixels
  }

  /// Unmaps the buffers that pictures no longer use.
  func takeBack() {
    for number in returned.take() {
      guard let loan = loans.removeValue(forKey: number) else { continue }
      lentBytes -= loan.buffer.capacity
      loan.buffer.unmap()
      giveBack(loan.buffer)
    }
  }
}

/// Loans that were returned, on any thread.
private final class ReturnedLoans: Sendable {
  private let numbers = Locked<[Int]>([])

  func add(_ number: Int) { numbers.withLock { $0.append(number) } }

  func take() -> [Int] {
    numbers.withLock { numbers in
      defer { numbers = [] }
      return numbers
    }
  }
}
