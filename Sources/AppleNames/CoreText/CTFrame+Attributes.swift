// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Further attributes of frames and lines, by their names. Text is laid out in lines from top to bottom, in the box of a
// path.

public import Foundation
public import LaminaCoreFoundation
internal import LaminaGeometry
internal import LaminaGraphics

/// The position of the next line.
public enum CTFrameProgression: UInt32, Sendable {
  /// Below the line before; all frames use this.
  case topToBottom = 0
  /// To the left, as columns of Japanese: ignored.
  case rightToLeft = 1
  /// To the right, as columns of Mongolian: ignored.
  case leftToRight = 2
}

/// The rule that decides the inside of a frame's path. Text fills the box of the path, so both rules give the same
/// result.
public enum CTFramePathFillRule: UInt32, Sendable {
  /// Points from which a ray crosses an odd number of edges.
  case evenOdd = 0
  /// Points that the path winds around.
  case windingNumber = 1
}

/// A frame's progression: the raw value of a ``CTFrameProgression``; ignored.
public let kCTFrameProgressionAttributeName = "CTFrameProgression"
/// The rule that decides the inside of a frame's path: the raw value of a ``CTFramePathFillRule``; ignored.
public let kCTFramePathFillRuleAttributeName = "CTFramePathFillRule"
/// The line width of a frame's path: a number; ignored.
public let kCTFramePathWidthAttributeName = "CTFramePathWidth"

/// Patterns of lines under text, to be combined with a ``CTUnderlineStyle``.
public struct CTUnderlineStyleModifiers: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int32
  /// Makes modifiers from their bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// A line without gaps.
  public static let patternSolid: CTUnderlineStyleModifiers = []
  /// Dots.
  public static let patternDot = CTUnderlineStyleModifiers(rawValue: 0x0100)
  /// Dashes.
  public static let patternDash = CTUnderlineStyleModifiers(rawValue: 0x0200)
  /// A dash and a dot in turn.
  public static let patternDashDot = CTUnderlineStyleModifiers(rawValue: 0x0300)
  /// A dash and two dots in turn.
  public static let patternDashDotDot = CTUnderlineStyleModifiers(rawValue: 0x0400)
}

/// Makes a typesetter; the options are ignored.
public func CTTypesetterCreateWithAttributedStringAndOptions(
  _ string: NSAttributedString, _ options: CFDictionary?
) -> CTTypesetter? {
  CTTypesetterCreateWithAttributedString(string)
}

/// Makes the line of a part of the text; see ``CTTypesetterCreateLine(_:_:)``.
///
/// - Parameters:
///   - typesetter: The text.
///   - stringRange: The part of it, in UTF-16.
///   - offset: The start of the line, in points, from which tabs are measured: ignored.
public func CTTypesetterCreateLineWithOffset(
  _ typesetter: CTTypesetter, _ stringRange: CFRange, _ offset: Double
) -> CTLine {
  CTTypesetterCreateLine(typesetter, stringRange)
}

/// Returns how much of the text fits on a line that is broken between words; see
/// ``CTTypesetterSuggestLineBreak(_:_:_:)``. The offset, from which tabs are measured, is ignored.
public func CTTypesetterSuggestLineBreakWithOffset(
  _ typesetter: CTTypesetter, _ startIndex: CFIndex, _ width: Double, _ offset: Double
) -> CFIndex {
  CTTypesetterSuggestLineBreak(typesetter, startIndex, width)
}

/// Returns how much of the text fits on a line that is broken between letters; see
/// ``CTTypesetterSuggestClusterBreak(_:_:_:)``. The offset, from which tabs are measured, is ignored.
public func CTTypesetterSuggestClusterBreakWithOffset(
  _ typesetter: CTTypesetter, _ startIndex: CFIndex, _ width: Double, _ offset: Double
) -> CFIndex {
  CTTypesetterSuggestClusterBreak(typesetter, startIndex, width)
}

/// Takes how far glyphs of a run move the pen, and where they draw from there, in points with y up.
///
/// A glyph's position is the run's first pen position, the advances before it, and its origin together.
///
/// - Parameters:
///   - run: The run.
///   - range: The glyphs that are wanted: all from its location on for a length of 0.
///   - advances: Receives as many sizes as the range has in the run; `nil` for none.
///   - origins: Receives as many points; `nil` for none.
public func CTRunGetBaseAdvancesAndOrigins(
  _ run: CTRun, _ range: CFRange, _ advances: UnsafeMutablePointer<CGSize>?, _ origins: UnsafeMutablePointer<CGPoint>?
) {
  let wanted = run.glyphs(in: range)
  var pen = run.cells[..<wanted.lowerBound].reduce(run.cells.first?.x ?? 0) { $0 + $1.advance }
  for (place, index) in wanted.enumerated() {
    let cell = run.cells[index]
    advances?[place] = CGSize(width: cell.advance, height: 0)
    origins?[place] = CGPoint(x: cell.x - pen, y: Double(run.run.attributes.baselineOffset) - cell.y)
    pen += cell.advance
  }
}
