// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

/// Fails with all problems, one a line, each beginning with `file:line`.
func expectNone(_ problems: [String], sourceLocation: SourceLocation = #_sourceLocation) {
  guard !problems.isEmpty else { return }
  Issue.record(Comment(rawValue: "\n" + problems.joined(separator: "\n")), sourceLocation: sourceLocation)
}
