// Core Text's lines and frames, as far as drawing code uses them.

public import Foundation
public import LaminaGeometry

/// One line of text, ready to draw.
///
/// - Conformance: TEXT-1; Apple's `CTLine`, documented.
public final class CTLine: Sendable {
  /// The text, unbroken.
  let layout: TextLayout

  init(layout: TextLayout) {
    self.layout = layout
  }
}

/// Makes a line. Of text with several paragraphs it is the first.
public func CTLineCreateWithAttributedString(_ string: NSAttributedString) -> CTLine {
  CTLine(layout: TextLayout(StyledText(string, defaults: .plain)))
}

/// Draws a line with its baseline beginning at the context's text position.
///
/// As on Apple's platforms glyphs have y up before the text matrix: where user space has y down, set
/// `textMatrix` to `CGAffineTransform(scaleX: 1, y: -1)` first.
public func CTLineDraw(_ line: CTLine, _ context: CGContext) {
  guard let origin = line.layout.lines.first?.origin else { return }
  let glyphsFromText = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: -origin.x, ty: origin.y)
  line.layout.draw(in: context, userFromText: glyphsFromText.concatenating(context.textMatrix))
}

/// The advance of a line, and how far it reaches above and below its baseline, in points.
public func CTLineGetTypographicBounds(
  _ line: CTLine, _ ascent: UnsafeMutablePointer<CGFloat>?, _ descent: UnsafeMutablePointer<CGFloat>?,
  _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
  let first = line.layout.lines.first
  ascent?.pointee = first?.ascent ?? 0
  descent?.pointee = first?.descent ?? 0
  leading?.pointee = 0
  return Double(first?.width ?? 0)
}

/// What frames of text are made from.
public final class CTFramesetter: Sendable {
  let text: StyledText

  init(text: StyledText) {
    self.text = text
  }
}

/// Text in lines inside a rectangle.
public final class CTFrame: Sendable {
  let layout: TextLayout
  let box: CGRect

  init(layout: TextLayout, box: CGRect) {
    self.layout = layout
    self.box = box
  }
}

/// A range of characters, as Core Foundation has it.
public struct CFRange: Hashable, Sendable {
  /// The first character.
  public var location: Int
  /// The number of characters.
  public var length: Int

  /// Makes a range.
  public init(location: Int, length: Int) {
    self.location = location
    self.length = length
  }
}

/// Makes a range.
public func CFRangeMake(_ location: Int, _ length: Int) -> CFRange { CFRange(location: location, length: length) }

/// Makes what frames of text are made from.
public func CTFramesetterCreateWithAttributedString(_ string: NSAttributedString) -> CTFramesetter {
  CTFramesetter(text: StyledText(string, defaults: .plain))
}

/// Lays text out in the box of a path, from its maximum y down.
///
/// - Parameters:
///   - framesetter: The text.
///   - range: Not looked at: it is all of the text.
///   - path: The box of its points is what the text has.
///   - attributes: Not looked at.
public func CTFramesetterCreateFrame(
  _ framesetter: CTFramesetter, _ range: CFRange, _ path: CGPath, _ attributes: NSDictionary?
) -> CTFrame {
  let box = path.boundingBox
  let options = TextLayout.Options(width: box.width, height: box.height, isWrapped: true)
  return CTFrame(layout: TextLayout(framesetter.text, options: options), box: box)
}

/// Draws a frame, in user space with y up under the text matrix.
public func CTFrameDraw(_ frame: CTFrame, _ context: CGContext) {
  guard !frame.box.isNull else { return }
  let glyphsFromText = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: frame.box.minX, ty: frame.box.maxY)
  frame.layout.draw(in: context, userFromText: glyphsFromText.concatenating(context.textMatrix))
}

extension NSAttributedString {
  /// The size that the text takes without being broken, in points.
  public func size() -> CGSize {
    TextLayout(StyledText(self, defaults: .plain)).size
  }

  /// Draws the text unbroken, upright, its top left at a point of user space with y down (bottom left with y up).
  public func draw(at point: CGPoint, in context: CGContext) {
    let layout = TextLayout(StyledText(self, defaults: .plain))
    let turn = context.isYUp ? CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: layout.size.height) : .identity
    let place = CGAffineTransform(translationX: point.x, y: point.y)
    layout.draw(in: context, userFromText: turn.concatenating(place))
  }

  /// Draws the text upright in a rectangle of user space, broken at its width; lines that begin below it are left out.
  public func draw(in rect: CGRect, context: CGContext) {
    let box = rect.standardized
    let options = TextLayout.Options(width: box.width, height: box.height, isWrapped: true)
    let layout = TextLayout(StyledText(self, defaults: .plain), options: options)
    let turn =
      context.isYUp
      ? CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: box.minX, ty: box.maxY)
      : CGAffineTransform(translationX: box.minX, y: box.minY)
    layout.draw(in: context, userFromText: turn)
  }
}

extension CGContext {
  /// Whether user space began with y up.
  fileprivate var isYUp: Bool { deviceFromBase.d < 0 }
}

extension TextAttributes {
  /// The look of attributed text without attributes: Helvetica 12 in the context's colour.
  fileprivate static let plain = TextAttributes(font: CTFont(fontName: "Helvetica", pointSize: CTFont.defaultSize))
}
