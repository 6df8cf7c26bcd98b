// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// How fast films are written: rendering alone, raw streams and PNG files in turn, with the processors' time and the
// memory each takes. Files go to a temporary folder, streams to /dev/null.

import Foundation
package import Lamina
import LaminaExport
import ReportText

/// One way of exporting, measured.
package struct ExportCourse: Encodable {
  var name: String
  var frames: Int
  /// Seconds.
  var wall: Double
  /// Seconds of all processors together.
  var processor: Double
  /// Of the processors' time, how much was used: 1 is all of them, all the time.
  var busy: Double
  var framesPerSecond: Double
  /// The most memory that was resident.
  var peakBytes: Int
  /// Bytes of output a frame.
  var bytesPerFrame: Int
}

/// Exports a moving scene in several ways.
package struct ExportBench {
  let subject: BenchSubject
  let options: RenderOptions
  let frames: Int
  let choice: RendererChoice
  let jobs: Int?

  /// Exports of one scene.
  ///
  /// - Parameters:
  ///   - subject: What is exported.
  ///   - options: Size, background and limits of the frames.
  ///   - frames: How many, at 60 a second; at least one.
  ///   - choice: What draws.
  ///   - jobs: How many frames are drawn at a time; `nil` for as many as there are processors.
  package init(subject: BenchSubject, options: RenderOptions, frames: Int, choice: RendererChoice, jobs: Int?) {
    self.subject = subject
    self.options = options
    self.frames = frames
    self.choice = choice
    self.jobs = jobs
  }

  /// Runs them all, one after the other.
  ///
  /// - Throws: `ExportError` and `RenderError`.
  package func run() throws -> [ExportCourse] {
    var courses = [try renderAlone()]
    courses.append(try export("rgba to /dev/null", to: "/dev/null", stream: .rgba))
    courses.append(try export("y4m to /dev/null", to: "/dev/null", stream: .y4m))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lamina-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    // Thousands of large pictures would fill disks.
    let isLong = frames > 1000
    courses.append(
      try export(
        isLong ? "png, 320x180" : "png", to: folder.appendingPathComponent("%05d.png").path, stream: nil,
        size: isLong ? PixelSize(width: 320, height: 180) : nil))
    return courses
  }

  /// A renderer with all its threads, frame after frame: what a program does without an exporter.
  private func renderAlone() throws -> ExportCourse {
    let renderer = try Renderer(choice)
    let source = subject.frameSource
    source.prepare?(0, 0)
    _ = try renderer.render(source.scene, options: options)
    return try measure("rendering alone", bytesPerFrame: 0) {
      for frame in 0..<frames {
        source.prepare?(frame, 0)
        _ = try renderer.render(source.scene, at: Double(frame) / 60, options: options)
      }
    }
  }

  private func export(_ name: String, to path: String, stream: StreamFormat?, size: PixelSize? = nil) throws
    -> ExportCourse
  {
    var options = options
    if let size { options.size = size }
    let job = try subject.exportJob(
      frames: frames, to: try ExportDestination(path, stream: stream), options: options, jobs: jobs)
    let renderer = try Renderer(choice)
    var course = try measure(name, bytesPerFrame: 0) { _ = try job.run(with: renderer) }
    if stream == nil {
      let folder = (path as NSString).deletingLastPathComponent
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".png") }
      let sizes = names.compactMap {
        ((try? FileManager.default.attributesOfItem(atPath: folder + "/" + $0))?[.size] as? NSNumber)?.intValue
      }
      course.bytesPerFrame = sizes.reduce(0, +) / max(1, sizes.count)
    }
    return course
  }

  private func measure(_ name: String, bytesPerFrame: Int, _ body: () throws -> Void) throws -> ExportCourse {
    // From here on the peak is this course's: the corresponding file is /proc/self/clear_refs.
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    let processor = Self.processorTime
    var stopwatch = Stopwatch()
    try body()
    let wall = stopwatch.lap()
    let used = Self.processorTime - processor
    return ExportCourse(
      name: name, frames: frames, wall: wall, processor: used,
      busy: used / wall / Double(ProcessInfo.processInfo.activeProcessorCount),
      framesPerSecond: Double(frames) / wall, peakBytes: Self.peakBytes, bytesPerFrame: bytesPerFrame)
  }

  /// Seconds that this process has used of all processors.
  private static var processorTime: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    return Double(seconds) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6
  }

  /// The most memory that was resident since it was last asked for.
  private static var peakBytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
  }
}

extension [ExportCourse] {
  /// A table; the speed is against the first.
  package var text: String {
    var table = TextTable(
      header: ["export", "frames", "fps", "time of the first", "processors busy", "peak MiB", "bytes a frame"], rows: []
    )
    table.rightAligned = [1, 2, 3, 4, 5, 6]
    for course in self {
      let ratio = first.map { course.wall / $0.wall } ?? 1
      table.rows.append([
        course.name, "\(course.frames)", course.framesPerSecond.formatted(places: 1), ratio.formatted(places: 2),
        "\((100 * course.busy).formatted(places: 0)) %", "\(course.peakBytes >> 20)",
        course.bytesPerFrame > 0 ? "\(course.bytesPerFrame)" : "-",
      ])
    }
    return table.text
  }
}
