// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaBench
import LaminaExport

extension BenchCommand {
  /// Measures exports of each scene, then the encoder of pictures.
  func runExports(_ console: Console) throws {
    var report = ExportBenchReport()
    for name in scenes.isEmpty ? ["@cards-moving:100"] : scenes {
      let subject = try subject(name, console)
      let bench = ExportBench(
        subject: subject, options: canvas.renderOptions(limits), frames: frames, choice: soleChoice,
        jobs: threads?.first, lanes: lanes)
      do {
        let courses = try bench.run()
        report.films[subject.name] = courses
        try say("\(subject.name), \(soleChoice)\n\n\(courses.text)\n", console)
      } catch let error as ExportError {
        throw CommandFailure(error, console: console)
      } catch let error as RenderError {
        throw CommandFailure(error, scene: subject.name, console: console)
      }
    }
    report.pictures = try converting(to: { CommandFailure($0, path: "", console: console) }) {
      () throws(GraphicsError) in
      try [PictureCourse].measure(
        size: canvas.size.size ?? PixelSize(width: 1920, height: 1080), rounds: min(frames, 10))
    }
    try say(report.pictures.text, console)
    if let json { try writeJSON(report, to: json, console) }
  }
}
