// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import Lamina
import LaminaGraphics
import NIOCore

/// The OpenAPI 3.1 description of a service: its paths with their parameters and responses, generated from its routes.
struct ServiceDescription: Encodable {
  private let openapi = "3.1.0"
  private let info: JSONLiteral = [
    "title": "Lamina", "version": .text(LaminaVersion.current),
    "summary": "Core Animation documents to pictures and films.",
    "description": "A parameter with a dot in its name sets a value: layerName.keyPath=value.",
  ]
  private let security: JSONLiteral = [[:], ["token": []]]
  private var paths: [String: [String: JSONLiteral]] = [:]
  private var components: [String: [String: JSONLiteral]]

  /// The parameters in paths.
  private static let words = [
    "{digest}": ParameterDescription(name: "digest", place: .path, schema: .pattern("^[0-9a-f]{64}$")),
    "{film}": ParameterDescription(name: "film", place: .path, schema: .pattern("^[0-9a-f-]{36}$")),
  ]

  /// Describes routes.
  init(_ routes: [RouteTable.Route]) {
    var parameters: [String: JSONLiteral] = [:]
    for route in routes {
      guard let description = route.description else { continue }
      let words = route.path.compactMap { Self.words[String($0)] }
      paths[route.name, default: [:]][route.method.rawValue.lowercased()] = description.literal(isOpen: route.isOpen)
      if !words.isEmpty { paths[route.name, default: [:]]["parameters"] = .list(words.map(\.reference)) }
      for parameter in words + description.parameters {
        parameters[parameter.key ?? parameter.name] = parameter.literal
      }
    }
    components = [
      "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
      "responses": [
        "Problem": .answer(
          "Why there is no other answer.", "application/problem+json", .reference("schemas/Problem")),
        "Picture": PictureAnswer.description,
      ],
      "schemas": [
        "Problem": Problem.schema, "Picture": PictureAnswer.schema, "Diagnostic": PictureAnswer.diagnosticSchema,
        "Document": RenderService.documentSchema, "Film": RenderService.filmSchema,
      ],
      "parameters": parameters,
      "requestBodies": ["Document": DocumentBody.description],
    ]
  }

  /// The document, as JSON.
  var text: ByteBuffer { JSONText.buffer(of: self) }
}
#endif
