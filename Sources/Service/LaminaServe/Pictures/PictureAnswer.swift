// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Lamina
import LaminaGeometry
package import LaminaGraphics
import NIOCore

/// Builds responses for pictures: the bytes of the file with further facts in headers, or everything as JSON.
enum PictureAnswer {
  /// The maximum number of diagnostics in headers.
  private static let mostInHeaders = 16

  /// The form of the response.
  enum Form: String {
    case file, json
  }

  /// The response for a picture in a form.
  static func response(_ picture: DrawnPicture, _ form: Form) -> Response {
    switch form {
    case .file: file(picture)
    case .json: json(picture)
    }
  }

  /// The response with the picture's bytes.
  private static func file(_ picture: DrawnPicture) -> Response {
    var headers = headers(picture)
    headers[.contentType] = picture.format.mediaType
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: picture.body))
  }

  /// The response with the picture and all facts about it as JSON.
  private static func json(_ picture: DrawnPicture) -> Response {
    let document = Document(
      format: picture.format.rawValue, width: picture.width, height: picture.height, renderer: picture.renderer,
      diagnostics: picture.diagnostics.map(DiagnosticReport.init),
      timings: Dictionary(uniqueKeysWithValues: timings(picture)),
      counters: Dictionary(uniqueKeysWithValues: counters(picture)),
      picture: Data(picture.body.readableBytesView))
    return .json(document)
  }

  private static func headers(_ picture: DrawnPicture) -> HTTPFields {
    var headers: HTTPFields = [:]
    headers[.of("Lamina-Size")] = "\(picture.width)x\(picture.height)"
    headers[.of("Lamina-Renderer")] = plain(picture.renderer)
    headers[.of("Lamina-Worker")] = "\(picture.lane)"
    headers[.of("Lamina-Diagnostics")] = "\(picture.diagnostics.count)"
    for diagnostic in picture.diagnostics.prefix(mostInHeaders) {
      headers.append(
        HTTPField(
          name: .of("Lamina-Diagnostic"),
          value: plain("\(diagnostic.severity.rawValue) [\(diagnostic.code)] \(diagnostic.message)")))
    }
    headers[.of("Lamina-Counters")] = counters(picture).map { "\($0)=\($1)" }.joined(separator: ", ")
    headers[.of("Server-Timing")] = timings(picture).map { "\($0);dur=\($1.thousandths)" }.joined(separator: ", ")
    return headers
  }

  /// The durations of steps in milliseconds, by name. `worker` runs from sending the order to receiving the answer and
  /// includes the steps of drawing.
  private static func timings(_ picture: DrawnPicture) -> [(String, Double)] {
    let timings = picture.timings
    return [
      ("encode", picture.encoded), ("plan", timings.plan), ("read-back", timings.readBack), ("render", timings.render),
      ("snapshot", timings.snapshot), ("wait", picture.waited), ("worker", picture.worked),
    ].map { ($0, $1 * 1000) }
  }

  private static func counters(_ picture: DrawnPicture) -> [(String, Int)] {
    RenderStatistics.counters.map { ($0.headerName, picture.statistics[keyPath: $0.value]) }.sorted { $0.0 < $1.0 }
  }

  /// The text made safe for headers: other characters than printable ASCII become question marks, and the length is
  /// limited.
  private static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(512).map { (32...126).contains($0.value) ? $0 : "?" }))
  }

  /// The response in the OpenAPI description.
  static let description: JSONLiteral = {
    var content = Dictionary(uniqueKeysWithValues: PictureFormat.allCases.map { ($0.mediaType, JSONLiteral.bytes) })
    content["application/json"] = .reference("schemas/Picture")
    return [
      "description": "The picture.",
      "headers": ["Lamina-Size": ["schema": .string], "Lamina-Diagnostics": ["schema": .integer]],
      "content": .object(content.mapValues { ["schema": $0] }),
    ]
  }()

  /// The OpenAPI schema of a picture as JSON.
  static let schema = JSONLiteral.properties([
    "format": .string, "width": .integer, "height": .integer, "renderer": .string,
    "diagnostics": .array(of: .reference("schemas/Diagnostic")),
    "timings": ["type": "object", "description": "Milliseconds.", "additionalProperties": .number],
    "counters": ["type": "object", "additionalProperties": .integer],
    "picture": ["type": "string", "contentEncoding": "base64"],
  ])

  /// The OpenAPI schema of a diagnostic as JSON.
  static let diagnosticSchema = JSONLiteral.properties(
    [
      "severity": .words(["note", "warning"]), "code": .string, "message": .string, "file": .string, "line": .integer,
      "column": .integer, "layer": .string,
    ], optional: ["file", "line", "column", "layer"])

  private struct Document: Encodable {
    var format: String
    var width: Int
    var height: Int
    var renderer: String
    var diagnostics: [DiagnosticReport]
    var timings: [String: Double]
    var counters: [String: Int]
    var picture: Data
  }
}

/// A diagnostic as JSON, in the format of `lamina --diagnostics json`.
package struct DiagnosticReport: Encodable, Sendable {
  private var severity: String
  private var code: String
  private var message: String
  private var file: String?
  private var line: Int?
  private var column: Int?
  private var layer: String?

  /// Describes a diagnostic.
  package init(_ diagnostic: Diagnostic) {
    (severity, code) = (diagnostic.severity.rawValue, diagnostic.code)
    (message, layer) = (diagnostic.message, diagnostic.layerPath)
    if let place = diagnostic.location { (file, line, column) = (place.file, place.line, place.column) }
  }
}

extension Double {
  /// The number with three decimal places; NaN is written as 0.
  var thousandths: String {
    let all = Int(clamping: (self * 1000).rounded())
    let rest = String(all.magnitude % 1000)
    return "\(all < 0 ? "-" : "")\(all.magnitude / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}
#endif
