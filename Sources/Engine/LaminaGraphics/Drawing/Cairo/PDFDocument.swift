// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CCairo
internal import Foundation
internal import LaminaGeometry

/// The document whose pages a context writes, by Cairo's PDF surface.
package final class PDFDocument {
  /// An entry of the document's metadata.
  package enum Entry: Sendable {
    case title, author, subject, keywords, creator

    fileprivate var cairo: cairo_pdf_metadata_t {
      switch self {
      case .title: CAIRO_PDF_METADATA_TITLE
      case .author: CAIRO_PDF_METADATA_AUTHOR
      case .subject: CAIRO_PDF_METADATA_SUBJECT
      case .keywords: CAIRO_PDF_METADATA_KEYWORDS
      case .creator: CAIRO_PDF_METADATA_CREATOR
      }
    }
  }

  /// The bytes that Cairo has written so far.
  private final class Bytes {
    var written: [UInt8] = []
  }

  private let bytes: Bytes
  private let receive: ([UInt8]) -> Void
  /// The surface, kept alive until the document is closed.
  private var surface: OpaquePointer?
  /// Whether a page has begun.
  var isOnPage = false

  /// Makes a document.
  ///
  /// - Parameters:
  ///   - size: The size of a page, in points.
  ///   - receive: Is called with the bytes when the document is closed.
  /// - Returns: `nil` when there is no memory.
  init?(size: CGSize, receive: @escaping ([UInt8]) -> Void) {
    let bytes = Bytes()
    let made = cairo_pdf_surface_create_for_stream(
      { target, data, count in
        guard let target, let data else { return CAIRO_STATUS_WRITE_ERROR }
        Unmanaged<Bytes>.fromOpaque(target).takeUnretainedValue().written += UnsafeBufferPointer(
          start: data, count: Int(count))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(bytes).toOpaque(), Double(size.width), Double(size.height))
    guard let made, cairo_surface_status(made) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(made)
      return nil
    }
    (surface, self.bytes, self.receive) = (made, bytes, receive)
  }

  deinit {
    close()
  }

  /// Makes the target for drawing into the pages.
  func makeTarget() -> DrawingTarget? {
    guard let surface else { return nil }
    return DrawingTarget(CairoSurface(pages: cairo_surface_reference(surface)))
  }

  /// Writes the document's metadata.
  func describe(_ entries: [Entry: String]) {
    guard let surface else { return }
    for (entry, text) in entries { cairo_pdf_surface_set_metadata(surface, entry.cairo, text) }
  }

  /// Ends the page.
  func showPage() {
    // Glyphs are looked up again as a page ends.
    if let surface { FontLibrary.shared.withFontFiles { cairo_surface_show_page(surface) } }
    isOnPage = false
  }

  /// Writes the rest, and passes the bytes on. A second call does nothing.
  func close() {
    guard let surface else { return }
    if isOnPage { showPage() }
    FontLibrary.shared.withFontFiles {
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
    self.surface = nil
    receive(bytes.written)
    bytes.written = []
  }
}

extension CairoSurface {
  /// Takes ownership of the pages of a document. The region is as large as any page; the clip has the size of the page.
  init(pages surface: OpaquePointer) {
    let side = Int32(Self.maximumSide)
    self.init(pages: surface, region: PixelRect(minX: 0, minY: 0, maxX: side, maxY: side))
  }
}
