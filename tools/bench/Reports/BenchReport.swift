// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// What a benchmark found, as values: the JSON file is these, encoded; docs/command-line.md lists the keys.

import Foundation
import Lamina

/// The whole of a run.
package struct BenchReport: Encodable {
  /// The version of Lamina.
  var lamina = LaminaVersion.current
  /// The machine, as it is when the run begins.
  package var environment = BenchEnvironment()
  /// What was measured, in order.
  package var scenes: [SceneReport] = []

  /// A run that has measured nothing yet.
  package init() {}
}

/// The whole of a run that measures exports.
package struct ExportBenchReport: Encodable {
  /// The version of Lamina.
  var lamina = LaminaVersion.current
  var environment = BenchEnvironment()
  /// The ways of exporting, by the names of the scenes.
  package var films: [String: [ExportCourse]] = [:]
  /// The encoder of pictures.
  package var pictures: [PictureCourse] = []

  /// A run that has measured nothing yet.
  package init() {}
}

/// The least, the quarters and the largest of several times.
///
/// - Units: milliseconds.
package struct TimeSummary: Encodable {
  /// The least time.
  package var min = 0.0
  /// A quarter of the times is at most this.
  package var lowerQuartile = 0.0
  /// Half of the times are at most this.
  package var median = 0.0
  /// Three quarters of the times are at most this.
  package var upperQuartile = 0.0
  /// The longest time.
  package var max = 0.0

  /// Summarises times in seconds; all are zero where there is none.
  package init(seconds: [Double]) {
    let sorted = seconds.map { $0 * 1000 }.sorted()
    guard let first = sorted.first, let last = sorted.last else { return }
    min = first
    max = last
    (lowerQuartile, median, upperQuartile) = (
      Self.quantile(0.25, of: sorted), Self.quantile(0.5, of: sorted), Self.quantile(0.75, of: sorted)
    )
  }

  /// Between the two values beside a fraction of the way through.
  private static func quantile(_ fraction: Double, of sorted: [Double]) -> Double {
    let place = fraction * Double(sorted.count - 1)
    let below = Int(clamping: place)
    let above = Swift.min(below + 1, sorted.count - 1)
    return sorted[below] + (place - Double(below)) * (sorted[above] - sorted[below])
  }
}

/// One scene.
package struct SceneReport: Encodable {
  var scene: String
  /// The kind and the number of a scene made by the tool.
  var workload: String?
  var count: Int?
  /// Pixels.
  var width: Int
  /// Pixels.
  var height: Int
  var layers: Int
  var frames: Int
  /// All processors filling as many bytes as the picture has, which no cache holds: the floor of any renderer in
  /// memory.
  var memoryFill: TimeSummary
  /// The heap that the model tree takes a layer; only for scenes made here.
  var modelBytesPerLayer: Int?
  /// The heap that a snapshot and its plan take a layer, where it can be told.
  var snapshotAndPlanBytesPerLayer: Int?
  var configurations: [ConfigurationReport]
}

/// One way of drawing a scene: what was measured, and what the last frame counted, side by side in the file.
struct ConfigurationReport: Encodable {
  var measured: Measurements
  /// The counters of the last frame.
  var statistics: RenderStatistics

  func encode(to encoder: any Encoder) throws {
    try measured.encode(to: encoder)
    try statistics.encode(to: encoder)
  }
}

/// What was measured of one way of drawing a scene.
struct Measurements: Encodable {
  /// `gpu depth`, `cpu 2 threads painter`.
  var name: String
  /// Threads of the CPU renderer, where it is one.
  var threads: Int?
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
  /// Latency: from the tree to pixels in memory, one frame after the other.
  var total: TimeSummary
  /// The device's own clock over the drawing of a frame, where it has timer queries.
  var device: TimeSummary?
  /// Throughput: frames a second with as many under way at once as there are processors, or as a device's ring holds.
  ///
  /// `nil` where every frame shows the same, which would be drawn once only.
  var framesPerSecond: Double?
  /// The median total of the first configuration, divided by that of this one: above 1 this one is faster.
  var speedAgainstFirst: Double
  var tiles: Int
  /// How much of the last frame's canvas was drawn, 0...1, where only changes are.
  var damagedShare: Double?
}
