// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Text to lines of positioned glyphs.
//
// Each paragraph is one Pango layout: Pango finds directions, scripts and fonts, shapes with HarfBuzz, breaks and
// shortens lines. Lines are placed here, because paragraph styles know more than Pango: line heights, indents, room
// between paragraphs. The results are values: glyph numbers, positions and font faces, with no tie to Pango; they can
// be kept, sent to other threads, and drawn at any scale without laying out again.
//
// Pango counts in 1/1024 points in 32 bits. Text that is too large for this range, or a line that is too long, is laid
// out smaller and scaled up afterwards. This changes only roundings, because there is no hinting.

package import Foundation

/// Text in lines, ready to draw.
///
/// - Conformance: TEXT-1
package struct TextLayout: Sendable {
  /// The part of a line that is left out when the line does not fit.
  package enum Truncation: Sendable {
    case none
    case start
    case middle
    case end
  }

  /// The options of laying text out.
  package struct Options: Hashable, Sendable {
    /// The width available for lines, in points; `nil` for any. NaN and negative widths are 0.
    package var width: CGFloat?
    /// The height available for lines, in points; lines that begin below it are left out. `nil` for any.
    package var height: CGFloat?
    /// Whether lines are broken at the width, rather than at ends of paragraphs only.
    package var isWrapped: Bool
    /// The part that is left out where lines do not fit: of each line, or of the last line where lines are broken.
    package var truncation: Truncation
    /// Whether runs keep their glyphs one by one, as Core Text reports them.
    package var isMeasured = false

    package init(
      width: CGFloat? = nil, height: CGFloat? = nil, isWrapped: Bool = false, truncation: Truncation = .none
    ) {
      self.width = width
      self.height = height
      self.isWrapped = isWrapped
      self.truncation = truncation
    }
  }

  /// A line.
  package struct Line: Sendable {
    /// The start of its baseline, in points from the top left of the text, y down.
    package var origin: CGPoint
    /// The distance from the baseline to its top, in points.
    package var ascent: CGFloat
    /// The distance from the baseline to its bottom, in points.
    package var descent: CGFloat
    /// The width of the line, in points.
    package var width: CGFloat
    /// Its bytes in the text's UTF-8.
    package var range: Range<Int>
    /// The runs of glyphs, from left to right.
    package var runs: [Run]
  }

  /// Glyphs of one look.
  package struct Run: Sendable {
    /// The start, in points from the line's origin.
    package var x: Double
    /// The width, in points.
    package var width: Double
    /// The glyphs; `nil` where no glyph is drawn.
    var glyphs: GlyphRun?
    /// The look of the glyphs.
    package var attributes: TextAttributes
    /// The measures of the requested font.
    package var metrics: FontMetrics
    /// The details of the run, where they were requested.
    package var details: RunDetails?
  }

  /// The lines from top to bottom.
  package internal(set) var lines: [Line] = []
  /// The width of the longest line and the height of all, in points.
  package internal(set) var size = CGSize.zero
  /// The width that holds every line with its indents, in points.
  package private(set) var extent: CGFloat = 0
  /// Requests that could not be fulfilled.
  package internal(set) var diagnostics: [Diagnostic] = []

  /// Lays text out.
  ///
  /// The first line's top is at y 0. All sizes are limited: the text by ``StyledText/maximumBytes``, lines by
  /// ``maximumLines``.
  ///
  /// - Complexity: O(bytes of the visible text).
  package init(_ text: StyledText, options: Options = Options()) {
    var engine = TextLayoutEngine(text: text, options: options)
    engine.run()
    lines = engine.lines
    size = engine.size
    extent = engine.extent
    diagnostics = engine.diagnostics
  }

  /// A layout of one line, its baseline beginning at the origin.
  package init(baselineOf line: Line) {
    var line = line
    line.origin = .zero
    lines = [line]
    size = CGSize(width: line.width, height: line.ascent + line.descent)
    extent = line.width
  }

  /// A layout of one run, the baseline of its line beginning at the origin.
  ///
  /// - Parameters:
  ///   - run: A run with details.
  ///   - cells: The glyphs of the run that are drawn.
  package init(baselineOf run: Run, drawing cells: Range<Int>) {
    var run = run
    run.draw(cells)
    self.init(
      baselineOf: Line(
        origin: .zero, ascent: run.metrics.ascent, descent: run.metrics.descent, width: CGFloat(run.x + run.width),
        range: run.details?.bytes ?? 0..<0, runs: [run]))
  }

  /// Whether everything is drawn in the colour that the text is drawn with: no stretch has its own colour, and no glyph
  /// is a picture.
  package var isOfOneColor: Bool {
    lines.allSatisfy { line in
      line.runs.allSatisfy { run in
        let look = run.attributes
        let colors = [
          look.foregroundColor, look.backgroundColor, look.underlineColor, look.strikethroughColor, look.strokeColor,
        ]
        return colors.allSatisfy { $0 == nil } && look.shadow == nil && run.glyphs?.font.isColored != true
      }
    }
  }

  /// The most lines of a layout; more are cut off and reported.
  package static let maximumLines = 10_000
}
