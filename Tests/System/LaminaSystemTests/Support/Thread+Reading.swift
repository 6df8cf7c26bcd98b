// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Synchronization

extension Thread {
  /// A thread that reads a descriptor to its end.
  final class Reader: Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let read = Mutex<[UInt8]>([])

    fileprivate init(_ open: @escaping @Sendable () -> Int32) {
      Thread.detachNewThread { [self] in
        let descriptor = open()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
          let count = Foundation.read(descriptor, &buffer, buffer.count)
          guard count > 0 else { break }
          read.withLock { $0 += buffer[..<count] }
        }
        close(descriptor)
        done.signal()
      }
    }

    /// Waits for the end and returns what was read.
    func bytes() -> [UInt8] {
      done.wait()
      return read.withLock { $0 }
    }
  }

  /// Begins to read a file.
  static func reading(_ path: String) -> Reader {
    Reader { open(path, O_RDONLY) }
  }

  /// Begins to read what `open` opens, in the new thread.
  static func reading(_ open: @escaping @Sendable () -> Int32) -> Reader {
    Reader(open)
  }
}
