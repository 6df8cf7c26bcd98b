// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import Testing

/// Texts of many sizes, as in animations of `fontSize` and in servers that draw strangers' documents.
@Suite struct FontSizeTests {
  /// The memory of this process that is there, in bytes.
  private static func residentBytes() throws -> Int {
    let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return try #require(Int(words[1])) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  private static func width(_ size: Double) -> Double {
    let text = NSAttributedString(string: "Size", attributes: [.font: CTFont(fontName: "DejaVu Sans", pointSize: size)])
    return Double(TextLine(text).line.width)
  }

  @Test("a size of a font costs no memory once others have been used")
  func memory() async {
    await #expect(processExitsWith: .success) {
      func measure(_ range: Range<Int>) {
        for step in range { #expect(Self.width(6 + Double(step) / 97) > 0) }
      }
      measure(0..<600)
      let before = try Self.residentBytes()
      measure(600..<3600)
      // Pango alone keeps 11 KB for a size, 33 MB for all of these.
      let grown = try Self.residentBytes() - before
      #expect(grown < 15 << 20, "\(grown) bytes")
    }
  }

  @Test("a run of a line has the font that was asked for, also after that font's size was forgotten")
  func runs() throws {
    func font() throws -> CTFont {
      let asked = CTFont(fontName: "DejaVu Sans", pointSize: 17)
      let line = TextLine(NSAttributedString(string: "Run", attributes: [.font: asked])).line
      let found = try #require(line.runs.first?.details?.font)
      #expect(found == asked)
      return found
    }
    let before = try font()
    for step in 0..<600 { _ = Self.width(50 + Double(step) / 29) }
    #expect(try font() == before)
  }

  @Test("a text is as wide after its font's size was forgotten as before")
  func forgotten() {
    let sizes = [9.5, 12, 31.25]
    let before = sizes.map(Self.width)
    for step in 0..<600 { _ = Self.width(40 + Double(step) / 31) }
    #expect(sizes.map(Self.width) == before)
  }
}
