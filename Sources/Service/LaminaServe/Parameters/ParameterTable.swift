// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import HTTPTypes
import Lamina
import LaminaWorkers

/// A parameter of a request: a single declaration that parses, validates and describes it.
struct RequestParameter<Target>: Sendable {
  var name: String
  /// The OpenAPI description; `nil` for another name of a parameter that is described.
  var description: ParameterDescription?
  /// Names of parameters that must not be given together with this one.
  var excluded: [String]
  /// Reads the value into the target; throws `ParameterProblem`.
  let read: @Sendable (_ target: inout Target, _ text: String) throws -> Void

  /// Declares a parameter.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - text: The description, as a sentence; `nil` for another name of a described parameter.
  ///   - schema: The schema of its values.
  ///   - key: The key in the OpenAPI description; `nil` for the name itself.
  ///   - excluded: Names of parameters that must not be given together with this one.
  ///   - read: Reads the value into the target.
  init(
    _ name: String, _ text: String?, _ schema: JSONLiteral = .string, key: String? = nil,
    excludes excluded: [String] = [],
    _ read: @escaping @Sendable (_ target: inout Target, _ text: String) throws -> Void
  ) {
    (self.name, self.excluded, self.read) = (name, excluded, read)
    description = text.map { ParameterDescription(name: name, text: $0, schema: schema, key: key) }
  }

  /// The same parameter of a value that contains the target.
  func of<Whole>(_ path: any WritableKeyPath<Whole, Target> & Sendable) -> RequestParameter<Whole> {
    let read = read
    var result = RequestParameter<Whole>(name, nil) { try read(&$0[keyPath: path], $1) }
    (result.description, result.excluded) = (description, excluded)
    return result
  }
}

/// The parameters of a route; a parameter with a dot in its name sets a value of the scene.
struct ParameterTable<Target>: Sendable {
  let parameters: [RequestParameter<Target>]
  /// The assignments of values of the scene.
  let assignments: any WritableKeyPath<Target, [SceneRequest.Assignment]> & Sendable
  /// The names of parameters of other routes, and the message for requests that use them here.
  var foreign: (names: Set<String>, reason: String) = ([], "")

  /// The OpenAPI descriptions of the parameters.
  var descriptions: [ParameterDescription] { parameters.compactMap(\.description) }

  /// Reads the parameters; fails for a repeated or an unknown one.
  func read(_ query: QueryText, into target: inout Target) throws(Problem) {
    var given: [String: String] = [:]
    for (name, value) in query.items {
      if name.contains(".") {
        target[keyPath: assignments].append(SceneRequest.Assignment(name, value))
        continue
      }
      guard parameters.contains(where: { $0.name == name }) else { throw unknown(name) }
      guard given.updateValue(value, forKey: name) == nil else { throw .badParameter(name, "it stands twice") }
    }
    for parameter in parameters where given[parameter.name] != nil {
      for other in parameter.excluded where given[other] != nil {
        throw .badParameter(parameter.name, "\(parameter.name) and \(other) exclude each other")
      }
    }
    for parameter in parameters {
      guard let text = given[parameter.name] else { continue }
      do {
        try parameter.read(&target, text)
      } catch {
        throw .badParameter(parameter.name, "\(error)")
      }
    }
  }

  private func unknown(_ name: String) -> Problem {
    if foreign.names.contains(name) { return .badParameter(name, foreign.reason) }
    let names = parameters.map(\.name).sorted().joined(separator: ", ")
    return .badParameter(
      String(name.prefix(64)),
      "there is no such parameter; there are \(names), and layerName.keyPath to set a value of the scene")
  }
}

/// The parameters in the query of a URL.
package struct QueryText {
  /// Names and values, in their order.
  package private(set) var items: [(name: String, value: String)] = []

  /// Makes an empty query.
  package init() {}

  /// Reads `name=value&…`, percent-encoded, with `+` for a space.
  package init(_ text: String) throws(Problem) {
    for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
      let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.decoded(sides[0])
      items.append((name, sides.count > 1 ? try Self.decoded(sides[1]) : ""))
    }
  }

  /// Adds a parameter that is not part of the URL.
  package mutating func append(_ name: String, _ value: String) { items.append((name, value)) }

  private static func decoded(_ bytes: Substring.UTF8View) throws(Problem) -> String {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): result.append(0x20)
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
          throw Problem(.badRequest, .badParameter, "a '%' in the query is not followed by two hexadecimal digits")
        }
        result.append(16 * high + low)
      default: result.append(byte)
      }
    }
    guard let text = String(validating: result, as: UTF8.self), !text.unicodeScalars.contains("\0") else {
      throw Problem(.badRequest, .badParameter, "the query is not UTF-8, or holds a zero byte")
    }
    return text
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8(truncatingIfNeeded: $0) }
  }
}
#endif
