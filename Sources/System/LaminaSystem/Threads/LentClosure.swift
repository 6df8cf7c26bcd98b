// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A closure of a caller that waits, which other threads may call meanwhile.
///
/// The closure itself must not outlive the wait, and threads that have called it may hold this object longer: so the
/// caller takes the closure back. Unchecked because calls end before the caller takes it back, which the lock orders
/// that the caller waits with.
final class LentClosure<Argument>: @unchecked Sendable {
  private var closure: ((Argument) -> Void)?

  init(_ closure: @escaping (Argument) -> Void) { self.closure = closure }

  /// Calls the closure.
  ///
  /// Never inlined, so that no reference to the closure is left when it returns.
  @inline(never) func call(_ argument: Argument) { closure?(argument) }

  /// Releases the closure.
  func takeBack() { closure = nil }
}
