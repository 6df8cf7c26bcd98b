// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Measures several configurations with one scene in turn, A B A B, so that a temporary slowdown of the machine affects
// all of them.

import Foundation
import Lamina

/// The facts about a frame for the report. The picture itself is released, as by a program that has written it: if it
/// were kept, the renderer would have to copy it before the next frame is drawn over it.
private struct BenchFrame {
  let statistics: RenderStatistics
  let tiles: Int
  let width: Int
  let height: Int

  init(_ result: RenderResult) {
    (statistics, tiles) = (result.statistics, result.tiles)
    (width, height) = (result.image.width, result.image.height)
  }
}

/// A configuration with its measurements so far.
private struct BenchCourse {
  let configuration: BenchConfiguration
  let renderer: Renderer
  let coldStart: Double
  var timings: [RenderTimings] = []
  var last: BenchFrame
  var framesPerSecond: Double?
  /// Frames a second by numbers of lanes, where several are measured.
  var laneSpeeds: [LaneSpeed] = []

  init(_ configuration: BenchConfiguration, _ subject: BenchSubject, _ schedule: BenchSchedule) throws(RenderError) {
    var stopwatch = Stopwatch()
    self.configuration = configuration
    renderer = try Renderer(configuration.choice)
    // Otherwise every frame is drawn completely, as the published figures assume.
    renderer.drawsChangesOnly = configuration.drawsChangesOnly
    last = BenchFrame(
      try renderer.render(subject.scene, at: schedule.time, options: schedule.options(for: configuration)))
    coldStart = stopwatch.lap()
  }

  /// Measures frames a second with several in progress, of a device with each number of lanes.
  mutating func measureThroughput(_ subject: BenchSubject, _ schedule: BenchSchedule, lanes: [Int]?) throws {
    let counts: [Int?] = (renderer.usesGPU ? lanes : nil) ?? [nil]
    for count in counts {
      let bench = ThroughputBench(
        subject: subject, options: schedule.options(for: configuration), frames: schedule.frames,
        choice: configuration.choice, threads: configuration.threads, lanes: count)
      guard let speed = try bench.run() else { continue }
      framesPerSecond = max(framesPerSecond ?? 0, speed)
      if let count { laneSpeeds.append(LaneSpeed(lanes: count, framesPerSecond: speed)) }
    }
  }

  func report(against first: TimeSummary?) -> ConfigurationReport {
    let total = TimeSummary(seconds: timings.map(\.total))
    let device = timings.compactMap(\.device)
    let measured = Measurements(
      name: configuration.name, threads: configuration.threads, renderer: "\(renderer)", coldStart: coldStart * 1000,
      snapshot: TimeSummary(seconds: timings.map(\.snapshot)), plan: TimeSummary(seconds: timings.map(\.plan)),
      render: TimeSummary(seconds: timings.map(\.render)), readBack: TimeSummary(seconds: timings.map(\.readBack)),
      total: total, device: device.isEmpty ? nil : TimeSummary(seconds: device), framesPerSecond: framesPerSecond,
      lanes: laneSpeeds.isEmpty ? nil : laneSpeeds, speedAgainstFirst: first.map { $0.median / total.median } ?? 1,
      tiles: last.tiles,
      damagedShare: configuration.drawsChangesOnly
        ? Double(last.statistics.damagedPixels) / Double(last.width * last.height) : nil)
    return ConfigurationReport(measured: measured, statistics: last.statistics)
  }
}

extension SceneReport {
  /// Measures `subject` in all configurations.
  ///
  /// - Parameters:
  ///   - subject: The scene.
  ///   - configurations: The configurations in the order of their turns; at least one.
  ///   - schedule: The number and the time of the frames.
  ///   - withThroughput: Whether to measure frames a second with several in progress, too.
  ///   - lanes: Numbers of lanes of a device, with each of which this is done; `nil` for the usual number.
  /// - Throws: `RenderError` if a frame cannot be drawn, `ExportError` if one of several in progress cannot.
  package init(
    measuring subject: BenchSubject, in configurations: [BenchConfiguration], _ schedule: BenchSchedule,
    withThroughput: Bool, lanes: [Int]? = nil
  ) throws {
    // Measured before any renderer allocates or frees memory.
    let planBytes = try Self.planBytes(subject, time: schedule.time, options: schedule.options)
    var courses: [BenchCourse] = []
    for configuration in configurations { courses.append(try BenchCourse(configuration, subject, schedule)) }
    let byteCount = courses.first.map { 4 * $0.last.width * $0.last.height } ?? 0
    let drawsChanges = configurations.contains(where: \.drawsChangesOnly)
    for frame in 0..<(schedule.warmUp + schedule.frames) {
      let isCounted = frame >= schedule.warmUp
      for place in courses.indices {
        // Each configuration draws a different moment: bitmaps of paths and texts drawn by one would be reused by the
        // next. If only changes are drawn, all draw the same frames, and their order alternates.
        let index = drawsChanges && !frame.isMultiple(of: 2) ? courses.count - 1 - place : place
        let turn = drawsChanges ? frame : frame * courses.count + place
        subject.change(turn)
        let result = try courses[index].renderer.render(
          subject.scene, at: subject.time(of: turn, from: schedule.time),
          options: schedule.options(for: courses[index].configuration))
        if isCounted { courses[index].timings.append(result.timings) }
        courses[index].last = BenchFrame(result)
      }
    }
    // Not done between frames, since it evicts data from the processor's caches that the next frame needs.
    let memory = MemoryFill(pieceBytes: byteCount)
    let fills = (0..<schedule.frames).map { memory.seconds(piece: $0) }
    if withThroughput {
      for index in courses.indices { try courses[index].measureThroughput(subject, schedule, lanes: lanes) }
    }
    let first = courses.first.map { TimeSummary(seconds: $0.timings.map(\.total)) }
    let layers = subject.layerCount
    scene = subject.name
    workload = subject.workload?.workload.name
    count = subject.workload?.count
    width = courses.first?.last.width ?? 0
    height = courses.first?.last.height ?? 0
    self.layers = layers
    frames = schedule.frames
    memoryFill = TimeSummary(seconds: fills)
    modelBytesPerLayer = subject.modelBytes.map { $0 / layers }
    snapshotAndPlanBytesPerLayer = planBytes.map { $0 / layers }
    self.configurations = courses.map { $0.report(against: first) }
  }

  /// - Returns: `nil` if more memory was freed meanwhile than allocated.
  private static func planBytes(_ subject: BenchSubject, time: Double, options: RenderOptions) throws(RenderError)
    -> Int?
  {
    let heap = HeapUse.bytes
    let snapshot = TreeSnapshot(of: subject.scene.root, at: time, hostIsFlipped: subject.scene.hostIsFlipped)
    let plan = try RenderPlan(snapshot, options: options)
    let bytes = HeapUse.bytes - heap
    withExtendedLifetime((snapshot, plan)) {}
    return bytes >= 0 ? bytes : nil
  }
}
