// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CoreText
import Foundation
import LaminaCoreFoundation
import LaminaGeometry
import LaminaGraphics
import LaminaSystem
import Synchronization
import Testing

/// Fonts by their measures. DejaVu Sans has 2048 units an em, so at 2048 points a unit is a point; the numbers are
/// those of its tables (hhea, post, head, hmtx, glyf), read with another program.
@Suite struct FontMeasureTests {
  static let sans = CTFontCreateWithName("DejaVu Sans", 2048, nil)

  private func glyphs(_ text: String, _ font: CTFont = sans) -> (glyphs: [CGGlyph], hasAll: Bool) {
    let units = Array(text.utf16)
    var glyphs = [CGGlyph](repeating: 99, count: units.count)
    let hasAll = CTFontGetGlyphsForCharacters(font, units, &glyphs, units.count)
    return (glyphs, hasAll)
  }

  @Test("measures are those of the font's tables") func tables() {
    let font = Self.sans
    #expect(CTFontGetUnitsPerEm(font) == 2048)
    #expect(CTFontGetGlyphCount(font) == 6253)
    #expect(CTFontGetBoundingBox(font) == CGRect(x: -2090, y: -948, width: 3673 + 2090, height: 2524 + 948))
    #expect(abs(CTFontGetAscent(font) - 1901) < 1 && abs(CTFontGetDescent(font) - 483) < 1)
    #expect(CTFontGetLeading(font) == 0)
    #expect(CTFontGetUnderlinePosition(font) == -40 && CTFontGetUnderlineThickness(font) == 90)
    #expect(CTFontGetCapHeight(font) == 1493 && CTFontGetXHeight(font) == 1120)
    #expect(CTFontGetSlantAngle(font) == 0)
    #expect(CTFontGetSlantAngle(CTFontCreateWithName("DejaVuSans-Oblique", 12, nil)) == -11)
    let half = font.withSize(1024)
    #expect(CTFontGetCapHeight(half) == 746.5 && half.xHeight == 560)
    let graphics = CTFontCopyGraphicsFont(font, nil)
    #expect(graphics.unitsPerEm == 2048 && graphics.capHeight == 1493 && graphics.ascent == 1901)
    #expect(graphics.descent == -483 && graphics.numberOfGlyphs == 6253)
    #expect(graphics.fontBBox == CTFontGetBoundingBox(font))
  }

  @Test("names are the installed font's") func names() {
    let bold = CTFontCreateWithName("DejaVu Sans Bold", 12, nil)
    #expect(CTFontCopyPostScriptName(bold) == "DejaVuSans-Bold")
    #expect(CTFontCopyFullName(bold) == "DejaVu Sans Bold")
    #expect(CTFontCopyFamilyName(bold) == "DejaVu Sans")
    #expect(CTFontCopyName(bold, kCTFontStyleNameKey) == "Bold")
    #expect(CTFontCopyName(bold, "nothing") == nil)
    #expect(CTFontCopyPostScriptName(CTFontCreateWithName("NoSuchFont", 12, nil)) != "NoSuchFont")
  }

  @Test("glyphs of characters: pairs have one, what is missing has none") func characters() {
    let (found, hasAll) = glyphs("Aé")
    #expect(hasAll && found.allSatisfy { $0 != 0 })
    #expect(found[0] == CTFontGetGlyphWithName(Self.sans, "A"))
    #expect(CTFontGetGlyphWithName(Self.sans, "nosuchglyph") == 0)
    // A pair that DejaVu has (mathematical double-struck A), one that it has not, and half a pair.
    let (pair, hasPair) = glyphs("\u{1D538}x")
    #expect(hasPair && pair[0] != 0 && pair[1] == 0 && pair[2] != 0)
    let (missing, hasMissing) = glyphs("a\u{1F9FF}")
    #expect(!hasMissing && missing[0] != 0 && missing[1] == 0)
    var lone: [CGGlyph] = [7]
    #expect(!CTFontGetGlyphsForCharacters(Self.sans, [0xD800], &lone, 1) && lone == [0])
    #expect(CTFontGetGlyphsForCharacters(Self.sans, [], &lone, 0))
    #expect(!CTFontGetGlyphsForCharacters(Self.sans, [0x41], &lone, -1))
  }

  @Test("advances are the font's, their sum is returned, and grow with the size") func advances() {
    let letters = glyphs("Ai").glyphs
    var sizes = [CGSize](repeating: .zero, count: 2)
    #expect(CTFontGetAdvancesForGlyphs(Self.sans, .horizontal, letters, &sizes, 2) == 1401 + 569)
    #expect(sizes == [CGSize(width: 1401, height: 0), CGSize(width: 569, height: 0)])
    #expect(CTFontGetAdvancesForGlyphs(Self.sans.withSize(20.48), .default, letters, nil, 1) == 14.01)
    #expect(CTFontGetAdvancesForGlyphs(Self.sans, .default, letters, nil, -3) == 0)
    var units: [Int32] = [0, 0]
    #expect(CTFontCopyGraphicsFont(Self.sans, nil).getGlyphAdvances(glyphs: letters, count: 2, advances: &units))
    #expect(units == [1401, 569])
  }

  @Test("outlines have the boxes that the font gives, and the transform") func outlines() throws {
    let letters = glyphs("HIg ").glyphs
    var boxes = [CGRect](repeating: .null, count: 4)
    let all = CTFontGetBoundingRectsForGlyphs(Self.sans, .default, letters, &boxes, 4)
    // The space draws nothing.
    #expect(boxes[3] == .zero)
    #expect(all == boxes[0].union(boxes[1]).union(boxes[2]))
    #expect(boxes[0].minY == 0 && boxes[0].maxY == 1493 && boxes[2].minY < -400)
    for (glyph, box) in zip(letters, boxes).prefix(3) {
      let path = try #require(CTFontCreatePathForGlyph(Self.sans, glyph, nil))
      let drawn = path.boundingBoxOfPath
      for (first, second) in [
        (drawn.minX, box.minX), (drawn.minY, box.minY), (drawn.maxX, box.maxX), (drawn.maxY, box.maxY),
      ] { #expect(abs(first - second) < 0.1, "\(drawn) \(box)") }
    }
    // A capital I without serifs is a rectangle: its area is its box's.
    let stem = try #require(CTFontCreatePathForGlyph(Self.sans, letters[1], nil))
    #expect(stem.contains(CGPoint(x: boxes[1].midX, y: 1492)) && !stem.contains(CGPoint(x: boxes[1].midX, y: 1494)))
    var twice = CGAffineTransform(a: 2, b: 0, c: 0, d: -2, tx: 5, ty: 7)
    let moved = try #require(CTFontCreatePathForGlyph(Self.sans, letters[1], &twice)).boundingBoxOfPath
    let expected = boxes[1].applying(twice)
    #expect(abs(moved.minX - expected.minX) < 0.2 && abs(moved.minY - expected.minY) < 0.2)
    #expect(CTFontCreatePathForGlyph(Self.sans, letters[3], nil) == nil)
    #expect(CTFontCreatePathForGlyph(Self.sans, .max, nil) == nil)
  }

  @Test("traits, and fonts like others") func traits() throws {
    let font = CTFontCreateWithName("DejaVu Sans", 20, nil)
    #expect(CTFontGetSymbolicTraits(font) == [])
    let bold = try #require(CTFontCreateCopyWithSymbolicTraits(font, 0, nil, .traitBold, .traitBold))
    #expect(CTFontGetSymbolicTraits(bold) == .traitBold && bold.pointSize == 20)
    #expect(CTFontCopyPostScriptName(bold) == "DejaVuSans-Bold")
    let both = try #require(CTFontCreateCopyWithSymbolicTraits(bold, 30, nil, .traitItalic, .traitItalic))
    #expect(CTFontCopyPostScriptName(both) == "DejaVuSans-BoldOblique" && both.pointSize == 30)
    let plain = try #require(CTFontCreateCopyWithSymbolicTraits(both, 0, nil, [], [.traitItalic, .traitBold]))
    #expect(CTFontCopyPostScriptName(plain) == "DejaVuSans")
    #expect(CTFontCreateCopyWithSymbolicTraits(font, 0, nil, .traitMonoSpace, .traitMonoSpace) == nil)
    let mono = CTFontCreateWithName("DejaVu Sans Mono", 20, nil)
    #expect(CTFontGetSymbolicTraits(mono) == .traitMonoSpace)
    #expect(CTFontGetSymbolicTraits(CTFontCreateWithName("DejaVuSansCondensed", 9, nil)).contains(.traitCondensed))
    let weight = CTFontCopyTraits(bold)[kCTFontWeightTrait] as? CGFloat
    #expect(weight == CTFont.Weight.bold.rawValue)
    let family = try #require(CTFontCreateCopyWithFamily(bold, 0, nil, "DejaVu Serif"))
    #expect(CTFontCopyPostScriptName(family) == "DejaVuSerif-Bold")
    #expect(CTFontCreateCopyWithFamily(bold, 0, nil, "NoSuchFamily") == nil)
  }

  @Test("descriptions make the fonts that they describe") func descriptions() {
    let described = CTFontDescriptorCreateWithAttributes([
      kCTFontFamilyNameAttribute: "DejaVu Serif", kCTFontStyleNameAttribute: "Bold", kCTFontSizeAttribute: 17,
    ])
    let font = CTFontCreateWithFontDescriptor(described, 0, nil)
    #expect(CTFontCopyPostScriptName(font) == "DejaVuSerif-Bold" && font.pointSize == 17)
    #expect(CTFontCreateWithFontDescriptor(described, 30, nil).pointSize == 30)
    let again = CTFontCreateWithFontDescriptor(CTFontCopyFontDescriptor(font), 0, nil)
    #expect(CTFontCopyPostScriptName(again) == "DejaVuSerif-Bold" && again.pointSize == 17)
    let named = CTFontDescriptorCreateWithNameAndSize("DejaVuSans-Oblique", 9)
    let copy = CTFontCreateCopyWithAttributes(font, 0, nil, named)
    #expect(CTFontCopyPostScriptName(copy) == "DejaVuSans-Oblique" && copy.pointSize == 9)
    #expect(CTFontCreateCopyWithAttributes(font, 5, nil, nil) == font.withSize(5))
    let traits = [kCTFontTraitsAttribute: [kCTFontSymbolicTrait: CTFontSymbolicTraits.traitBold.rawValue]]
    let bold = CTFontCreateCopyWithAttributes(
      CTFontCreateWithName("DejaVu Sans", 8, nil), 0, nil, CTFontDescriptorCreateWithAttributes(traits))
    #expect(CTFontCopyPostScriptName(bold) == "DejaVuSans-Bold")
    #expect(CTFontDescriptorCopyAttribute(named, kCTFontNameAttribute) as? String == "DejaVuSans-Oblique")
    #expect(CTFontDescriptorCopyAttribute(named, kCTFontFamilyNameAttribute) == nil)
    #expect(CTFontCopyAttribute(copy, kCTFontSizeAttribute) as? CGFloat == 9)
  }

  @Test("descriptions of other types say nothing") func wrongDescriptions() {
    let wrong = CTFontDescriptorCreateWithAttributes([
      kCTFontNameAttribute: 3, kCTFontSizeAttribute: "large", kCTFontTraitsAttribute: ["x": CGFloat.nan],
      kCTFontFamilyNameAttribute: [1],
    ])
    #expect(CTFontDescriptorCopyAttributes(wrong).isEmpty)
    let infinite: CFDictionary = [
      kCTFontTraitsAttribute: [kCTFontSymbolicTrait: 1e300, kCTFontWeightTrait: -1e300], kCTFontSizeAttribute: -4,
    ]
    let font = CTFontCreateWithFontDescriptor(CTFontDescriptorCreateWithAttributes(infinite), .nan, nil)
    #expect(font.pointSize == 12)
  }

  @Test("the system's fonts by use") func uses() throws {
    let system = try #require(CTFontCreateUIFontForLanguage(.system, 0, nil))
    #expect(system == .systemFont(ofSize: 13))
    #expect(try #require(CTFontCreateUIFontForLanguage(.emphasizedSystem, 20, nil)) == .boldSystemFont(ofSize: 20))
    #expect(CTFontCreateUIFontForLanguage(.none, 20, nil) == nil)
  }

  @Test("installed fonts are named; files without a font are errors") func manager() throws {
    let families = CTFontManagerCopyAvailableFontFamilyNames() as? [String] ?? []
    #expect(families.contains("DejaVu Sans") && families == Set(families).sorted())
    #expect((CTFontManagerCopyAvailablePostScriptNames() as? [String] ?? []).contains("DejaVuSans-Bold"))
    var error: Unmanaged<CFError>?
    let nowhere = URL(fileURLWithPath: "/nowhere/font.ttf")
    #expect(!CTFontManagerRegisterFontsForURL(nowhere as CFURL, .process, &error))
    #expect(try #require(error).takeRetainedValue().code == CTFontManagerError.fileNotFound.rawValue)
    #expect(!CTFontManagerRegisterFontsForURL(nowhere, .process, nil))
  }

  @Test("another font stands in for what one has not") func standingIn() {
    // DejaVu Sans Mono has no Hebrew, DejaVu Sans has.
    let mono = CTFontCreateWithName("DejaVu Sans Mono", 20, nil)
    let found = CTFontCreateForString(mono, "\u{05D0}\u{05D1}", CFRangeMake(0, 2))
    #expect(CTFontCopyPostScriptName(found) == "DejaVuSans")
    #expect(CTFontCreateForString(mono, "ab", CFRangeMake(0, 2)) == mono)
    #expect(CTFontCreateForString(mono, "", CFRangeMake(-5, 100)) == mono)
    // Its glyphs are the other font's.
    var glyphs: [CGGlyph] = [0]
    #expect(CTFontGetGlyphsForCharacters(found, [0x05D0], &glyphs, 1))
  }

  /// A font that is installed nowhere: DejaVu Sans Mono under a name of the same length, in its table of names.
  private static func ownFont(_ word: String = "Lamina") throws -> Data {
    let source = CTFontCreateWithName("DejaVu Sans Mono", 12, nil)
    let file = try #require(Self.file(named: "DejaVuSansMono.ttf"), "\(source)")
    var bytes = try Data(contentsOf: file)
    for encoding in [String.Encoding.ascii, .utf16BigEndian] {
      for name in ["DejaVu Sans Mono", "DejaVuSansMono"] {
        let other = name.replacingOccurrences(of: "DejaVu", with: word)
        let (old, new) = (try #require(name.data(using: encoding)), try #require(other.data(using: encoding)))
        while let range = bytes.range(of: old) { bytes.replaceSubrange(range, with: new) }
      }
    }
    return bytes
  }

  private static func file(named name: String) -> URL? {
    let folder = URL(fileURLWithPath: "/usr/share/fonts")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return files?.compactMap { $0 as? URL }.first { $0.lastPathComponent == name }
  }

  @Test("a font in memory draws, and is found by its name") func memory() throws {
    let bytes = try Self.ownFont()
    #expect(!(CTFontManagerCopyAvailablePostScriptNames() as? [String] ?? []).contains("LaminaSansMono"))
    let provider = try #require(CGDataProvider(data: bytes as CFData))
    let font = try #require(CGFont(provider))
    #expect(font.postScriptName == "LaminaSansMono" && font.fullName == "Lamina Sans Mono" && font.unitsPerEm == 2048)
    let sized = CTFontCreateWithGraphicsFont(font, 20, nil, nil)
    #expect(CTFontCopyPostScriptName(sized) == "LaminaSansMono")
    #expect(CTFontCopyName(CTFontCreateWithName("LaminaSansMono", 20, nil), kCTFontFamilyNameKey) == "Lamina Sans Mono")
    // Its glyphs are those of the font that it is a copy of.
    let twin = CTFontCreateWithName("DejaVuSansMono", 20, nil)
    var glyphs: [CGGlyph] = [0, 0]
    var twins = glyphs
    #expect(CTFontGetGlyphsForCharacters(sized, [0x41, 0x67], &glyphs, 2))
    #expect(CTFontGetGlyphsForCharacters(twin, [0x41, 0x67], &twins, 2) && glyphs == twins)
    let outline = try #require(CTFontCreatePathForGlyph(sized, glyphs[0], nil))
    #expect(outline == CTFontCreatePathForGlyph(twin, twins[0], nil) && !outline.isEmpty)
    let line = CTLineCreateWithAttributedString(NSAttributedString(string: "Ag", attributes: [.font: sized]))
    let run = try #require((CTLineGetGlyphRuns(line) as? [CTRun])?.first)
    let used = try #require(CTRunGetAttributes(run)[kCTFontAttributeName as String] as? CTFont)
    #expect(CTFontCopyPostScriptName(used) == "LaminaSansMono")
    // The same bytes again are the same font, and take no further file.
    #expect(CGFont(provider) == font)
  }

  @Test("a font in memory is registered once; an installed one is already") func registration() throws {
    let bytes = try Self.ownFont("Wooden")
    let provider = try #require(CGDataProvider(data: bytes as CFData))
    let font = try #require(CGFont(provider))
    var error: Unmanaged<CFError>?
    #expect(CTFontManagerRegisterGraphicsFont(font, &error) && error == nil)
    #expect(!CTFontManagerRegisterGraphicsFont(font, &error))
    #expect(try #require(error).takeRetainedValue().code == CTFontManagerError.alreadyRegistered.rawValue)
    let installed = try #require(CGFont("DejaVu Sans"))
    #expect(!CTFontManagerRegisterGraphicsFont(installed, nil))
    let descriptor = try #require(CTFontManagerCreateFontDescriptorFromData(bytes as CFData))
    #expect(CTFontCopyPostScriptName(CTFontCreateWithFontDescriptor(descriptor, 9, nil)) == "WoodenSansMono")
  }

  @Test("files of fonts are registered one by one, and those that are none are told") func files() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lamina-fonts-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (good, bad) = (folder.appendingPathComponent("good.ttf"), folder.appendingPathComponent("bad.ttf"))
    try Self.ownFont("Stones").write(to: good)
    try Data("no font at all".utf8).write(to: bad)
    var told: [Int] = []
    var isDone = false
    CTFontManagerRegisterFontURLs([good, bad, folder.appendingPathComponent("none.ttf"), 7], .process, true) {
      errors, done in
      told = errors.compactMap { ($0 as? NSError)?.code }
      isDone = done
      return true
    }
    #expect(told == [103, 101, 101] && isDone)
    #expect((CTFontManagerCopyAvailablePostScriptNames() as? [String] ?? []).contains("StonesSansMono"))
    #expect(!CTFontManagerRegisterFontsForURL(bad as CFURL, .process, nil))
    #expect(CTFontManagerRegisterFontsForURL(good as CFURL, .process, nil))
  }

  @Test("a font draws after its file is gone") func removedFile() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("lamina-font-\(UUID()).ttf")
    try Self.ownFont("Vanish").write(to: file)
    #expect(CTFontManagerRegisterFontsForURL(file as CFURL, .process, nil))
    try FileManager.default.removeItem(at: file)
    func pixels(_ name: String, _ text: String) throws -> (value: [UInt8], isShort: Bool) {
      let font = CTFontCreateWithName(name as CFString, 14, nil)
      let context = try #require(CGContext(width: 60, height: 20))
      let line = CTLineCreateWithAttributedString(NSAttributedString(string: text, attributes: [.font: font]))
      let drawn = DrawingShortage.watch(repeats: false) { CTLineDraw(line, context) }
      return (try #require(context.makeImage()).premultipliedRGBA, drawn.isShort)
    }
    let gone = try pixels("VanishSansMono", "Agh")
    let installed = try pixels("DejaVuSansMono", "Agh")
    #expect(gone.value == installed.value && gone.value.contains { $0 != 0 } && !gone.isShort)
    #expect(try !pixels("DejaVuSans", "\u{FFFD}\u{10FFFD}").isShort)
  }

  @Test("bytes that are no font, cut off or damaged make none, or one that draws what it can")
  func brokenFonts() async {
    // In a process of their own, since fonts stay: another test's text could fall back to a damaged one.
    await #expect(processExitsWith: .success) { try Self.useBrokenFonts() }
  }

  @Test("threads draw with more fonts than Cairo has files open") func manyFonts() async {
    await #expect(processExitsWith: .success) { try Self.drawWithManyFonts() }
  }

  private static func drawWithManyFonts() throws {
    // One wrong text in many is enough to show that files are closed under a thread that reads them.
    let names = (0..<14).map { String(format: "Many%02d", $0) }
    let fonts = try names.map { name in
      let provider = try #require(CGDataProvider(data: try Self.ownFont(name) as CFData))
      return CTFontCreateWithGraphicsFont(try #require(CGFont(provider)), 20, nil, nil)
    }
    @Sendable func pixels(_ font: CTFont) throws -> (bytes: [UInt8], isShort: Bool) {
      let context = try #require(CGContext(width: 90, height: 30))
      let text = NSAttributedString(string: "Ag\u{e9}", attributes: [.font: font])
      let drawn = DrawingShortage.watch(repeats: false) { CTLineDraw(CTLineCreateWithAttributedString(text), context) }
      return (try #require(context.makeImage()).premultipliedRGBA, drawn.isShort)
    }
    let expected = try pixels(CTFontCreateWithName("DejaVuSansMono", 20, nil)).bytes
    let wrong = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<400 {
        let drawn = try? pixels(fonts[(round * (2 * thread + 1) + thread) % fonts.count])
        if drawn?.bytes != expected || drawn?.isShort != false { wrong.withLock { $0 += 1 } }
      }
    }
    #expect(wrong.withLock { $0 } == 0)
  }

  private static func useBrokenFonts() throws {
    let bytes = try Self.ownFont("Broken")
    func font(_ data: Data) -> CGFont? { CGDataProvider(data: data as CFData).flatMap { CGFont($0) } }
    #expect(font(Data()) == nil && font(Data("no font at all".utf8)) == nil && font(Data(count: 1 << 20)) == nil)
    #expect(font(bytes.prefix(11)) == nil && font(bytes.prefix(400)) == nil && font(bytes.dropFirst(3)) == nil)
    #expect(CTFontManagerCreateFontDescriptorFromData(Data([1, 2, 3])) == nil)
    func use(_ font: CGFont?) throws {
      guard let font else { return }
      let sized = CTFontCreateWithGraphicsFont(font, 14, nil, nil)
      let context = try #require(CGContext(width: 40, height: 20))
      let text = NSAttributedString(string: "Ag\u{e9}", attributes: [.font: sized])
      CTLineDraw(CTLineCreateWithAttributedString(text), context)
      _ = CTFontCreatePathForGlyph(sized, 36, nil)
    }
    for part in [2, 3, 5, 10] { try use(font(bytes.prefix(bytes.count * (part - 1) / part))) }
    var random = SystemRandomNumberGenerator()
    for round in 0..<12 {
      var damaged = try Self.ownFont("Dam\(String(format: "%03d", round))")
      for _ in 0..<200 {
        damaged[Int.random(in: 600..<damaged.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      try use(font(damaged))
    }
  }

  @Test("the class of a font is that of its table, in the upper bits of its traits") func classes() throws {
    #expect(CTFontSymbolicTraits.classMaskTrait.rawValue == 0xF000_0000)
    for (familyClass, expected): (UInt8, CTFontStylisticClass) in [
      (0, .classUnknown), (1, .classOldStyleSerifs), (5, .classSlabSerifs), (6, .classUnknown), (8, .classSansSerif),
      (12, .classSymbolic), (200, .classUnknown),
    ] {
      var bytes = try Self.ownFont("Cls\(String(format: "%03d", familyClass))")
      let entry = try #require(bytes.range(of: Data("OS/2".utf8))).lowerBound
      let table = bytes[(entry + 8)..<(entry + 12)].reduce(0) { $0 << 8 | Int($1) }
      bytes[table + 30] = familyClass
      let descriptor = try #require(CTFontManagerCreateFontDescriptorFromData(bytes))
      let traits = CTFontGetSymbolicTraits(CTFontCreateWithFontDescriptor(descriptor, 9, nil))
      #expect(traits.intersection(.traitClassMask).rawValue == expected.rawValue, "class \(familyClass)")
    }
    #expect(CTGetCoreTextVersion() >= kCTVersionNumber10_15)
  }
}
