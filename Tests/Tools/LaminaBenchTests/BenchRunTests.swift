// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaBench
import Testing

/// Whole runs of a small scene.
@Suite struct BenchRunTests {
  private static func run(counts: [Int]) throws -> BenchReport {
    var report = BenchReport()
    var options = RenderOptions()
    options.size = PixelSize(width: 64, height: 36)
    let configurations = BenchConfiguration.onCPU(threads: [1, 2], strategies: [.depth])
    for count in counts {
      let scene = try #require(WorkloadScene(argument: "@boxes:\(count)"))
      report.scenes.append(
        try SceneReport(
          measuring: BenchSubject(scene), in: configurations,
          BenchSchedule(frames: 3, warmUp: 1, time: 0, options: options), withThroughput: false))
    }
    return report
  }

  @Test("the JSON names scene, size and configurations, and every time is in order")
  func json() throws {
    let data = try JSONEncoder().encode(try Self.run(counts: [5]))
    let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let scene = try #require((report["scenes"] as? [[String: Any]])?.first)
    #expect(scene["scene"] as? String == "@boxes:5")
    #expect(scene["workload"] as? String == "boxes")
    #expect(scene["width"] as? Int == 64)
    #expect(scene["height"] as? Int == 36)
    #expect(scene["frames"] as? Int == 3)
    let configurations = try #require(scene["configurations"] as? [[String: Any]])
    #expect(configurations.map { $0["name"] as? String } == ["cpu 1 thread depth", "cpu 2 threads depth"])
    for configuration in configurations {
      let total = try #require(configuration["total"] as? [String: Double])
      let (least, median, most) = (
        try #require(total["min"]), try #require(total["median"]), try #require(total["max"])
      )
      #expect(0 < least && least <= median && median <= most)
    }
  }

  @Test(
    "frames a second of a device are told for each number of lanes",
    .enabled(if: (try? Renderer(.gpu(.automatic))) != nil, "no device for OpenGL ES"))
  func lanes() throws {
    var options = RenderOptions()
    options.size = PixelSize(width: 64, height: 36)
    let report = try SceneReport(
      measuring: BenchSubject(try #require(WorkloadScene(argument: "@boxes:5"))),
      in: BenchConfiguration.onGPU(.automatic, strategies: [.depth])
        + BenchConfiguration.onCPU(threads: [1], strategies: [.depth]),
      BenchSchedule(frames: 10, warmUp: 1, time: 0, options: options), withThroughput: true, lanes: [1, 3])
    let data = try JSONEncoder().encode(report)
    let scene = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let configurations = try #require(scene["configurations"] as? [[String: Any]])
    let speeds = try #require(configurations[0]["lanes"] as? [[String: Double]])
    #expect(speeds.map { $0["lanes"] } == [1, 3])
    let highest = speeds.compactMap { $0["framesPerSecond"] }.max()
    #expect(highest == configurations[0]["framesPerSecond"] as? Double && highest ?? 0 > 0)
    #expect(configurations[1]["lanes"] == nil && configurations[1]["framesPerSecond"] != nil)
    #expect(report.text.contains(" with 1 lane, ") && report.text.contains(" with 3 lanes; "))
  }

  @Test("several numbers of one scene give its growth and a plot of it")
  func growth() throws {
    let report = try Self.run(counts: [2, 4, 8])
    let growth = BenchGrowth.find(in: report.scenes)
    #expect(growth.count == 2)
    #expect(growth.allSatisfy { $0.text.hasPrefix("@boxes, cpu ") && $0.text.contains("from 2 on") })
    let page = BenchPage(report: report)
    #expect(page.plots.map(\.fileName).contains("boxes"))
    #expect(page.html.contains("<h2>@boxes:8</h2>"))
  }

  @Test("a scene of one number has a bar for each configuration, as long as its frames took, and a file of its own")
  func bars() throws {
    var report = try Self.run(counts: [4])
    report.scenes += report.scenes
    let page = BenchPage(report: report)
    #expect(page.plots.map(\.fileName).prefix(2) == ["boxes-4", "boxes-4-2"])
    let svg = try #require(page.plots.first).document
    let data = try JSONEncoder().encode(report)
    let configurations = try #require(JSONDecoder().decode(MeasuredRun.self, from: data).scenes.first).configurations
    let bars = svg.matches(of: /<rect x="[0-9.]+" y="([0-9.]+)" width="([0-9.]+)" height="18.0"/)
    #expect(bars.count == 4 * configurations.count)
    let lengths = Dictionary(grouping: bars) { $0.1 }.values.map { parts in
      parts.reduce(0) { $0 + (Double($1.2) ?? .nan) }
    }
    let medians = configurations.map(\.total.median)
    for configuration in configurations { #expect(svg.contains(">\(configuration.name)</text>")) }
    let (longest, slowest) = (try #require(lengths.max()), try #require(medians.max()))
    // Each of four parts is rounded to a tenth.
    for (length, median) in zip(lengths.sorted(), medians.sorted()) {
      #expect(abs(length - median / slowest * longest) < 0.5)
    }
  }

  @Test("what a scene is called cannot break the page")
  func escaping() throws {
    var report = BenchReport()
    report.environment.driver = "<b>&\"driver\"</b>"
    #expect(BenchPage(report: report).html.contains("&lt;b&gt;&amp;&quot;driver&quot;&lt;/b&gt;"))
  }
}

/// The part of a report's JSON that the tests read.
private struct MeasuredRun: Decodable {
  struct Scene: Decodable { var configurations: [Configuration] }
  struct Configuration: Decodable {
    var name: String
    var total: Total
  }
  struct Total: Decodable { var median: Double }

  var scenes: [Scene]
}
