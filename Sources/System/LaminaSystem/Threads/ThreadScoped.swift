// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Glibc

/// A value that is set on one thread for the duration of some work, for code that is called too deep to receive it as a
/// parameter.
///
/// Not a `TaskLocal`: one nested in another terminates an optimised program of Swift 6.3 outside of tasks.
package final class ThreadScoped<Value>: Sendable {
  private let key: pthread_key_t

  /// Makes a slot for values; each uses one of the thousand thread-specific keys of a process.
  package init() {
    var key = pthread_key_t()
    precondition(pthread_key_create(&key, nil) == 0, "the process has no place left for values of threads")
    self.key = key
  }

  /// The innermost value on this thread; `nil` outside of all ``withValue(_:_:)``.
  package var value: Value? { pthread_getspecific(key)?.assumingMemoryBound(to: Value.self).pointee }

  /// Does work on this thread with the value set.
  package func withValue<Result>(_ value: Value, _ work: () -> Result) -> Result {
    let before = pthread_getspecific(key)
    defer { pthread_setspecific(key, before) }
    return withUnsafePointer(to: value) { place in
      pthread_setspecific(key, place)
      return work()
    }
  }
}
