// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import Lamina
import LaminaExport
import LaminaGraphics
import LaminaSystem
import LaminaWorkers

/// The parameters of a request for a picture, with the names of the options of `lamina render`.
struct PictureParameters: Sendable {
  /// The renderer that the request chooses.
  enum Drawing: String, CaseIterable, Sendable {
    case auto, gpu, cpu
  }

  /// The picture; its document is not set by parameters.
  var request = SceneRequest("")
  private(set) var drawing = Drawing.auto
  private(set) var encoding = PictureEncoding()
  /// Whether the request names a format, rather than leaving it to `Accept`.
  private var namesFormat = false
  /// Whether a warning about the document makes the request fail.
  private(set) var isStrict = false

  /// All parameters.
  static let table = ParameterTable(
    parameters: SceneParameters.table.parameters.map { $0.of(\.request) } + own,
    assignments: \.request.assignments)

  private static let own: [RequestParameter<PictureParameters>] = [
    .init("renderer", "What draws.", .words(Drawing.self)) {
      $0.drawing = try ParameterText.word($1, of: Drawing.self)
    },
    .init(
      "format", "What the picture is handed over as; without it Accept says.", .words(PictureFormat.self)
    ) {
      $0.encoding.format = try ParameterText.word($1, of: PictureFormat.self)
      $0.namesFormat = true
    },
    .init("compression", "Of PNG.", .words(PNGEncoder.Compression.self)) {
      $0.encoding.compression = try ParameterText.word($1, of: PNGEncoder.Compression.self)
    },
    .init("quality", "Of JPEG and WebP.", ["type": "number", "minimum": 0, "maximum": 1]) {
      $0.encoding.quality = try ParameterText.fraction($1)
    },
    .init("strict", "Whether a warning of the document is a failure.", .words(["true", "false"])) {
      guard ["true", "false"].contains($1) else { throw ParameterProblem("true or false is expected") }
      $0.isStrict = $1 == "true"
    },
  ]

  /// Makes the parameters of a request, with PNG as the format.
  init(_ request: SceneRequest) {
    self.request = request
  }

  /// Reads the parameters; fails for a repeated or an unknown one.
  init(_ query: QueryText) throws(Problem) {
    try Self.table.read(query, into: &self)
  }

  /// Chooses the format, unless the request names it, and the form of the response, by the types that the client
  /// accepts.
  ///
  /// - Parameter accept: The `Accept` header; `nil` accepts every type.
  mutating func choose(_ accept: String?) throws(Problem) -> PictureAnswer.Form {
    let accepted = AcceptedTypes(accept)
    let formats = namesFormat ? [encoding.format] : PictureFormat.allCases
    let best = accepted.best(of: formats, type: \.mediaType)
    let quality = best.map { accepted.quality(of: $0.mediaType) } ?? 0
    // For JSON, a format that is not named stays the first one, as without an `Accept` header.
    if accepted.quality(of: "application/json") > quality { return .json }
    guard let best else {
      let types = formats.map(\.mediaType).joined(separator: ", ")
      throw Problem(
        .notAcceptable, .notAcceptable, "the answer is \(types) or application/json, none of which Accept takes")
    }
    encoding.format = best
    return .file
  }
}

/// The media types that a client accepts (`Accept` header).
struct AcceptedTypes {
  private var ranges: [(type: String, quality: Double)] = []

  /// Reads the header; `nil` accepts every type.
  init(_ header: String?) {
    for range in (header ?? "*/*").split(separator: ",") {
      let words = range.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
      guard let type = words.first, !type.isEmpty else { continue }
      let quality = words.dropFirst().lazy.filter { $0.hasPrefix("q=") }.compactMap { Double($0.dropFirst(2)) }.first
      ranges.append((type, quality ?? 1))
    }
  }

  /// The client's preference for a type, from 0 to 1.
  func quality(of type: String) -> Double {
    let kind = type.prefix { $0 != "/" }
    for wanted in [type, "\(kind)/*", "*/*"] {
      if let range = ranges.first(where: { $0.type == wanted }) { return range.quality }
    }
    return 0
  }

  /// The value whose type is preferred most; of equal ones, the first.
  func best<Value>(of values: [Value], type: (Value) -> String) -> Value? {
    var best: (value: Value, quality: Double)?
    for value in values {
      let quality = quality(of: type(value))
      if quality > best?.quality ?? 0 { best = (value, quality) }
    }
    return best?.value
  }
}
#endif
