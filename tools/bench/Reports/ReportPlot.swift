// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// A plot as SVG, for a page or for a file of its own.
package protocol ReportPlot {
  /// What its file is called, without folder and extension.
  var fileName: String { get set }
  /// The picture as an element of a page, or nothing where there is nothing to show.
  var svg: String { get }
}

extension ReportPlot {
  /// The picture as a file of its own, on white.
  package var document: String {
    svg.replacingOccurrences(
      of: "role=\"img\">",
      with: "role=\"img\" xmlns=\"http://www.w3.org/2000/svg\">\n<style>\n\(PlotDrawing.style)\n</style>\n"
        + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>") + "\n"
  }
}

/// What plots are drawn of.
enum PlotDrawing {
  /// How texts and lines look, for the page or the file that a plot stands in.
  static let style = """
    svg text { font: 12px system-ui, sans-serif; fill: #444 }
    svg .title { font-size: 14px; font-weight: 600; fill: #111 } svg .grid { stroke: #e3e5e8 }
    """

  /// The colour of the thing with an index, the same again after seven.
  static func color(_ index: Int) -> String { colors[index % colors.count] }

  private static let colors = ["#1f6feb", "#d1495b", "#2e8b57", "#8e5bd0", "#c77d0a", "#0f8b8d", "#6b7280"]

  /// Where a text begins, has its middle, or ends.
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

  /// A place in the picture.
  static func number(_ value: Double) -> String { value.formatted(places: 1) }

  /// A value beside an axis.
  static func label(_ value: Double) -> String {
    value >= 1 && value == value.rounded() ? "\(Int(clamping: value))" : String(format: "%g", value)
  }
}
