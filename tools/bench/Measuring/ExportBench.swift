// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Measures the speed of writing films: rendering alone, raw streams and PNG files in turn, each with its processor time
// and memory. Files go to a temporary folder, streams to /dev/null.

import Foundation
package import Lamina
import LaminaExport
import ReportText

/// The measurements of one kind of export.
package struct ExportCourse: Encodable {
  var name: String
  var frames: Int
  /// The elapsed time in seconds.
  var wall: Double
  /// The time of all processors together, in seconds.
  var processor: Double
  /// The used share of the available processor time: 1 means all processors all the time.
  var busy: Double
  var framesPerSecond: Double
  /// The peak of resident memory, in bytes.
  var peakBytes: Int
  /// The average output per frame, in bytes.
  var bytesPerFrame: Int
}

/// Exports a moving scene to several kinds of output.
package struct ExportBench {
  let subject: BenchSubject
  let options: RenderOptions
  let frames: Int
  let choice: RendererChoice
  let jobs: Int?
  let lanes: [Int]?

  /// Makes a measurement of one scene.
  ///
  /// - Parameters:
  ///   - subject: The scene.
  ///   - options: Size, background and limits of the frames.
  ///   - frames: The number of frames, at 60 a second; at least one.
  ///   - choice: The renderer.
  ///   - jobs: The number of frames drawn at a time; `nil` for the number of processors.
  ///   - lanes: Numbers of lanes of a device, each of which is measured; `nil` for the usual number.
  package init(
    subject: BenchSubject, options: RenderOptions, frames: Int, choice: RendererChoice, jobs: Int?, lanes: [Int]?
  ) {
    self.subject = subject
    self.options = options
    self.frames = frames
    self.choice = choice
    self.jobs = jobs
    self.lanes = lanes
  }

  /// Runs all exports, one after another.
  ///
  /// - Throws: `ExportError` and `RenderError`.
  package func run() throws -> [ExportCourse] {
    var courses = [try renderAlone()]
    let counts: [Int?] = lanes ?? [nil]
    for stream in [StreamFormat.rgba, .y4m] {
      for lanes in counts {
        let name = "\(stream.rawValue) to /dev/null" + (lanes.map { ", \($0.counted("lane"))" } ?? "")
        courses.append(try export(name, to: "/dev/null", stream: stream, lanes: lanes))
      }
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lamina-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    // Thousands of large pictures could fill the disk.
    let isLong = frames > 1000
    courses.append(
      try export(
        isLong ? "png, 320x180" : "png", to: folder.appendingPathComponent("%05d.png").path, stream: nil, lanes: nil,
        size: isLong ? PixelSize(width: 320, height: 180) : nil))
    return courses
  }

  /// Draws one frame after another with all threads of a renderer, as a program without an exporter does.
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

  private func export(
    _ name: String, to path: String, stream: StreamFormat?, lanes: Int?, size: PixelSize? = nil
  ) throws -> ExportCourse {
    var options = ExportOptions()
    (options.render, options.jobs, options.lanes) = (self.options, jobs, lanes)
    if let size { options.render.size = size }
    let job = try subject.exportJob(
      frames: frames, to: try ExportDestination(path, stream: stream), options: options)
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
    // Resets the peak of resident memory: the corresponding file is /proc/self/clear_refs.
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

  /// The processor time that this process has used, in seconds.
  private static var processorTime: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    return Double(seconds) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6
  }

  /// The peak of resident memory since it was last reset, in bytes.
  private static var peakBytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
  }
}

extension [ExportCourse] {
  /// A table; speeds are relative to the first row.
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
