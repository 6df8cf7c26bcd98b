// Measures several ways of drawing one scene in turn, A B A B, so that what slows the machine down for a while
// slows all of them down.

import Foundation
import Lamina

/// One way of drawing.
struct BenchConfiguration {
  var name: String
  var choice: RendererChoice
  var strategy: RenderStrategy
}

/// A configuration with what was measured of it so far.
private struct BenchCourse {
  let configuration: BenchConfiguration
  let renderer: Renderer
  let coldStart: Double
  var timings: [RenderTimings] = []
  var last: RenderResult

  init(_ configuration: BenchConfiguration, _ scene: Scene, time: Double, options: RenderOptions) throws(RenderError) {
    var stopwatch = Stopwatch()
    self.configuration = configuration
    renderer = try Renderer(configuration.choice)
    last = try renderer.render(scene, at: time, options: options)
    coldStart = stopwatch.lap()
  }

  func report(against first: TimeSummary?) -> ConfigurationReport {
    let total = TimeSummary(seconds: timings.map(\.total))
    return ConfigurationReport(
      name: configuration.name, renderer: "\(renderer)", coldStart: coldStart * 1000,
      snapshot: TimeSummary(seconds: timings.map(\.snapshot)), plan: TimeSummary(seconds: timings.map(\.plan)),
      render: TimeSummary(seconds: timings.map(\.render)), readBack: TimeSummary(seconds: timings.map(\.readBack)),
      total: total, speedAgainstFirst: first.map { $0.median / total.median } ?? 1,
      drawCalls: last.statistics.drawCalls, passes: last.statistics.passes,
      offscreenBytes: last.statistics.offscreenBytes, uploadedBytes: last.statistics.uploadedBytes, tiles: last.tiles)
  }
}

extension SceneReport {
  /// Measures `subject` in all configurations.
  ///
  /// - Parameters:
  ///   - subject: What to draw.
  ///   - configurations: How, in the order of the turns; at least one.
  ///   - frames: How many frames each, after the first.
  ///   - time: The time to draw, in seconds.
  ///   - options: Size and limits.
  init(
    measuring subject: BenchSubject, in configurations: [BenchConfiguration], frames: Int, time: Double,
    options: RenderOptions
  ) throws(RenderError) {
    var courses: [BenchCourse] = []
    for configuration in configurations {
      var options = options
      options.strategy = configuration.strategy
      courses.append(try BenchCourse(configuration, subject.scene, time: time, options: options))
    }
    var fills: [Double] = []
    let byteCount = courses.first.map { 4 * $0.last.image.width * $0.last.image.height } ?? 0
    var frame = 0
    for _ in 0..<frames {
      fills.append(Self.timeToFill(byteCount))
      for index in courses.indices {
        var options = options
        options.strategy = courses[index].configuration.strategy
        subject.change?(frame)
        frame += 1
        let result = try courses[index].renderer.render(subject.scene, at: time, options: options)
        courses[index].timings.append(result.timings)
        courses[index].last = result
      }
    }
    let first = courses.first.map { TimeSummary(seconds: $0.timings.map(\.total)) }
    let layers = subject.layerCount
    scene = subject.name
    width = courses.first?.last.image.width ?? 0
    height = courses.first?.last.image.height ?? 0
    self.layers = layers
    self.frames = frames
    memoryFill = TimeSummary(seconds: fills)
    modelBytesPerLayer = subject.modelBytes.map { $0 / layers }
    snapshotAndPlanBytesPerLayer = try Self.planBytes(subject, time: time, options: options) / layers
    self.configurations = courses.map { $0.report(against: first) }
  }

  private static func timeToFill(_ byteCount: Int) -> Double {
    guard let memory = malloc(byteCount) else { return 0 }
    defer { free(memory) }
    // The first fill makes the system map the pages; only the second is about memory.
    memset(memory, 1, byteCount)
    var stopwatch = Stopwatch()
    memset(memory, 2, byteCount)
    // Reading a byte of it keeps the optimiser from dropping the fill.
    let last = memory.load(fromByteOffset: byteCount - 1, as: UInt8.self)
    let seconds = stopwatch.lap()
    return last == 2 ? seconds : 0
  }

  private static func planBytes(_ subject: BenchSubject, time: Double, options: RenderOptions) throws(RenderError)
    -> Int
  {
    let heap = HeapUse.bytes
    let snapshot = TreeSnapshot(of: subject.scene.root, at: time, hostIsFlipped: subject.scene.hostIsFlipped)
    let plan = try RenderPlan(snapshot, options: options)
    let bytes = HeapUse.bytes - heap
    withExtendedLifetime((snapshot, plan)) {}
    return bytes
  }
}
