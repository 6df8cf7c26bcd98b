// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The results of a benchmark: the JSON file is their encoding; docs/command-line.md lists the keys.

import Foundation
import Lamina

/// The report of a run.
package struct BenchReport: Encodable {
  /// The version of Lamina.
  var lamina = LaminaVersion.current
  /// The machine, in its state at the start of the run.
  package var environment = BenchEnvironment()
  /// The measured scenes, in order.
  package var scenes: [SceneReport] = []

  /// Makes an empty report.
  package init() {}
}

/// The report of a run that measures exports.
package struct ExportBenchReport: Encodable {
  /// The version of Lamina.
  var lamina = LaminaVersion.current
  var environment = BenchEnvironment()
  /// The measured exports, by the names of the scenes.
  package var films: [String: [ExportCourse]] = [:]
  /// The measurements of the picture encoder.
  package var pictures: [PictureCourse] = []

  /// Makes an empty report.
  package init() {}
}

/// The minimum, the quartiles and the maximum of several times.
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

  /// Summarises times in seconds; all values are zero without times.
  package init(seconds: [Double]) {
    let sorted = seconds.map { $0 * 1000 }.sorted()
    guard let first = sorted.first, let last = sorted.last else { return }
    min = first
    max = last
    (lowerQuartile, median, upperQuartile) = (
      Self.quantile(0.25, of: sorted), Self.quantile(0.5, of: sorted), Self.quantile(0.75, of: sorted)
    )
  }

  /// The value at a fraction of sorted values, interpolated between its neighbours.
  private static func quantile(_ fraction: Double, of sorted: [Double]) -> Double {
    let place = fraction * Double(sorted.count - 1)
    let below = Int(clamping: place)
    let above = Swift.min(below + 1, sorted.count - 1)
    return sorted[below] + (place - Double(below)) * (sorted[above] - sorted[below])
  }
}

/// The report of one scene.
package struct SceneReport: Encodable {
  var scene: String
  /// The kind and the size of a generated scene.
  var workload: String?
  var count: Int?
  /// Pixels.
  var width: Int
  /// Pixels.
  var height: Int
  var layers: Int
  var frames: Int
  /// The time in which all processors fill as many bytes of uncached memory as the picture has: a lower bound for any
  /// renderer that draws into memory.
  var memoryFill: TimeSummary
  /// The heap memory of the model tree per layer, in bytes; only for generated scenes.
  var modelBytesPerLayer: Int?
  /// The heap memory of a snapshot and its plan per layer, in bytes, where it can be determined.
  var snapshotAndPlanBytesPerLayer: Int?
  var configurations: [ConfigurationReport]
}

/// The report of one configuration: its measurements and the counters of its last frame, side by side in the file.
struct ConfigurationReport: Encodable {
  var measured: Measurements
  /// The counters of the last frame.
  var statistics: RenderStatistics

  func encode(to encoder: any Encoder) throws {
    try measured.encode(to: encoder)
    try statistics.encode(to: encoder)
  }
}

/// The throughput of a device with a number of lanes.
struct LaneSpeed: Encodable {
  var lanes: Int
  var framesPerSecond: Double
}

/// The measurements of one configuration.
struct Measurements: Encodable {
  /// `gpu depth`, `cpu 2 threads painter`.
  var name: String
  /// The number of threads of the CPU renderer; `nil` for a device.
  var threads: Int?
  /// The renderer's description.
  var renderer: String
  /// The time for opening the renderer and drawing the first frame, measured once.
  ///
  /// - Units: milliseconds.
  var coldStart: Double
  var snapshot: TimeSummary
  var plan: TimeSummary
  var render: TimeSummary
  var readBack: TimeSummary
  /// The latency: from the tree to pixels in memory, one frame after another.
  var total: TimeSummary
  /// The time for drawing a frame by the device's own clock, if it has timer queries.
  var device: TimeSummary?
  /// The throughput: frames a second with as many in progress at once as there are processors, or as a device's lanes
  /// hold; of several numbers of lanes, the highest.
  ///
  /// `nil` if all frames are equal, since these would be drawn only once.
  var framesPerSecond: Double?
  /// The throughput by numbers of lanes, where these are given.
  var lanes: [LaneSpeed]?
  /// The median total of the first configuration, divided by that of this one: above 1, this one is faster.
  var speedAgainstFirst: Double
  var tiles: Int
  /// The share of the last frame's canvas that was drawn, from 0 to 1, if only changes are drawn.
  var damagedShare: Double?
}
