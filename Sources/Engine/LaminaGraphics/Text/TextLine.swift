// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
internal import LaminaGeometry

/// A line of attributed text whose glyphs are known one by one.
///
/// - Conformance: TEXT-1
package struct TextLine: Sendable {
  /// The text that the line is a part of.
  package let source: TextSource
  /// The line, with its glyphs one by one.
  package let line: TextLayout.Line
  /// The part of the string that the line shows, in UTF-16.
  package let units: Range<Int>

  /// Takes a line of a layout whose options ask for measured runs.
  package init(source: TextSource, line: TextLayout.Line, units: Range<Int>) {
    (self.source, self.line, self.units) = (source, line, units)
  }

  /// Lays the first paragraph of a string out, unbroken.
  package init(_ source: TextSource) {
    var options = TextLayout.Options(height: 0)
    options.isMeasured = true
    let made = TextLayout(source.styled, options: options).lines.first
    let line = made ?? TextLayout.Line(origin: .zero, ascent: 0, descent: 0, width: 0, range: 0..<0, runs: [])
    self.init(source: source, line: line, units: source.units(ofBytes: line.range))
  }

  /// Lays the first paragraph of a string out, unbroken.
  package init(_ string: NSAttributedString) { self.init(TextSource(string)) }

  /// A group of glyphs that belong together: letters that are drawn by one glyph, or glyphs that draw one letter.
  package struct Cluster: Sendable {
    /// The letters, in UTF-16 of the string.
    package var units: Range<Int>
    /// The start and the end, in points from the line's origin.
    package var x: ClosedRange<Double>
    /// Whether the first letter is at the right end.
    package var isRightToLeft: Bool
  }

  /// The clusters from left to right.
  package var clusters: [Cluster] {
    line.runs.flatMap { run -> [Cluster] in
      guard let details = run.details else { return [] }
      var groups: [(byte: Int, x: ClosedRange<Double>)] = []
      var x = run.x
      for cell in details.cells {
        let end = max(x, x + cell.advance)
        if let last = groups.last, last.byte == cell.byte {
          groups[groups.count - 1].x = last.x.lowerBound...max(end, last.x.lowerBound)
        } else {
          groups.append((cell.byte, x...end))
        }
        x += cell.advance
      }
      return groups.indices.map { index in
        // Where the letters of a cluster end, the next one's in reading order begin.
        let next = details.isRightToLeft ? index - 1 : index + 1
        let end = groups.indices.contains(next) ? groups[next].byte : details.bytes.upperBound
        let bytes = groups[index].byte..<max(end, groups[index].byte)
        return Cluster(
          units: source.units(ofBytes: bytes), x: groups[index].x, isRightToLeft: details.isRightToLeft)
      }
    }
  }

  /// Whether the line begins at its right end.
  package var isRightToLeft: Bool {
    line.runs.compactMap(\.details).min { $0.bytes.lowerBound < $1.bytes.lowerBound }?.isRightToLeft ?? false
  }

  /// The boundaries between the letters of a cluster, in the string and on the line, in reading order.
  package func carets(of cluster: Cluster) -> [(unit: Int, x: Double)] {
    let units = source.carets(in: cluster.units)
    let count = Double(max(units.count - 1, 1))
    let width = cluster.x.upperBound - cluster.x.lowerBound
    return units.enumerated().map { index, unit in
      let part = width * Double(index) / count
      return (unit, cluster.isRightToLeft ? cluster.x.upperBound - part : cluster.x.lowerBound + part)
    }
  }

  /// The caret at a unit of the string, in points from the line's origin.
  ///
  /// - Returns: As the primary offset, the edge of the letter that begins there; as the secondary, the edge of the
  ///   letter before, which is elsewhere between two directions of writing.
  package func offsets(ofUnit unit: Int) -> (primary: Double, secondary: Double) {
    let clusters = clusters
    func caret(in cluster: Cluster) -> Double? { carets(of: cluster).last { $0.unit <= unit }?.x }
    let next = clusters.first { $0.units.contains(unit) }.flatMap(caret)
    let previous = clusters.first { $0.units.contains(unit - 1) }.flatMap(caret)
    let start = isRightToLeft ? Double(line.width) : 0
    let end = isRightToLeft ? 0 : Double(line.width)
    let primary = next ?? previous ?? (unit <= units.lowerBound ? start : end)
    return (primary, previous ?? primary)
  }
}
