// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// What views animate by: their layers ask them for actions, also where no program ever commits anything.

extension CATransaction {
  /// Begins a transaction in which layers that have a delegate ask it for actions, committed or not; layers that are
  /// made in it do not.
  ///
  /// It is ended with ``endForDelegates()``, which commits nothing, so that other layers go on as they were.
  ///
  /// - Parameter completion: What is called when all animations that were added in it have ended, or were removed;
  ///   without any, when it ends, or when the clock moves or the outermost transaction ends.
  package static func beginForDelegates(completion: (() -> Void)?) {
    TransactionState.current.beginForDelegates(completion: completion)
  }

  /// Ends what ``beginForDelegates(completion:)`` began.
  package static func endForDelegates() { TransactionState.current.endForDelegates() }
}
