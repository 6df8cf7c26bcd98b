// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Crypto
import Foundation
package import HTTPTypes
package import Hummingbird
package import HummingbirdCore
import LaminaGeometry
import LaminaGraphics
import LaminaSystem
import Logging
package import NIOCore
import NIOHTTP1

/// Answers every request: finds its route, turns errors into responses that programs can read, and writes one line to
/// the log.
struct ServiceResponder: HTTPResponder {
  typealias Context = ServiceContext

  let routes: RouteTable
  let tokens: TokenList?
  let logger: Logger
  let metrics: ServiceMetrics

  func respond(to request: Request, context: ServiceContext) async throws -> Response {
    let name = RequestName.of(request)
    var (response, problem, route) = try await answer(request, context, name)
    response.headers[RequestName.header] = name
    let endsConnection = problem?.endsConnection ?? false || problem != nil && hasLongBody(request)
    if endsConnection {
      response.headers[.connection] = "close"
      // The client gets a second to read the answer before the connection is closed and the rest of the body is
      // discarded.
      context.channel.eventLoop.scheduleTask(in: .seconds(1)) { context.channel.close(promise: nil) }
    }
    if request.method == .head { response = response.createHeadResponse() }
    log(request, response, context, name, problem, route)
    return response
  }

  private func answer(
    _ request: Request, _ context: ServiceContext, _ name: String
  ) async throws -> (Response, Problem?, String) {
    var route = "none"
    do {
      let (found, words) = try routes.route(request.method, request.uri.path)
      route = found.name
      if !found.isOpen { try tokens?.check(request.headers[.authorization]) }
      return (try await found.handler(request, words, context), nil, route)
    } catch let problem as Problem {
      return (problem.response(requestID: name), problem, route)
    } catch let error as HTTPParserError {
      // The library that reads the connection answers invalid HTTP itself.
      throw error
    } catch is CancellationError {
      let problem = Problem(.badRequest, .clientLeft, "the request ended before it was whole")
      return (problem.response(requestID: name), problem, route)
    } catch {
      logger.error("request failed", metadata: ["request": "\(name)", "error": "\(error)"])
      let problem = Problem(.internalServerError, .internalError, "the service failed; its log says more")
      return (problem.response(requestID: name), problem, route)
    }
  }

  /// Whether the rest of a body may be arriving that is too long to wait for.
  private func hasLongBody(_ request: Request) -> Bool {
    if request.headers[.transferEncoding] != nil { return true }
    return request.headers[.contentLength].flatMap { Int($0) } ?? 0 > 1 << 20
  }

  /// A method's label in metrics. Unknown methods share a label: each label is kept, and clients may invent methods.
  private static func known(_ method: HTTPRequest.Method) -> String {
    [.get, .head, .post, .put, .delete, .patch, .options].contains(method) ? method.rawValue : "other"
  }

  private func log(
    _ request: Request, _ response: Response, _ context: ServiceContext, _ name: String, _ problem: Problem?,
    _ route: String
  ) {
    let seconds = context.begun.duration(to: .now).seconds
    metrics.count(
      "lamina_requests_total",
      [("route", route), ("method", Self.known(request.method)), ("status", "\(response.status.code)")])
    metrics.time("lamina_request_seconds", seconds, [("route", route)])
    if let problem { metrics.count("lamina_failures_total", [("code", problem.code.rawValue)]) }
    var metadata: Logger.Metadata = [
      "request": "\(name)", "method": "\(request.method.rawValue)", "route": "\(route)",
      "status": "\(response.status.code)", "ms": "\((seconds * 1000).thousandths)",
    ]
    if let length = response.headers[.contentLength] { metadata["bytes"] = "\(length)" }
    if let problem { metadata["problem"] = "\(problem.code.rawValue)" }
    logger.info("request", metadata: metadata)
  }
}

/// The context of a request: its connection and its start time.
package struct ServiceContext: RequestContext {
  /// The storage that the library requires.
  package var coreContext: CoreRequestContextStorage
  /// The connection of the request.
  package let channel: any Channel
  /// The time at which the request's head had arrived.
  package let begun = ContinuousClock.now

  /// Makes the context of a request.
  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

/// The identifier of a request in answers and logs: the client's own if it is safe for logs, otherwise a new one.
enum RequestName {
  static let header = HTTPField.Name.of("X-Request-Id")

  static func of(_ request: Request) -> String {
    if let given = request.headers[header], (1...128).contains(given.utf8.count), given.utf8.allSatisfy(isPlain) {
      return given
    }
    return RequestID().description
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension HTTPField.Name {
  /// A field name that is written in the source and known to be valid.
  package static func of(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else { preconditionFailure("'\(name)' is no name of a header") }
    return name
  }
}

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
