// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// A plot of one scene: a bar for each configuration, divided into the stages of a frame, on an axis from zero.
///
/// The length of a bar is the median of whole frames. It is divided in proportion to the stages' medians, since medians
/// do not add up. A thin line over the end marks the range from the lower to the upper quartile.
struct BenchBars: ReportPlot {
  /// One configuration.
  struct Bar {
    var name: String
    /// Medians, in the order of ``BenchBars/stages``.
    ///
    /// - Units: milliseconds.
    var stages: [Double]
    var total: TimeSummary
  }

  /// The names of the parts of a bar.
  static let stages = ["snapshot", "plan", "render", "read-back"]

  let title: String
  var fileName: String
  let bars: [Bar]

  init(_ scene: SceneReport, fileName: String) {
    title = scene.scene
    self.fileName = fileName
    bars = scene.configurations.map(\.measured).map { configuration in
      let stages = [configuration.snapshot, configuration.plan, configuration.render, configuration.readBack]
      // The plot alone, without the page, must show that no hardware GPU was measured.
      let isSoftwareDevice = configuration.threads == nil && configuration.renderer.hasSuffix("software")
      let name = configuration.name + (isSoftwareDevice ? " (software)" : "")
      return Bar(name: name, stages: stages.map(\.median), total: configuration.total)
    }
  }

  private let width = 560.0
  /// The margins around the bars, the distance between bars, and their thickness.
  private let left = 170.0
  private let right = 64.0
  private let top = 34.0
  private let bottom = 64.0
  private let step = 30.0
  private let thickness = 18.0

  private var height: Double { top + step * Double(bars.count) + bottom }

  var svg: String {
    let most = bars.map { max($0.total.median, $0.total.upperQuartile) }.max() ?? 0
    guard most > 0 else { return "" }
    let axis = LinearAxis(most: most, from: left, to: width - right)
    let floor = top + step * Double(bars.count)
    var parts = [
      "<svg viewBox=\"0 0 \(Int(clamping: width)) \(Int(clamping: height))\" role=\"img\">",
      PlotDrawing.text(title, width / 2, 18, .middle, "title"),
      PlotDrawing.text(
        "ms a frame: the median, and a line from quartile to quartile", (left + width - right) / 2, floor + 34, .middle,
        "axis"),
    ]
    for tick in axis.ticks {
      parts.append(PlotDrawing.line(axis.place(tick), top, axis.place(tick), floor))
      parts.append(PlotDrawing.text(PlotDrawing.label(tick), axis.place(tick), floor + 16, .middle, "tick"))
    }
    for (index, bar) in bars.enumerated() { parts += draw(bar, top + step * (Double(index) + 0.5), axis) }
    return (parts + legend(at: floor + 52)).joined(separator: "\n") + "\n</svg>"
  }

  private func draw(_ bar: Bar, _ middle: Double, _ axis: LinearAxis) -> [String] {
    var parts = [PlotDrawing.text(bar.name, left - 8, middle + 4, .end, "tick")]
    let sum = bar.stages.reduce(0, +)
    var begin = 0.0
    for (index, stage) in bar.stages.enumerated() where sum > 0 {
      let end = begin + stage / sum * bar.total.median
      let (x, y) = (PlotDrawing.number(axis.place(begin)), PlotDrawing.number(middle - thickness / 2))
      let across = PlotDrawing.number(axis.place(end) - axis.place(begin))
      parts.append(
        "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(across)\" height=\"\(PlotDrawing.number(thickness))\""
          + " fill=\"\(PlotDrawing.color(index))\"/>")
      begin = end
    }
    let (lower, upper) = (axis.place(bar.total.lowerQuartile), axis.place(bar.total.upperQuartile))
    parts.append(
      "<path d=\"M\(PlotDrawing.number(lower)) \(PlotDrawing.number(middle))H\(PlotDrawing.number(upper))\" stroke=\"#111\"/>"
    )
    let value = bar.total.median.formatted(places: 2)
    return parts + [
      PlotDrawing.text(value, max(upper, axis.place(bar.total.median)) + 6, middle + 4, .start, "value")
    ]
  }

  private func legend(at y: Double) -> [String] {
    Self.stages.enumerated().flatMap { index, stage in
      let x = left + 90 * Double(index)
      return [
        "<rect x=\"\(PlotDrawing.number(x))\" y=\"\(PlotDrawing.number(y - 9))\" width=\"10\" height=\"10\""
          + " fill=\"\(PlotDrawing.color(index))\"/>",
        PlotDrawing.text(stage, x + 16, y, .start, "tick"),
      ]
    }
  }
}

/// An axis that starts at zero.
private struct LinearAxis {
  /// Four to ten round values, starting with zero.
  let ticks: [Double]
  private let most: Double
  private let from: Double
  private let to: Double

  init(most: Double, from: Double, to: Double) {
    (self.most, self.from, self.to) = (most, from, to)
    let power = pow(10, log10(most).rounded(.down))
    let step = [0.1, 0.2, 0.25, 0.5, 1].map { $0 * power }.first { most / $0 <= 10 } ?? power
    ticks = (0...Int(clamping: most / step)).map { Double($0) * step }
  }

  func place(_ value: Double) -> Double { from + value / most * (to - from) }
}
