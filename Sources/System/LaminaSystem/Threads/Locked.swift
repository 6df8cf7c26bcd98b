// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// ThreadSanitizer does not see the lock inside of Swift's `Mutex`, and reports races where there are none. Builds for
// ThreadSanitizer use a lock that it sees (`tools/sanitize thread`); all other builds use Swift's lock.

#if LAMINA_SANITIZE_THREAD
import Foundation

/// A value that one thread at a time may use.
package struct Locked<Value>: ~Copyable, @unchecked Sendable {
  // Unchecked because the value is accessed only with the lock.
  private final class Box {
    let lock = NSLock()
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  private let box: Box

  package init(_ value: consuming sending Value) { box = Box(value) }

  package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    box.lock.lock()
    defer { box.lock.unlock() }
    nonisolated(unsafe) var value = box.value
    defer { box.value = value }
    return try body(&value)
  }
}
#else
package import Synchronization

/// A value that one thread at a time may use.
package typealias Locked = Mutex
#endif
