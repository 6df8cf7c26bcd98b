// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A value that one thread alone uses, as the thread of a ``JobQueue``; other threads only pass it on.
package final class ThreadBound<Value>: @unchecked Sendable {
  private var held: Value?

  package init(_ value: Value) {
    held = value
  }

  /// The value.
  ///
  /// - Precondition: ``end()`` was not called.
  package var value: Value {
    guard let held else { preconditionFailure("used after its end") }
    return held
  }

  /// Releases the value, on its thread.
  package func end() {
    held = nil
  }
}
