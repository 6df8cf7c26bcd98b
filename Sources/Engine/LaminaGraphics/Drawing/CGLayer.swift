// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
internal import LaminaGeometry

/// A picture that is drawn once and then painted many times.
///
///     let star = CGLayer(context, size: CGSize(width: 20, height: 20), auxiliaryInfo: nil)
///     drawStar(in: star?.context)
///     context.draw(star, at: CGPoint(x: 5, y: 5))
///
/// A layer belongs to one thread at a time.
public final class CGLayer {
  /// The size, in points of the layer's own space.
  public let size: CGSize
  /// The context that draws the layer's content; user space is the layer's own. Never `nil`; optional as in Apple's
  /// interface.
  public let context: CGContext?
  private var picture: (revision: Int, image: CGImage)?

  /// Makes a layer.
  ///
  /// - Parameters:
  ///   - context: The context that the layer will be drawn into: the layer has the resolution with which this context
  ///     began.
  ///   - size: The size, in points; both sides above 0.
  ///   - auxiliaryInfo: Ignored.
  /// - Returns: `nil` when the size is out of range, or there is no memory.
  public init?(_ context: CGContext, size: CGSize, auxiliaryInfo: [String: Any]?) {
    let base = context.deviceFromBase
    let (scaleX, scaleY) = (hypot(base.a, base.b), hypot(base.c, base.d))
    func pixels(_ length: CGFloat) -> Int { Int(clamping: Double(length).rounded(.up)) }
    let (width, height) = (pixels(size.width * scaleX), pixels(size.height * scaleY))
    guard size.width > 0, size.height > 0,
      let made = CGContext(
        width: width, height: height, isOpaque: false,
        deviceFromBase: CGAffineTransform(
          scaleX: CGFloat(width) / size.width, y: CGFloat(height) / size.height))
    else { return nil }
    self.size = size
    self.context = made
  }

  /// The picture of everything that has been drawn so far.
  fileprivate var image: CGImage? {
    guard let context else { return nil }
    if let picture, picture.revision == context.revision, context.memory == nil { return picture.image }
    guard let image = context.makeImage() else { return nil }
    picture = (context.revision, image)
    return image
  }
}

extension CGContext {
  /// Draws a layer with its origin at a point, with the axes of its space along this context's.
  public func draw(_ layer: CGLayer, at point: CGPoint) {
    draw(layer, in: CGRect(origin: point, size: layer.size))
  }

  /// Draws a layer stretched over a rectangle, its origin at the rectangle's minimum x and y.
  public func draw(_ layer: CGLayer, in rect: CGRect) {
    guard let image = layer.image else { return }
    // Pictures have their top row at the maximum y; a layer has its first row at the minimum y.
    saveGState()
    translateBy(x: 0, y: rect.minY + rect.maxY)
    scaleBy(x: 1, y: -1)
    draw(image, in: rect)
    restoreGState()
  }
}
