import CoreText

let descriptor = CTFontDescriptorCreateWithAttributes([kCTFontFamilyNameAttribute: "DejaVu Sans"] as CFDictionary)
let font = CTFontCreateWithFontDescriptor(descriptor, 20, nil)
guard let text = CFAttributedStringCreateMutable(kCFAllocatorDefault, 0) else { fatalError("no text") }
CFAttributedStringReplaceString(text, CFRangeMake(0, 0), "one word and another" as CFString)
CFAttributedStringSetAttribute(text, CFRangeMake(0, 20), kCTFontAttributeName, font)
let framesetter = CTFramesetterCreateWithAttributedString(text)
let path = CGPath(rect: CGRect(x: 0, y: 0, width: 110, height: 200), transform: nil)
let frame = CTFramesetterCreateFrame(framesetter, CFRangeMake(0, 0), path, nil)
guard
  let context = CGContext(
    data: nil, width: 110, height: 200, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
else { fatalError("no context") }
CTFrameDraw(frame, context)
let lines = CTFrameGetLines(frame) as? [CTLine] ?? []
let isLine = lines.allSatisfy { CFGetTypeID($0) == CTLineGetTypeID() }
print("\(CFArrayGetCount(CTFrameGetLines(frame)) > 1) \(isLine) \(CTFontGetSize(font))")
