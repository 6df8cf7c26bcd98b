// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// Options for drawing and measuring text.
public struct NSStringDrawingOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Makes a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The last line that fits ends in an ellipsis where more follows.
  public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 1 << 5)
  /// The rectangle's origin is the top left of the first line instead of its baseline; text is wrapped at the width.
  public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1 << 0)
  /// Includes the fonts' leading in line heights; it is always included.
  public static let usesFontLeading = NSStringDrawingOptions(rawValue: 1 << 1)
  /// Measures glyphs as drawn and not as typeset; has no effect, since text is always measured as typeset.
  public static let usesDeviceMetrics = NSStringDrawingOptions(rawValue: 1 << 3)
}

/// Further settings for drawing text, without any effect.
public final class NSStringDrawingContext: NSObject {
  /// The smallest scale of the text; stored without effect.
  public var minimumScaleFactor: CGFloat = 0
  /// The scale of the drawn text: always 1.
  public var actualScaleFactor: CGFloat { 1 }
}

extension NSAttributedString {
  /// Draws the text unbroken in the current context, its top left at a point.
  public func draw(at point: CGPoint) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    inBlack(context) { draw(at: point, in: context) }
  }

  /// Draws the text in a rectangle of the current context, wrapped at its width; lines that begin below it are left
  /// out.
  public func draw(in rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    inBlack(context) { draw(in: rect, context: context) }
  }

  /// Draws the text in a rectangle of the current context.
  ///
  /// - Parameters:
  ///   - rect: The target, in points.
  ///   - options: With `usesLineFragmentOrigin` text is drawn as by ``draw(in:)``, otherwise unbroken with its baseline
  ///     at the origin.
  ///   - context: Ignored.
  public func draw(with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?) {
    guard let target = UIGraphicsGetCurrentContext(), length > 0 else { return }
    let layout = TextBox(self, size: rect.size, options: options)
    inBlack(target) { layout.draw(at: rect.origin, in: target) }
  }

  /// The bounding rectangle of the text.
  ///
  /// - Parameters:
  ///   - size: The available room, in points; 0 for unlimited room along an axis.
  ///   - options: With `usesLineFragmentOrigin` text is wrapped at the width and starts at (0, 0). Otherwise it is one
  ///     line with its baseline at y 0.
  ///   - context: Ignored.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
  ) -> CGRect {
    TextBox(self, size: size, options: options).box
  }

  /// Text without a colour is black, as in UIKit, and does not take the context's fill colour.
  private func inBlack(_ context: CGContext, _ body: () -> Void) {
    context.saveGState()
    context.setFillColor(.black)
    body()
    context.restoreGState()
  }
}

extension NSString {
  /// The size of the text unbroken, in points.
  ///
  /// - Parameter attrs: The attributes of the text; Helvetica 12 without a font.
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize { styled(attrs).size() }

  /// Draws the text unbroken in the current context, its top left at a point.
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    styled(attrs).draw(at: point)
  }

  /// Draws the text in a rectangle of the current context, wrapped at its width.
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    styled(attrs).draw(in: rect)
  }

  /// Draws the text in a rectangle of the current context; see `NSAttributedString.draw(with:options:context:)`.
  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) {
    styled(attributes).draw(with: rect, options: options, context: context)
  }

  /// The bounding rectangle of the text; see `NSAttributedString.boundingRect(with:options:context:)`.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) -> CGRect {
    styled(attributes).boundingRect(with: size, options: options, context: context)
  }

  private func styled(_ attributes: [NSAttributedString.Key: Any]?) -> NSAttributedString {
    NSAttributedString(string: String(describing: self), attributes: attributes)
  }
}

extension String {
  /// The size of the text unbroken, in points; see `NSString.size(withAttributes:)`.
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSString(string: self).size(withAttributes: attrs)
  }

  /// Draws the text unbroken in the current context, its top left at a point.
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    NSString(string: self).draw(at: point, withAttributes: attrs)
  }

  /// Draws the text in a rectangle of the current context, broken at its width.
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    NSString(string: self).draw(in: rect, withAttributes: attrs)
  }

  /// The bounding rectangle of the text; see `NSAttributedString.boundingRect(with:options:context:)`.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) -> CGRect {
    NSString(string: self).boundingRect(with: size, options: options, attributes: attributes, context: context)
  }
}
