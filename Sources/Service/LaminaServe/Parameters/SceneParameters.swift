// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
package import Lamina
import LaminaWorkers

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
#endif
