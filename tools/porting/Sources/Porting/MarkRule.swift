internal import SwiftSyntax

/// Lists what an earlier run marked: a place is left until whoever saw to it takes the comment away.
final class MarkRule: Rule {
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
