// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Foundation
import LaminaGeometry

/// An immutable file that exists only in memory.
///
/// It is held by one descriptor, and can be handed to workers any number of times; each reads it from the beginning.
public final class MemoryFile: Sendable {
  /// The length of the file, in bytes.
  public let byteCount: Int
  private let memory: OpenFile

  fileprivate init(_ memory: OpenFile, byteCount: Int) {
    (self.memory, self.byteCount) = (memory, byteCount)
  }

  /// Makes a file of bytes; `nil` where memory or descriptors are exhausted.
  public convenience init?(_ bytes: [UInt8]) {
    guard let writer = MemoryFileWriter(), bytes.withUnsafeBytes(writer.write), let memory = writer.finished() else {
      return nil
    }
    self.init(memory, byteCount: bytes.count)
  }

  /// The bytes of the file from an offset on; fewer than `count` where the file ends before.
  public func bytes(from start: Int = 0, count: Int = .max) -> [UInt8] {
    let wanted = min(count, max(byteCount - start, 0))
    guard wanted > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: wanted) { buffer, taken in
      taken = 0
      while taken < wanted {
        let piece = pread(memory.number, buffer.baseAddress.map { $0 + taken }, wanted - taken, off_t(start + taken))
        if piece > 0 { taken += piece } else if piece == 0 || errno != EINTR { return }
      }
    }
  }

  /// A new descriptor for reading, with an offset of its own.
  func opened() -> OpenFile? { OpenFile(open("/proc/self/fd/\(memory.number)", O_RDONLY | O_CLOEXEC)) }
}

/// Writes a file that exists only in memory.
public final class MemoryFileWriter {
  private let memory: OpenFile
  /// The number of bytes written so far.
  public private(set) var byteCount = 0

  /// Begins an empty file; `nil` where no descriptor is available.
  public init?() {
    guard let memory = OpenFile(lamina_growing_memory("lamina-upload")) else { return nil }
    self.memory = memory
  }

  /// Appends bytes to the file.
  ///
  /// - Returns: Whether there was memory for all of them.
  public func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = Glibc.write(memory.number, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      if count > 0 { written += count } else if errno != EINTR { return false }
    }
    byteCount += written
    return true
  }

  /// Ends writing and makes the file immutable; `nil` where the system cannot do that.
  public func file() -> MemoryFile? { finished().map { MemoryFile($0, byteCount: byteCount) } }

  fileprivate func finished() -> OpenFile? { lamina_seal(memory.number) == 0 ? memory : nil }
}
