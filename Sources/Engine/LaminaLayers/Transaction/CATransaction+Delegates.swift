// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Transactions for animations of views: their layers ask them for actions, also in programs that never commit.

extension CATransaction {
  /// Begins a transaction in which layers that have a delegate ask it for actions, committed or not, except for layers
  /// that are made during the transaction.
  ///
  /// End it with ``endForDelegates()``, which commits nothing, so that other layers are not affected.
  ///
  /// - Parameter completion: A closure that is called when all animations that were added in the transaction have ended
  ///   or were removed; without such animations, when the transaction ends, or when the clock moves or the outermost
  ///   transaction ends.
  package static func beginForDelegates(completion: (() -> Void)?) {
    TransactionState.current.beginForDelegates(completion: completion)
  }

  /// Ends the transaction that ``beginForDelegates(completion:)`` began.
  package static func endForDelegates() { TransactionState.current.endForDelegates() }
}
