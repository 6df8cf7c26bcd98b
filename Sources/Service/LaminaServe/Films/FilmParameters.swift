// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import Lamina
import LaminaExport
import LaminaScene
import LaminaSystem
import LaminaWorkers

/// How a film is made, by the parameters of a request: those of `lamina export`, by the same names.
struct FilmParameters: Sendable {
  /// The kind of file; single frames are asked for as pictures.
  private(set) var format = Self.usualFormat
  /// Which frames it has.
  private(set) var span = FilmSpan()
  /// How each of them is drawn.
  let picture: PictureParameters

  /// The format where a request names none.
  static let usualFormat = MovingFormat.film(.mp4)

  /// What a film has instead of a moment and a format of pictures.
  private static let own: Set = ["format", "fps", "from", "to", "frames"]
  private static let foreign: Set = [
    "time", "progress", "frame", "marker", "compression", "quality", "strict", "overlay", "renderer",
  ]

  init(_ query: QueryText) throws(Problem) {
    var rest = QueryText()
    var own: [String: String] = [:]
    for (name, value) in query.items {
      if Self.foreign.contains(name) { throw .badParameter(name, "it is for pictures, not for films") }
      if !Self.own.contains(name) {
        rest.append(name, value)
      } else if own.updateValue(value, forKey: name) != nil {
        throw .badParameter(name, "it stands twice")
      }
    }
    picture = try PictureParameters(rest)
    for assignment in picture.assignments
    where assignment.isPicture && DocumentUpload.place(of: assignment.value) == nil {
      throw .badParameter(assignment.target, "it is a file that came with the document, and leads out of its folder")
    }
    for (name, value) in own {
      do throws(ParameterProblem) {
        try set(name, value)
      } catch {
        throw .badParameter(name, error.reason)
      }
    }
  }

  private mutating func set(_ name: String, _ text: String) throws(ParameterProblem) {
    switch name {
    case "fps":
      guard let rate = FrameRate(text) else {
        throw ParameterProblem("from 1/1000 to 1000 frames a second are expected, such as 60, 29.97 or 30000/1001")
      }
      span.rate = rate
    case "from": span.start = try ParameterText.finiteNumber(text)
    case "to": span.end = try ParameterText.finiteNumber(text)
    case "frames":
      guard let frames = FilmSpan.frames(text) else {
        throw ParameterProblem("frames are a..b, such as 0..299, both included and counted from 0")
      }
      span.frames = frames
    default: format = try ParameterText.word(text, of: MovingFormat.self)
    }
  }

  /// Says to a worker how a frame is drawn, of a document that lies on the disk.
  ///
  /// - Parameter folder: What holds the document with its files. Pictures that are set are looked for nowhere else.
  func apply(to request: inout PictureRequest, in folder: String, limits: RenderLimits, sceneLimits: SceneLimits) {
    picture.apply(to: &request, limits: limits, sceneLimits: sceneLimits)
    request.assignments = picture.assignments.map { assignment in
      guard assignment.isPicture, assignment.value != "none" else { return assignment }
      return PictureRequest.Assignment(
        assignment.target, folder + "/" + (DocumentUpload.place(of: assignment.value) ?? ""))
    }
  }
}
#endif
