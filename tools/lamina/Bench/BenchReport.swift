// What a benchmark found, as values: the JSON file is these, encoded; docs/command-line.md lists the keys.

import Foundation
import Lamina

/// The whole of a run.
struct BenchReport: Encodable {
  /// The version of Lamina.
  var lamina = LaminaVersion.current
  var machine = MachineDescription()
  var scenes: [SceneReport] = []
}

/// The machine, as far as it bears on speed.
struct MachineDescription: Encodable {
  var processor: String
  var processors = ProcessInfo.processInfo.activeProcessorCount
  var system = ProcessInfo.processInfo.operatingSystemVersionString

  init() {
    let table = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = table.split(separator: "\n").first { $0.hasPrefix("model name") }
    processor = line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
  }
}

/// The least, the middle and the largest of several times.
///
/// - Units: milliseconds.
struct TimeSummary: Encodable {
  var min = 0.0
  var median = 0.0
  var max = 0.0

  /// Summarises times in seconds.
  init(seconds: [Double]) {
    let sorted = seconds.map { $0 * 1000 }.sorted()
    guard let first = sorted.first, let last = sorted.last else { return }
    let middle = sorted.count / 2
    min = first
    max = last
    median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}

/// One scene.
struct SceneReport: Encodable {
  var scene: String
  /// Pixels.
  var width: Int
  /// Pixels.
  var height: Int
  var layers: Int
  var frames: Int
  /// Filling as many bytes as the picture has: the floor of any renderer in memory.
  var memoryFill: TimeSummary
  /// The heap that the model tree takes a layer; only for scenes made here.
  var modelBytesPerLayer: Int?
  /// The heap that a snapshot and its plan take a layer.
  var snapshotAndPlanBytesPerLayer: Int
  var configurations: [ConfigurationReport]
}

/// One way of drawing a scene.
struct ConfigurationReport: Encodable {
  /// `gpu depth`, `cpu 2 threads painter`.
  var name: String
  /// What draws, in the renderer's words.
  var renderer: String
  /// Opening the renderer and drawing the first frame, once.
  ///
  /// - Units: milliseconds.
  var coldStart: Double
  var snapshot: TimeSummary
  var plan: TimeSummary
  var render: TimeSummary
  var readBack: TimeSummary
  var total: TimeSummary
  /// The median total of the first configuration, divided by that of this one: above 1 this one is faster.
  var speedAgainstFirst: Double
  var drawCalls: Int
  var passes: Int
  var offscreenBytes: Int
  /// Of a frame after the first.
  var uploadedBytes: Int
  var tiles: Int
}
