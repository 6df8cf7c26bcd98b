// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import Lamina

/// Measures drawing the frames of a film, one after another, each once and into memory.
package struct FilmBench {
  /// One film.
  package struct Course: Encodable {
    var name: String
    var renderer: String
    var frames: Int
    /// The average time of a frame: snapshot, plan and picture.
    var milliseconds: Double
  }

  let subject: BenchSubject
  let options: RenderOptions
  let frames: Int
  let choice: RendererChoice

  /// Makes a measurement of a film.
  ///
  /// - Parameters:
  ///   - subject: The film.
  ///   - options: Size, background and limits of the frames.
  ///   - frames: The number of frames; at least one.
  ///   - choice: The renderer.
  package init(subject: BenchSubject, options: RenderOptions, frames: Int, choice: RendererChoice) {
    self.subject = subject
    self.options = options
    self.frames = frames
    self.choice = choice
  }

  /// Draws frames that are evenly spread over the film's duration, or 60 a second if it has none. One frame is drawn
  /// before, for work that happens only once, such as starting threads and compiling shaders.
  package func measure() throws(RenderError) -> Course {
    let renderer = try Renderer(choice)
    let length = subject.scene.timeline?.duration ?? Double(frames) / 60
    _ = try renderer.render(subject.scene, at: 0, options: options)
    var stopwatch = Stopwatch()
    for frame in 0..<frames {
      subject.change(frame)
      _ = try renderer.render(subject.scene, at: length * Double(frame) / Double(frames), options: options)
    }
    return Course(
      name: subject.name, renderer: "\(choice)", frames: frames, milliseconds: stopwatch.lap() * 1e3 / Double(frames))
  }
}

extension [FilmBench.Course] {
  /// A table.
  package var text: String {
    map { String(format: "%@, %@: %.2f ms a frame over %d frames\n", $0.name, $0.renderer, $0.milliseconds, $0.frames) }
      .joined()
  }
}
