// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CoreText
import Foundation
import LaminaCoreFoundation
import LaminaGeometry
import LaminaGraphics
import Testing

/// Fonts by the initialisers that Swift has for them: each is the function of C that Apple documents it by.
@Suite struct FontMakingTests {
  private let sans = CTFontCreateWithName("DejaVu Sans", 24, nil)

  @Test("an initialiser makes the font that its function makes") func initialisers() {
    #expect(CTFont("DejaVu Sans" as CFString, size: 24) == sans)
    #expect(CTFont("DejaVu Sans" as CFString, size: 24, options: .preventAutoActivation) == sans)
    #expect(CTFont("DejaVu Sans" as CFString, transform: .identity).pointSize == 12)
    #expect(CTFontCreateWithNameAndOptions("DejaVu Sans", 24, nil, []) == sans)
    let description = CTFontDescriptorCreateWithNameAndSize("DejaVuSans-Bold", 18)
    let described = CTFontCreateWithFontDescriptor(description, 0, nil)
    #expect(described.pointSize == 18 && CTFontCopyFullName(described) == "DejaVu Sans Bold")
    #expect(CTFont(description, size: 0) == described && CTFont(description, transform: .identity) == described)
    #expect(CTFont(description, size: 30, options: []) == described.withSize(30))
    #expect(CTFontCreateWithFontDescriptorAndOptions(description, 30, nil, []) == described.withSize(30))
    #expect(CTFont(.emphasizedSystem, size: 20) == CTFontCreateUIFontForLanguage(.emphasizedSystem, 20, nil))
    #expect(CTFont(.system, size: 20, language: "en" as CFString) == .systemFont(ofSize: 20))
    let whole = CFRangeMake(0, 1)
    for font in [
      CTFont(font: sans, string: "a", range: whole), CTFont(font: sans, string: "a", range: whole, language: "en"),
      CTFontCreateForStringWithLanguage(sans, "a", whole, nil),
    ] {
      #expect(CTFontCopyPostScriptName(font) == "DejaVuSans" && font.pointSize == 24)
    }
  }

  @Test("each use of the system's font has the size that Apple gives it") func uses() {
    let sizes: [(CTFontUIFontType, CGFloat)] = [
      (.system, 13), (.smallSystem, 11), (.miniSystem, 9), (.label, 10), (.toolTip, 11), (.message, 13), (.palette, 12),
      (.controlContent, 12), (.menuItem, 13),
    ]
    for (use, size) in sizes { #expect(CTFont(use, size: 0).pointSize == size, "\(use)") }
    #expect(CTFontCreateUIFontForLanguage(.none, 12, nil) == nil)
  }

  @Test("fonts and descriptions are objects, which are equal when they ask for the same") func objects() throws {
    let object: NSObject = sans
    #expect(object.isEqual(CTFontCreateWithName("DejaVu Sans", 24, nil)) && !object.isEqual(sans.withSize(25)))
    #expect(!object.isEqual("DejaVu Sans") && !object.isEqual(nil))
    #expect(object.hash == CTFontCreateWithName("DejaVu Sans", 24, nil).hash)
    #expect(Set([sans, CTFontCreateWithName("DejaVu Sans", 24, nil), sans.withSize(2)]).count == 2)
    #expect(NSArray(array: [sans]).contains(CTFontCreateWithName("DejaVu Sans", 24, nil)))
    #expect(sans.copy() as? CTFont === sans)
    #expect(sans.description == "DejaVu Sans 24.0 pt")
    let description: NSObject = CTFontDescriptorCreateWithNameAndSize("DejaVu Sans", 24)
    #expect(description.isEqual(CTFontDescriptorCreateWithNameAndSize("DejaVu Sans", 24)))
    #expect(!description.isEqual(CTFontDescriptorCreateWithNameAndSize("DejaVu Sans", 25)))
    #expect(description.copy() as? CTFontDescriptor === description)
    // Foundation compares attributes as objects.
    let text = NSAttributedString(string: "a", attributes: [.font: sans])
    #expect(text.isEqual(to: NSAttributedString(string: "a", attributes: [.font: CTFont("DejaVu Sans", size: 24)])))
    #expect(!text.isEqual(to: NSAttributedString(string: "a", attributes: [.font: sans.withSize(25)])))
  }

  @Test("a description is made bold, slanted or of another family") func descriptions() throws {
    let plain = CTFontDescriptorCreateWithNameAndSize("DejaVuSans", 20)
    let bold = try #require(CTFontDescriptorCreateCopyWithSymbolicTraits(plain, .traitBold, .traitBold))
    let font = CTFont(bold, size: 0)
    #expect(CTFontGetSymbolicTraits(font).contains(.traitBold) && font.pointSize == 20)
    #expect(CTFontCopyFamilyName(font) == "DejaVu Sans")
    let back = try #require(CTFontDescriptorCreateCopyWithSymbolicTraits(bold, [], .traitBold))
    #expect(!CTFontGetSymbolicTraits(CTFont(back, size: 0)).contains(.traitBold))
    #expect(CTFontDescriptorCreateCopyWithSymbolicTraits(plain, .traitMonoSpace, .traitMonoSpace) == nil)
    #expect(CTFontDescriptorCreateCopyWithSymbolicTraits(plain, .traitMonoSpace, []) == plain, "what does not count")
    let serif = try #require(CTFontDescriptorCreateCopyWithFamily(plain, "DejaVu Serif"))
    #expect(CTFontCopyFamilyName(CTFont(serif, size: 0)) == "DejaVu Serif")
    #expect(CTFontDescriptorCreateCopyWithFamily(plain, "No Such Family") == nil)
  }

  @Test("what is drawn for a description, and what has to be as asked") func matching() throws {
    let asked = CTFontDescriptorCreateWithAttributes([kCTFontFamilyNameAttribute: "DejaVu Sans"])
    let found = try #require(CTFontDescriptorCreateMatchingFontDescriptor(asked, nil))
    #expect(CTFontDescriptorCopyAttribute(found, kCTFontNameAttribute) as? String == "DejaVuSans")
    let missing = CTFontDescriptorCreateWithNameAndSize("NoSuchFont", 12)
    #expect(CTFontDescriptorCreateMatchingFontDescriptor(missing, nil) != nil, "another stands for it")
    #expect(CTFontDescriptorCreateMatchingFontDescriptor(missing, NSSet(object: kCTFontNameAttribute)) == nil)
    #expect(CTFontDescriptorCreateMatchingFontDescriptor(asked, NSSet(object: kCTFontFamilyNameAttribute)) != nil)
  }

  @Test("a file that holds no font has no descriptions") func files() {
    #expect(CTFontManagerCreateFontDescriptorsFromURL(URL(fileURLWithPath: "/nowhere/at/all.ttf")) == nil)
    #expect(CTFontManagerCreateFontDescriptorsFromURL(URL(fileURLWithPath: "/dev/null")) == nil)
    #expect(CTFontManagerCreateFontDescriptorsFromData(Data("no font".utf8)).isEmpty)
  }

  @Test("names of the font's table and of its glyphs") func names() throws {
    var language: Unmanaged<NSString>?
    #expect(CTFontCopyLocalizedName(sans, kCTFontFamilyNameKey, &language) == "DejaVu Sans")
    #expect(language?.takeRetainedValue() == "en")
    var none: Unmanaged<NSString>? = nil
    #expect(CTFontCopyLocalizedName(sans, "nothing", &none) == nil && none == nil)
    #expect(CTFontCopyName(sans, kCTFontManufacturerNameKey)?.contains("DejaVu") == true)
    #expect(CTFontCopyName(sans, kCTFontLicenseURLNameKey)?.hasPrefix("http") == true)
    #expect(CTFontCopyNameForGlyph(sans, CTFontGetGlyphWithName(sans, "A")) == "A")
  }

  @Test("advances and origins add up to positions") func advancesAndOrigins() throws {
    // An accent that is set over its letter: its origin is not its pen.
    let text = NSAttributedString(string: "ab\u{0331}\u{0307}c", attributes: [.font: sans])
    let run = try #require((CTLineGetGlyphRuns(CTLineCreateWithAttributedString(text)) as? [CTRun])?.first)
    let count = CTRunGetGlyphCount(run)
    var positions = [CGPoint](repeating: .zero, count: count)
    var advances = [CGSize](repeating: .zero, count: count)
    var origins = [CGPoint](repeating: .zero, count: count)
    CTRunGetPositions(run, CFRangeMake(0, 0), &positions)
    CTRunGetBaseAdvancesAndOrigins(run, CFRangeMake(0, 0), &advances, &origins)
    var pen = positions[0].x - origins[0].x
    for index in 0..<count {
      #expect(abs(pen + origins[index].x - positions[index].x) < 1e-6 && origins[index].y == positions[index].y)
      pen += advances[index].width
    }
    var last = [CGPoint.zero]
    CTRunGetBaseAdvancesAndOrigins(run, CFRangeMake(count - 1, 1), nil, &last)
    #expect(abs(last[0].x - origins[count - 1].x) < 1e-6)
    CTRunGetBaseAdvancesAndOrigins(run, CFRangeMake(0, 0), nil, nil)
  }

  @Test("an offset of tabs changes nothing of text without tabs") func offsets() throws {
    let text = NSAttributedString(string: "one two three", attributes: [.font: sans])
    let made = try #require(CTTypesetterCreateWithAttributedStringAndOptions(text, nil))
    #expect(CTTypesetterSuggestLineBreakWithOffset(made, 0, 110, 5) == CTTypesetterSuggestLineBreak(made, 0, 110))
    #expect(CTTypesetterSuggestClusterBreakWithOffset(made, 0, 110, 5) == CTTypesetterSuggestClusterBreak(made, 0, 110))
    let line = CTTypesetterCreateLineWithOffset(made, CFRangeMake(4, 3), 5)
    #expect(CTLineGetStringRange(line) == CFRangeMake(4, 3))
  }
}
