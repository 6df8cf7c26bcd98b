// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
package import HTTPTypes
import Hummingbird
package import HummingbirdCore
package import NIOCore

/// Why a request has no other answer: a status, and what a program and a person need to know of it (RFC 9457).
package struct Problem: Error, Equatable {
  /// What a program goes by; stable from version to version.
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
  /// What it is.
  package var code: Code
  /// One sentence for a person, with the numbers in it.
  package var detail: String
  /// Which parameter or header is at fault.
  package var parameter: String?
  /// Which limit of pictures was met.
  package var limit: String?
  /// Headers that belong to the status.
  package var headers: HTTPFields = [:]
  /// Whether what the client sends cannot be told from a next request, so that the connection must end.
  package var endsConnection = false

  /// Makes a problem.
  package init(_ status: HTTPResponse.Status, _ code: Code, _ detail: String) {
    (self.status, self.code, self.detail) = (status, code, detail)
  }

  /// A parameter that cannot be understood.
  package static func badParameter(_ name: String, _ reason: String) -> Problem {
    var problem = Problem(.badRequest, .badParameter, "\(name): \(reason)")
    problem.parameter = name
    return problem
  }

  /// The answer.
  package func response(requestID: String) -> Response {
    let document = Document(
      type: "urn:lamina:problem:\(code.rawValue)", title: status.reasonPhrase, status: status.code, detail: detail,
      code: code.rawValue, parameter: parameter, limit: limit, request: requestID)
    var headers = headers
    headers[.contentType] = "application/problem+json"
    headers[.cacheControl] = "no-store"
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: JSONText.buffer(of: document)))
  }

  /// The answer, as programs are told it.
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

/// Values as JSON.
package enum JSONText {
  /// The bytes of a value; keys come in the order of the alphabet, so that equal values have equal bytes.
  package static func buffer(of value: some Encodable) -> ByteBuffer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Numbers that are none are the only values that cannot be written; none is sent.
    guard let data = try? encoder.encode(value) else { return ByteBuffer(string: "{}") }
    return ByteBuffer(bytes: data + [0x0A])
  }
}
#endif
