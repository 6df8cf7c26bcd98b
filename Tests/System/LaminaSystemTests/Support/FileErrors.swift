// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaSystem

/// Runs `body` and returns the error it throws.
func fileError(_ body: () throws(FileError) -> Void) -> FileError? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}
