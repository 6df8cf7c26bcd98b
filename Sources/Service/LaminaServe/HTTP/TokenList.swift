// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Crypto
import Foundation
import HTTPTypes
import LaminaSystem

/// The tokens that grant access to a service (`Authorization: Bearer …`); only their digests are kept.
package struct TokenList: Sendable {
  private let digests: [SHA256.Digest]

  /// Reads tokens, one per line; empty lines and lines that begin with `#` are ignored. `nil` for a text without
  /// tokens, or with a token that a header cannot hold.
  package init?(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
    let tokens = lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    guard !tokens.isEmpty, tokens.allSatisfy({ $0.utf8.allSatisfy { (33...126).contains($0) } }) else { return nil }
    digests = tokens.map { SHA256.hash(data: Array($0.utf8)) }
  }

  /// Fails for a request without a valid token. The duration of the check reveals nothing about the tokens.
  package func check(_ header: String?) throws(Problem) {
    var problem = Problem(.unauthorized, .unauthorized, "the request brings no token: Authorization: Bearer …")
    problem.headers[.wwwAuthenticate] = "Bearer realm=\"lamina\""
    guard let header else { throw problem }
    let words = header.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bearer" else { throw problem }
    let given = SHA256.hash(data: Array(words[1].utf8))
    var isKnown = false
    for digest in digests where digest == given { isKnown = true }
    guard isKnown else {
      problem.detail = "the token is none of this service"
      problem.headers[.wwwAuthenticate] = "Bearer realm=\"lamina\", error=\"invalid_token\""
      throw problem
    }
  }
}
#endif
