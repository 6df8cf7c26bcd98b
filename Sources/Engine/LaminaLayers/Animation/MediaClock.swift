// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// The present time of the thread's ``MediaClock``, at which animations begin.
///
/// It stands still until the caller moves the clock. Rendering does not use it.
///
/// - Units: seconds.
public func CACurrentMediaTime() -> CFTimeInterval { MediaClock.time }

/// The clock of a thread, which the caller moves.
///
/// Pictures need no clock: the look of a tree at a time follows from the tree. The clock decides the beginning of
/// animations that were added without a begin time. Every thread has its own clock, which starts at 0.
///
/// - Conformance: TIME-12
public enum MediaClock {
  /// The present time.
  ///
  /// - Units: seconds.
  /// - Default: 0.
  public static var time: CFTimeInterval {
    get { TransactionState.current.time }
    set { TransactionState.current.move(to: newValue) }
  }
}
