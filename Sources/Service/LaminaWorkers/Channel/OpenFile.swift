// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Glibc

/// The sole owner of an open descriptor.
package final class OpenFile: Sendable {
  /// The number by which the system knows the descriptor.
  package let number: Int32

  /// Takes over a descriptor; `nil` for -1, which system calls return when they fail.
  package init?(_ number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  deinit {
    close(number)
  }
}
