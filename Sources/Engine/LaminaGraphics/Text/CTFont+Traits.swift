// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

// Traits of fonts, for font descriptors.

extension CTFont {
  /// Makes a font of a name, with a weight and a slant that replace the name's.
  ///
  /// - Parameters:
  ///   - name: The name, as in ``CTFont``.
  ///   - size: The size in points.
  ///   - weight: The weight, 100...1000; `nil` for the name's.
  ///   - isSlanted: Whether the font is slanted, whatever the name says.
  package convenience init(name: String, size: CGFloat, weight: Int?, isSlanted: Bool) {
    self.init(fontName: name, pointSize: size, weight: weight, isItalic: isSlanted)
  }

  /// The weight that replaces the name's, 100...1000.
  package var askedWeight: Int? { weight }

  /// Whether the font is slanted, whatever the name says.
  package var isSlanted: Bool { isItalic }
}
