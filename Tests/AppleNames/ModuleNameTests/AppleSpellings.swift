// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// A file as programs have it: Apple's modules by their names, and none of ours.

import CoreGraphics
import CoreText
import Foundation
import ImageIO

/// A word's outlines as a PNG file, by Core Text, Core Graphics and Image I/O.
func pictureOfOutlines(of word: String, size: CGFloat) -> Data? {
  let font = CTFontCreateWithName("DejaVu Sans" as CFString, size, nil)
  let attributes = [kCTFontAttributeName as NSAttributedString.Key: font]
  let line = CTLineCreateWithAttributedString(NSAttributedString(string: word, attributes: attributes))
  let outlines = CGMutablePath()
  for run in CTLineGetGlyphRuns(line) as? [CTRun] ?? [] {
    let count = CTRunGetGlyphCount(run)
    var glyphs = [CGGlyph](repeating: 0, count: count)
    var positions = [CGPoint](repeating: .zero, count: count)
    CTRunGetGlyphs(run, CFRangeMake(0, count), &glyphs)
    CTRunGetPositions(run, CFRangeMake(0, count), &positions)
    for (glyph, position) in zip(glyphs, positions) {
      guard let outline = CTFontCreatePathForGlyph(font, glyph, nil) else { continue }
      outlines.addPath(outline, transform: CGAffineTransform(translationX: position.x, y: position.y))
    }
  }
  let box = outlines.boundingBoxOfPath.insetBy(dx: -1, dy: -1)
  guard
    let context = CGContext(
      data: nil, width: Int(box.width.rounded(.up)), height: Int(box.height.rounded(.up)), bitsPerComponent: 8,
      bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
  else { return nil }
  context.translateBy(x: -box.minX, y: -box.minY)
  context.addPath(outlines)
  context.fillPath()
  let data = NSMutableData()
  guard let image = context.makeImage(),
    let destination = CGImageDestinationCreateWithData(data as CFMutableData, "public.png" as CFString, 1, nil)
  else { return nil }
  CGImageDestinationAddImage(destination, image, nil)
  return CGImageDestinationFinalize(destination) ? data as Data : nil
}

/// The width and height of a picture file.
func pixelSize(of file: Data) -> (width: Int, height: Int)? {
  guard let source = CGImageSourceCreateWithData(file as CFData, nil),
    let image = CGImageSourceCreateImageAtIndex(source, 0, [kCGImageSourceShouldCache: kCFBooleanTrue!] as CFDictionary)
  else { return nil }
  return (image.width, image.height)
}
