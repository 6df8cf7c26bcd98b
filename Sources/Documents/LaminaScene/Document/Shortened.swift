// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Returns a text from a document for a message of one line: at most 48 characters, control characters as `?`.
func shortened(_ text: some StringProtocol) -> String {
  let limit = 48
  var result = ""
  for (count, scalar) in text.unicodeScalars.enumerated() {
    guard count < limit else { return result + "…" }
    let isControl =
      scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
    result.unicodeScalars.append(isControl ? "?" : scalar)
  }
  return result
}
