// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The glyphs of a font: their numbers, their sizes and their outlines.

public import Foundation
public import LaminaGeometry

/// A unit of UTF-16.
public typealias UniChar = UInt16

/// The direction of text for measurements.
public enum CTFontOrientation: UInt32, Sendable {
  /// The font's own: along lines.
  case `default` = 0
  /// Along lines.
  case horizontal = 1
  /// Down columns.
  case vertical = 2
}

/// Finds the glyphs of characters.
///
/// - Parameters:
///   - font: The font. No substitute is used for characters that it lacks.
///   - characters: Text in UTF-16.
///   - glyphs: Receives `count` glyphs: 0 for a character that the font lacks, and for the second half of a pair.
///   - count: The number of UTF-16 units.
/// - Returns: Whether the font has all of them.
public func CTFontGetGlyphsForCharacters(
  _ font: CTFont, _ characters: UnsafePointer<UniChar>, _ glyphs: UnsafeMutablePointer<CGGlyph>, _ count: CFIndex
) -> Bool {
  guard count > 0 else { return count == 0 }
  let units = UnsafeBufferPointer(start: characters, count: count)
  glyphs.update(repeating: 0, count: count)
  guard let face = FontLibrary.shared.face(of: font) else { return false }
  var hasAll = true
  var index = 0
  while index < count {
    let isPair = index + 1 < count && UTF16.isLeadSurrogate(units[index]) && UTF16.isTrailSurrogate(units[index + 1])
    let value =
      isPair
      ? 0x10000 + (UInt32(units[index] & 0x3FF) << 10 | UInt32(units[index + 1] & 0x3FF)) : UInt32(units[index])
    let glyph = Unicode.Scalar(value).flatMap(face.glyph) ?? 0
    glyphs[index] = CGGlyph(truncatingIfNeeded: glyph)
    if glyph == 0 { hasAll = false }
    index += isPair ? 2 : 1
  }
  return hasAll
}

/// The glyph of a name in the font; 0 for none.
public func CTFontGetGlyphWithName(_ font: CTFont, _ glyphName: CFString) -> CGGlyph {
  CGGlyph(truncatingIfNeeded: FontLibrary.shared.face(of: font)?.glyph(named: glyphName) ?? 0)
}

/// Measures the advances of glyphs, in points, without kerning.
///
/// - Parameters:
///   - font: The font.
///   - orientation: Along lines, or down columns, where the height of a glyph counts.
///   - glyphs: The glyphs.
///   - advances: Receives `count` sizes; `nil` for none.
///   - count: The number of glyphs.
/// - Returns: The sum of the advances.
@discardableResult
public func CTFontGetAdvancesForGlyphs(
  _ font: CTFont, _ orientation: CTFontOrientation, _ glyphs: UnsafePointer<CGGlyph>,
  _ advances: UnsafeMutablePointer<CGSize>?, _ count: CFIndex
) -> Double {
  guard count > 0 else { return 0 }
  let face = FontLibrary.shared.face(of: font)
  let scale = face.map { font.pointSize / $0.unitsPerEm } ?? 0
  var sum = 0.0
  for index in 0..<count {
    let glyph = UInt32(glyphs[index])
    let advance = (orientation == .vertical ? face?.verticalAdvance(of: glyph) : face?.advance(of: glyph)) ?? 0
    advances?[index] =
      orientation == .vertical
      ? CGSize(width: 0, height: advance * scale) : CGSize(width: advance * scale, height: 0)
    sum += Double(advance * scale)
  }
  return sum
}

/// Measures the boxes that glyphs draw in, in points with y up from the origin of each.
///
/// - Parameters:
///   - font: The font.
///   - orientation: Ignored: text runs along lines.
///   - glyphs: The glyphs.
///   - boundingRects: Receives `count` boxes, empty for glyphs that draw nothing; `nil` for none.
///   - count: The number of glyphs.
/// - Returns: The box of all glyphs, each at the origin; null where no glyph draws anything.
@discardableResult
public func CTFontGetBoundingRectsForGlyphs(
  _ font: CTFont, _ orientation: CTFontOrientation, _ glyphs: UnsafePointer<CGGlyph>,
  _ boundingRects: UnsafeMutablePointer<CGRect>?, _ count: CFIndex
) -> CGRect {
  var all = CGRect.null
  guard count > 0 else { return all }
  let face = FontLibrary.shared.face(of: font)
  for index in 0..<count {
    let box = face.map { font.bounds(of: UInt32(glyphs[index]), in: $0) } ?? .null
    boundingRects?[index] = box.isNull ? .zero : box
    all = all.union(box)
  }
  return all
}

/// Returns the outline of a glyph, in points with y up from its origin.
///
/// - Parameters:
///   - font: The font.
///   - glyph: The glyph.
///   - matrix: The transform of the outline; `nil` for none.
/// - Returns: The outline; `nil` for a glyph that draws nothing or is a picture, and for a glyph that the font does not
///   have.
public func CTFontCreatePathForGlyph(
  _ font: CTFont, _ glyph: CGGlyph, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CGPath? {
  guard let face = FontLibrary.shared.face(of: font), !face.glyphs.isColored, Int(glyph) < face.glyphCount,
    let tracer = GlyphTracer()
  else { return nil }
  let elements = tracer.outline(of: UInt32(glyph), in: face)
  guard !elements.types.isEmpty else { return nil }
  let scale = font.pointSize / CGFloat(FontFace.size)
  let points = CGAffineTransform(scaleX: scale, y: -scale)
  return CGPath(elements: elements.applying(matrix.map { points.concatenating($0.pointee) } ?? points))
}

/// Draws glyphs at points, with the context's colours, text drawing mode and text matrix.
///
/// As on Apple's platforms glyphs have y up before the text matrix.
///
/// - Parameters:
///   - font: The font.
///   - glyphs: The glyphs.
///   - positions: The origins of the glyphs, in text space.
///   - count: The number of glyphs.
///   - context: The context to draw in.
public func CTFontDrawGlyphs(
  _ font: CTFont, _ glyphs: UnsafePointer<CGGlyph>, _ positions: UnsafePointer<CGPoint>, _ count: Int,
  _ context: CGContext
) {
  guard count > 0, let face = FontLibrary.shared.face(of: font) else { return }
  var bounds = CGRect.null
  let placed = (0..<count).map { index in
    let place = positions[index]
    let box = font.bounds(of: UInt32(glyphs[index]), in: face).offsetBy(dx: place.x, dy: place.y)
    bounds = bounds.union(box)
    return PositionedGlyph(index: UInt32(glyphs[index]), x: Double(place.x), y: -Double(place.y))
  }
  guard !bounds.isNull else { return }
  let flip = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
  let run = GlyphRun(
    font: face.glyphFont(size: font.pointSize), glyphs: placed, bounds: bounds.applying(flip))
  context.show(run, userFromRun: flip.concatenating(context.textMatrix))
}

extension CTFont {
  /// The box that a glyph draws in, in points with y up from its origin; null for a glyph that draws nothing.
  func bounds(of glyph: UInt32, in face: FontFace) -> CGRect {
    let box = face.bounds(of: glyph)
    return box.isNull ? box : box.applying(pointsFromUnits(of: face))
  }
}

extension GlyphTracer {
  /// The outline of a glyph at a face's own size, y down.
  func outline(of glyph: UInt32, in face: FontFace) -> PathElements {
    let run = GlyphRun(
      font: face.glyphs, glyphs: [PositionedGlyph(index: glyph, x: 0, y: 0)],
      bounds: CGRect(x: 0, y: 0, width: 1, height: 1))
    let everywhere = PixelRect(minX: -1_000_000, minY: -1_000_000, maxX: 1_000_000, maxY: 1_000_000)
    return outline(of: run, deviceFromRun: .identity, near: everywhere)
  }
}

extension CGContext {
  /// Draws glyphs with the state's colours and text drawing mode.
  func show(_ run: GlyphRun, userFromRun: CGAffineTransform) {
    let deviceFromRun = userFromRun.concatenating(state.deviceFromUser)
    guard deviceFromRun.isUsable else { return }
    guard !run.font.isColored else {
      if state.textDrawingMode.fills { drawColored(run, deviceFromRun: deviceFromRun) }
      return
    }
    let path = outline(of: run, deviceFromRun: deviceFromRun)
    guard !path.types.isEmpty else { return }
    if state.textDrawingMode.fills { fill(path, .winding) }
    if state.textDrawingMode.strokes { stroke(path, state.stroke) }
    if state.textDrawingMode.clips { clip(path, .winding) }
  }

  /// Sets the font of ``showGlyphs(_:at:)``.
  public func setFont(_ font: CGFont) { state.font = font }

  /// Sets the size that ``showGlyphs(_:at:)`` draws in, in units of text space.
  ///
  /// - Default: 0, which draws nothing.
  public func setFontSize(_ size: CGFloat) { state.fontSize = size }

  /// Draws glyphs of the font at points of text space, with the fill colour, text drawing mode and text matrix.
  ///
  /// Without a font or a size above 0 nothing is drawn. Glyphs without a point are left out.
  public func showGlyphs(_ glyphs: [CGGlyph], at positions: [CGPoint]) {
    guard let font = state.font, state.fontSize > 0 else { return }
    let count = min(glyphs.count, positions.count)
    CTFontDrawGlyphs(font.font(ofSize: state.fontSize), glyphs, positions, count, self)
  }
}
