// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// `base` to the power `exponent`.
func power(_ base: Double, _ exponent: Double) -> Double {
  pow(base, exponent)
}
