// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

extension Int {
  /// The number with its noun: `1 layer`, `2 layers`, `2 passes`.
  package func counted(_ noun: String, _ plural: String? = nil) -> String {
    self == 1 ? "1 \(noun)" : "\(self) \(plural ?? noun + "s")"
  }
}
