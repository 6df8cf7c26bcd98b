// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPango
import Foundation
import LaminaGeometry
import LaminaGraphics
import Testing

/// Text against the same string drawn by Pango alone, in DejaVu Sans of the package fonts-dejavu-core.
@Suite struct TextAgainstPangoTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var setting = PangoReference.Setting()
    var options = TextLayout.Options()
    var alignment = NSTextAlignment.natural
    var size = CGSize(width: 200, height: 80)
    var testDescription: String { name }
  }

  static let lorem = "Lorem ipsum dolor sit amet, consectetur adipiscing elit."
  static let wrapped = TextLayout.Options(width: 200, height: 80, isWrapped: true)
  static let setting = PangoReference.Setting(size: 14, width: 200)

  static let samples: [Sample] = [
    Sample(name: "one line", text: "Hamburgefonstiv"),
    Sample(name: "combining marks", text: "e\u{301} a\u{308} o\u{302}\u{323} n\u{303}"),
    Sample(name: "Arabic", text: "السلام عليكم 123"),
    Sample(name: "Hebrew", text: "שלום (עולם) abc"),
    Sample(name: "Latin with Hebrew", text: "abc שלום 123 def"),
    Sample(name: "Greek, Cyrillic, ligature", text: "ΑΩ Жук office"),
    Sample(name: "wrapped", text: lorem, setting: setting, options: wrapped),
    Sample(
      name: "a word that is too long", text: "Donaudampfschifffahrtsgesellschaft", setting: setting, options: wrapped),
    Sample(
      name: "centred", text: lorem, setting: .init(size: 14, width: 200, alignment: PANGO_ALIGN_CENTER),
      options: wrapped, alignment: .center),
    Sample(
      name: "right", text: lorem, setting: .init(size: 14, width: 200, alignment: PANGO_ALIGN_RIGHT),
      options: wrapped, alignment: .right),
    Sample(
      name: "justified", text: lorem, setting: .init(size: 14, width: 200, isJustified: true), options: wrapped,
      alignment: .justified),
    Sample(
      name: "Arabic wrapped", text: "السلام عليكم ورحمة الله وبركاته كيف حالك", setting: setting, options: wrapped),
    Sample(
      name: "truncated at the end", text: lorem, setting: .init(size: 14, width: 200, ellipsis: PANGO_ELLIPSIZE_END),
      options: .init(width: 200, height: 80, truncation: .end)),
    Sample(
      name: "truncated at the start", text: lorem,
      setting: .init(size: 14, width: 200, ellipsis: PANGO_ELLIPSIZE_START),
      options: .init(width: 200, height: 80, truncation: .start)),
    Sample(
      name: "truncated in the middle", text: lorem,
      setting: .init(size: 14, width: 200, ellipsis: PANGO_ELLIPSIZE_MIDDLE),
      options: .init(width: 200, height: 80, truncation: .middle)),
    Sample(
      name: "two lines, truncated", text: lorem + lorem,
      setting: .init(size: 14, width: 200, ellipsis: PANGO_ELLIPSIZE_END, lines: 2),
      options: .init(width: 200, height: 40, isWrapped: true, truncation: .end)),
    Sample(name: "two paragraphs", text: "first\n\nthird", setting: .init(size: 18)),
  ]

  @Test("pixels", arguments: samples)
  func pixels(_ sample: Sample) throws {
    let layout = Self.layout(sample)
    let image = try #require(try layout.image(size: sample.size, scale: 1, color: .black))
    let reference = PangoReference.coverage(
      sample.text, sample.setting, width: Int(sample.size.width), height: Int(sample.size.height))
    let difference = reference.difference { image.premultipliedPixel(x: $0, y: $1).w }
    // Cairo samples a row 15 times, and hairs of glyphs are flattened at different scales.
    #expect(difference.largest <= 24)
    #expect(difference.mean <= 4)
    #expect(layout.diagnostics.isEmpty)
  }

  @Test("size", arguments: samples)
  func size(_ sample: Sample) {
    let (actual, expected) = (Self.layout(sample).size, PangoReference.size(sample.text, sample.setting))
    #expect(abs(actual.height - expected.height) < 0.02)
    if sample.alignment == .natural { #expect(abs(actual.width - expected.width) < 0.02) }
  }

  @Test("a layout drawn at three times the size is the text at three times the size") func scale() throws {
    let small = Sample(name: "", text: "Agy", setting: .init(size: 10))
    let large = PangoReference.coverage("Agy", .init(size: 30), width: 90, height: 60)
    let image = try #require(try Self.layout(small).image(size: CGSize(width: 30, height: 20), scale: 3, color: .black))
    let difference = large.difference { image.premultipliedPixel(x: $0, y: $1).w }
    #expect(difference.largest <= 24)
  }

  private static func layout(_ sample: Sample) -> TextLayout {
    var paragraph = ParagraphStyle()
    paragraph.alignment = sample.alignment
    let font = CTFont(fontName: "DejaVu Sans", pointSize: sample.setting.size)
    let text = StyledText(sample.text, attributes: TextAttributes(font: font), paragraph: paragraph)
    return TextLayout(text, options: sample.options)
  }
}
