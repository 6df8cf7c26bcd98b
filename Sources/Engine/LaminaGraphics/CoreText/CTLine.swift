// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Core Text's lines: made of a string, or by a frame.

public import Foundation
internal import LaminaGeometry

/// A line of text, ready to measure and draw.
///
/// - Conformance: TEXT-1; Apple's `CTLine`, documented.
public final class CTLine: Sendable {
  /// The text that the line is a part of.
  let source: TextSource
  /// The line, with its glyphs one by one.
  let line: TextLayout.Line
  /// The part of the string that the line shows, in UTF-16.
  let units: Range<Int>

  init(source: TextSource, line: TextLayout.Line, units: Range<Int>) {
    self.source = source
    self.line = line
    self.units = units
  }

  /// Lays the first paragraph of a string out, unbroken.
  convenience init(_ source: TextSource) {
    var options = TextLayout.Options(height: 0)
    options.isMeasured = true
    let made = TextLayout(source.styled, options: options).lines.first
    let line = made ?? TextLayout.Line(origin: .zero, ascent: 0, descent: 0, width: 0, range: 0..<0, runs: [])
    self.init(source: source, line: line, units: source.units(ofBytes: line.range))
  }

  /// The runs from left to right.
  var runs: [CTRun] { line.runs.compactMap { CTRun(source: source, run: $0) } }

  /// A group of glyphs that belong together: letters that are drawn by one glyph, or glyphs that draw one letter.
  struct Cluster {
    /// The letters, in UTF-16 of the string.
    var units: Range<Int>
    /// The start and the end, in points from the line's origin.
    var x: ClosedRange<Double>
    var isRightToLeft: Bool
  }

  /// The clusters from left to right.
  var clusters: [Cluster] {
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
  var isRightToLeft: Bool {
    line.runs.compactMap(\.details).min { $0.bytes.lowerBound < $1.bytes.lowerBound }?.isRightToLeft ?? false
  }

  /// The box of the ink of its glyphs, in points with y up from the line's origin; null where nothing is drawn.
  var inkBounds: CGRect { runs.reduce(.null) { $0.union($1.inkBounds(of: 0..<$1.cells.count)) } }
}

/// Makes a line: of text with several paragraphs, the first paragraph.
public func CTLineCreateWithAttributedString(_ attrString: NSAttributedString) -> CTLine {
  CTLine(TextSource(attrString))
}

/// Draws a line with its baseline beginning at the context's text position.
///
/// As on Apple's platforms glyphs have y up before the text matrix: where user space has y down, set
/// `textMatrix` to `CGAffineTransform(scaleX: 1, y: -1)` first.
public func CTLineDraw(_ line: CTLine, _ context: CGContext) {
  let glyphsFromText = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
  TextLayout(baselineOf: line.line).draw(in: context, userFromText: glyphsFromText.concatenating(context.textMatrix))
}

/// The runs of a line, from left to right: an array of ``CTRun``.
public func CTLineGetGlyphRuns(_ line: CTLine) -> CFArray { line.runs }

/// The number of glyphs of a line, glyphs that draw nothing included.
public func CTLineGetGlyphCount(_ line: CTLine) -> CFIndex { line.runs.reduce(0) { $0 + $1.cells.count } }

/// The part of the string that a line shows, in UTF-16; in a frame, including the white space and the end of a
/// paragraph that follow.
public func CTLineGetStringRange(_ line: CTLine) -> CFRange { CFRange(line.units) }

/// Returns the advance of a line, and its extents above and below the baseline, in points.
///
/// - Parameters:
///   - line: The line.
///   - ascent: Receives the extent above the baseline.
///   - descent: Receives the extent below the baseline.
///   - leading: Receives 0: paragraph styles set the space between lines.
/// - Returns: The advance; for a line that was broken, without the white space at its end.
@discardableResult
public func CTLineGetTypographicBounds(
  _ line: CTLine, _ ascent: UnsafeMutablePointer<CGFloat>?, _ descent: UnsafeMutablePointer<CGFloat>?,
  _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
  ascent?.pointee = line.line.ascent
  descent?.pointee = line.line.descent
  leading?.pointee = 0
  return Double(line.line.width)
}

/// The contents of the bounds of a line.
public struct CTLineBoundsOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Makes options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Without the space between lines, which is always 0.
  public static let excludeTypographicLeading = CTLineBoundsOptions(rawValue: 1 << 0)
  /// Without shifts between letters at the ends: ignored.
  public static let excludeTypographicShifts = CTLineBoundsOptions(rawValue: 1 << 1)
  /// Punctuation hangs over the edge: ignored.
  public static let useHangingPunctuation = CTLineBoundsOptions(rawValue: 1 << 2)
  /// The ink of glyphs, rather than their advances.
  public static let useGlyphPathBounds = CTLineBoundsOptions(rawValue: 1 << 3)
  /// Letters hang over the edge for optical alignment: ignored.
  public static let useOpticalBounds = CTLineBoundsOptions(rawValue: 1 << 4)
  /// With room for all letters of a language: ignored.
  public static let includeLanguageExtents = CTLineBoundsOptions(rawValue: 1 << 5)
}

/// The box of a line, in points with y up from its origin; null for a line that draws nothing, with
/// ``CTLineBoundsOptions/useGlyphPathBounds``.
public func CTLineGetBoundsWithOptions(_ line: CTLine, _ options: CTLineBoundsOptions) -> CGRect {
  if options.contains(.useGlyphPathBounds) { return line.inkBounds }
  let drawn = line.line
  return CGRect(x: 0, y: -drawn.descent, width: drawn.width, height: drawn.ascent + drawn.descent)
}

/// The box of the ink of a line, in user space, where a context would draw the line now; null where nothing is drawn.
///
/// - Parameters:
///   - line: The line.
///   - context: Its text matrix counts; `nil` for a line that begins at the origin.
public func CTLineGetImageBounds(_ line: CTLine, _ context: CGContext?) -> CGRect {
  let box = line.inkBounds
  return box.isNull ? box : box.applying(context?.textMatrix ?? .identity)
}

/// The advance of the white space at the end of a line, in points. Lines that were broken have none.
public func CTLineGetTrailingWhitespaceWidth(_ line: CTLine) -> Double {
  let clusters = line.clusters
  let ordered = clusters.sorted { $0.units.lowerBound > $1.units.lowerBound }
  return ordered.prefix { line.source.isWhite(at: $0.units.lowerBound) }
    .reduce(0) { $0 + $1.x.upperBound - $1.x.lowerBound }
}
