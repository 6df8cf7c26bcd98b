// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGraphics
public import QuartzCore

// PDF documents whose pages are drawn like pictures: in points, y down, with the origin at the top left.

extension ContextStack {
  /// The default size of pages, in points: US Letter, as in UIKit.
  static let letter = CGRect(x: 0, y: 0, width: 612, height: 792)

  /// Makes a context that passes a document to a consumer when it is closed; `nil` for sides out of range.
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
///   - data: The target; the document is appended to it at the end.
///   - bounds: The rectangle of all pages, in points; an empty rectangle for 612 x 792. If a side is not in 1...14,400,
///     there is no context until the document ends.
///   - documentInfo: `kCGPDFContextTitle` and related keys; other keys are ignored.
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
///   - path: The file, which is written completely or not at all, when the document ends.
///   - bounds: As for data.
///   - documentInfo: As for data.
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

/// Begins a new page of the current PDF document. Nothing happens without a document.
public func UIGraphicsBeginPDFPage() {
  guard let current = ContextStack.current.contexts.last, let bounds = current.pageBounds else { return }
  current.context?.beginPage(bounds)
}

/// Begins a new page of the current PDF document; see ``UIGraphicsBeginPDFPage()``.
///
/// - Parameters:
///   - bounds: Ignored: all pages have the document's bounds.
///   - pageInfo: Ignored.
public func UIGraphicsBeginPDFPageWithInfo(_ bounds: CGRect, _ pageInfo: [AnyHashable: Any]?) {
  UIGraphicsBeginPDFPage()
}

/// The page rectangle of the current PDF document; an empty rectangle without a document.
public func UIGraphicsGetPDFContextBounds() -> CGRect {
  guard let bounds = ContextStack.current.contexts.last?.pageBounds, !bounds.isNull else { return .zero }
  return bounds
}

/// Ends and writes the current PDF document, and restores the context that was current before.
public func UIGraphicsEndPDFContext() {
  let stack = ContextStack.current
  guard let current = stack.contexts.last, current.pageBounds != nil else { return }
  stack.contexts.removeLast()
  current.context?.closePDF()
}

/// Settings of a renderer of PDF documents.
public class UIGraphicsPDFRendererFormat: NSObject {
  /// The document's metadata: `kCGPDFContextTitle` and related keys. Default: empty.
  public var documentInfo: [String: Any] = [:]
  /// The rectangle of all pages, in points.
  public fileprivate(set) var bounds = CGRect.zero

  /// Makes a format with the defaults.
  public override init() { super.init() }

  /// A format with the defaults.
  public class func `default`() -> UIGraphicsPDFRendererFormat { UIGraphicsPDFRendererFormat() }

  /// A format for the screen: the defaults.
  public class func preferred() -> UIGraphicsPDFRendererFormat { UIGraphicsPDFRendererFormat() }

  fileprivate func copy(bounds: CGRect) -> UIGraphicsPDFRendererFormat {
    let copy = UIGraphicsPDFRendererFormat()
    (copy.documentInfo, copy.bounds) = (documentInfo, bounds)
    return copy
  }
}

/// The context that a renderer of PDF documents passes to the drawing block.
public class UIGraphicsPDFRendererContext: NSObject {
  /// The Core Graphics context: in points and y down, once a page has begun.
  public let cgContext: CGContext
  /// The settings of the document.
  public let format: UIGraphicsPDFRendererFormat
  /// The bounds of the pages, in points.
  public let pdfContextBounds: CGRect

  fileprivate init(_ context: CGContext, _ bounds: CGRect, _ format: UIGraphicsPDFRendererFormat) {
    (cgContext, pdfContextBounds, self.format) = (context, bounds, format)
    super.init()
  }

  /// Begins a new page. Nothing is drawn before the first page.
  public func beginPage() { cgContext.beginPage(pdfContextBounds) }

  /// Begins a page.
  ///
  /// - Parameters:
  ///   - bounds: Ignored: all pages have the document's bounds.
  ///   - pageInfo: Ignored.
  public func beginPage(withBounds bounds: CGRect, pageInfo: [String: Any]) { beginPage() }

  /// Fills a rectangle with the fill colour.
  public func fill(_ rect: CGRect) { cgContext.fill(rect) }

  /// Clips all further drawing to a rectangle.
  public func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// Makes PDF documents by drawing.
///
///     let report = UIGraphicsPDFRenderer(bounds: CGRect(x: 0, y: 0, width: 595, height: 842)).pdfData { context in
///       context.beginPage()
///       chart.layer.render(in: context.cgContext)
///     }
public class UIGraphicsPDFRenderer: NSObject {
  /// A block that draws a document.
  public typealias DrawingActions = (UIGraphicsPDFRendererContext) -> Void

  /// The settings of the documents.
  public let format: UIGraphicsPDFRendererFormat

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - bounds: The rectangle of all pages, in points; an empty rectangle for 612 x 792. Sides have to be in
  ///     1...14,400.
  ///   - format: The settings of the documents, of which only the metadata is used.
  public init(bounds: CGRect, format: UIGraphicsPDFRendererFormat) {
    self.format = format.copy(bounds: bounds)
    super.init()
  }

  /// Makes a renderer whose documents have no metadata.
  public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: UIGraphicsPDFRendererFormat()) }

  /// Draws a document.
  ///
  /// - Parameter actions: A block that begins pages and draws, with the document's context as the current one. It is
  ///   not called if a side of the bounds is out of range.
  /// - Returns: The document; empty if the block was not called.
  public func pdfData(actions: DrawingActions) -> Data {
    let data = NSMutableData()
    guard let consumer = CGDataConsumer(data: data) else { return Data() }
    draw(into: consumer, actions)
    return Data(referencing: data)
  }

  /// Draws a document into a file, which is written completely or not at all.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - actions: The drawing block, as for ``pdfData(actions:)``.
  /// - Throws: `CocoaError` for a URL that is not a file, and a `GraphicsError` if the file cannot be written.
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
