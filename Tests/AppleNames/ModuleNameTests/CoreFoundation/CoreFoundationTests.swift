// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CoreGraphics
import CoreText
import Foundation
import ImageIO
import LaminaCoreFoundation
import LaminaGraphics
import Testing

/// The spellings that programs have, and bad input.
@Suite struct CoreFoundationTests {
  @Test("names stand for what they are bridged to") func names() {
    let string = "abc" as CFString
    #expect(CFStringGetLength(string) == 3 && (string as String) == "abc" && (string as NSString).length == 3)
    #expect(kCFBooleanTrue! == true && kCFBooleanFalse.boolValue == false)
    let options = [kCGImageSourceShouldCache: kCFBooleanTrue as Any] as CFDictionary
    #expect(options[kCGImageSourceShouldCache] as? Bool == true)
    #expect(CFBooleanGetValue(kCFBooleanTrue))
    #expect(CFRangeMake(2, 3) == CFRange(location: 2, length: 3))
    #expect(NSEC_PER_SEC == 1_000_000_000 && NSEC_PER_SEC / NSEC_PER_MSEC == 1000)
    let font = CTFontCreateWithName("DejaVu Sans" as CFString, 12, nil)
    let attributes = [kCTFontAttributeName as NSAttributedString.Key: font]
    #expect(NSAttributedString(string: "x", attributes: attributes).attribute(.font, at: 0, effectiveRange: nil) != nil)
    #expect((kCTFontAttributeName as String) == NSAttributedString.Key.font.rawValue)
  }

  @Test("strings are compared by code points, unless a flag says otherwise") func comparison() {
    #expect(CFStringCompare("a", "b", []) == .compareLessThan && CFStringCompare("b", "a", []) == .compareGreaterThan)
    #expect(CFStringCompare("a", "A", []) == .compareGreaterThan)
    #expect(CFStringCompare("a", "A", .compareCaseInsensitive) == .compareEqualTo)
    #expect(CFStringCompare("layer 10", "layer 9", []) == .compareLessThan)
    #expect(CFStringCompare("layer 10", "layer 9", .compareNumerically) == .compareGreaterThan)
    #expect(CFStringCompare("\u{e9}", "e", .compareDiacriticInsensitive) == .compareEqualTo)
    #expect(CFStringCompare("\u{e9}", "e\u{301}", []) != .compareEqualTo)
    #expect(CFStringCompare("\u{e9}", "e\u{301}", .compareNonliteral) == .compareEqualTo)
    #expect(CFStringCompare(nil, "a", []) == .compareLessThan && CFStringCompare("a", nil, []) == .compareGreaterThan)
    #expect(CFStringCompare(nil, nil, []).rawValue == 0)
  }

  @Test("identifiers are written and read back, and no two are alike") func identifiers() {
    let one = CFUUIDCreate(kCFAllocatorDefault)
    #expect(one != CFUUIDCreate(nil) && CFUUIDCreateFromString(nil, CFUUIDCreateString(nil, one)) == one)
    #expect(CFUUIDCreateFromString(kCFAllocatorNull, "no identifier") == nil && CFUUIDCreateString(nil, nil) == nil)
  }

  @Test("elements of arrays: objects, and nothing for anything else") func arrays() {
    final class Thing {}
    let thing = Thing()
    let array: CFArray = [thing, 7, "text"]
    #expect(CFArrayGetCount(array) == 3)
    #expect(Unmanaged<Thing>.fromOpaque(CFArrayGetValueAtIndex(array, 0)).takeUnretainedValue() === thing)
    #expect(CFArrayGetValueAtIndex(array, 1) == nil && CFArrayGetValueAtIndex(array, 2) == nil)
    #expect(CFArrayGetValueAtIndex(array, 3) == nil && CFArrayGetValueAtIndex(array, -1) == nil)
  }

  @Test("strings are made of bytes, units and parts") func strings() {
    #expect(CFStringCreateWithCString(nil, "h\u{e9}", CFStringBuiltInEncodings.UTF8.rawValue) == "h\u{e9}")
    #expect(CFStringCreateWithCString(nil, "\u{e9}", CFStringBuiltInEncodings.ASCII.rawValue) == nil)
    #expect(CFStringCreateWithCString(nil, "x", 0xBAD) == nil)
    #expect(CFStringCreateWithCharacters(kCFAllocatorDefault, [0x41, 0xD83D, 0xDE00], 3) == "A\u{1F600}")
    #expect(CFStringCreateWithSubstring(nil, "hello", CFRangeMake(1, 3)) == "ell")
    #expect(CFStringCreateWithSubstring(nil, "hello", CFRangeMake(3, 100)) == "lo")
    #expect(CFStringCreateWithSubstring(nil, "hello", CFRangeMake(-3, -1)) == "")
  }

  @Test("attributed strings are made, changed and read") func attributed() throws {
    let font = CTFontCreateWithName("DejaVu Sans", 12, nil)
    let made = CFAttributedStringCreate(nil, "abcdef" as CFString, [kCTFontAttributeName: font] as CFDictionary)
    #expect(try #require(made?.attribute(.font, at: 5, effectiveRange: nil) as? CTFont) == font)
    let created = CFAttributedStringCreateMutable(kCFAllocatorDefault, 0)
    CFAttributedStringReplaceString(created, CFRangeMake(0, 0), "x")
    CFAttributedStringReplaceString(created!, CFRangeMake(0, 1), "")
    let text = try #require(created)
    CFAttributedStringReplaceString(text, CFRangeMake(0, 0), "hello")
    CFAttributedStringSetAttribute(text, CFRangeMake(1, 2), kCTKernAttributeName, 3)
    #expect(text.attribute(.kern, at: 1, effectiveRange: nil) as? Int == 3)
    #expect(text.attribute(.kern, at: 3, effectiveRange: nil) == nil)
    CFAttributedStringSetAttribute(text, CFRangeMake(4, 100), kCTKernAttributeName, 5)
    #expect(text.attribute(.kern, at: 4, effectiveRange: nil) as? Int == 5)
    CFAttributedStringRemoveAttribute(text, CFRangeMake(-2, 100), kCTKernAttributeName)
    #expect(text.attribute(.kern, at: 1, effectiveRange: nil) == nil)
    CFAttributedStringSetAttributes(text, CFRangeMake(0, 1), ["own": 1], true)
    #expect(text.attribute(NSAttributedString.Key("own"), at: 0, effectiveRange: nil) as? Int == 1)
    #expect(CFAttributedStringGetLength(text) == 5 && CFAttributedStringGetString(text) == "hello")
    let copy = CFAttributedStringCreateMutableCopy(nil, 0, text)
    CFAttributedStringReplaceAttributedString(copy, CFRangeMake(0, 5), made)
    #expect(CFAttributedStringGetString(copy) == "abcdef" && CFAttributedStringGetString(text) == "hello")
    // Nothing is done with nothing.
    CFAttributedStringSetAttribute(nil, CFRangeMake(0, 5), kCTKernAttributeName, 1)
    #expect(CFAttributedStringGetLength(nil) == 0 && CFAttributedStringCreateCopy(nil, nil) == nil)
  }

  @Test("bytes of data are copied as far as there are any") func data() {
    let data = Data([9, 1, 2, 3])[1...] as CFData
    #expect(CFDataGetLength(data) == 3)
    var bytes: [UInt8] = [0, 0, 0, 0]
    CFDataGetBytes(data, CFRangeMake(1, 50), &bytes)
    #expect(bytes == [2, 3, 0, 0])
    CFDataGetBytes(data, CFRangeMake(-4, -4), &bytes)
    #expect(bytes == [2, 3, 0, 0])
  }

  @Test("names of collections that change, and of what stands for nothing") func changing() {
    let array: CFMutableArray = CFArrayCreateMutable(kCFAllocatorDefault, 0, nil)
    array.add("a")
    let dictionary: CFMutableDictionary = CFDictionaryCreateMutable(kCFAllocatorDefault, 0, nil, nil)
    dictionary["key"] = 3
    #expect(array.count == 1 && dictionary["key"] as? Int == 3)
    #expect(CFGetTypeID(array) == CFArrayGetTypeID() && CFGetTypeID(dictionary) == CFDictionaryGetTypeID())
    let set: CFMutableSet = NSMutableSet(array: [1, 1, 2])
    let fixed: CFSet = set
    #expect(fixed.count == 2 && kCFNull == NSNull() && (kCFNull as CFNull?) != nil)
  }

  @Test("text without letters is made without a string") func emptyText() {
    let text = NSMutableAttributedString()
    text.append(NSAttributedString(string: "a"))
    #expect(text.string == "a" && NSAttributedString().length == 0)
    #expect(type(of: NSMutableAttributedString()) == NSMutableAttributedString.self)
  }
}
