// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// Settings of a renderer of pictures.
public class UIGraphicsImageRendererFormat: NSObject {
  /// The range of colours in pictures. Stored without effect: all pictures are sRGB.
  public enum Range: Int, Sendable {
    /// Unspecified.
    case unspecified = -1
    /// The screen's range.
    case automatic = 0
    /// More than sRGB.
    case extended = 1
    /// sRGB.
    case standard = 2
  }

  /// Pixels per point. Default: the screen's scale.
  public var scale: CGFloat = UIScreen.main.scale
  /// Whether the bitmap begins black and has no alpha. Default `false`.
  public var opaque = false
  /// The range of colours in pictures; stored without effect. Default `automatic`.
  public var preferredRange = Range.automatic
  /// The rectangle that is drawn, in points.
  public fileprivate(set) var bounds = CGRect.zero

  /// Makes a format with the defaults.
  public override init() { super.init() }

  /// A format with the defaults.
  public class func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }

  /// A format for the screen: the defaults.
  public class func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }

  fileprivate func copy(bounds: CGRect) -> UIGraphicsImageRendererFormat {
    let copy = UIGraphicsImageRendererFormat()
    (copy.scale, copy.opaque, copy.preferredRange, copy.bounds) = (scale, opaque, preferredRange, bounds)
    return copy
  }
}

/// The context that a renderer of pictures passes to the drawing block.
public class UIGraphicsImageRendererContext: NSObject {
  /// The Core Graphics context: in points, y down.
  public let cgContext: CGContext
  /// The settings of the bitmap.
  public let format: UIGraphicsImageRendererFormat

  fileprivate init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
    (cgContext, self.format) = (context, format)
    super.init()
  }

  /// The picture so far.
  public var currentImage: UIImage {
    UIImage(cgImage: cgContext.makeImage(), scale: format.scale)
  }

  /// Fills a rectangle with the fill colour.
  public func fill(_ rect: CGRect, blendMode: CGBlendMode = .normal) {
    ContextStack.with(cgContext) { UIRectFillUsingBlendMode(rect, blendMode) }
  }

  /// Draws a frame of one point inside a rectangle, in the fill colour.
  public func stroke(_ rect: CGRect, blendMode: CGBlendMode = .normal) {
    ContextStack.with(cgContext) { UIRectFrameUsingBlendMode(rect, blendMode) }
  }

  /// Clips all further drawing to a rectangle.
  public func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// Makes pictures by drawing.
///
///     let badge = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 40)).image { context in
///       UIColor.systemRed.setFill()
///       UIBezierPath(ovalIn: context.format.bounds).fill()
///     }
public class UIGraphicsImageRenderer: NSObject {
  /// A block that draws a picture.
  public typealias DrawingActions = (UIGraphicsImageRendererContext) -> Void

  /// The settings of the bitmaps.
  public let format: UIGraphicsImageRendererFormat

  /// The rectangle of user space that pictures show.
  private var bounds: CGRect { format.bounds }

  /// Makes a renderer whose pictures begin at the origin.
  ///
  /// - Parameters:
  ///   - size: The size in points.
  ///   - format: The settings of the bitmap.
  public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
    self.init(bounds: CGRect(origin: .zero, size: size), format: format)
  }

  /// Makes a renderer whose pictures begin at the origin and have the screen's scale.
  public convenience init(size: CGSize) { self.init(size: size, format: UIGraphicsImageRendererFormat()) }

  /// Makes a renderer whose pictures have the screen's scale.
  public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: UIGraphicsImageRendererFormat()) }

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - bounds: The rectangle of user space that is drawn, in points.
  ///   - format: The settings of the bitmap.
  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
    self.format = format.copy(bounds: bounds)
    super.init()
  }

  /// Draws a picture.
  ///
  /// - Parameter actions: A block that draws, with the picture's context as the current one. It is not called if the
  ///   size is empty, or the bitmap would exceed a gibibyte.
  /// - Returns: The picture; without pixels if the block was not called.
  public func image(actions: DrawingActions) -> UIImage {
    let scale = format.scale > 0 && format.scale.isFinite ? format.scale : UIScreen.main.scale
    guard let context = ContextStack.makeContext(bounds, scale, isOpaque: format.opaque) else { return UIImage() }
    ContextStack.with(context) { actions(UIGraphicsImageRendererContext(context, format)) }
    return UIImage(cgImage: context.makeImage(), scale: scale)
  }

  /// Draws a picture and encodes it as PNG; empty if it has no pixels.
  public func pngData(actions: DrawingActions) -> Data { image(actions: actions).pngData() ?? Data() }

  /// Draws a picture and encodes it as JPEG; empty if it has no pixels.
  ///
  /// - Parameters:
  ///   - compressionQuality: 0 for the smallest data, 1 for the best quality.
  ///   - actions: A block that draws.
  public func jpegData(withCompressionQuality compressionQuality: CGFloat, actions: DrawingActions) -> Data {
    image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data()
  }
}
