// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaLayers

// Attributed strings. Documents can hold plain texts only: a string with a font, a size and a colour.

extension DocumentWriter {
  /// Returns a text layer that documents can hold: where its string has attributes, a copy with plain text in the style
  /// of its first letter. Attributes that this leaves out are reported.
  mutating func written(_ layer: CALayer) -> CALayer {
    guard let text = layer as? CATextLayer, let string = text.string as? NSAttributedString else { return layer }
    let look = TextLook(string)
    let copy = CATextLayer(layer: text)
    copy.string = string.string
    copy.font = look.font.fontName
    copy.fontSize = look.font.pointSize
    copy.foregroundColor = look.color
    if !look.omissions.isEmpty {
      diagnostics.append(
        Diagnostic(
          code: "text-look-not-written",
          message: "the text '\(shortened(string.string))' has \(look.omissions.joined(separator: ", ")), which "
            + "documents cannot say: it is written in the look of its first letter"))
    }
    return copy
  }
}

/// The style of an attributed string's first letter, and the attributes that plain text cannot have.
private struct TextLook {
  private(set) var font = CTFont(fontName: "Helvetica", pointSize: 12)
  private(set) var color: CGColor? = .black
  /// The attributes that plain text cannot have.
  private(set) var omissions: [String] = []

  private static let sayable: Set<NSAttributedString.Key> = [.font, .foregroundColor, .coreTextForegroundColor]
  private static let names: [NSAttributedString.Key: String] = [
    .kern: "space between its letters", .tracking: "space between its letters", .paragraphStyle: "a paragraph style",
    .ligature: "a rule for ligatures", .underlineStyle: "lines under it", .strikethroughStyle: "lines through it",
    .backgroundColor: "a colour behind it", .baselineOffset: "letters off the baseline",
    .languageIdentifier: "a language", .strokeWidth: "outlines", .coreTextBackgroundColor: "a colour behind it",
    .shadow: "a shadow",
  ]

  init(_ string: NSAttributedString) {
    var looks: Set<TextAttributes> = []
    var others: Set<String> = []
    let plain = TextAttributes(font: font, foregroundColor: color)
    string.enumerateAttributes(in: NSRange(location: 0, length: string.length)) { values, _, stop in
      for key in values.keys where !Self.sayable.contains(key) {
        if let name = Self.names[key] { others.insert(name) }
      }
      var look = plain
      if let font = values[.font] as? CTFont { look.font = font }
      if let color = (values[.foregroundColor] ?? values[.coreTextForegroundColor]) as? CGColor {
        look.foregroundColor = color
      }
      if looks.isEmpty { (font, color) = (look.font, look.foregroundColor) }
      looks.insert(look)
      if looks.count > 1 { stop.pointee = true }
    }
    omissions = (looks.count > 1 ? ["letters of several fonts or colours"] : []) + others.sorted()
    if CTFont(fontName: font.fontName, pointSize: font.pointSize) != font { omissions.append("a font without a name") }
  }
}
