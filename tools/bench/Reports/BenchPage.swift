// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import ReportText

/// The report of a run as a self-contained HTML file: plots of time over size and over threads, then tables.
package struct BenchPage {
  let report: BenchReport

  /// Makes the page of a run.
  package init(report: BenchReport) { self.report = report }

  static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
  }

  private static let style = """
    body { font: 15px/1.45 system-ui, sans-serif; max-width: 1200px; margin: 2em auto; padding: 0 1em; color: #1c1e21 }
    h1 { font-size: 1.5em } h2 { font-size: 1.15em; margin-top: 2em }
    .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(480px, 1fr)); gap: 1.5em }
    svg { width: 100%; height: auto }
    table { border-collapse: collapse; margin: 0.7em 0; display: block; overflow-x: auto } th, td { padding: 0.15em 0.8em; text-align: right }
    th { border-bottom: 1px solid #888 } th:first-child, td:first-child, td:nth-child(2) { text-align: left }
    p { max-width: 60em } dt { font-weight: 600; float: left; clear: left; width: 12em } dd { margin-left: 12em }
    """

  /// The whole document.
  package var html: String {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>lamina bench</title>
    <style>
    \(Self.style)
    \(PlotDrawing.style)
    </style></head><body>
    <h1>lamina bench</h1>
    <p>Lamina \(Self.escaped(report.lamina)). Configurations run in turn within each round; times are medians in
    milliseconds from the tree to pixels in memory.\(floorNote)</p>
    <dl>\(report.environment.lines.map { "<dt>\(Self.escaped($0.name))</dt><dd>\(Self.escaped($0.value))</dd>" }
        .joined(separator: "\n"))</dl>
    <div class="plots">
    \(plots.map(\.svg).joined(separator: "\n"))
    </div>
    \(BenchGrowth.find(in: report.scenes).map { "<p>\(Self.escaped($0.text))</p>" }.joined(separator: "\n"))
    \(report.scenes.map(table).joined(separator: "\n"))
    </body></html>

    """
  }

  /// The explanation of the dashed line in plots of curves, if there are any.
  private var floorNote: String {
    guard plots.contains(where: { $0 is BenchPlot }) else { return "" }
    return " The dashed line is the least time that all processors together take to fill as many bytes of memory, "
      + "which no cache holds, as the picture has, measured in the same rounds."
  }

  /// The plots, each with its own file name: time over size for each workload that was measured with several sizes,
  /// bars for each other scene, and time over threads if there are several numbers.
  package var plots: [any ReportPlot] {
    var uses: [String: Int] = [:]
    return (sizePlots + barPlots + threadPlots).filter { !$0.svg.isEmpty }
      .map { plot in
        var plot = plot
        uses[plot.fileName, default: 0] += 1
        if let use = uses[plot.fileName], use > 1 { plot.fileName += "-\(use)" }
        return plot
      }
  }

  /// Bars for each scene that is not part of a plot over sizes.
  private var barPlots: [any ReportPlot] {
    let shown = Set(workloads.filter(\.hasSeveralCounts).map(\.name))
    return report.scenes.filter { scene in scene.workload.map { !shown.contains($0) } ?? true }
      .map { BenchBars($0, fileName: fileStem($0)) }
  }

  private func fileStem(_ scene: SceneReport) -> String {
    scene.workload.map { "\($0)-\(scene.count ?? 0)" } ?? SceneName.stem(of: scene.scene)
  }

  /// The scenes of one workload, in the order of measurement.
  private struct WorkloadScenes {
    var name: String
    var scenes: [SceneReport]

    var hasSeveralCounts: Bool { Set(scenes.map(\.count)).count > 1 }
  }

  private var workloads: [WorkloadScenes] {
    var names: [String] = []
    for name in report.scenes.compactMap(\.workload) where !names.contains(name) { names.append(name) }
    return names.map { name in
      WorkloadScenes(name: name, scenes: report.scenes.filter { $0.workload == name })
    }
  }

  private var sizePlots: [any ReportPlot] {
    workloads.filter(\.hasSeveralCounts).map { workload in
      let scenes = workload.scenes.sorted { ($0.count ?? 0) < ($1.count ?? 0) }
      let names = scenes.first?.configurations.map(\.measured.name) ?? []
      let courses = names.map { name in
        BenchPlot.Course(
          name: name,
          points: scenes.compactMap { scene in
            guard let found = scene.configurations.first(where: { $0.measured.name == name }) else { return nil }
            return (Double(scene.count ?? 0), found.measured.total.median)
          })
      }
      return BenchPlot(
        title: "@\(workload.name)", fileName: workload.name, xTitle: "N", yTitle: "ms a frame",
        courses: courses + [floor(scenes.map { (Double($0.count ?? 0), $0.memoryFill.min) })])
    }
  }

  private var threadPlots: [any ReportPlot] {
    report.scenes.compactMap { scene in
      let threaded = scene.configurations.map(\.measured).filter { $0.threads != nil }
      guard Set(threaded.map(\.threads)).count > 1 else { return nil }
      let kinds = Dictionary(grouping: threaded) { String($0.name.split(separator: " ").last ?? "") }
      let courses = kinds.sorted { $0.key < $1.key }.map { kind in
        BenchPlot.Course(
          name: "cpu \(kind.key)",
          points: kind.value.map { (Double($0.threads ?? 0), $0.total.median) }.sorted { $0.0 < $1.0 })
      }
      let counts = threaded.compactMap { $0.threads.map(Double.init) }.sorted()
      return BenchPlot(
        title: "\(scene.scene) by threads", fileName: "\(fileStem(scene))-threads", xTitle: "threads",
        yTitle: "ms a frame",
        courses: courses + [floor(counts.map { ($0, scene.memoryFill.min) })])
    }
  }

  private func floor(_ points: [(Double, Double)]) -> BenchPlot.Course {
    BenchPlot.Course(name: "memory fill", points: points, isFloor: true)
  }

  private func table(_ scene: SceneReport) -> String {
    let titles = [
      "configuration", "snapshot", "plan", "render", "device's clock", "read-back", "total", "quartiles", "cold start",
      "frames/s", "draws", "passes", "offscreen",
    ]
    let rows = scene.configurations.map { report in
      let (configuration, counted) = (report.measured, report.statistics)
      let cells = [
        configuration.name, ms(configuration.snapshot), ms(configuration.plan), ms(configuration.render),
        configuration.device.map(ms) ?? "", ms(configuration.readBack), ms(configuration.total),
        "\(configuration.total.lowerQuartile.formatted(places: 2))–\(configuration.total.upperQuartile.formatted(places: 2))",
        configuration.coldStart.formatted(places: 1),
        configuration.framesPerSecond.map { $0.formatted(places: 1) } ?? "", "\(counted.drawCalls)",
        "\(counted.passes)", "\(counted.offscreenBytes)",
      ]
      return "<tr>" + cells.map { "<td>\(Self.escaped($0))</td>" }.joined() + "</tr>"
    }
    return """
      <h2>\(Self.escaped(scene.scene))</h2>
      <p>\(scene.width) × \(scene.height) pixels, \(scene.layers.counted("layer")), \(scene.frames.counted("frame")) each.
      Memory fill \(scene.memoryFill.min.formatted(places: 3)) ms.</p>
      <table><tr>\(titles.map { "<th>\($0)</th>" }.joined())</tr>
      \(rows.joined(separator: "\n"))</table>
      """
  }

  private func ms(_ time: TimeSummary) -> String { time.median.formatted(places: 2) }
}
