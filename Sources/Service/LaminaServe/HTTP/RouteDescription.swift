// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
/// The OpenAPI 3.1 description of a route, besides its method and its path.
package struct RouteDescription: Sendable {
  /// The name of the operation.
  var id: String
  var summary: String?
  /// The parameters of the route, except for those in its path.
  var parameters: [ParameterDescription]
  /// Whether the request's body is a document.
  var takesDocument: Bool
  /// The responses by their statuses.
  var answers: [String: JSONLiteral]

  /// Makes a description.
  ///
  /// - Parameter problems: The status classes of its failures.
  init(
    _ id: String, _ summary: String? = nil, parameters: [ParameterDescription] = [], takesDocument: Bool = false,
    answers: [String: JSONLiteral], problems: [String] = ["4XX", "5XX"]
  ) {
    (self.id, self.summary, self.parameters, self.takesDocument) = (id, summary, parameters, takesDocument)
    self.answers = answers.merging(problems.map { ($0, .reference("responses/Problem")) }) { own, _ in own }
  }

  /// The operation object of the OpenAPI document.
  func literal(isOpen: Bool) -> JSONLiteral {
    var operation: [String: JSONLiteral] = ["operationId": .text(id), "responses": .object(answers)]
    if let summary { operation["summary"] = .text(summary) }
    if !parameters.isEmpty { operation["parameters"] = .list(parameters.map(\.reference)) }
    if takesDocument { operation["requestBody"] = .reference("requestBodies/Document") }
    if isOpen { operation["security"] = [] }
    return .object(operation)
  }
}

/// The OpenAPI description of a parameter.
struct ParameterDescription: Sendable {
  /// The location of a parameter in the request.
  enum Place: String, Sendable {
    case query, path, header
  }

  var name: String
  var place = Place.query
  var text: String?
  var schema: JSONLiteral
  /// The parameter's key in the OpenAPI document, needed where different parameters share a name.
  var key: String?

  /// A reference to the parameter in the OpenAPI document.
  var reference: JSONLiteral { .reference("parameters/\(key ?? name)") }

  /// The parameter object of the OpenAPI document.
  var literal: JSONLiteral {
    var result: [String: JSONLiteral] = ["name": .text(name), "in": .text(place.rawValue), "schema": schema]
    if let text { result["description"] = .text(text) }
    if place == .path { result["required"] = true }
    return .object(result)
  }
}

/// A JSON value that is written as a literal in the source.
package indirect enum JSONLiteral: Sendable, Encodable {
  case object([String: JSONLiteral])
  case list([JSONLiteral])
  case text(String)
  case number(Double)
  case truth(Bool)

  /// Encodes the value itself.
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let value): try value.encode(to: encoder)
    case .list(let value): try value.encode(to: encoder)
    case .text(let value): try value.encode(to: encoder)
    case .number(let value): try value.encode(to: encoder)
    case .truth(let value): try value.encode(to: encoder)
    }
  }
}

extension JSONLiteral: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
  ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  package init(dictionaryLiteral elements: (String, JSONLiteral)...) {
    self = .object(Dictionary(uniqueKeysWithValues: elements))
  }
  package init(arrayLiteral elements: JSONLiteral...) { self = .list(elements) }
  package init(stringLiteral value: String) { self = .text(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
  package init(booleanLiteral value: Bool) { self = .truth(value) }
}

// MARK: Schemas and answers

extension JSONLiteral {
  static let string: JSONLiteral = ["type": "string"]
  static let integer: JSONLiteral = ["type": "integer"]
  static let number: JSONLiteral = ["type": "number"]
  static let bytes: JSONLiteral = ["type": "string", "format": "binary"]
  static let anything: JSONLiteral = ["type": "object"]

  /// A reference to one of the OpenAPI document's components.
  static func reference(_ path: String) -> JSONLiteral { ["$ref": .text("#/components/\(path)")] }
  /// A text that matches a regular expression.
  static func pattern(_ expression: String) -> JSONLiteral { ["type": "string", "pattern": .text(expression)] }
  /// A list of values.
  static func array(of schema: JSONLiteral) -> JSONLiteral { ["type": "array", "items": schema] }
  /// One of several words.
  static func words(_ words: [String]) -> JSONLiteral { ["type": "string", "enum": .list(words.map { .text($0) })] }
  /// One of the names of an enumeration.
  static func words<Value: RawRepresentable & CaseIterable>(_ type: Value.Type) -> JSONLiteral
  where Value.RawValue == String { words(type.allCases.map(\.rawValue)) }

  /// An object with properties, all required except for `optional` ones.
  static func properties(_ properties: [String: JSONLiteral], optional: Set<String> = []) -> JSONLiteral {
    [
      "type": "object", "properties": .object(properties),
      "required": .list(properties.keys.filter { !optional.contains($0) }.sorted().map { .text($0) }),
    ]
  }

  /// A response with a body of a media type.
  static func answer(_ text: String, _ type: String, _ schema: JSONLiteral) -> JSONLiteral {
    ["description": .text(text), "content": [type: ["schema": schema]]]
  }
}
#endif
