// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LaminaGeometry
import LaminaServe

/// Checks that a request is allowed: that it has the token, does not come from another site's page, and addresses this
/// machine by one of its own names.
///
/// The token is the first part of every path. It is not in a cookie, since browsers send cookies to every port of a
/// host, and so to other users' programs on a shared machine; nor in a header, since then the page itself could be
/// loaded without it. All files of the page lie below the token, and the page sends no referrer (`Referrer-Policy`).
struct StudioGate: Sendable {
  private let tokens: TokenList

  /// - Parameter token: At least 16 letters, digits, `-` and `_`.
  /// - Returns: `nil` for a token that is too short or has other characters.
  init?(token: String) {
    let isPlain = token.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isPlain, token.utf8.count >= 16, let tokens = TokenList(token) else { return nil }
    self.tokens = tokens
  }

  /// Checks a request.
  ///
  /// - Returns: The request's path after the token, beginning with the slash.
  /// - Throws: ``Problem``, the same for a wrong token as for a missing one.
  func admit(_ request: Request) throws(Problem) -> String {
    try checkHost(request)
    try checkOrigin(request)
    let path = request.uri.path
    let rest = path.dropFirst()
    let word = rest.prefix { $0 != "/" }
    do throws(Problem) {
      try tokens.check("Bearer \(word.isEmpty ? "-" : word)")
    } catch {
      throw Problem(.forbidden, .unauthorized, "the address lacks the token that 'lamina studio' printed")
    }
    return String(rest.dropFirst(word.count))
  }

  /// Checks the `Host` header. A page under another name that resolves to this machine (DNS rebinding) counts as the
  /// same site for the browser, but its requests carry that name here.
  ///
  /// Any port is accepted, since it differs through `ssh -L`.
  private func checkHost(_ request: Request) throws(Problem) {
    let host = request.head.authority ?? request.headers[.of("Host")] ?? ""
    guard Self.isOwn(host) else {
      throw Problem(.forbidden, .badHeader, "Host: a studio is asked as 127.0.0.1, [::1] or localhost")
    }
  }

  private static func isOwn(_ host: String) -> Bool {
    var name = host[...]
    if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]") {
      guard Int(name[name.index(after: colon)...]).map({ (0...65535).contains($0) }) == true else { return false }
      name = name[..<colon]
    }
    return ["127.0.0.1", "localhost", "[::1]"].contains(name.lowercased())
  }

  /// Refuses requests that another site's page makes, even with the token.
  private func checkOrigin(_ request: Request) throws(Problem) {
    if let site = request.headers[.of("Sec-Fetch-Site")], site != "same-origin", site != "none" {
      throw Problem(
        .forbidden, .badHeader, "Sec-Fetch-Site: requests of other sites are refused; open the address by itself")
    }
    guard let origin = request.headers[.of("Origin")] else { return }
    let host = request.head.authority ?? request.headers[.of("Host")] ?? ""
    guard origin == "http://\(host)" else {
      throw Problem(.forbidden, .badHeader, "Origin: requests of other sites are refused")
    }
  }
}
#endif
