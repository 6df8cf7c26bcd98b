// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LaminaGeometry
import LaminaServe

/// Who may ask: whoever knows the token, from a page of this studio, by a name of this machine.
///
/// The token is the first part of every path. It is in no cookie, since browsers hand cookies to every port of a host,
/// and so to the programs of others on a shared machine; nor in a header, since then the page itself could be had
/// without. What a page of a studio names lies below the token, and no page says where it came from
/// (`Referrer-Policy`).
struct StudioGate: Sendable {
  private let tokens: TokenList

  /// - Parameter token: Letters, digits, `-` and `_`.
  /// - Returns: `nil` for a token that no path can hold.
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

  /// Lets a request in.
  ///
  /// - Returns: Its path below the token, with the slash.
  /// - Throws: ``Problem``, the same for a wrong token as for none.
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

  /// A page of another name that leads to this machine (DNS rebinding) is another site for the browser, but says so
  /// here.
  ///
  /// The port is whatever: through `ssh -L` it is another one.
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

  /// Requests that another site's page makes are refused, even with the token.
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
