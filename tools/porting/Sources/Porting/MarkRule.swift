// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// Reports the marks of an earlier run: a place counts as unfinished until its comment is removed.
final class MarkRule: Rule {
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    // A mark before an `#if` may belong to a clause that Linux does not compile.
    if let first = node.clauses.first, !ActiveClauses.of(node).contains(where: { $0.id == first.id }) {
      _ = visit(first.poundKeyword)
    }
    return super.visit(node)
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    for comment in token.commentsBefore {
      for (start, end) in [("// port: ", ""), ("/* port: ", " */")]
      where comment.hasPrefix(start) && comment.hasSuffix(end) {
        output.leaveMarked(at: token.start, String(comment.dropFirst(start.count).dropLast(end.count)))
      }
    }
    return .skipChildren
  }
}
