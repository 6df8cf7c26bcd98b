// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The release of this library.
package enum LaminaVersion {
  /// Semantic version, as `lamina --version` prints it and CHANGELOG.md lists it.
  package static let current = "0.1.0"
}
