// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Text in lines inside a box.

public import Foundation
public import LaminaCoreFoundation
public import LaminaGeometry
public import LaminaGraphics

/// The text that frames are made from.
///
/// - Conformance: TEXT-1; Apple's `CTFramesetter`, documented.
public final class CTFramesetter: Sendable {
  let source: TextSource

  init(_ source: TextSource) {
    self.source = source
  }

  /// The part of the text that a range names: all from its location on for a length of 0.
  func part(_ range: CFRange) -> TextSource {
    let part = range.clamped(to: source.length)
    if part.location == 0, part.length == source.length { return source }
    return TextSource(
      source.string(in: part.location..<(part.location + part.length)), start: part.location)
  }
}

/// Text in lines inside the box of a path.
///
/// - Conformance: TEXT-1; Apple's `CTFrame`, documented.
public final class CTFrame: @unchecked Sendable {
  let lines: [CTLine]
  /// The start of each line, in points with y up from the lower left of the box.
  let origins: [CGPoint]
  /// The text that the frame was made for.
  let source: TextSource
  /// The path. A copy, never written.
  let path: CGPath
  let box: CGRect

  init(_ source: TextSource, path: CGPath) {
    self.source = source
    self.path = path.copy() ?? path
    box = path.isEmpty ? .null : path.boundingBox
    var options = TextLayout.Options(width: box.width, height: box.height, isWrapped: true)
    options.isMeasured = true
    let height = box.isNull ? 0 : box.height
    let laid = box.isNull ? [] : TextLayout(source.styled, options: options).lines
    // A line that is partly below the box is left out.
    let whole = laid.prefix { $0.origin.y + $0.descent <= height + 1e-3 }
    origins = whole.map { CGPoint(x: $0.origin.x, y: height - $0.origin.y) }
    lines = whole.indices.map { index in
      let start = source.unit(ofByte: laid[index].range.lowerBound)
      // Characters between two lines, such as the end of a paragraph, belong to the first line.
      let next = index + 1 < laid.count ? source.unit(ofByte: laid[index + 1].range.lowerBound) : nil
      let end = next ?? source.endOfParagraph(after: source.unit(ofByte: laid[index].range.upperBound))
      return CTLine(TextLine(source: source, line: laid[index], units: start..<max(start, end)))
    }
  }
}

/// Makes a framesetter from attributed text.
public func CTFramesetterCreateWithAttributedString(_ attrString: NSAttributedString) -> CTFramesetter {
  CTFramesetter(TextSource(attrString))
}

/// Makes a framesetter from the text of a typesetter.
public func CTFramesetterCreateWithTypesetter(_ typesetter: CTTypesetter) -> CTFramesetter {
  CTFramesetter(typesetter.source)
}

/// The typesetter that breaks the lines of frames.
public func CTFramesetterGetTypesetter(_ framesetter: CTFramesetter) -> CTTypesetter {
  CTTypesetter(framesetter.source)
}

/// Lays text out in the box of a path, from its maximum y down. Lines that do not fit as a whole are left out.
///
/// - Parameters:
///   - framesetter: The text.
///   - stringRange: The part of it, in UTF-16: all from its location on for a length of 0.
///   - path: The path. Text fills the box of the path's points, whatever the path's shape.
///   - frameAttributes: Ignored.
public func CTFramesetterCreateFrame(
  _ framesetter: CTFramesetter, _ stringRange: CFRange, _ path: CGPath, _ frameAttributes: CFDictionary?
) -> CTFrame {
  CTFrame(framesetter.part(stringRange), path: path)
}

/// Returns the size of the smallest box in which a frame shows the text.
///
/// - Parameters:
///   - framesetter: The text.
///   - stringRange: The part of it, in UTF-16: all from its location on for a length of 0.
///   - frameAttributes: Ignored.
///   - constraints: The room, in points: `CGFloat.greatestFiniteMagnitude`, infinity or 0 for any.
///   - fitRange: Receives the part of the text that fits.
/// - Returns: The size of the text that fits, in points, not rounded.
public func CTFramesetterSuggestFrameSizeWithConstraints(
  _ framesetter: CTFramesetter, _ stringRange: CFRange, _ frameAttributes: CFDictionary?, _ constraints: CGSize,
  _ fitRange: UnsafeMutablePointer<CFRange>?
) -> CGSize {
  let source = framesetter.part(stringRange)
  func room(_ length: CGFloat) -> CGFloat? { length > 0 && length < 1e7 ? length : nil }
  let height = room(constraints.height)
  let options = TextLayout.Options(width: room(constraints.width), height: height, isWrapped: true)
  var layout = TextLayout(source.styled, options: options)
  let fitting = layout.lines.prefix { $0.origin.y + $0.descent <= height.map { $0 + 1e-3 } ?? .infinity }
  let bottom = fitting.last.map { $0.origin.y + $0.descent } ?? 0
  let end = fitting.count < layout.lines.count ? source.unit(ofByte: layout.lines[fitting.count].range.lowerBound) : nil
  let last = fitting.last.map { source.endOfParagraph(after: source.unit(ofByte: $0.range.upperBound)) }
  fitRange?.pointee = CFRange(source.start..<max(end ?? last ?? source.start, source.start))
  if fitting.count < layout.lines.count {
    // Measures the width of the lines that fit.
    let shorter = TextLayout.Options(width: options.width, height: max(bottom, 1e-3), isWrapped: true)
    layout = TextLayout(source.styled, options: shorter)
  }
  // Pango counts in 1/1024 points: the lines must fit into the suggested width.
  let width = (layout.extent * 1024).rounded(.up) / 1024
  return fitting.isEmpty ? .zero : CGSize(width: width, height: bottom)
}

/// The lines of a frame from top to bottom: an array of ``CTLine``.
public func CTFrameGetLines(_ frame: CTFrame) -> CFArray { frame.lines }

/// Takes where lines begin, in points with y up from the lower left of the path's box.
///
/// - Parameters:
///   - frame: The frame.
///   - range: The lines that are wanted: all from its location on for a length of 0.
///   - origins: Receives as many points as the range has in the frame.
public func CTFrameGetLineOrigins(_ frame: CTFrame, _ range: CFRange, _ origins: UnsafeMutablePointer<CGPoint>) {
  let part = range.clamped(to: frame.origins.count)
  for place in 0..<part.length { origins[place] = frame.origins[part.location + place] }
}

/// The path that a frame was made for.
public func CTFrameGetPath(_ frame: CTFrame) -> CGPath { frame.path }

/// The part of the string that a frame was made for, in UTF-16.
public func CTFrameGetStringRange(_ frame: CTFrame) -> CFRange { CFRange(frame.source.range) }

/// The part of the string that a frame shows, in UTF-16: the next frame begins at its end.
public func CTFrameGetVisibleStringRange(_ frame: CTFrame) -> CFRange {
  let start = frame.source.start
  return CFRange(start..<max(frame.lines.last?.units.upperBound ?? start, start))
}

/// The attributes that a frame was made with: none.
public func CTFrameGetFrameAttributes(_ frame: CTFrame) -> CFDictionary? { nil }

/// Draws a frame, in user space with y up under the text matrix.
public func CTFrameDraw(_ frame: CTFrame, _ context: CGContext) {
  let place = CGAffineTransform(translationX: frame.box.minX, y: frame.box.minY)
  for (line, origin) in zip(frame.lines, frame.origins) {
    let glyphsFromText = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: origin.x, ty: origin.y).concatenating(place)
    TextLayout(baselineOf: line.line).draw(
      in: context, userFromText: glyphsFromText.concatenating(context.textMatrix))
  }
}
