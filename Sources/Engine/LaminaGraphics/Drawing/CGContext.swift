// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// A drawing context on a bitmap. Cairo draws. CGContext+Compositing.swift adds features that Cairo lacks: shadows,
// clips by mask, blend modes that depend on uncovered pixels, exact gradients.
//
// There are three spaces. *User* space is the space that callers draw in. *Device* space, which is internal, is the
// bitmap's pixels with y down; paths are kept in it, because a later change of the transform does not move elements
// that were added before. Apple's *device* space, which `ctm` and the conversions use, is the bitmap's pixels with y
// up.

package import Foundation
public import LaminaGeometry

/// A place to draw: a bitmap with a state of colours, transforms and clips.
///
///     let context = CGContext(width: 100, height: 100)
///     context?.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
///     context?.fillEllipse(in: CGRect(x: 10, y: 10, width: 80, height: 80))
///     layer.contents = context?.makeImage()
///
/// User space depends on the creator of the context. A context that a layer passes to `draw(in:)` has the layer's own
/// space: points, **y down** with the origin at the top left, `contentsScale` pixels to a point. A context that is made
/// with `init(data:width:height:bitsPerComponent:bytesPerRow:space:bitmapInfo:)` has, as Apple's, pixels, **y up** with
/// the origin at the bottom left. A context made with ``init(width:height:)`` has pixels with y down.
///
/// As on Apple's platforms, pictures stand upright where y is up: ``draw(_:in:byTiling:)`` puts a picture's top row at
/// the rectangle's maximum y.
///
/// A context belongs to one thread at a time.
///
/// - Conformance: CONTENT-6; Apple's `CGContext`, documented.
public final class CGContext {
  /// The number of pixels in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The transform of glyphs, applied before the current transform; its translation is the position of the next text.
  ///
  /// - Default: identity. The matrix is not part of the saved state.
  public var textMatrix = CGAffineTransform.identity

  /// The transform at the beginning. Shadows are measured in its space.
  let deviceFromBase: CGAffineTransform
  var state: GraphicsState
  /// The saved states, without states outside the surrounding transparency layers.
  var savedStates: [GraphicsState] = []
  /// The present target of drawing.
  var target: DrawingTarget
  /// The transparency layers that are open, outermost first.
  var transparencyLayers: [TransparencyLayer] = []
  /// The path under construction, in device space.
  var pathInDevice = CGMutablePath()
  /// Whether antialiasing is possible at all.
  var allowsAntialiasing = true
  /// The layout of the bitmap's memory, as reported to callers.
  var form: BitmapForm
  /// The bitmap's memory; `nil` where callers do not see it.
  var memory: BitmapMemory?
  /// The document whose pages are drawn; `nil` for bitmaps.
  var document: PDFDocument?
  /// The number of drawing operations so far.
  package internal(set) var revision = 0
  /// Drawing that is postponed until something else is drawn.
  var deferred: DeferredDrawing?
  /// Whether a clip was ever set.
  var wasClipped = false
  /// The pending request to draw into this context, for use by the module that made the request.
  package var question: AnyObject?
  /// Pictures that were drawn recently.
  var pictures = ConvertedPictures()

  /// Makes a context for a transparent bitmap; user space is in pixels, **y down**.
  ///
  /// - Parameters:
  ///   - width: The number of pixels in a row, 1...32,767.
  ///   - height: The number of rows, 1...32,767.
  /// - Returns: `nil` when a side is out of range, or there is no memory.
  public convenience init?(width: Int, height: Int) {
    self.init(width: width, height: height, isOpaque: false, deviceFromBase: .identity)
  }

  /// Makes the context that a layer draws its contents with; user space is the layer's, **y down**.
  ///
  /// - Parameters:
  ///   - bounds: The layer's bounds, in points. The bitmap's pixels are rounded up to whole ones, and cover them
  ///     exactly.
  ///   - scale: The number of pixels per point.
  ///   - isOpaque: Whether the bitmap begins black and stays opaque.
  /// - Returns: A context to draw with, and to take the picture from.
  /// - Throws: ``GraphicsError/bitmapTooLarge(width:height:)`` for a side of no pixels or of more than 32,767, for more
  ///   pixels in all than ``maximumPixels``, or when there is no memory.
  /// - Conformance: CONTENT-6
  package static func drawing(bounds: CGRect, scale: CGFloat, isOpaque: Bool) throws(GraphicsError) -> CGContext {
    let box = bounds.standardized
    let (width, height) = (wholePixels(box.width * scale), wholePixels(box.height * scale))
    let (scaleX, scaleY) = (CGFloat(width) / box.width, CGFloat(height) / box.height)
    let deviceFromBase = CGAffineTransform(
      a: scaleX, b: 0, c: 0, d: scaleY, tx: -box.minX * scaleX, ty: -box.minY * scaleY)
    guard deviceFromBase.isUsable,
      let context = CGContext(width: width, height: height, isOpaque: isOpaque, deviceFromBase: deviceFromBase)
    else { throw .bitmapTooLarge(width: width, height: height) }
    return context
  }

  /// The most pixels of one bitmap: a gibibyte.
  static let maximumPixels = 1 << 28

  /// Makes a context for a bitmap.
  ///
  /// - Parameters:
  ///   - width: The number of pixels in a row, 1...32,767.
  ///   - height: The number of rows, 1...32,767.
  ///   - isOpaque: Whether the bitmap begins black and stays opaque.
  ///   - deviceFromBase: The transform from user space to pixels with y down.
  /// - Returns: `nil` as in ``init(width:height:)``.
  package init?(width: Int, height: Int, isOpaque: Bool, deviceFromBase: CGAffineTransform) {
    let sides = 1...CairoSurface.maximumSide
    guard sides.contains(width), sides.contains(height), width * height <= Self.maximumPixels else { return nil }
    let region = PixelRect(size: PixelSize(width: width, height: height))
    guard let target = DrawingTarget(isOpaque ? .opaqueColor : .color, region: region) else { return nil }
    self.width = width
    self.height = height
    self.deviceFromBase = deviceFromBase
    self.target = target
    form = BitmapForm(width: width, isOpaque: isOpaque)
    state = GraphicsState(deviceFromUser: deviceFromBase)
  }

  /// Makes a context that draws into a target without memory that callers see.
  init(target: DrawingTarget, width: Int, height: Int, deviceFromBase: CGAffineTransform, form: BitmapForm) {
    (self.width, self.height, self.deviceFromBase, self.target, self.form) = (
      width, height, deviceFromBase, target, form
    )
    state = GraphicsState(deviceFromUser: deviceFromBase)
  }

  /// A length in pixels, rounded up; a length within a thousandth of a whole number counts as this number.
  private static func wholePixels(_ length: CGFloat) -> Int {
    length.isFinite && length > 0 ? Int(clamping: max((min(length, 1e9) - 1e-3).rounded(.up), 1)) : 0
  }

  /// Makes a picture of everything that has been drawn so far.
  ///
  /// Open transparency layers are not included. The result is `nil` only when memory runs out, or the context draws
  /// pages of a document.
  public func makeImage() -> CGImage? {
    guard document == nil else { return nil }
    drawDeferred()
    memory?.read(into: bitmap.surface, region: bitmap.region)
    return bitmap.surface.makeImage()
  }
}
