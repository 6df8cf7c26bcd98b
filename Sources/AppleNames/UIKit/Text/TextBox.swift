// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGraphics
internal import QuartzCore

/// Text in lines, with the room that it was given.
struct TextBox {
  private let layout: TextLayout
  private let hangsFromBaseline: Bool

  init(_ text: NSAttributedString, size: CGSize, options: NSStringDrawingOptions) {
    let isWrapped = options.contains(.usesLineFragmentOrigin)
    layout = Self.lay(
      text, width: isWrapped && size.width > 0 ? size.width : nil,
      height: isWrapped && size.height > 0 ? size.height : nil,
      isWrapped: isWrapped, truncation: options.contains(.truncatesLastVisibleLine) ? .end : .none)
    hangsFromBaseline = !isWrapped
  }

  /// Lays text out, without room for more than a number of lines.
  ///
  /// - Parameters:
  ///   - width: The room for lines; `nil` for any.
  ///   - height: Lines that begin below it are left out; `nil` for any.
  ///   - isWrapped: Whether lines are broken at the width.
  ///   - truncation: What of the last line is left out where more follows.
  ///   - maximumLines: How many lines there may be; 0 for any number.
  init(
    _ text: NSAttributedString, width: CGFloat?, height: CGFloat? = nil, isWrapped: Bool,
    truncation: TextLayout.Truncation, maximumLines: Int
  ) {
    hangsFromBaseline = false
    var height = height
    if maximumLines > 0 {
      // The first lines as they are when nothing is left out say where the one after them would begin.
      let whole = Self.lay(text, width: width, height: nil, isWrapped: isWrapped, truncation: .none)
      if whole.lines.count > maximumLines {
        let next = whole.lines[maximumLines]
        // A line is left out that begins below the room; a thousandth of a point does not count as below.
        let top = next.origin.y - next.ascent
        height = min(height ?? .infinity, max(top - 5e-4, 0))
      }
    }
    layout = Self.lay(text, width: width, height: height, isWrapped: isWrapped, truncation: truncation)
  }

  private static func lay(
    _ text: NSAttributedString, width: CGFloat?, height: CGFloat?, isWrapped: Bool, truncation: TextLayout.Truncation
  ) -> TextLayout {
    let plain = TextAttributes(font: CTFontCreateWithName("Helvetica", 12, nil))
    let options = TextLayout.Options(width: width, height: height, isWrapped: isWrapped, truncation: truncation)
    return TextLayout(StyledText(text, defaults: plain), options: options)
  }

  /// How many lines there are.
  var lineCount: Int { layout.lines.count }

  /// The width of the longest line and the height of all.
  var size: CGSize { layout.size }

  /// What the text takes, relative to where it is drawn.
  var box: CGRect {
    let ascent = hangsFromBaseline ? layout.lines.first.map { $0.origin.y } ?? 0 : 0
    return CGRect(x: 0, y: -ascent, width: layout.size.width, height: layout.size.height)
  }

  /// Draws the lines.
  func draw(at origin: CGPoint, in context: CGContext) {
    layout.draw(in: context, userFromText: CGAffineTransform(translationX: origin.x, y: origin.y + box.minY))
  }
}
