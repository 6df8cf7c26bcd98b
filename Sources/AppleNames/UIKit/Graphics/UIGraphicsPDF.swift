// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGraphics
public import QuartzCore

// PDF documents whose pages are drawn as pictures are: points, y down, the origin at the top left.

extension ContextStack {
  /// The size of pages where none is said, in points: US Letter, as UIKit has it.
  static let letter = CGRect(x: 0, y: 0, width: 612, height: 792)

  /// A context that hands a document to a consumer when it is closed; `nil` for sides out of range.
  static func makePDFContext(
    _ consumer: CGDataConsumer?, _ bounds: CGRect, _ documentInfo: [AnyHashable: Any]?
  ) -> CurrentContext? {
    guard let consumer else { return nil }
    var box = bounds.isEmpty ? letter : bounds.standardized
    var info: [String: Any] = [:]
    for (key, value) in documentInfo ?? [:] {
      if let key = key as? String { info[key] = value }
    }
    guard let context = CGContext(consumer: consumer, mediaBox: &box, info) else { return nil }
    return CurrentContext(context: context, pageBounds: box)
  }
}

extension CGContext {
  /// Begins a page with y down.
  func beginPage(_ bounds: CGRect) {
    beginPDFPage(nil)
    translateBy(x: 0, y: bounds.minY + bounds.maxY)
    scaleBy(x: 1, y: -1)
  }
}

/// Begins a PDF document in data, and makes its context the current one.
///
/// - Parameters:
///   - data: What the document is appended to when it ends.
///   - bounds: All pages, in points; an empty rectangle for 612 x 792. Where a side is not 1...14,400 there is no
///     context until the document ends.
///   - documentInfo: `kCGPDFContextTitle` and what goes with it; other keys are not looked at.
public func UIGraphicsBeginPDFContextToData(
  _ data: NSMutableData, _ bounds: CGRect, _ documentInfo: [AnyHashable: Any]?
) {
  let made = ContextStack.makePDFContext(CGDataConsumer(data: data), bounds, documentInfo)
  ContextStack.current.contexts.append(made ?? CurrentContext(context: nil, pageBounds: .null))
}

/// Begins a PDF document in a file, and makes its context the current one; see
/// ``UIGraphicsBeginPDFContextToData(_:_:_:)``.
///
/// - Parameters:
///   - path: The file, which is written whole or not at all when the document ends.
///   - bounds: All pages, as there.
///   - documentInfo: As there.
/// - Returns: Whether there is a context.
@discardableResult
public func UIGraphicsBeginPDFContextToFile(
  _ path: String, _ bounds: CGRect, _ documentInfo: [AnyHashable: Any]?
) -> Bool {
  let consumer = CGDataConsumer(url: URL(fileURLWithPath: path))
  let made = ContextStack.makePDFContext(consumer, bounds, documentInfo)
  ContextStack.current.contexts.append(made ?? CurrentContext(context: nil, pageBounds: .null))
  return made != nil
}

/// Begins a page of the PDF document that is drawn, after the page before it. Elsewhere nothing happens.
public func UIGraphicsBeginPDFPage() {
  guard let current = ContextStack.current.contexts.last, let bounds = current.pageBounds else { return }
  current.context?.beginPage(bounds)
}

/// Begins a page of the PDF document that is drawn; see ``UIGraphicsBeginPDFPage()``.
///
/// - Parameters:
///   - bounds: Not looked at: all pages have the document's bounds.
///   - pageInfo: Not looked at.
public func UIGraphicsBeginPDFPageWithInfo(_ bounds: CGRect, _ pageInfo: [AnyHashable: Any]?) {
  UIGraphicsBeginPDFPage()
}

/// The bounds of the pages of the PDF document that is drawn; an empty rectangle elsewhere.
public func UIGraphicsGetPDFContextBounds() -> CGRect {
  guard let bounds = ContextStack.current.contexts.last?.pageBounds, !bounds.isNull else { return .zero }
  return bounds
}

/// Ends the PDF document that is drawn and writes it; the context that was current before is it again.
public func UIGraphicsEndPDFContext() {
  let stack = ContextStack.current
  guard let current = stack.contexts.last, current.pageBounds != nil else { return }
  stack.contexts.removeLast()
  current.context?.closePDF()
}

/// How a renderer of PDF documents makes them.
public class UIGraphicsPDFRendererFormat: NSObject {
  /// What the document says of itself: `kCGPDFContextTitle` and what goes with it. Default: nothing.
  public var documentInfo: [String: Any] = [:]
  /// The pages, in points.
  public fileprivate(set) var bounds = CGRect.zero

  /// Makes a format with the defaults.
  public override init() { super.init() }

  /// A format with the defaults.
  public class func `default`() -> UIGraphicsPDFRendererFormat { UIGraphicsPDFRendererFormat() }

  /// A format for the screen: that with the defaults.
  public class func preferred() -> UIGraphicsPDFRendererFormat { UIGraphicsPDFRendererFormat() }

  fileprivate func copy(bounds: CGRect) -> UIGraphicsPDFRendererFormat {
    let copy = UIGraphicsPDFRendererFormat()
    (copy.documentInfo, copy.bounds) = (documentInfo, bounds)
    return copy
  }
}

/// What a renderer of PDF documents hands to the block that draws.
public class UIGraphicsPDFRendererContext: NSObject {
  /// The context: points, y down, once a page has begun.
  public let cgContext: CGContext
  /// How the document is made.
  public let format: UIGraphicsPDFRendererFormat
  /// The bounds of the pages, in points.
  public let pdfContextBounds: CGRect

  fileprivate init(_ context: CGContext, _ bounds: CGRect, _ format: UIGraphicsPDFRendererFormat) {
    (cgContext, pdfContextBounds, self.format) = (context, bounds, format)
    super.init()
  }

  /// Begins a page, after the page before it. Nothing is drawn before the first.
  public func beginPage() { cgContext.beginPage(pdfContextBounds) }

  /// Begins a page.
  ///
  /// - Parameters:
  ///   - bounds: Not looked at: all pages have the document's bounds.
  ///   - pageInfo: Not looked at.
  public func beginPage(withBounds bounds: CGRect, pageInfo: [String: Any]) { beginPage() }

  /// Fills a rectangle with the fill colour.
  public func fill(_ rect: CGRect) { cgContext.fill(rect) }

  /// Narrows what is drawn next to a rectangle.
  public func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// Makes PDF documents by drawing.
///
///     let report = UIGraphicsPDFRenderer(bounds: CGRect(x: 0, y: 0, width: 595, height: 842)).pdfData { context in
///       context.beginPage()
///       chart.layer.render(in: context.cgContext)
///     }
public class UIGraphicsPDFRenderer: NSObject {
  /// What draws.
  public typealias DrawingActions = (UIGraphicsPDFRendererContext) -> Void

  /// How documents are made.
  public let format: UIGraphicsPDFRendererFormat

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - bounds: The pages, in points; an empty rectangle for 612 x 792. Sides are 1...14,400.
  ///   - format: What documents say of themselves.
  public init(bounds: CGRect, format: UIGraphicsPDFRendererFormat) {
    self.format = format.copy(bounds: bounds)
    super.init()
  }

  /// Makes a renderer whose documents say nothing of themselves.
  public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: UIGraphicsPDFRendererFormat()) }

  /// Draws a document.
  ///
  /// - Parameter actions: What begins pages and draws; the context is the current one meanwhile. It is not called where
  ///   a side of the bounds is out of range.
  /// - Returns: The document; no bytes where nothing was called.
  public func pdfData(actions: DrawingActions) -> Data {
    let data = NSMutableData()
    guard let consumer = CGDataConsumer(data: data) else { return Data() }
    draw(into: consumer, actions)
    return Data(referencing: data)
  }

  /// Draws a document into a file, which is written whole or not at all.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - actions: What draws, as for ``pdfData(actions:)``.
  /// - Throws: `CocoaError` for what is no file, and a `GraphicsError` when it cannot be written.
  public func writePDF(to url: URL, withActions actions: DrawingActions) throws {
    guard let consumer = CGDataConsumer(url: url) else { throw CocoaError(.fileWriteUnsupportedScheme) }
    draw(into: consumer, actions)
    if let error = consumer.error { throw error }
  }

  private func draw(into consumer: CGDataConsumer, _ actions: DrawingActions) {
    guard let made = ContextStack.makePDFContext(consumer, format.bounds, format.documentInfo),
      let context = made.context, let bounds = made.pageBounds
    else { return }
    ContextStack.with(context) { actions(UIGraphicsPDFRendererContext(context, bounds, format)) }
    context.closePDF()
  }
}
