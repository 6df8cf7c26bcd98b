// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// PDF documents by Apple's names; the engine draws their pages.

public import Foundation
public import LaminaCoreFoundation
public import LaminaGraphics

/// The document's title.
public let kCGPDFContextTitle = "kCGPDFContextTitle"
/// The author of the document.
public let kCGPDFContextAuthor = "kCGPDFContextAuthor"
/// The subject of the document.
public let kCGPDFContextSubject = "kCGPDFContextSubject"
/// Words to find the document by: a text, or several.
public let kCGPDFContextKeywords = "kCGPDFContextKeywords"
/// The program that made the document.
public let kCGPDFContextCreator = "kCGPDFContextCreator"

extension CGContext {
  /// Makes a context that writes a PDF document; user space is in points, **y up**.
  ///
  /// Fills, lines, pictures, text and clips stay sharp at any size. Shadows, gradients, transparency layers, and
  /// drawing through masks or by blend modes that PDF lacks become pictures with one pixel per point.
  ///
  ///     let context = CGContext(consumer: consumer, mediaBox: &box, nil)
  ///     context?.beginPDFPage(nil)
  ///     context?.fill(CGRect(x: 10, y: 10, width: 80, height: 80))
  ///     context?.endPDFPage()
  ///     context?.closePDF()
  ///
  /// - Parameters:
  ///   - consumer: The receiver of the document when it is closed, or when the context is freed.
  ///   - mediaBox: The rectangle of all pages; `nil` for 612 x 792 points. Sides are 1...14,400.
  ///   - auxiliaryInfo: Values for ``kCGPDFContextTitle`` and the keys declared with it; other keys are ignored.
  /// - Returns: `nil` for a box out of range, and when there is no memory.
  public convenience init?(
    consumer: CGDataConsumer, mediaBox: UnsafePointer<CGRect>?, _ auxiliaryInfo: CFDictionary?
  ) {
    let keys: [(String, PDFDocument.Entry)] = [
      (kCGPDFContextTitle, .title), (kCGPDFContextAuthor, .author), (kCGPDFContextSubject, .subject),
      (kCGPDFContextKeywords, .keywords), (kCGPDFContextCreator, .creator),
    ]
    var entries: [PDFDocument.Entry: String] = [:]
    for (key, entry) in keys {
      let value = auxiliaryInfo?[key]
      entries[entry] = (value as? [String])?.joined(separator: ", ") ?? value as? String
    }
    let box = mediaBox?.pointee ?? CGRect(x: 0, y: 0, width: 612, height: 792)
    self.init(pagesIn: box, entries: entries) { consumer.take($0) }
  }

  /// Makes a context that writes a PDF file; see ``init(consumer:mediaBox:_:)``.
  ///
  /// - Parameters:
  ///   - url: The file, which is written whole or not at all.
  ///   - mediaBox: As in ``init(consumer:mediaBox:_:)``.
  ///   - auxiliaryInfo: As in ``init(consumer:mediaBox:_:)``.
  /// - Returns: `nil` as in ``init(consumer:mediaBox:_:)``, and for an address that is no file.
  public convenience init?(_ url: CFURL, mediaBox: UnsafePointer<CGRect>?, _ auxiliaryInfo: CFDictionary?) {
    guard let consumer = CGDataConsumer(url: url) else { return nil }
    self.init(consumer: consumer, mediaBox: mediaBox, auxiliaryInfo)
  }

  /// Begins a page of a PDF document with the state that the context began with. Other contexts do nothing.
  ///
  /// - Parameter pageInfo: Ignored: all pages have the document's box.
  public func beginPDFPage(_ pageInfo: CFDictionary?) { beginDocumentPage() }

  /// Ends the page of a PDF document, with all transparency layers and saved states. Without an open page, nothing
  /// happens.
  public func endPDFPage() { endDocumentPage() }

  /// Begins a page; the same as ``beginPDFPage(_:)``.
  ///
  /// - Parameter mediaBox: Ignored: all pages have the document's box.
  public func beginPage(mediaBox: UnsafePointer<CGRect>?) { beginPDFPage(nil) }

  /// Ends a page; the same as ``endPDFPage()``.
  public func endPage() { endPDFPage() }

  /// Ends a PDF document and passes it to its consumer. Later drawing is lost. Other contexts do nothing.
  public func closePDF() { closeDocument() }
}
