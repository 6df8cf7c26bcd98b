// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing
import UIKit

/// PDF documents, by what stands in their files: pages are counted by their objects, and sizes are in the media box.
@Suite struct PDFRendererTests {
  private func text(_ data: Data) -> String { String(data: data, encoding: .isoLatin1) ?? "" }

  private func pages(_ data: Data) -> Int {
    text(data).matches(of: /\/Type \/Page(?!s)/).count
  }

  private static let sheet = CGRect(x: 0, y: 0, width: 200, height: 100)

  /// The same page, drawn by functions for C.
  private func reference(_ draw: (CGContext) -> Void) throws -> Data {
    let data = NSMutableData()
    var box = Self.sheet
    let consumer = try #require(CGDataConsumer(data: data))
    let context = try #require(CGContext(consumer: consumer, mediaBox: &box, nil))
    context.beginPDFPage(nil)
    draw(context)
    context.endPDFPage()
    context.closePDF()
    return Data(referencing: data)
  }

  /// The text without what tells when a document was made.
  private func timeless(_ data: Data) -> String {
    text(data).replacing(/\/CreationDate \([^)]*\)/, with: "")
  }

  @Test("a page is drawn with y down: as one of C that is turned over")
  func flipped() throws {
    let renderer = UIGraphicsPDFRenderer(bounds: Self.sheet)
    let data = renderer.pdfData { context in
      #expect(UIGraphicsGetCurrentContext() === context.cgContext && context.pdfContextBounds == Self.sheet)
      context.beginPage()
      UIColor.red.setFill()
      context.fill(CGRect(x: 10, y: 20, width: 30, height: 40))
    }
    #expect(UIGraphicsGetCurrentContext() == nil)
    #expect(text(data).hasPrefix("%PDF-") && pages(data) == 1)
    let same = try reference { context in
      context.setFillColor(UIColor.red.cgColor)
      context.translateBy(x: 0, y: 100)
      context.scaleBy(x: 1, y: -1)
      context.fill(CGRect(x: 10, y: 20, width: 30, height: 40))
    }
    #expect(timeless(data) == timeless(same))
  }

  @Test("each begun page is one, and the document says what it was told")
  func pageCount() {
    let format = UIGraphicsPDFRendererFormat()
    format.documentInfo = [kCGPDFContextTitle as String: "Report"]
    let renderer = UIGraphicsPDFRenderer(bounds: .zero, format: format)
    let data = renderer.pdfData { context in
      #expect(context.pdfContextBounds == CGRect(x: 0, y: 0, width: 612, height: 792))
      for _ in 0..<3 { context.beginPage() }
      context.beginPage(withBounds: Self.sheet, pageInfo: [:])
    }
    #expect(pages(data) == 4 && text(data).contains("Report"))
  }

  @Test("functions begin and end a document on the stack of contexts")
  func functions() {
    let data = NSMutableData()
    UIGraphicsBeginPDFPage()
    UIGraphicsEndPDFContext()
    UIGraphicsBeginPDFContextToData(data, Self.sheet, nil)
    #expect(UIGraphicsGetPDFContextBounds() == Self.sheet && UIGraphicsGetCurrentContext() != nil)
    UIGraphicsBeginPDFPage()
    UIRectFill(CGRect(x: 0, y: 0, width: 5, height: 5))
    UIGraphicsEndImageContext()
    #expect(UIGraphicsGetCurrentContext() != nil, "it is no picture")
    UIGraphicsBeginPDFPageWithInfo(Self.sheet, nil)
    UIGraphicsEndPDFContext()
    #expect(UIGraphicsGetCurrentContext() == nil && UIGraphicsGetPDFContextBounds() == .zero)
    #expect(pages(Data(referencing: data)) == 2)
  }

  @Test("sides that no page has make no document, and the stack stays whole")
  func badSizes() {
    for width in [0.5, 1e6, CGFloat.infinity] {
      let bounds = CGRect(x: 0, y: 0, width: width, height: 100)
      let data = UIGraphicsPDFRenderer(bounds: bounds).pdfData { _ in Issue.record("there are no pages") }
      #expect(data.isEmpty)
      let written = NSMutableData()
      UIGraphicsBeginPDFContextToData(written, bounds, nil)
      UIGraphicsBeginPDFPage()
      #expect(UIGraphicsGetCurrentContext() == nil && UIGraphicsGetPDFContextBounds() == .zero)
      UIGraphicsEndPDFContext()
      #expect(written.length == 0)
    }
    #expect(UIGraphicsGetCurrentContext() == nil)
  }

  @Test("files are written, and where they cannot be it is thrown")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let renderer = UIGraphicsPDFRenderer(bounds: Self.sheet)
    let file = folder.appendingPathComponent("one.pdf")
    try renderer.writePDF(to: file) { $0.beginPage() }
    #expect(pages(try Data(contentsOf: file)) == 1)
    let other = folder.appendingPathComponent("two.pdf")
    #expect(UIGraphicsBeginPDFContextToFile(other.path, Self.sheet, nil))
    UIGraphicsBeginPDFPage()
    UIGraphicsEndPDFContext()
    #expect(pages(try Data(contentsOf: other)) == 1)
    let nowhere = folder.appendingPathComponent("none/three.pdf")
    #expect(throws: (any Error).self) { try renderer.writePDF(to: nowhere) { $0.beginPage() } }
    let address = try #require(URL(string: "https://example.org/a.pdf"))
    #expect(throws: CocoaError.self) { try renderer.writePDF(to: address) { $0.beginPage() } }
  }

  @Test("families and the fonts in them are those that are installed")
  func families() {
    #expect(UIFont.familyNames.contains("DejaVu Sans") && UIFont.familyNames == UIFont.familyNames.sorted())
    let names = UIFont.fontNames(forFamilyName: "DejaVu Sans")
    #expect(names.contains("DejaVuSans") && names.contains("DejaVuSans-Bold") && !names.contains("DejaVuSerif"))
    #expect(UIFont.fontNames(forFamilyName: "No Such Family").isEmpty)
  }
}
