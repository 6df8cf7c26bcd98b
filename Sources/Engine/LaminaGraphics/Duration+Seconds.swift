// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

extension Duration {
  /// The corresponding number of seconds.
  package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
