// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
package import HTTPTypes
import Hummingbird
package import HummingbirdCore
package import NIOCore

/// A failure of a request: its status, a code for programs and a text for people (RFC 9457).
package struct Problem: Error, Equatable {
  /// The code that programs read; stable from version to version.
  package enum Code: String, Sendable {
    case badParameter = "bad-parameter"
    case badHeader = "bad-header"
    case badBody = "bad-body"
    case bodyTooLarge = "body-too-large"
    case bodyTooSlow = "body-too-slow"
    case clientLeft = "client-left"
    case documentFailed = "document-failed"
    case internalError = "internal-error"
    case limitExceeded = "limit-exceeded"
    case methodNotAllowed = "method-not-allowed"
    case notAcceptable = "not-acceptable"
    case notFound = "not-found"
    case notReady = "not-ready"
    case overloaded
    case unauthorized
    case unavailable
    case unsupportedType = "unsupported-type"
    case workerLost = "worker-lost"
  }

  /// The status of the answer.
  package var status: HTTPResponse.Status
  /// The kind of problem.
  package var code: Code
  /// One sentence for people, with the numbers in it.
  package var detail: String
  /// The parameter or header at fault.
  package var parameter: String?
  /// The limit of pictures that was exceeded.
  package var limit: String?
  /// Additional headers that the status requires.
  package var headers: HTTPFields = [:]
  /// Whether the rest of the body would be taken for the next request, so that the connection must be closed.
  package var endsConnection = false

  /// Makes a problem.
  package init(_ status: HTTPResponse.Status, _ code: Code, _ detail: String) {
    (self.status, self.code, self.detail) = (status, code, detail)
  }

  /// A problem with the value of a parameter.
  package static func badParameter(_ name: String, _ reason: String) -> Problem {
    var problem = Problem(.badRequest, .badParameter, "\(name): \(reason)")
    problem.parameter = name
    return problem
  }

  /// The response with this problem as its body.
  package func response(requestID: String) -> Response {
    let document = Document(
      type: "urn:lamina:problem:\(code.rawValue)", title: status.reasonPhrase, status: status.code, detail: detail,
      code: code.rawValue, parameter: parameter, limit: limit, request: requestID)
    var headers = headers
    headers[.contentType] = "application/problem+json"
    headers[.cacheControl] = "no-store"
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: JSONText.buffer(of: document)))
  }

  /// The schema of the response's body in the OpenAPI description.
  static let schema = JSONLiteral.properties(
    [
      "type": .string, "title": .string, "status": .integer, "detail": .string, "code": .string, "parameter": .string,
      "limit": .string, "request": .string,
    ], optional: ["parameter", "limit"])

  private struct Document: Encodable {
    var type: String
    var title: String
    var status: Int
    var detail: String
    var code: String
    var parameter: String?
    var limit: String?
    var request: String
  }
}

extension Response {
  /// A response with a value as JSON.
  ///
  /// - Parameter isKept: Whether clients and proxies may keep it.
  package static func json(
    _ value: some Encodable, _ status: HTTPResponse.Status = .ok, isKept: Bool = true
  ) -> Response {
    var headers: HTTPFields = [.contentType: "application/json"]
    if !isKept { headers[.cacheControl] = "no-store" }
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: JSONText.buffer(of: value)))
  }
}

/// Encodes values as JSON.
package enum JSONText {
  /// The bytes of a value; keys are in alphabetical order, so that equal values have equal bytes.
  package static func buffer(of value: some Encodable) -> ByteBuffer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding fails only for numbers that are not finite, and none are sent.
    guard let data = try? encoder.encode(value) else { return ByteBuffer(string: "{}") }
    return ByteBuffer(bytes: data + [0x0A])
  }
}
#endif
