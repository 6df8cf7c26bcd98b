// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// The time now, for whatever begins now: that of the thread's ``MediaClock``.
///
/// It stands still until the caller moves it. Rendering does not look at it.
///
/// - Units: seconds.
public func CACurrentMediaTime() -> CFTimeInterval { MediaClock.time }

/// The clock of a thread, which the caller moves.
///
/// Pictures need no clock: what a tree looks like at a time follows from the tree. The clock says when an animation
/// begins that was added without a time. Every thread has its own, and it starts at 0.
///
/// - Conformance: TIME-12
public enum MediaClock {
  /// The time now.
  ///
  /// - Units: seconds.
  /// - Default: 0.
  public static var time: CFTimeInterval {
    get { TransactionState.current.time }
    set { TransactionState.current.move(to: newValue) }
  }
}
