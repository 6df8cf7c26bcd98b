// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import HTTPTypes
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaSystem
import LaminaWorkers

/// How a picture is drawn and handed over, by the parameters of a request: those of `lamina render`, by the same names.
struct PictureParameters: Sendable {
  /// What draws, where the request says.
  enum Drawing: String, CaseIterable, Sendable {
    case auto, gpu, cpu
  }

  /// Every parameter without a dot in its name. One with a dot sets a value of the scene.
  enum Name: String, CaseIterable {
    case size, scale, background, time, progress, frame, marker, state, from, tilt, overlay, renderer, format
    case compression, quality, strict
    case fromState = "from-state"
    case lottieMotion = "lottie-motion"
  }

  private(set) var scale: Double?
  private(set) var size: PixelSize?
  private(set) var background: CGColor?
  private(set) var moment = PictureRequest.Moment.time(0)
  private(set) var state: String?
  private(set) var fromState: String?
  private(set) var tilt: CGPoint?
  private(set) var overlay: DebugOverlay?
  private(set) var lottieMotion = LottieMotion.length
  private(set) var drawing = Drawing.auto
  private(set) var encoding = PictureEncoding()
  /// Whether the request names a format, rather than leaving it to `Accept`.
  private(set) var namesFormat = false
  /// Whether a warning of the document is a failure.
  private(set) var isStrict = false
  /// Values that are set, in order.
  private(set) var assignments: [PictureRequest.Assignment] = []

  /// Reads parameters; each stands once, and none is unknown.
  init(_ query: QueryText) throws(Problem) {
    var known: [Name: String] = [:]
    for (name, value) in query.items {
      if name.contains(".") {
        assignments.append(PictureRequest.Assignment(name, value))
        continue
      }
      guard let parameter = Name(rawValue: name) else {
        let names = Name.allCases.map(\.rawValue).sorted().joined(separator: ", ")
        throw .badParameter(
          String(name.prefix(64)),
          "there is no such parameter; there are \(names), and layerName.keyPath to set a value of the scene")
      }
      guard known.updateValue(value, forKey: parameter) == nil else { throw .badParameter(name, "it stands twice") }
    }
    // A table, since the compiler makes other code in every run of as many calls one after the other.
    for (one, other) in Self.exclusive where known[one] != nil && known[other] != nil {
      throw .badParameter(one.rawValue, "\(one.rawValue) and \(other.rawValue) exclude each other")
    }
    for (name, value) in known { try set(name, value) }
  }

  /// Parameters of which only one can be meant.
  private static let exclusive: [(Name, Name)] = [
    (.scale, .size), (.from, .fromState), (.progress, .frame), (.progress, .marker), (.frame, .marker),
  ]

  private mutating func set(_ name: Name, _ text: String) throws(Problem) {
    do throws(ParameterProblem) {
      switch name {
      case .size: size = try ParameterText.size(text)
      case .scale: scale = try ParameterText.positiveNumber(text)
      case .background: background = try ParameterText.color(text)
      // The others say the moment more exactly, wherever they stand.
      case .time:
        let time = try ParameterText.finiteNumber(text)
        if case .time = moment { moment = .time(time) }
      case .progress: moment = .progress(try ParameterText.finiteNumber(text))
      case .frame: moment = .frame(try ParameterText.finiteNumber(text))
      case .marker: moment = .marker(text)
      case .state: state = text
      case .from, .fromState: fromState = text
      case .tilt: tilt = try ParameterText.tilt(text)
      case .overlay: overlay = try ParameterText.overlayOfOnePicture(text)
      case .lottieMotion: lottieMotion = try ParameterText.word(text, of: LottieMotion.self)
      case .renderer: drawing = try ParameterText.word(text, of: Drawing.self)
      case .format:
        encoding.format = try ParameterText.word(text, of: PictureFormat.self)
        namesFormat = true
      case .compression: encoding.compression = try ParameterText.word(text, of: PNGEncoder.Compression.self)
      case .quality: encoding.quality = try ParameterText.fraction(text)
      case .strict: isStrict = try Self.truth(text)
      }
    } catch {
      throw .badParameter(name.rawValue, error.reason)
    }
  }

  private static func truth(_ text: String) throws(ParameterProblem) -> Bool {
    switch text {
    case "true": return true
    case "false": return false
    default: throw ParameterProblem("true or false is expected")
    }
  }

  /// Chooses the format, where the request does not name it, and the form of the answer by what the client takes.
  ///
  /// - Parameter accept: The header; `nil` takes everything.
  mutating func choose(_ accept: String?) throws(Problem) -> PictureAnswer.Form {
    let accepted = AcceptedTypes(accept)
    let formats = namesFormat ? [encoding.format] : PictureFormat.allCases
    let best = accepted.best(of: formats, type: \.mediaType)
    let quality = best.map { accepted.quality(of: $0.mediaType) } ?? 0
    // A picture whose format is not named is then of the first, as without a word about types.
    if accepted.quality(of: "application/json") > quality { return .json }
    guard let best else {
      let types = formats.map(\.mediaType).joined(separator: ", ")
      throw Problem(
        .notAcceptable, .notAcceptable, "the answer is \(types) or application/json, none of which Accept takes")
    }
    encoding.format = best
    return .file
  }

  /// The request to a worker for a document in memory.
  func request(_ upload: DocumentUpload, limits: RenderLimits, sceneLimits: SceneLimits) -> PictureRequest {
    var request = PictureRequest(upload)
    apply(to: &request, limits: limits, sceneLimits: sceneLimits)
    return request
  }

  /// Says to a worker how a document is drawn.
  func apply(to request: inout PictureRequest, limits: RenderLimits, sceneLimits: SceneLimits) {
    (request.limits, request.lottieMotion) = (sceneLimits, lottieMotion)
    request.limits.time = limits.time
    (request.moment, request.state, request.fromState, request.tilt) = (moment, state, fromState, tilt)
    request.assignments = assignments
    if let scale { request.options.scale = scale }
    (request.options.size, request.options.background, request.options.overlay) = (size, background, overlay)
    request.options.limits = limits
  }
}
#endif
