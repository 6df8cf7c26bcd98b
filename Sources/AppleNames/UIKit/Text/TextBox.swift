// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGraphics
internal import QuartzCore

/// Text that is laid out in lines within a given room.
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

  /// Lays text out in at most a given number of lines.
  ///
  /// - Parameters:
  ///   - width: The width of lines; `nil` for unlimited.
  ///   - height: The height of the text, below which no line begins; `nil` for unlimited.
  ///   - isWrapped: Whether lines are broken at the width.
  ///   - truncation: Which part of the last line is left out if more text follows.
  ///   - maximumLines: The largest number of lines; 0 for unlimited.
  init(
    _ text: NSAttributedString, width: CGFloat?, height: CGFloat? = nil, isWrapped: Bool,
    truncation: TextLayout.Truncation, maximumLines: Int
  ) {
    hangsFromBaseline = false
    var height = height
    if maximumLines > 0 {
      // In a layout of the whole text, the line after the last allowed one shows how much room the allowed lines have.
      let whole = Self.lay(text, width: width, height: nil, isWrapped: isWrapped, truncation: .none)
      if whole.lines.count > maximumLines {
        let next = whole.lines[maximumLines]
        // A line that begins below the room is left out; a thousandth of a point does not count as below.
        let top = next.origin.y - next.ascent
        height = min(height ?? .infinity, max(top - 5e-4, 0))
      }
    }
    layout = Self.lay(text, width: width, height: height, isWrapped: isWrapped, truncation: truncation)
  }

  private static func lay(
    _ text: NSAttributedString, width: CGFloat?, height: CGFloat?, isWrapped: Bool, truncation: TextLayout.Truncation
  ) -> TextLayout {
    let plain = TextAttributes(font: CTFont(fontName: "Helvetica", pointSize: 12))
    let options = TextLayout.Options(width: width, height: height, isWrapped: isWrapped, truncation: truncation)
    return TextLayout(StyledText(text, defaults: plain), options: options)
  }

  /// The number of lines.
  var lineCount: Int { layout.lines.count }

  /// The width of the longest line and the height of all.
  var size: CGSize { layout.size }

  /// The rectangle of the text, relative to the point where it is drawn.
  var box: CGRect {
    let ascent = hangsFromBaseline ? layout.lines.first.map { $0.origin.y } ?? 0 : 0
    return CGRect(x: 0, y: -ascent, width: layout.size.width, height: layout.size.height)
  }

  /// Draws the lines.
  func draw(at origin: CGPoint, in context: CGContext) {
    layout.draw(in: context, userFromText: CGAffineTransform(translationX: origin.x, y: origin.y + box.minY))
  }
}
