// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Work on paths that takes seconds where a path has hundreds of thousands of segments, and ends early where nobody
/// wants it any more.
///
/// Who starts it says when that is, and throws away what comes of it then; loops ask every thousand steps.
package enum LongWork {
  /// Whether what is made on this thread is wanted no more; `nil` where all of it is.
  package static var isOver: (@Sendable () -> Bool)? { scope.value }
  private static let scope = ThreadScoped<@Sendable () -> Bool>()

  /// Does work on this thread that may be given up.
  ///
  /// - Parameter isOver: Whether it is wanted no more.
  package static func with<Value>(_ isOver: @escaping @Sendable () -> Bool, _ work: () -> Value) -> Value {
    scope.withValue(isOver, work)
  }
  /// How many steps loops take between two looks.
  package static let stride = 1024
}
