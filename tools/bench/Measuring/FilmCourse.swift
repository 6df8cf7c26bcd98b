// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import Lamina

/// The measurement of drawing the frames of a film, one after another, each once and into memory.
package struct FilmCourse: Encodable {
  var name: String
  var renderer: String
  var frames: Int
  /// The average time of a frame: snapshot, plan and picture.
  var milliseconds: Double

  /// Draws frames that are evenly spread over the film's duration, or 60 a second if it has none. One frame is drawn
  /// before, for work that happens only once, such as starting threads and compiling shaders.
  ///
  /// - Parameters:
  ///   - subject: The film.
  ///   - options: Size, background and limits of the frames.
  ///   - frames: The number of frames; at least one.
  ///   - choice: The renderer.
  package init(
    measuring subject: BenchSubject, options: RenderOptions, frames: Int, choice: RendererChoice
  ) throws(RenderError) {
    let current = try Renderer(choice)
    let length = subject.scene.timeline?.duration ?? Double(frames) / 60
    _ = try current.render(subject.scene, at: 0, options: options)
    var stopwatch = Stopwatch()
    for frame in 0..<frames {
      subject.change(frame)
      _ = try current.render(subject.scene, at: length * Double(frame) / Double(frames), options: options)
    }
    (name, renderer, self.frames) = (subject.name, "\(current)", frames)
    milliseconds = stopwatch.lap() * 1e3 / Double(frames)
  }
}

extension [FilmCourse] {
  /// A table.
  package var text: String {
    map { String(format: "%@, %@: %.2f ms a frame over %d frames\n", $0.name, $0.renderer, $0.milliseconds, $0.frames) }
      .joined()
  }
}
