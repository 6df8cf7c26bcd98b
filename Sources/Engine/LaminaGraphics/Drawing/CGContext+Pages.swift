// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
internal import LaminaGeometry

extension CGContext {
  /// Makes a context that writes a PDF document; user space is in points, **y up**.
  ///
  /// - Parameters:
  ///   - pageBox: The rectangle of all pages. Sides are 1...14,400.
  ///   - entries: The document's metadata.
  ///   - receive: Is called once with the bytes of the document, when it is closed or the context is freed.
  /// - Returns: `nil` for a box out of range, and when there is no memory.
  package convenience init?(
    pagesIn pageBox: CGRect, entries: [PDFDocument.Entry: String], receive: @escaping ([UInt8]) -> Void
  ) {
    let box = pageBox.standardized
    guard (1...14_400).contains(box.width), (1...14_400).contains(box.height), box.minX.isFinite, box.minY.isFinite,
      let document = PDFDocument(size: box.size, receive: receive), let target = document.makeTarget()
    else { return nil }
    document.describe(entries)
    self.init(
      target: target, width: Int(clamping: Double(box.width).rounded(.up)),
      height: Int(clamping: Double(box.height).rounded(.up)),
      deviceFromBase: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: -box.minX, ty: box.maxY),
      form: BitmapForm(layout: nil, bytesPerRow: 0, space: nil, info: []))
    self.document = document
  }

  /// Begins a page of a document with the state that the context began with. Other contexts do nothing.
  package func beginDocumentPage() {
    guard let document else { return }
    if document.isOnPage { endDocumentPage() }
    target.canvas.save()
    state = GraphicsState(deviceFromUser: deviceFromBase)
    textMatrix = .identity
    beginPath()
    document.isOnPage = true
  }

  /// Ends the page of a document, with all transparency layers and saved states. Without an open page, nothing happens.
  package func endDocumentPage() {
    guard let document, document.isOnPage else { return }
    while !transparencyLayers.isEmpty { endTransparencyLayer() }
    while !savedStates.isEmpty { restoreGState() }
    target.canvas.restore()
    document.showPage()
  }

  /// Ends a document and passes on its bytes. Later drawing is lost. Other contexts do nothing.
  package func closeDocument() {
    guard let document else { return }
    endDocumentPage()
    let nothing = PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1)
    if let end = DrawingTarget(.color, region: nothing) { target = end }
    savedStates = []
    document.close()
    self.document = nil
  }
}
