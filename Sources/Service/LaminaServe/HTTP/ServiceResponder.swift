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

/// Answers every request: finds its route, gives what went wrong the form that programs read, and writes one line about
/// it.
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
      // The answer has a moment to be read before what the client still sends is thrown away.
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
      // Whoever reads the connection answers what is no HTTP.
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

  /// Whether a body may be on its way that is not worth waiting for.
  private func hasLongBody(_ request: Request) -> Bool {
    if request.headers[.transferEncoding] != nil { return true }
    return request.headers[.contentLength].flatMap { Int($0) } ?? 0 > 1 << 20
  }

  /// A method as metrics name it: clients make up others, and each name would be kept.
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

/// What is known of a request beside what it says.
package struct ServiceContext: RequestContext {
  /// What the library keeps.
  package var coreContext: CoreRequestContextStorage
  /// The connection that it came by.
  package let channel: any Channel
  /// When its head had come.
  package let begun = ContinuousClock.now

  /// Makes the context of a request.
  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

/// The name of a request in answers and logs: the client's own, where it gives one that logs may hold, otherwise a new
/// one.
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
  /// A name that is written in the source, which is one.
  package static func of(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else { preconditionFailure("'\(name)' is no name of a header") }
    return name
  }
}
#endif
