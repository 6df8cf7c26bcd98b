// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import Lamina
import LaminaExport
import LaminaSystem
import LaminaWorkers

/// The parameters of a request for a film, with the names of the options of `lamina export`.
struct FilmParameters: Sendable {
  /// The file format; single frames are requested as pictures.
  private(set) var format = Self.usualFormat
  /// The frames of the film.
  private(set) var span = FilmSpan()
  /// How each frame is drawn; its document is set later, by ``request(_:in:)``.
  private var request = SceneRequest("")
  /// The format of a request that does not name one.
  static let usualFormat = MovingFormat.film(.mp4)

  /// All parameters.
  static let table = ParameterTable(
    parameters: SceneParameters.all.map { $0.of(\.request) } + own, assignments: \.request.assignments,
    foreign: (Set(PictureParameters.table.parameters.map(\.name)), "it is for pictures, not for films"))

  private static let own: [RequestParameter<FilmParameters>] = [
    .init("format", "What the film becomes.", .words(MovingFormat.self), key: "filmFormat") {
      $0.format = try ParameterText.word($1, of: MovingFormat.self)
    },
    .init("fps", "Frames a second.", .pattern(#"^[1-9][0-9]{0,2}(\.[0-9]{1,3})?$"#)) {
      guard let rate = FrameRate($1) else {
        throw ParameterProblem("from 1/1000 to 1000 frames a second are expected, such as 60, 29.97 or 30000/1001")
      }
      $0.span.rate = rate
    },
    .init("from", "The time of frame 0, in seconds.", .number) { $0.span.start = try ParameterText.finiteNumber($1) },
    .init("to", "Where the film ends, in seconds.", .number) { $0.span.end = try ParameterText.finiteNumber($1) },
    .init("frames", "Only these frames: a..b, or one.", .pattern(#"^[0-9]{1,6}(\.\.[0-9]{1,6})?$"#)) {
      guard let frames = FilmSpan.frames($1) else {
        throw ParameterProblem("frames are a..b, such as 0..299, both included and counted from 0")
      }
      $0.span.frames = frames
    },
  ]

  /// Reads the parameters; fails for a repeated or an unknown one.
  init(_ query: QueryText) throws(Problem) {
    try Self.table.read(query, into: &self)
    for assignment in request.assignments
    where assignment.isPicture && DocumentUpload.place(of: assignment.value) == nil {
      throw .badParameter(assignment.target, "it is a file that came with the document, and leads out of its folder")
    }
  }

  /// The request for frames of a document on disk.
  ///
  /// - Parameter folder: The folder that holds the document and its files. Assigned pictures are looked up only there.
  func request(_ document: String, in folder: String) -> SceneRequest {
    var result = request
    result.document = document
    result.assignments = request.assignments.map { assignment in
      guard assignment.isPicture, assignment.value != "none" else { return assignment }
      return SceneRequest.Assignment(
        assignment.target, folder + "/" + (DocumentUpload.place(of: assignment.value) ?? ""))
    }
    return result
  }
}
#endif
