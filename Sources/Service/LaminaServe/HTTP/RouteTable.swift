// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
package import HTTPTypes
import Hummingbird
package import HummingbirdCore

/// The routes of a service, by path and method.
package struct RouteTable: Sendable {
  /// Answers a request; `words` are the parts of its path that match names in braces.
  package typealias Handler =
    @Sendable (_ request: Request, _ words: [String], _ context: ServiceContext) async throws -> Response

  /// A path and a method with their handler.
  package struct Route: Sendable {
    /// The method of requests for this route.
    package var method: HTTPRequest.Method
    /// The parts of the path; a name in braces matches any text without a slash.
    package var path: [Substring]
    /// Whether requests need no token.
    package var isOpen: Bool
    /// The OpenAPI description; `nil` for a route that is not described.
    package var description: RouteDescription?
    /// The function that answers requests.
    package var handler: Handler

    /// Makes a route; parts of the path in braces match any text without a slash.
    package init(
      _ method: HTTPRequest.Method, _ path: String, isOpen: Bool = false, _ description: RouteDescription? = nil,
      _ handler: @escaping Handler
    ) {
      (self.method, self.isOpen, self.description, self.handler) = (method, isOpen, description, handler)
      self.path = path.split(separator: "/", omittingEmptySubsequences: false)
    }

    /// The path with its names in braces.
    package var name: String { path.joined(separator: "/") }
  }

  private let routes: [Route]

  /// Makes a table; of several routes that match a request, the first answers.
  package init(_ routes: [Route]) {
    self.routes = routes
  }

  /// The route of a request. Paths are compared literally, without decoding: escaped characters match no route, so no
  /// path can lead elsewhere.
  package func route(_ method: HTTPRequest.Method, _ path: String) throws(Problem) -> (route: Route, words: [String]) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    var allowed: Set<String> = []
    for route in routes {
      guard let words = Self.words(of: parts, in: route.path) else { continue }
      if route.method == method || route.method == .get && method == .head { return (route, words) }
      allowed.insert(route.method.rawValue)
      if route.method == .get { allowed.insert(HTTPRequest.Method.head.rawValue) }
    }
    guard !allowed.isEmpty else { throw Problem(.notFound, .notFound, "there is nothing at this path") }
    let list = allowed.sorted().joined(separator: ", ")
    var problem = Problem(
      .methodNotAllowed, .methodNotAllowed, "\(method.rawValue) is not for this path; it takes \(list)")
    problem.headers[.allow] = list
    throw problem
  }

  private static func words(of parts: [Substring], in path: [Substring]) -> [String]? {
    guard parts.count == path.count else { return nil }
    var words: [String] = []
    for (part, pattern) in zip(parts, path) {
      if pattern.hasPrefix("{") {
        guard !part.isEmpty else { return nil }
        words.append(String(part))
      } else if part != pattern {
        return nil
      }
    }
    return words
  }
}
#endif
