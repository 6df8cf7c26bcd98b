// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// A plot of several curves with logarithmic axes, as SVG.
package struct BenchPlot: ReportPlot {
  /// A curve: points joined by a line.
  struct Course {
    var name: String
    var points: [(x: Double, y: Double)]
    /// Whether the curve is a lower bound for comparison, which is drawn dashed.
    var isFloor = false
  }

  var title: String
  /// The name of its file, without folder and extension.
  package var fileName: String
  var xTitle: String
  var yTitle: String
  var courses: [Course]

  private let width = 560.0
  private let height = 340.0
  /// The margins around the axes.
  private let left = 64.0
  private let right = 16.0
  private let top = 34.0
  private let bottom = 46.0

  package var svg: String {
    let points = courses.flatMap(\.points).filter { $0.x > 0 && $0.y > 0 }
    guard let x = Axis(points.map(\.x), from: left, to: width - right),
      let y = Axis(points.map(\.y), from: height - bottom, to: top)
    else { return "" }
    var parts = [
      "<svg viewBox=\"0 0 \(Int(clamping: width)) \(Int(clamping: height) + 18 * courses.count)\" role=\"img\">",
      PlotDrawing.text(title, width / 2, 18, .middle, "title"),
      PlotDrawing.text(xTitle, (left + width - right) / 2, height - 8, .middle, "axis"),
      "<text class=\"axis\" text-anchor=\"middle\" transform=\"translate(14 \(PlotDrawing.number((top + height - bottom) / 2)))"
        + " rotate(-90)\">\(BenchPage.escaped(yTitle))</text>",
    ]
    for tick in x.ticks {
      parts.append(PlotDrawing.line(x.place(tick), top, x.place(tick), height - bottom))
      parts.append(PlotDrawing.text(PlotDrawing.label(tick), x.place(tick), height - bottom + 16, .middle, "tick"))
    }
    for tick in y.ticks {
      parts.append(PlotDrawing.line(left, y.place(tick), width - right, y.place(tick)))
      parts.append(PlotDrawing.text(PlotDrawing.label(tick), left - 6, y.place(tick) + 4, .end, "tick"))
    }
    for (index, course) in courses.enumerated() { parts += draw(course, index, x, y) }
    return parts.joined(separator: "\n") + "\n</svg>"
  }

  private func draw(_ course: Course, _ index: Int, _ x: Axis, _ y: Axis) -> [String] {
    let color = course.isFloor ? "#888" : PlotDrawing.color(index)
    let places = course.points.filter { $0.x > 0 && $0.y > 0 }
      .map { "\(PlotDrawing.number(x.place($0.x))),\(PlotDrawing.number(y.place($0.y)))" }
    let dash = course.isFloor ? " stroke-dasharray=\"5 4\"" : ""
    var parts = [
      "<polyline points=\"\(places.joined(separator: " "))\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"\(dash)/>"
    ]
    for place in places where !course.isFloor {
      let sides = place.split(separator: ",")
      parts.append("<circle cx=\"\(sides[0])\" cy=\"\(sides[1])\" r=\"3\" fill=\"\(color)\"/>")
    }
    let legend = height + 18 * Double(index) + 6
    parts.append(
      "<path d=\"M\(PlotDrawing.number(left)) \(PlotDrawing.number(legend))h24\" stroke=\"\(color)\" stroke-width=\"3\"\(dash)/>"
    )
    parts.append(PlotDrawing.text(course.name, left + 32, legend + 4, .start, "tick"))
    return parts
  }
}

/// A logarithmic axis.
private struct Axis {
  /// Powers of ten, and their multiples by two and five if there are few.
  let ticks: [Double]
  private let lower: Double
  private let upper: Double
  private let from: Double
  private let to: Double

  init?(_ values: [Double], from: Double, to: Double) {
    guard let least = values.min(), let most = values.max() else { return nil }
    self.from = from
    self.to = to
    let lower = log10(least) - 0.08
    let upper = max(log10(most) + 0.08, lower + 0.4)
    self.lower = lower
    self.upper = upper
    let decades = Int(clamping: lower.rounded(.down))...Int(clamping: upper.rounded(.up))
    let steps = upper - lower > 2.5 ? [1.0] : [1.0, 2, 5]
    let all = decades.flatMap { decade in steps.map { $0 * pow(10, Double(decade)) } }
    let range = lower...upper
    ticks = all.filter { range.contains(log10($0)) }
  }

  func place(_ value: Double) -> Double { from + (log10(value) - lower) / (upper - lower) * (to - from) }
}
