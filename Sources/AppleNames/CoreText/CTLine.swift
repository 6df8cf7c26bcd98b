// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Core Text's lines: made of a string, or by a frame.

public import Foundation
public import LaminaCoreFoundation
internal import LaminaGeometry
public import LaminaGraphics

/// A line of text, ready to measure and draw.
///
/// - Conformance: TEXT-1; Apple's `CTLine`, documented.
public final class CTLine: Sendable {
  /// The line of the engine.
  let text: TextLine

  init(_ text: TextLine) { self.text = text }

  /// The text that the line is a part of.
  var source: TextSource { text.source }
  /// The line, with its glyphs one by one.
  var line: TextLayout.Line { text.line }
  /// The part of the string that the line shows, in UTF-16.
  var units: Range<Int> { text.units }
  /// The clusters from left to right.
  var clusters: [TextLine.Cluster] { text.clusters }
  /// The runs from left to right.
  var runs: [CTRun] { line.runs.compactMap { CTRun(source: source, run: $0) } }

  /// The box of the ink of its glyphs, in points with y up from the line's origin; null where nothing is drawn.
  var inkBounds: CGRect { runs.reduce(.null) { $0.union($1.inkBounds(of: 0..<$1.cells.count)) } }
}

/// Makes a line: of text with several paragraphs, the first paragraph.
public func CTLineCreateWithAttributedString(_ attrString: NSAttributedString) -> CTLine {
  CTLine(TextLine(attrString))
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
