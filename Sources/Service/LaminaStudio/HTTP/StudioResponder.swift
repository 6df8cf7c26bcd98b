// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LaminaServe
import Logging
import NIOCore

/// Answers every request: checks it, finds its route, and turns errors into responses that the page can read.
struct StudioResponder: HTTPResponder {
  typealias Context = ServiceContext

  let gate: StudioGate
  let routes: RouteTable
  let logger: Logger

  func respond(to request: Request, context: ServiceContext) async throws -> Response {
    var response: Response
    do {
      let path = try gate.admit(request)
      try Self.checkBody(request)
      if path.isEmpty {
        // URLs that are copied by hand often lose their last slash, which the relative URLs of the page's files need.
        response = Response(status: .permanentRedirect, headers: [.location: request.uri.path + "/"])
      } else {
        let (route, words) = try routes.route(request.method, path)
        response = try await route.handler(request, words, context)
      }
    } catch let problem as Problem {
      response = Self.answer(problem, to: request)
    } catch {
      logger.error("request failed", metadata: ["error": "\(error)"])
      response = Problem(.unprocessableContent, .documentFailed, "\(error)").response(requestID: "-")
    }
    for (name, value) in Self.protection { response.headers[.of(name)] = value }
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    return request.method == .head ? response.createHeadResponse() : response
  }

  /// The response for a problem: JSON for programs, and a page where a browser would show it.
  private static func answer(_ problem: Problem, to request: Request) -> Response {
    let accepts = request.headers[.accept] ?? ""
    guard request.method == .get || request.method == .head, accepts.contains("text/html") else {
      return problem.response(requestID: "-")
    }
    let words = HTMLText.escaped(problem.detail)
    let advice =
      problem.code == .unauthorized
      ? "<p>Open the whole address that it printed last; a studio that was started anew prints a new one." : ""
    let page = """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark"><title>Lamina Studio</title>
      <h1>Lamina Studio</h1><p>\(words.prefix(1).uppercased() + words.dropFirst()).</p>\(advice)

      """
    return Response(
      status: problem.status, headers: [.contentType: "text/html; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
  }

  /// Checks that a body is JSON: forms of other sites can send text, but not JSON.
  private static func checkBody(_ request: Request) throws(Problem) {
    guard request.method == .post else { return }
    guard request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
      throw Problem(.unsupportedMediaType, .unsupportedType, "Content-Type: it takes application/json")
    }
  }

  /// The security headers of every response: the page loads only the studio's own files, cannot be framed, and sends
  /// its address to no other site.
  private static let protection = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]
}
#endif
