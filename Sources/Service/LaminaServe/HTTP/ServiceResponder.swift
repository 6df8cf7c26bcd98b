// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
package import HTTPTypes
package import Hummingbird
import HummingbirdCore
import LaminaGeometry
import LaminaGraphics
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
#endif
