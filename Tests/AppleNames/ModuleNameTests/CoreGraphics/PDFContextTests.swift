// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CDeflate
import CoreGraphics
import Foundation
import LaminaCoreFoundation
import LaminaGeometry
import LaminaGraphics
import LaminaTestSupport
import Testing

@Suite struct PDFContextTests {
  private func document(
    _ box: CGRect = CGRect(x: 0, y: 0, width: 200, height: 100), _ info: CFDictionary? = nil,
    _ draw: (CGContext) throws -> Void
  ) throws -> Data {
    let data = NSMutableData()
    var box = box
    let consumer = try #require(CGDataConsumer(data: data as CFMutableData))
    let context = try #require(CGContext(consumer: consumer, mediaBox: &box, info))
    try draw(context)
    context.closePDF()
    #expect(consumer.error == nil)
    return Data(referencing: data)
  }

  private func text(_ data: Data) -> String { String(data: data, encoding: .isoLatin1) ?? "" }

  private func count(_ part: String, in data: Data) -> Int { text(data).components(separatedBy: part).count - 1 }

  /// The streams that are compressed, unpacked.
  private func streams(_ data: Data) throws -> [String] {
    let (start, end) = (Data("stream\n".utf8), Data("\nendstream".utf8))
    var result: [String] = []
    var position = data.startIndex
    while let begin = data.range(of: start, in: position..<data.endIndex),
      let finish = data.range(of: end, in: begin.upperBound..<data.endIndex)
    {
      let packed = Array(data[begin.upperBound..<finish.lowerBound])
      var unpacked = [UInt8](repeating: 0, count: 1 << 20)
      var size = 0
      let decompressor = try #require(libdeflate_alloc_decompressor())
      defer { libdeflate_free_decompressor(decompressor) }
      if libdeflate_zlib_decompress(decompressor, packed, packed.count, &unpacked, unpacked.count, &size)
        == LIBDEFLATE_SUCCESS
      {
        result.append(text(Data(unpacked.prefix(size))))
      }
      position = finish.upperBound
    }
    return result
  }

  @Test("pages hold what was drawn, as shapes") func shapes() throws {
    let data = try document { context in
      for page in 0..<2 {
        context.beginPDFPage(nil)
        context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
        context.fill(CGRect(x: 10, y: page == 0 ? 20 : 25, width: 30, height: 40))
        context.endPDFPage()
      }
    }
    #expect(text(data).hasPrefix("%PDF-") && text(data).contains("%%EOF"))
    #expect(count("/Type /Page\n", in: data) + count("/Type /Page ", in: data) == 2)
    #expect(count("[ 0 0 200 100 ]", in: data) >= 2)
    let pages = try streams(data).filter { $0.contains("1 0 0 rg") }
    // Cairo turns y over: 100 less 20 and 40 is 40.
    #expect(
      pages.count == 2 && pages.contains { $0.contains("10 40 30 40 re") }
        && pages.contains { $0.contains("10 35 30 40 re") })
  }

  @Test("pages do not share their state, and boxes have origins") func pageStates() throws {
    let data = try document(CGRect(x: 100, y: 50, width: 60, height: 40), [kCGPDFContextTitle: "A title"]) { context in
      context.beginPage(mediaBox: nil)
      context.saveGState()
      context.clip(to: CGRect(x: 0, y: 0, width: 1, height: 1))
      context.translateBy(x: 500, y: 500)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.endPage()
      context.beginPage(mediaBox: nil)
      #expect(context.ctm.tx == -100 && context.boundingBoxOfClipPath.contains(CGPoint(x: 130, y: 70)))
      context.setFillColor(red: 0, green: 0, blue: 1, alpha: 1)
      context.fill(CGRect(x: 110, y: 60, width: 5, height: 5))
    }
    #expect(text(data).contains("A title"))
    #expect(try streams(data).contains { $0.contains("0 0 1 rg") && $0.contains("10 25 5 5 re") })
  }

  @Test("text, pictures, shadows and gradients find their way onto pages") func everything() throws {
    let image = try #require(CGImage.noise(width: 8, height: 8))
    let data = try document { context in
      context.beginPDFPage(nil)
      context.draw(image, in: CGRect(x: 0, y: 0, width: 50, height: 50))
      context.setShadow(offset: CGSize(width: 2, height: 2), blur: 4)
      context.fill(CGRect(x: 60, y: 10, width: 20, height: 20))
      let gradient = try #require(
        CGGradient(colorsSpace: nil, colors: [CGColor.black, CGColor.white] as CFArray, locations: nil))
      context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 200, y: 0), options: [])
      context.setBlendMode(.hue)
      context.fillEllipse(in: CGRect(x: 0, y: 0, width: 100, height: 100))
      context.setBlendMode(.plusDarker)
      context.fillEllipse(in: CGRect(x: 0, y: 0, width: 100, height: 100))
      NSAttributedString(string: "Text").draw(at: CGPoint(x: 10, y: 10), in: context)
      #expect(context.makeImage() == nil && context.data == nil && context.colorSpace == nil)
      context.endPDFPage()
    }
    #expect(count("/Subtype /Image", in: data) >= 3 && text(data).contains("%%EOF"))
  }

  @Test("a document is finished when its context goes, and only once") func closing() throws {
    let data = NSMutableData()
    do {
      let consumer = try #require(CGDataConsumer(data: data))
      let context = try #require(CGContext(consumer: consumer, mediaBox: nil, nil))
      context.beginPDFPage(nil)
      context.fill(CGRect(x: 0, y: 0, width: 9, height: 9))
      #expect(data.length == 0)
    }
    #expect(text(Data(referencing: data)).contains("%%EOF") && text(Data(referencing: data)).contains("612 792"))
    let length = data.length
    let consumer = try #require(CGDataConsumer(data: data))
    let context = try #require(CGContext(consumer: consumer, mediaBox: nil, nil))
    context.beginPDFPage(nil)
    context.closePDF()
    let closed = data.length
    #expect(closed > length)
    context.closePDF()
    context.beginPDFPage(nil)
    context.fill(CGRect(x: 0, y: 0, width: 9, height: 9))
    context.restoreGState()
    context.endPDFPage()
    #expect(data.length == closed)
  }

  @Test("boxes that cannot be, and files that cannot be written") func refused() throws {
    for box in [
      CGRect.zero, .null, .infinite, CGRect(x: 0, y: 0, width: 1e6, height: 10),
      CGRect(x: 0, y: 0, width: CGFloat.nan, height: 10),
    ] {
      var box = box
      let consumer = try #require(CGDataConsumer(data: NSMutableData()))
      #expect(CGContext(consumer: consumer, mediaBox: &box, nil) == nil)
    }
    let consumer = try #require(CGDataConsumer(url: URL(fileURLWithPath: "/nowhere/at/all.pdf")))
    let context = try #require(CGContext(consumer: consumer, mediaBox: nil, nil))
    context.closePDF()
    #expect(consumer.error != nil)
    let address = try #require(URL(string: "https://example.org/a.pdf"))
    #expect(CGDataConsumer(url: address) == nil)
    // Elsewhere pages mean nothing.
    let bitmap = try #require(CGContext(width: 4, height: 4))
    bitmap.beginPDFPage(nil)
    bitmap.endPDFPage()
    bitmap.closePDF()
    #expect(bitmap.makeImage() != nil)
  }
}
