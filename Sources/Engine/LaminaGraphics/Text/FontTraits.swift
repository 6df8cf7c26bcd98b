// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGeometry

/// The traits of a font as a whole, by the bits of Core Text and UIKit: the highest four are the class of its family.
package struct FontTraits: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt32
  /// Makes traits from their bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Slanted.
  package static let italic = FontTraits(rawValue: 1 << 0)
  /// Bold.
  package static let bold = FontTraits(rawValue: 1 << 1)
  /// Wide.
  static let expanded = FontTraits(rawValue: 1 << 5)
  /// Narrow.
  static let condensed = FontTraits(rawValue: 1 << 6)
  /// All letters have the same width.
  static let monospaced = FontTraits(rawValue: 1 << 10)
  /// With glyphs that are pictures.
  static let colorGlyphs = FontTraits(rawValue: 1 << 13)

  /// The class of a family, 0 for unknown and reserved classes.
  ///
  /// - Parameter family: The field `sFamilyClass` of the font's table OS/2, whose high byte is the class.
  init(familyClass family: UInt16) {
    let number = UInt32(family >> 8)
    rawValue = ([1, 2, 3, 4, 5, 7, 8, 9, 10, 12].contains(number) ? number : 0) << 28
  }
}
