// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// A plot as SVG, for a page or for a file of its own.
package protocol ReportPlot {
  /// The name of its file, without folder and extension.
  var fileName: String { get set }
  /// The plot as an element of a page; empty if there is nothing to plot.
  var svg: String { get }
}

extension ReportPlot {
  /// The plot as a file of its own, on white.
  package var document: String {
    svg.replacingOccurrences(
      of: "role=\"img\">",
      with: "role=\"img\" xmlns=\"http://www.w3.org/2000/svg\">\n<style>\n\(PlotDrawing.style)\n</style>\n"
        + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>") + "\n"
  }
}

/// The SVG elements of plots.
enum PlotDrawing {
  /// The style of texts and lines, for the page or the file that contains a plot.
  static let style = """
    svg text { font: 12px system-ui, sans-serif; fill: #444 }
    svg .title { font-size: 14px; font-weight: 600; fill: #111 } svg .grid { stroke: #e3e5e8 }
    """

  /// The colour of the item with an index; colours repeat after seven.
  static func color(_ index: Int) -> String { colors[index % colors.count] }

  private static let colors = ["#1f6feb", "#d1495b", "#2e8b57", "#8e5bd0", "#c77d0a", "#0f8b8d", "#6b7280"]

  /// The part of a text that its position refers to.
  enum Anchor: String {
    case start, middle, end
  }

  static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    "<path class=\"grid\" d=\"M\(number(x1)) \(number(y1))L\(number(x2)) \(number(y2))\"/>"
  }

  static func text(_ string: String, _ x: Double, _ y: Double, _ anchor: Anchor, _ kind: String) -> String {
    "<text class=\"\(kind)\" x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor.rawValue)\">"
      + BenchPage.escaped(string) + "</text>"
  }

  /// A coordinate.
  static func number(_ value: Double) -> String { value.formatted(places: 1) }

  /// The label of a value on an axis.
  static func label(_ value: Double) -> String {
    value >= 1 && value == value.rounded() ? "\(Int(clamping: value))" : String(format: "%g", value)
  }
}
