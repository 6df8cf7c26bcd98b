// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import ReportText

extension BenchEnvironment {
  /// The report for people.
  package var text: String { lines.map { "\($0.name): \($0.value)\n" }.joined() + "\n" }
}

extension SceneReport {
  /// The report for people.
  package var text: String {
    var lines =
      "\(scene): \(width) x \(height) px, \(layers.counted("layer")), \(frames.counted("frame")) each, in turn\n"
    lines += "memory fill of the picture: \(memoryFill.min.formatted(places: 3)) ms\n"
    if let modelBytesPerLayer { lines += "model: \(modelBytesPerLayer) bytes a layer\n" }
    if let bytes = snapshotAndPlanBytesPerLayer { lines += "snapshot and plan: \(bytes) bytes a layer\n" }
    lines += "\n"
    let header = ["configuration", "step", "min ms", "1/4", "median ms", "3/4", "max ms"]
    let rows = configurations.flatMap(\.measured.rows)
    lines += TextTable(header: header, rows: rows, rightAligned: [2, 3, 4, 5, 6]).text
    lines += "\n"
    for configuration in configurations { lines += configuration.counters }
    return lines
  }
}

extension Measurements {
  /// One row for each step.
  fileprivate var rows: [[String]] {
    var steps = [("snapshot", snapshot), ("plan", plan), ("render", render)]
    if let device { steps.append(("device's clock", device)) }
    steps += [("read-back", readBack), ("total", total)]
    return steps.enumerated().map { index, step in
      let times = [step.1.min, step.1.lowerQuartile, step.1.median, step.1.upperQuartile, step.1.max]
      return [index == 0 ? name : "", step.0] + times.map { $0.formatted(places: 3) }
    }
  }
}

extension Measurements {
  /// Frames a second with several under way, and a semicolon; empty if it was not measured.
  fileprivate var throughput: String {
    guard let lanes else {
      return framesPerSecond.map { "\($0.formatted(places: 1)) frames a second, several under way; " } ?? ""
    }
    let speeds = lanes.map { "\($0.framesPerSecond.formatted(places: 1)) with \($0.lanes.counted("lane"))" }
    return "frames a second: \(speeds.joined(separator: ", ")); "
  }
}

extension ConfigurationReport {
  /// One line with the counters.
  fileprivate var counters: String {
    let counted = statistics
    return "\(measured.name): \(measured.speedAgainstFirst.formatted(places: 2)) times the speed of the first; "
      + measured.throughput
      + "cold start \(measured.coldStart.formatted(places: 1)) ms; \(counted.drawCalls.counted("draw call")), "
      + (counted.glCalls > 0 ? "\(counted.glCalls) GL calls, " : "")
      + "\(counted.passes.counted("pass", "passes")), "
      + "\(counted.offscreenBytes) offscreen bytes, \(counted.uploadedBytes) uploaded bytes"
      + (counted.drawnPictures + counted.keptPictures > 0
        ? ", \(counted.drawnPictures) of \(counted.drawnPictures + counted.keptPictures) pictures of paths and texts"
          + " drawn anew" : "")
      + (measured.damagedShare == nil
        ? "" : ", \(counted.copiedLayers.counted("layer")) copied, \(counted.keptLayers) taken over")
      + (measured.tiles > 1 ? ", \(measured.tiles.counted("tile"))" : "")
      + (measured.damagedShare.map { ", \((100 * $0).formatted(places: 2)) % of the canvas drawn" } ?? "")
      + " (\(measured.renderer))\n"
  }
}
