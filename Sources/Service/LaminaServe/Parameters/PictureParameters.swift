// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
package import Lamina
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

/// The parameters that determine how a scene is drawn, of requests for pictures and for films, with the names of the
/// options of `lamina render` and `lamina export`.
enum SceneParameters {
  /// The parameters of every picture and film.
  static let all: [RequestParameter<SceneRequest>] = [
    .init(
      "size", "Exactly so many pixels; excludes scale.", .pattern("^[1-9][0-9]{0,3}x[1-9][0-9]{0,3}$")
    ) { $0.options.size = try ParameterText.size($1) },
    .init(
      "scale", "Pixels a point.", ["type": "number", "exclusiveMinimum": 0, "maximum": 16], excludes: ["size"]
    ) { $0.options.scale = try ParameterText.positiveNumber($1) },
    .init(
      "background", "The colour behind the finished picture.",
      .pattern("^(none|#[0-9a-f]{3}|#[0-9a-f]{4}|#[0-9a-f]{6}|#[0-9a-f]{8})$")
    ) { $0.options.background = try ParameterText.color($1) },
    .init("state", "The state that the scene is in.") { $0.state = $1 },
    .init("from-state", "The state that it comes from.") { $0.fromState = $1 },
    .init(
      "tilt", "How a device is held that shows it.", .pattern(#"^(-?0\.[0-9]+|-?[01]),(-?0\.[0-9]+|-?[01])$"#)
    ) { $0.tilt = try ParameterText.tilt($1) },
    .init(
      "lottie-motion", "How Lottie files move along spatial curves: by length, or by the curve's parameter.",
      .words(LottieMotion.self)
    ) { $0.lottieMotion = try ParameterText.word($1, of: LottieMotion.self) },
  ]

  /// The parameters of every picture.
  static let table = ParameterTable(parameters: all + ofPictures, assignments: \.assignments)

  /// The parameters of single pictures.
  static let ofPictures: [RequestParameter<SceneRequest>] = [
    // The parameters after `time` specify the moment more exactly, so they are read later.
    .init("time", "Seconds of the root.", .number) { $0.moment = .time(try ParameterText.finiteNumber($1)) },
    .init(
      "progress", "A fraction of the animation, of a document with frames; excludes frame and marker.", .number,
      excludes: ["frame", "marker"]
    ) { $0.moment = .progress(try ParameterText.finiteNumber($1)) },
    .init(
      "frame", "A frame by the document's own numbers; excludes progress and marker.", .number, excludes: ["marker"]
    ) { $0.moment = .frame(try ParameterText.finiteNumber($1)) },
    .init("marker", "The beginning of a marker; excludes progress and frame.") { $0.moment = .marker($1) },
    .init("from", nil, excludes: ["from-state"]) { $0.fromState = $1 },
    .init(
      "overlay", "Colours the picture by what it costs.",
      .words(DebugOverlay.allCases.filter { $0 != .damage }.map(\.rawValue))
    ) { $0.options.overlay = try ParameterText.overlayOfOnePicture($1) },
  ]
}

extension SceneRequest {
  /// Applies a parameter of pictures.
  package mutating func set(_ name: String, _ text: String) throws(Problem) {
    var query = QueryText()
    query.append(name, text)
    try SceneParameters.table.read(query, into: &self)
  }
}

/// A header by which a request sets a limit for itself; it takes effect only if it is stricter than the service's.
struct LimitHeader: Sendable {
  let name: String
  /// The kind of limit.
  let kind: LimitExceeded.Kind
  private let schema: JSONLiteral
  /// Narrows the limit; throws `ParameterProblem`.
  private let narrow: @Sendable (_ limits: inout RenderLimits, _ text: String) throws -> Void

  /// All headers for limits.
  static let all = [
    LimitHeader(name: "Lamina-Max-Time", kind: .time, schema: ["type": "number", "exclusiveMinimum": 0]) {
      $0.time = min($0.time, try ParameterText.positiveNumber($1))
    },
    count("Lamina-Max-Pixels", .pixels, \.pixels, whole),
    count("Lamina-Max-Touched", .touchedPixels, \.touchedPixels, whole),
    count("Lamina-Max-Elements", .elements, \.elements, whole),
    count("Lamina-Max-Depth", .depth, \.depth, whole),
    count("Lamina-Max-Memory", .memory, \.memory, ParameterText.byteCount),
  ]

  /// The OpenAPI descriptions of the headers.
  static let descriptions = all.map { ParameterDescription(name: $0.name, place: .header, schema: $0.schema) }

  private static func count(
    _ name: String, _ kind: LimitExceeded.Kind, _ path: any WritableKeyPath<RenderLimits, Int> & Sendable,
    _ read: @escaping @Sendable (String) throws -> Int
  ) -> LimitHeader {
    LimitHeader(name: name, kind: kind, schema: ["type": "integer", "minimum": 1]) {
      $0[keyPath: path] = min($0[keyPath: path], try read($1))
    }
  }

  @Sendable private static func whole(_ text: String) throws -> Int {
    try ParameterText.wholeNumber(text, in: 1...Int.max)
  }

  /// The service's limits, narrowed by the headers of a request.
  static func narrowed(_ limits: RenderLimits, by headers: HTTPFields) throws(Problem) -> RenderLimits {
    var limits = limits
    for header in all {
      guard let text = headers[.of(header.name)] else { continue }
      do {
        try header.narrow(&limits, text)
      } catch {
        var problem = Problem(.badRequest, .badHeader, "\(header.name): \(error)")
        problem.parameter = header.name
        throw problem
      }
    }
    return limits
  }
}

extension ServiceSettings {
  /// Sets the limits of a request.
  ///
  /// - Parameter limits: The limits of the picture, if they are stricter than the service's own.
  func limit(_ request: inout SceneRequest, by limits: RenderLimits? = nil) {
    request.options.limits = limits ?? self.limits
    request.limits = sceneLimits
    request.limits.time = request.options.limits.time
  }
}
#endif
