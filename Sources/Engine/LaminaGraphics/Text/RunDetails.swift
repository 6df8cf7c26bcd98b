// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// A glyph of a run, which may draw nothing.
package struct GlyphCell: Hashable, Sendable {
  /// The number of the glyph in the font; `nil` for a glyph that draws nothing, such as a tab.
  package var glyph: UInt32?
  /// The position, in points from the run's origin, y down.
  package var x: Double
  /// Likewise.
  package var y: Double
  /// The advance, in points.
  package var advance: Double
  /// The byte of the text that its cluster begins with.
  package var byte: Int
}

/// The glyphs of a run one by one.
package struct RunDetails: Sendable {
  /// The font that has the glyphs: the requested font, or a substitute.
  package var font: CTFont
  /// The glyphs from left to right.
  package var cells: [GlyphCell]
  /// The bytes of the text.
  package var bytes: Range<Int>
  /// Whether the first letter is at the right end.
  package var isRightToLeft: Bool
}

extension TextLayout.Run {
  /// Draws the glyphs of a range at the positions of their cells, and no other glyph.
  ///
  /// - Parameters:
  ///   - cells: The range of the cells.
  ///   - growth: The length by which the box of the glyphs grows, in points.
  package mutating func draw(_ cells: Range<Int>, growth: CGFloat = 0) {
    glyphs?.glyphs =
      details?.cells[cells].compactMap { cell in
        cell.glyph.map { PositionedGlyph(index: $0, x: cell.x, y: cell.y) }
      } ?? []
    glyphs?.bounds.size.width += growth
  }
}
