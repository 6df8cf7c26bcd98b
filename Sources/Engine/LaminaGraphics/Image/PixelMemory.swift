// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaSystem
internal import Synchronization

/// The memory of large pictures, kept when they are freed and reused for later ones.
///
/// A picture of 1080p has 2,025 pages. Threads other than the first return memory of this size to the system with every
/// picture, and get it again page by page, which costs more than filling it. This is a pool rather than a
/// `BudgetedCache`, since memory is removed when it is taken, and any memory of the right size will do.
package enum PixelMemory {
  /// The least size, bytes. Memory of smaller pictures is left to the allocator, which keeps it itself.
  private static let least = 1 << 20
  /// The greatest size of the pool, bytes: a picture of 4K, or eight of 1080p.
  package static let budget = 64 << 20

  private struct Kept {
    var arrays: [[UInt8]] = []
    var bytes = 0
  }

  private static let kept = Locked(Kept())

  /// The memory in the pool, bytes.
  package static var keptBytes: Int { kept.withLock { $0.bytes } }

  /// Keeps the memory of a picture that is freed. Where the array has another owner, writing to it later makes a copy.
  static func keep(_ array: [UInt8]) {
    guard array.count >= least, array.count <= budget else { return }
    kept.withLock { kept in
      while kept.bytes + array.count > budget, !kept.arrays.isEmpty {
        kept.bytes -= kept.arrays.removeFirst().count
      }
      kept.arrays.append(array)
      kept.bytes += array.count
    }
  }

  /// Makes an array of bytes.
  ///
  /// - Parameters:
  ///   - count: The number of bytes.
  ///   - fill: Writes all of the bytes; their values before are not defined.
  package static func array(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) -> [UInt8] {
    if var array = take(count) {
      array.withUnsafeMutableBytes(fill)
      return array
    }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      fill(UnsafeMutableRawBufferPointer(buffer))
      initialized = count
    }
  }

  private static func take(_ count: Int) -> [UInt8]? {
    guard count >= least else { return nil }
    return kept.withLock { kept in
      guard let place = kept.arrays.lastIndex(where: { $0.count == count }) else { return nil }
      kept.bytes -= count
      return kept.arrays.remove(at: place)
    }
  }
}

/// The bytes of a frame, whose memory is kept for later frames when the last owner releases them.
package final class PixelBytes: Sendable {
  private enum Memory {
    /// Bytes without another owner, whose memory may be kept.
    case own([UInt8], isKept: Bool)
    /// The memory of a driver.
    case lent(LentPixels)
    /// The memory of a picture.
    case picture(CGImage)
  }

  private let memory: Memory

  /// The bytes, which owners do not hold for longer than this object. Lent bytes are copied at the first request.
  package var bytes: [UInt8] {
    switch memory {
    case .own(let bytes, _): bytes
    case .lent(let pixels): pixels.array
    case .picture(let image): image.premultipliedRGBA
    }
  }

  /// - Parameters:
  ///   - bytes: Bytes without another owner.
  ///   - isKept: Whether their memory is kept; not for bytes of which every frame has another number.
  package init(_ bytes: [UInt8], isKept: Bool = true) { memory = .own(bytes, isKept: isKept) }

  /// The bytes in the memory of a driver, which has them back when the last owner releases them.
  package init(lent: LentPixels) { memory = .lent(lent) }

  /// The pixels of a picture, in the picture's memory.
  package init(of image: CGImage) { memory = .picture(image) }

  /// Passes the bytes on.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch memory {
    case .own(let bytes, _): return try bytes.withBytes(body)
    case .lent(let pixels): return try pixels.withBytes(body)
    case .picture(let image): return try image.withPremultipliedRGBA(body)
    }
  }

  deinit {
    if case .own(let bytes, isKept: true) = memory { PixelMemory.keep(bytes) }
  }
}

extension CGImage {
  /// Makes a picture of pixels elsewhere in memory; copies them and tests their alpha in one pass.
  ///
  /// - Precondition: As in ``init(width:height:premultipliedRGBA:isOpaque:)``.
  package convenience init(width: Int, height: Int, copying pixels: UnsafeRawBufferPointer) {
    precondition(pixels.count == 4 * width * height)
    var isOpaque = true
    let bytes = PixelMemory.array(count: pixels.count) { target in
      // As many bytes as fit into the processor's first-level caches.
      let step = 1 << 14
      for start in stride(from: 0, to: pixels.count, by: step) {
        let part = UnsafeRawBufferPointer(rebasing: pixels[start..<min(start + step, pixels.count)])
        UnsafeMutableRawBufferPointer(rebasing: target[start..<start + part.count]).copyMemory(from: part)
        if isOpaque { isOpaque = Self.isOpaque(part) }
      }
    }
    self.init(width: width, height: height, premultipliedRGBA: bytes, isOpaque: isOpaque)
  }
}
