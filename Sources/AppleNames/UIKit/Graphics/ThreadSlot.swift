// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import QuartzCore

/// One object per thread, made on first use and released at the end of the thread.
///
/// UIKit's stacks of contexts and of animation blocks belong to threads, like trees and clocks.
final class ThreadSlot<Value: AnyObject>: Sendable {
  private let key: pthread_key_t
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) {
    var key = pthread_key_t()
    pthread_key_create(&key) { value in
      if let value { Unmanaged<AnyObject>.fromOpaque(value).release() }
    }
    self.key = key
    self.make = make
  }

  /// The object of this thread.
  var value: Value {
    if let found = pthread_getspecific(key) {
      return Unmanaged<Value>.fromOpaque(found).takeUnretainedValue()
    }
    let made = make()
    pthread_setspecific(key, Unmanaged.passRetained(made).toOpaque())
    return made
  }
}

/// A value that all threads share.
final class LockedValue<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }

  /// Changes the value under the lock.
  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&stored) } }
}
