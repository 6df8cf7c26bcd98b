import Testing

/// Fails with all problems, one a line, each beginning with `file:line`.
func expectNone(_ problems: [String], sourceLocation: SourceLocation = #_sourceLocation) {
  guard !problems.isEmpty else { return }
  Issue.record(Comment(rawValue: "\n" + problems.joined(separator: "\n")), sourceLocation: sourceLocation)
}
