// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Parses names of fonts: "HelveticaNeue-CondensedBold" requests the family Helvetica Neue, narrow and bold. This is
// needed for fonts that are not installed, such as all of Apple's.

internal import Foundation

/// The family and style in a font's name.
struct FontName: Hashable, Sendable {
  /// The family, with blanks between words.
  var family: String
  /// The weight, 100...1000.
  var weight = 400
  var isItalic = false
  var isCondensed = false

  /// Parses a name.
  init(_ name: String) {
    let dash = name.lastIndex(of: "-")
    family = Self.words(dash.map { String(name[..<$0]) } ?? name)
    if let dash {
      readStyle(Self.words(String(name[name.index(after: dash)...])))
    } else {
      // Style words at the end, as in "Helvetica Neue Bold Italic".
      var words = family.split(separator: " ")
      while words.count > 1, let last = words.last, readStyleWord(last.lowercased()) { words.removeLast() }
      family = words.joined(separator: " ")
    }
  }

  /// The kind of installed font that stands for the family, if the family is known from Apple's systems.
  var genericFamily: String? {
    let name = family.lowercased()
    if name.isEmpty || name.hasPrefix(".") { return "sans-serif" }
    func isAmong(_ prefixes: [String]) -> Bool { prefixes.contains { name == $0 || name.hasPrefix($0 + " ") } }
    if isAmong(Self.monospaced) { return "monospace" }
    if isAmong(Self.serif) { return "serif" }
    return isAmong(Self.sans) ? "sans-serif" : nil
  }

  private static let sans = [
    "helvetica", "sf", "san francisco", "system", "arial", "lucida grande", "verdana", "geneva", "avenir", "futura",
    "gill sans", "optima", "trebuchet ms", "tahoma", "apple sd gothic neo", "hiragino sans", "ping fang sc",
    "pingfang",
  ]
  private static let serif = [
    "times", "georgia", "palatino", "new york", "baskerville", "didot", "garamond", "hoefler text", "charter",
    "bodoni", "cochin", "hiragino mincho",
  ]
  private static let monospaced = ["courier", "menlo", "monaco", "sf mono", "andale mono", "lucida console"]

  private mutating func readStyle(_ style: String) {
    for word in style.split(separator: " ") { _ = readStyleWord(word.lowercased()) }
  }

  /// Reads a word of a style; returns whether it was such a word.
  private mutating func readStyleWord(_ word: String) -> Bool {
    switch word {
    case "italic", "oblique", "it", "slanted": isItalic = true
    case "condensed", "narrow", "compressed": isCondensed = true
    case "mt", "ps", "psmt", "roman": break
    case "ultra", "extra", "semi", "demi":
      // The first half of a word that was written as two: "Semi Bold".
      weight = word == "ultra" || word == "extra" ? 800 : 600
    default:
      guard let value = Self.weights[word] else { return false }
      // The first word of "Extra Light" was read as heavy.
      weight = weight == 800 && value == 300 ? 200 : max(value, value >= 700 ? weight : 0)
    }
    return true
  }

  private static let weights = [
    "thin": 100, "hairline": 100, "ultralight": 200, "extralight": 200, "light": 300, "book": 400, "regular": 400,
    "medium": 500, "semibold": 600, "demibold": 600, "bold": 700, "boldmt": 700, "extrabold": 800, "ultrabold": 800,
    "heavy": 800, "black": 900,
  ]

  /// A name with its words separated: "TimesNewRomanPSMT" is "Times New Roman".
  private static func words(_ name: String) -> String {
    var stem = Substring(name)
    for suffix in ["PSMT", "MT", "PS"] where stem.hasSuffix(suffix) && stem.count > suffix.count {
      stem = stem.dropLast(suffix.count)
      break
    }
    var result = ""
    let letters = Array(stem)
    for (index, letter) in letters.enumerated() {
      if letter.isUppercase, index > 0, letters[index - 1] != " " {
        let afterLower = letters[index - 1].isLowercase
        let beforeLower = index + 1 < letters.count && letters[index + 1].isLowercase && letters[index - 1].isUppercase
        if afterLower || beforeLower { result.append(" ") }
      }
      result.append(letter)
    }
    return result.trimmingCharacters(in: .whitespaces)
  }
}
