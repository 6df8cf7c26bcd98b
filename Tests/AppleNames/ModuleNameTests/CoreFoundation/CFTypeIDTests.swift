// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CoreGraphics
import CoreText
import Foundation
import ImageIO
import LaminaCoreFoundation
import LaminaGeometry
import LaminaGraphics
import Testing

@Suite struct CFTypeIDTests {
  private func type(_ value: Any) -> CFTypeID { CFGetTypeID(value as CFTypeRef) }

  @Test("values say of which type they are, as code asks that takes them out of an Any") func types() throws {
    let color = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let context = try #require(CGContext(width: 2, height: 2))
    let font = CTFontCreateWithName("DejaVu Sans" as CFString, 12, nil)
    let answers: [(CFTypeID, CFTypeID)] = [
      (type(color), CGColor.typeID), (type(CGColorSpaceCreateDeviceRGB()), CGColorSpace.typeID),
      (type(CGMutablePath()), CGPath.typeID), (type(CGPath(rect: .zero, transform: nil)), CGPath.typeID),
      (type(try #require(context.makeImage())), CGImage.typeID), (type(context), CGContext.typeID),
      (type(font), CTFontGetTypeID()), (type("text"), CFStringGetTypeID()),
      (type(NSAttributedString(string: "text")), CFAttributedStringGetTypeID()), (type(3.5), CFNumberGetTypeID()),
      (type([1, 2]), CFArrayGetTypeID()), (type(["a": 1]), CFDictionaryGetTypeID()), (type(Data()), CFDataGetTypeID()),
    ]
    for (index, (found, expected)) in answers.enumerated() { #expect(found == expected, "\(index)") }
    #expect(Set(answers.map(\.1)).count == 12, "a path that changes is a path; all else is something else")
    final class Thing {}
    #expect(CFGetTypeID(Thing()) == 0)
  }

  @Test("equal values are equal in whatever boxes") func equality() {
    let (red, blue) = (
      CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    )
    #expect(CFEqual(red as CFTypeRef, red as CFTypeRef) && !CFEqual(red as CFTypeRef, blue as CFTypeRef))
    #expect(CFEqual("a" as CFTypeRef, "a" as CFTypeRef) && !CFEqual("a" as CFTypeRef, red as CFTypeRef))
    #expect(CFEqual(nil, nil) && !CFEqual(nil, "a" as CFTypeRef))
    final class Thing {}
    let thing = Thing()
    #expect(CFEqual(thing, thing) && !CFEqual(thing, Thing()))
  }

  @Test("values are asked for their type without casts, optional ones and those in an Any too") func castless() throws {
    let color = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let maybe: CGColor? = color
    #expect(CFGetTypeID(color) == CGColor.typeID && CFGetTypeID(maybe) == CGColor.typeID)
    #expect(CFGetTypeID(CGMutablePath()) == CGPath.typeID)
    #expect(CFGetTypeID(CGColorSpaceCreateDeviceRGB()) == CGColorSpace.typeID)
    #expect(CFGetTypeID(CTFontCreateWithName("DejaVu Sans" as CFString, 12, nil)) == CTFontGetTypeID())
    #expect(CFGetTypeID("text" as CFString) == CFStringGetTypeID() && CFGetTypeID(NSString("a")) == CFStringGetTypeID())
    #expect(CFGetTypeID(nil) == 0)
    let image = try #require(CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 255]))
    for contents: Any? in [image, image as AnyObject] as [Any?] {
      #expect(CFGetTypeID(contents as CFTypeRef) == CGImage.typeID && CFGetTypeID(contents) == CGImage.typeID)
    }
    let nothing: Any? = nil
    #expect(CFGetTypeID(nothing as CFTypeRef) == 0 && CFGetTypeID(nothing) == 0)
  }

  @Test("equality needs no casts, and has the same answer with them") func castlessEquality() throws {
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 2, height: 2), transform: nil)
    let image = try #require(CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 255]))
    let font = CTFontCreateWithName("DejaVu Sans" as CFString, 12, nil)
    let pairs: [(Any?, Any?, Bool)] = [
      (CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), true),
      (CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5), false),
      // CGColorEqualToColor: equal spaces and equal components.
      (CGColor(gray: 1, alpha: 1), CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1), false),
      (path, CGPath(rect: CGRect(x: 0, y: 0, width: 2, height: 2), transform: nil), true),
      (path, CGPath(rect: CGRect(x: 0, y: 0, width: 2, height: 3), transform: nil), false),
      (image, image, true), (image, path, false),
      (CGColorSpaceCreateDeviceRGB(), CGColorSpaceCreateDeviceRGB(), true),
      (CGColorSpaceCreateDeviceRGB(), CGColorSpaceCreateDeviceGray(), false),
      (font, CTFontCreateWithName("DejaVu Sans" as CFString, 12, nil), true), (font, font.withSize(13), false),
      ("a", NSString("a"), true), (NSString("a"), NSString("b"), false), (NSNumber(value: 3), NSNumber(value: 3), true),
      ([1, 2], NSArray(array: [1, 2]), true), (Data([1]), NSData(data: Data([1])), true),
      ("1", NSNumber(value: 1), false),
      (nil, nil, true), (image, nil, false), (nil, "a", false),
    ]
    for (index, (first, second, isEqual)) in pairs.enumerated() {
      #expect(CFEqual(first, second) == isEqual && CFEqual(second, first) == isEqual, "\(index)")
      if isEqual { #expect(CFHash(first) == CFHash(second), "\(index)") }
      guard let first, let second else { continue }
      #expect(CFEqual(first as CFTypeRef, second as CFTypeRef) == isEqual, "\(index) as objects")
    }
  }

  @Test("pictures, contexts and their like are equal to themselves alone") func identity() throws {
    func image() throws -> CGImage { try #require(CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 255])) }
    let (first, second) = (try image(), try image())
    #expect(first == first && first != second && Set([first, second, first]).count == 2)
    #expect(try #require(first.copy()) == first && CFHash(first) == CFHash(first))
    let (context, other) = (try #require(CGContext(width: 1, height: 1)), CGContext(width: 1, height: 1))
    #expect(context == context && context != other)
  }

  @Test("points, sizes and rectangles go into dictionaries and come out") func dictionaries() {
    let box = CGRect(x: 1, y: -2, width: 3.5, height: 4)
    #expect(CGRect(dictionaryRepresentation: box.dictionaryRepresentation) == box)
    #expect(CGPoint(dictionaryRepresentation: box.origin.dictionaryRepresentation) == box.origin)
    #expect(CGSize(dictionaryRepresentation: box.size.dictionaryRepresentation) == box.size)
    #expect(Set(box.dictionaryRepresentation.keys) == ["X", "Y", "Width", "Height"])
    #expect(CGRect(dictionaryRepresentation: ["X": 1, "Y": 2.5, "Width": 3, "Height": CGFloat(4)])?.maxY == 6.5)
    #expect(CGRect(dictionaryRepresentation: box.origin.dictionaryRepresentation) == nil)
    #expect(
      CGPoint(dictionaryRepresentation: ["X": "1", "Y": 2]) == nil && CGSize(dictionaryRepresentation: [:]) == nil)
  }

  @Test("pictures of PNG and JPEG files; none of other bytes") func files() throws {
    let image = try #require(
      CGImage(width: 2, height: 1, premultipliedRGBA: [255, 0, 0, 255, 0, 0, 255, 255]))
    func file(_ type: String) throws -> CGDataProvider {
      let data = NSMutableData()
      let destination = try #require(CGImageDestinationCreateWithData(data, type as CFString, 1, nil))
      CGImageDestinationAddImage(destination, image, nil)
      #expect(CGImageDestinationFinalize(destination))
      return try #require(CGDataProvider(data: data as Data))
    }
    let (png, jpeg) = (try file("public.png"), try file("public.jpeg"))
    func fromPNG(_ file: CGDataProvider, _ decode: [CGFloat]? = nil) -> CGImage? {
      guard let decode else {
        return CGImage(pngDataProviderSource: file, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
      }
      return CGImage(pngDataProviderSource: file, decode: decode, shouldInterpolate: true, intent: .defaultIntent)
    }
    func fromJPEG(_ file: CGDataProvider) -> CGImage? {
      CGImage(jpegDataProviderSource: file, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    }
    #expect(try #require(fromPNG(png)).straightPixel(x: 1, y: 0) == image.straightPixel(x: 1, y: 0))
    // Red and blue turned over: red becomes cyan without its green.
    let turned = try #require(fromPNG(png, [1, 0, 0, 1, 1, 0]))
    #expect(turned.straightPixel(x: 0, y: 0) == image.straightPixel(x: 1, y: 0))
    #expect(fromJPEG(jpeg)?.width == 2)
    #expect(fromPNG(jpeg) == nil && fromJPEG(png) == nil)
    #expect(fromPNG(try #require(CGDataProvider(data: Data([1, 2, 3])))) == nil)
  }

  @Test("sizes and rectangles in device space and back") func spaces() throws {
    // As Apple has it, with y up.
    let context = try #require(
      CGContext(
        data: nil, width: 10, height: 10, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.translateBy(x: 5, y: 6)
    context.scaleBy(x: 2, y: 3)
    #expect(context.convertToDeviceSpace(CGSize(width: 1, height: 1)) == CGSize(width: 2, height: 3))
    #expect(context.convertToUserSpace(CGSize(width: 2, height: 3)) == CGSize(width: 1, height: 1))
    let box = CGRect(x: 1, y: 1, width: 2, height: 2)
    #expect(context.convertToDeviceSpace(box) == CGRect(x: 7, y: 9, width: 4, height: 6))
    #expect(context.convertToUserSpace(context.convertToDeviceSpace(box)) == box)
  }

  @Test("all types of drawing, pictures and text have a number of their own") func numbers() throws {
    let numbers = [
      CGColor.typeID, CGColorSpace.typeID, CGPath.typeID, CGImage.typeID, CGContext.typeID, CGGradient.typeID,
      CGPattern.typeID, CGFont.typeID, CGShading.typeID, CGFunction.typeID, CGLayer.typeID, CGDataProvider.typeID,
      CGDataConsumer.typeID, CGImageSourceGetTypeID(), CGImageDestinationGetTypeID(), CTFontGetTypeID(),
      CTFontDescriptorGetTypeID(), CTParagraphStyleGetTypeID(), CTLineGetTypeID(), CTRunGetTypeID(),
      CTFrameGetTypeID(), CTFramesetterGetTypeID(), CTTypesetterGetTypeID(),
    ]
    #expect(Set(numbers).count == numbers.count && !numbers.contains(0))
    let text = NSAttributedString(string: "a", attributes: [.font: CTFontCreateWithName("DejaVu Sans", 12, nil)])
    let line = CTLineCreateWithAttributedString(text)
    let setter = CTFramesetterCreateWithAttributedString(text)
    let frame = CTFramesetterCreateFrame(
      setter, CFRangeMake(0, 0), CGPath(rect: CGRect(x: 0, y: 0, width: 99, height: 99), transform: nil), nil)
    let provider = try #require(CGDataProvider(data: Data([1]) as CFData))
    let context = try #require(CGContext(width: 2, height: 2))
    #expect(type(line) == CTLineGetTypeID() && type(setter) == CTFramesetterGetTypeID())
    #expect(type(frame) == CTFrameGetTypeID() && type(provider) == CGDataProvider.typeID)
    #expect(type(try #require(CTLineGetGlyphRuns(line).first)) == CTRunGetTypeID())
    #expect(type(CTFramesetterGetTypesetter(setter)) == CTTypesetterGetTypeID())
    #expect(type(CTParagraphStyleCreate(nil, 0)) == CTParagraphStyleGetTypeID())
    let layer = try #require(CGLayer(context, size: CGSize(width: 1, height: 1), auxiliaryInfo: nil))
    #expect(type(layer) == CGLayer.typeID)
    #expect(type(CTFontDescriptorCreateWithNameAndSize("a", 1)) == CTFontDescriptorGetTypeID())
    #expect(type(try #require(CGImageSourceCreateWithData(Data(), nil))) == CGImageSourceGetTypeID())
  }

  @Test("colours are equal in one space, and drawn alike in several") func colors() {
    let white = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    #expect(CGColorEqualToColor(white, white) && CGColorEqualToColor(nil, nil) && !CGColorEqualToColor(white, nil))
    #expect(!CGColorEqualToColor(white, CGColor(gray: 1, alpha: 1)), "another space")
  }
}
