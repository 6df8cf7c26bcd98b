// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LaminaWorkers

extension RenderService {
  /// The routes for documents that the service keeps, so that requests draw them with other values each time.
  var documentRoutes: [RouteTable.Route] {
    [
      .init(
        .put, "/v1/documents",
        RouteDescription(
          "keep", "Keeps a document under its digest.", takesDocument: true,
          answers: ["200": Self.documentAnswer("It was kept already."), "201": Self.documentAnswer("It is kept.")])
      ) { [self] request, _, _ in try await keep(request) },
      .init(
        .get, "/v1/documents/{digest}",
        RouteDescription("document", answers: ["200": Self.documentAnswer("What is kept.")], problems: ["4XX"])
      ) { [self] _, words, _ in Self.answer(try documents.document(words[0]), .ok) },
      .init(
        .delete, "/v1/documents/{digest}",
        RouteDescription("forget", answers: ["204": ["description": "It is not kept any more."]], problems: ["4XX"])
      ) { [self] _, words, _ in
        documents.remove(try documents.document(words[0]).digest)
        return Response(status: .noContent)
      },
    ]
  }

  private func keep(_ request: Request) async throws -> Response {
    guard try QueryText(request.uri.query ?? "").items.isEmpty else {
      throw Problem(.badRequest, .badParameter, "a document is kept as it is; parameters belong to its pictures")
    }
    let body = try await uploads.read(request)
    guard body.parameters.isEmpty else {
      throw Problem(.badRequest, .badBody, "a document is kept as it is; values belong to its pictures")
    }
    let document = KeptDocument(body)
    let isNew = try documents.keep(document)
    var response = Self.answer(document, isNew ? .created : .ok)
    response.headers[.location] = "/v1/documents/\(document.digest)"
    return response
  }

  private static func answer(_ document: KeptDocument, _ status: HTTPResponse.Status) -> Response {
    let description = Description(
      digest: document.digest, bytes: document.document.byteCount, files: document.document.files.keys.sorted(),
      picture: "/v1/documents/\(document.digest)/picture")
    return .json(description, status)
  }

  private static func documentAnswer(_ text: String) -> JSONLiteral {
    .answer(text, "application/json", .reference("schemas/Document"))
  }

  /// The OpenAPI schema of a kept document.
  static let documentSchema = JSONLiteral.properties([
    "digest": .string, "bytes": .integer, "files": .array(of: .string), "picture": .string,
  ])

  private struct Description: Encodable {
    var digest: String
    var bytes: Int
    var files: [String]
    var picture: String
  }
}
#endif
