// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import Testing

@Suite struct FontTests {
  struct Name: Sendable, CustomTestStringConvertible {
    var name: String
    var diagnostic: String?
    var isMonospaced = false
    var testDescription: String { name }
  }

  static let names: [Name] = [
    Name(name: "DejaVu Sans"),
    Name(name: "dejavu sans"),
    Name(name: "DejaVu Sans Bold"),
    Name(name: "DejaVuSans-Bold"),
    Name(name: "DejaVu Sans Mono", isMonospaced: true),
    Name(name: "DejaVuSansMono-Bold", isMonospaced: true),
    Name(name: "SFProText-Regular", diagnostic: "substituted-font"),
    Name(name: "SFProDisplay-Semibold", diagnostic: "substituted-font"),
    Name(name: "SFMono-Regular", diagnostic: "substituted-font", isMonospaced: true),
    Name(name: "Menlo", diagnostic: "substituted-font", isMonospaced: true),
    Name(name: ".SFUI-Regular", diagnostic: "substituted-font"),
    Name(name: "NoSuchFont-Bold", diagnostic: "missing-font"),
    Name(name: "a,b;c\u{0}d", diagnostic: "missing-font"),
    Name(name: String(repeating: "x", count: 100_000), diagnostic: "missing-font"),
  ]

  @Test("names", arguments: names)
  func name(_ row: Name) {
    func width(_ text: String) -> (CGFloat, [Diagnostic]) {
      let styled = StyledText(text, attributes: TextAttributes(font: CTFont(fontName: row.name, pointSize: 20)))
      let layout = TextLayout(styled)
      return (layout.size.width, layout.diagnostics)
    }
    let (narrow, diagnostics) = width("iiii")
    #expect(narrow > 0)
    #expect((narrow == width("MMMM").0) == row.isMonospaced)
    #expect(diagnostics.map(\.code) == (row.diagnostic.map { [$0] } ?? []))
  }

  @Test("Helvetica is an installed sans, without a warning") func helvetica() {
    let styled = StyledText("a", attributes: TextAttributes(font: CTFont(fontName: "Helvetica", pointSize: 36)))
    #expect(TextLayout(styled).diagnostics.allSatisfy { $0.severity == .note })
  }

  @Test("a bold name is wider") func weight() {
    func width(_ font: CTFont) -> CGFloat {
      NSAttributedString(string: "Hamburg", attributes: [.font: font]).size().width
    }
    #expect(
      width(CTFont(fontName: "DejaVuSans-Bold", pointSize: 20)) > width(CTFont(fontName: "DejaVu Sans", pointSize: 20)))
    #expect(width(.boldSystemFont(ofSize: 20)) > width(.systemFont(ofSize: 20)))
  }

  @Test("sizes", arguments: [(0.0, 12.0), (-3, 12), (.nan, 12), (.infinity, 12), (1e-3, 1e-3), (1e6, 1e6), (1e9, 1e6)])
  func size(_ row: (asked: Double, made: Double)) throws {
    let font = CTFont(fontName: "DejaVu Sans", pointSize: row.asked)
    #expect(font.pointSize == CGFloat(row.made))
    let layout = TextLayout(StyledText("Ag", attributes: TextAttributes(font: font)))
    #expect(abs(layout.size.height / (1.164 * row.made) - 1) < 0.01 || row.made < 0.1)
    _ = try layout.image(size: CGSize(width: 50, height: 50), scale: 1, color: .black)
  }

  @Test("a million points high, a stem fills the picture") func million() throws {
    let font = CTFont(fontName: "DejaVu Sans", pointSize: 1e6)
    let layout = TextLayout(StyledText("\u{2588}", attributes: TextAttributes(font: font)))
    let image = try #require(try layout.image(size: CGSize(width: 20, height: 20), scale: 1, color: .black))
    #expect(image.isOpaque)
  }
}
