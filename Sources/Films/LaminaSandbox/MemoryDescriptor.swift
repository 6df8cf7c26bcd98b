// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Foundation

/// Files that exist only in memory, for programs that need a file to read from.
package enum MemoryDescriptor {
  /// Writes bytes to a new file in memory, which cannot be changed afterwards.
  ///
  /// - Returns: A descriptor, which the caller has to close; `nil` if there is no memory or no free descriptor.
  package static func holding(_ bytes: [UInt8]) -> Int32? {
    let memory = lamina_growing_memory("lamina-video")
    guard memory >= 0 else { return nil }
    let isWhole = bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = write(memory, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count > 0 { written += count } else if errno != EINTR { return false }
      }
      return true
    }
    if isWhole, lamina_seal(memory) == 0, fcntl(memory, F_SETFD, FD_CLOEXEC) == 0 { return memory }
    close(memory)
    return nil
  }
}
