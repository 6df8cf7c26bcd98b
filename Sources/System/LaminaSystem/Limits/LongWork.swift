// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Cancellation of long work on paths, which takes seconds for a path with hundreds of thousands of segments.
///
/// The code that starts the work supplies the condition for giving up, and discards the result then; loops check the
/// condition every thousand steps.
package enum LongWork {
  /// Whether the result of the work on this thread is not needed any more; `nil` where the work cannot be given up.
  package static var isOver: (@Sendable () -> Bool)? { scope.value }
  private static let scope = ThreadScoped<@Sendable () -> Bool>()

  /// Does work on this thread that may be given up.
  ///
  /// - Parameter isOver: Whether the result is not needed any more.
  package static func with<Value>(_ isOver: @escaping @Sendable () -> Bool, _ work: () -> Value) -> Value {
    scope.withValue(isOver, work)
  }
  /// The number of steps of a loop between two checks.
  package static let stride = 1024
}
