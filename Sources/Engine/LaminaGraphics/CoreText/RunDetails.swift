// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// A glyph of a run, which may draw nothing.
struct GlyphCell: Hashable, Sendable {
  /// The number of the glyph in the font; `nil` for a glyph that draws nothing, such as a tab.
  var glyph: UInt32?
  /// The position, in points from the run's origin, y down.
  var x: Double
  /// Likewise.
  var y: Double
  /// The advance, in points.
  var advance: Double
  /// The byte of the text that its cluster begins with.
  var byte: Int
}

/// The details of a run that Core Text reports.
struct RunDetails: Sendable {
  /// The font that has the glyphs: the requested font, or a substitute.
  var font: CTFont
  /// The glyphs from left to right.
  var cells: [GlyphCell]
  /// The bytes of the text.
  var bytes: Range<Int>
  var isRightToLeft: Bool
}
