// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaCoreFoundation
public import LaminaGeometry
public import LaminaGraphics

/// Glyphs of a line that have one font and one look.
///
/// - Conformance: Apple's `CTRun`, documented.
public final class CTRun: Sendable {
  let source: TextSource
  let run: TextLayout.Run
  let details: RunDetails

  init?(source: TextSource, run: TextLayout.Run) {
    guard let details = run.details else { return nil }
    self.source = source
    self.run = run
    self.details = details
  }

  var cells: [GlyphCell] { details.cells }
  /// The font that has the glyphs.
  var font: CTFont { details.font }
  /// The part of the string that the run shows, in UTF-16.
  var units: Range<Int> { source.units(ofBytes: details.bytes) }

  /// The box of the ink of some glyphs, in points with y up from the line's origin; null where nothing is drawn.
  func inkBounds(of range: Range<Int>) -> CGRect {
    guard let face = font.installedFace else { return .null }
    let rise = run.attributes.baselineOffset
    return cells[range].reduce(.null) { box, cell in
      guard let glyph = cell.glyph else { return box }
      return box.union(
        font.bounds(of: glyph, in: face).offsetBy(dx: CGFloat(run.x + cell.x), dy: rise - CGFloat(cell.y)))
    }
  }

  /// The glyphs that a range names: all from its location on for a length of 0.
  func glyphs(in range: CFRange) -> Range<Int> {
    let part = range.clamped(to: cells.count)
    return part.location..<(part.location + part.length)
  }
}

/// The arrangement of a run in its line.
public struct CTRunStatus: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Makes a status from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The run goes from left to right, and none of the other flags apply.
  public static let noStatus: CTRunStatus = []
  /// The run goes from right to left.
  public static let rightToLeft = CTRunStatus(rawValue: 1 << 0)
  /// Its offsets in the string neither only rise nor only fall.
  public static let nonMonotonic = CTRunStatus(rawValue: 1 << 1)
  /// Its glyphs have a text matrix of their own: never.
  public static let hasNonIdentityMatrix = CTRunStatus(rawValue: 1 << 2)
}

/// The number of glyphs of a run, glyphs that draw nothing included.
public func CTRunGetGlyphCount(_ run: CTRun) -> CFIndex { run.cells.count }

/// The attributes of a run by their names; the font is the one that has the glyphs.
public func CTRunGetAttributes(_ run: CTRun) -> CFDictionary {
  var result: [String: Any] = [:]
  for (key, value) in run.source.attributes(at: run.units.lowerBound) { result[key.rawValue] = value }
  result[kCTFontAttributeName as String] = run.font
  return result
}

/// The arrangement of a run in its line.
public func CTRunGetStatus(_ run: CTRun) -> CTRunStatus {
  let bytes = run.cells.map(\.byte)
  let pairs = zip(bytes, bytes.dropFirst())
  let isMonotonic = pairs.allSatisfy { $0 <= $1 } || pairs.allSatisfy { $0 >= $1 }
  let direction: CTRunStatus = run.details.isRightToLeft ? .rightToLeft : []
  return isMonotonic ? direction : direction.union(.nonMonotonic)
}

/// The address of the glyphs of a run: `nil`, so use ``CTRunGetGlyphs(_:_:_:)``.
public func CTRunGetGlyphsPtr(_ run: CTRun) -> UnsafePointer<CGGlyph>? { nil }

/// The address of the positions of a run: `nil`, so use ``CTRunGetPositions(_:_:_:)``.
public func CTRunGetPositionsPtr(_ run: CTRun) -> UnsafePointer<CGPoint>? { nil }

/// The address of the advances of a run: `nil`, so use ``CTRunGetAdvances(_:_:_:)``.
public func CTRunGetAdvancesPtr(_ run: CTRun) -> UnsafePointer<CGSize>? { nil }

/// The address of the offsets of a run: `nil`, so use ``CTRunGetStringIndices(_:_:_:)``.
public func CTRunGetStringIndicesPtr(_ run: CTRun) -> UnsafePointer<CFIndex>? { nil }

/// Takes the glyphs of a run, from left to right; 0xFFFF for one that draws nothing.
///
/// - Parameters:
///   - run: The run.
///   - range: The glyphs that are wanted: all from its location on for a length of 0.
///   - buffer: Receives as many glyphs as the range has in the run.
public func CTRunGetGlyphs(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGGlyph>) {
  for (place, index) in run.glyphs(in: range).enumerated() {
    buffer[place] = run.cells[index].glyph.map { CGGlyph(truncatingIfNeeded: $0) } ?? .max
  }
}

/// Copies the positions of the glyphs of a run, in points with y up from the line's origin; the range as in
/// ``CTRunGetGlyphs(_:_:_:)``.
public func CTRunGetPositions(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGPoint>) {
  for (place, index) in run.glyphs(in: range).enumerated() {
    let cell = run.cells[index]
    buffer[place] = CGPoint(x: run.run.x + cell.x, y: Double(run.run.attributes.baselineOffset) - cell.y)
  }
}

/// Copies the advances of the glyphs of a run, in points; the range as in ``CTRunGetGlyphs(_:_:_:)``.
public func CTRunGetAdvances(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGSize>) {
  for (place, index) in run.glyphs(in: range).enumerated() {
    buffer[place] = CGSize(width: run.cells[index].advance, height: 0)
  }
}

/// Copies the offsets in the string of the glyphs of a run, in UTF-16; the range as in ``CTRunGetGlyphs(_:_:_:)``.
public func CTRunGetStringIndices(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CFIndex>) {
  for (place, index) in run.glyphs(in: range).enumerated() {
    buffer[place] = run.source.unit(ofByte: run.cells[index].byte)
  }
}

/// The part of the string that a run shows, in UTF-16.
public func CTRunGetStringRange(_ run: CTRun) -> CFRange { CFRange(run.units) }

/// Returns the advance of glyphs of a run, and the extents of its font, or of the room that a ``CTRunDelegate`` leaves,
/// above and below the baseline, in points; the range as in ``CTRunGetGlyphs(_:_:_:)``.
@discardableResult
public func CTRunGetTypographicBounds(
  _ run: CTRun, _ range: CFRange, _ ascent: UnsafeMutablePointer<CGFloat>?,
  _ descent: UnsafeMutablePointer<CGFloat>?, _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
  let room = run.run.attributes.room
  ascent?.pointee = room?.ascent ?? run.run.metrics.ascent
  descent?.pointee = room?.descent ?? run.run.metrics.descent
  leading?.pointee = 0
  return run.cells[run.glyphs(in: range)].reduce(0) { $0 + $1.advance }
}

/// The box of the ink of glyphs of a run, in user space, where a context would draw them now; null where nothing is
/// drawn.
///
/// - Parameters:
///   - run: The run.
///   - context: Its text matrix counts; `nil` for a line that begins at the origin.
///   - range: As for ``CTRunGetGlyphs(_:_:_:)``.
public func CTRunGetImageBounds(_ run: CTRun, _ context: CGContext?, _ range: CFRange) -> CGRect {
  let box = run.inkBounds(of: run.glyphs(in: range))
  return box.isNull ? box : box.applying(context?.textMatrix ?? .identity)
}

/// The text matrix of a run's glyphs: the identity.
public func CTRunGetTextMatrix(_ run: CTRun) -> CGAffineTransform { .identity }

/// Draws glyphs of a run where they lie in a line that begins at the context's text position.
///
/// The background of the text and lines under and through it are drawn for the whole run. The range is as for
/// ``CTRunGetGlyphs(_:_:_:)``.
public func CTRunDraw(_ run: CTRun, _ context: CGContext, _ range: CFRange) {
  let glyphsFromText = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
  TextLayout(baselineOf: run.run, drawing: run.glyphs(in: range)).draw(
    in: context, userFromText: glyphsFromText.concatenating(context.textMatrix))
}
