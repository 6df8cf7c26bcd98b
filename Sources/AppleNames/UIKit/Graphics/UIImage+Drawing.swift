// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGraphics
public import QuartzCore

extension UIImage {
  // MARK: Drawing

  /// Draws the picture upright in the current context, its top left at a point, at its own size.
  public func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

  /// Draws the picture upright in the current context, its top left at a point, with a blend mode and an opacity.
  public func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
    draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
  }

  /// Draws the picture upright in a rectangle of the current context; the edges of a picture with insets keep their
  /// size.
  public func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }

  /// Draws the picture upright in a rectangle of the current context, with a blend mode and an opacity.
  ///
  /// - Parameters:
  ///   - rect: The target, in points.
  ///   - blendMode: The blend mode.
  ///   - alpha: The opacity, 0...1.
  public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
    guard let context = UIGraphicsGetCurrentContext(), let image = cgImage, !rect.isEmpty else { return }
    context.saveGState()
    defer { context.restoreGState() }
    context.setBlendMode(blendMode)
    context.setAlpha(alpha)
    let box = rect.standardized
    guard traits.capInsets != .zero, let upright = uprightImage else {
      return draw(image, imageOrientation, in: box, context)
    }
    for piece in NinePieces(image: self, box: box).pieces {
      guard let part = upright.cropping(to: piece.pixels) else { continue }
      context.saveGState()
      if piece.isTiled {
        context.clip(to: piece.target)
        for tile in piece.tiles(scale: scale) { draw(part, .up, in: tile, context) }
      } else {
        draw(part, .up, in: piece.target, context)
      }
      context.restoreGState()
    }
  }

  /// Draws pixels, turned upright, in a context with y down.
  private func draw(_ image: CGImage, _ orientation: Orientation, in box: CGRect, _ context: CGContext) {
    context.saveGState()
    context.translateBy(x: box.midX, y: box.midY)
    // Core Graphics puts the top row at maximum y, so the picture is flipped first and oriented afterwards.
    context.concatenate(orientation.turn)
    context.scaleBy(x: 1, y: -1)
    let size = orientation.isQuarterTurn ? CGSize(width: box.height, height: box.width) : box.size
    context.draw(
      image, in: CGRect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height))
    context.restoreGState()
  }

  /// The picture's pixels, upright; the stored pixels if they are upright already.
  var uprightImage: CGImage? {
    guard let image = cgImage, imageOrientation != .up else { return cgImage }
    let pixels =
      turns ? CGSize(width: image.height, height: image.width) : CGSize(width: image.width, height: image.height)
    let context = try? CGContext.drawing(bounds: CGRect(origin: .zero, size: pixels), scale: 1, isOpaque: false)
    guard let context else { return nil }
    context.interpolationQuality = .none
    draw(image, imageOrientation, in: CGRect(origin: .zero, size: pixels), context)
    return context.makeImage()
  }

  /// Fills a rectangle of the current context with the picture as a pattern, which begins at the origin of user space.
  public func drawAsPattern(in rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    UIColor(patternImage: self).setFill()
    context.fill(rect)
    context.restoreGState()
  }

  /// A pattern of the picture; `nil` if it has no pixels.
  func makePattern() -> CGPattern? {
    let box = CGRect(origin: .zero, size: size)
    guard !box.isEmpty else { return nil }
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { info, context in
        guard let info else { return }
        let image = Unmanaged<UIImage>.fromOpaque(info).takeUnretainedValue()
        ContextStack.with(context) { image.draw(at: .zero) }
      },
      releaseInfo: { if let info = $0 { Unmanaged<UIImage>.fromOpaque(info).release() } })
    let info = Unmanaged.passRetained(self).toOpaque()
    let pattern = CGPattern(
      info: info, bounds: box, matrix: .identity, xStep: box.width, yStep: box.height, tiling: .constantSpacing,
      isColored: true, callbacks: &callbacks)
    if pattern == nil { Unmanaged<UIImage>.fromOpaque(info).release() }
    return pattern
  }

  // MARK: Other pictures of the same pixels

  private func with(_ change: (inout Traits) -> Void) -> UIImage {
    var traits = traits
    change(&traits)
    return UIImage(cgImage, traits)
  }

  /// A picture whose edges keep their size when it is drawn larger; its inner part is repeated.
  ///
  /// - Parameter capInsets: The thickness of the edges, in points.
  public func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage {
    resizableImage(withCapInsets: capInsets, resizingMode: .tile)
  }

  /// A picture whose edges keep their size when it is drawn larger.
  ///
  /// ``UIImageView`` always stretches the inner part, through `contentsCenter`; drawing repeats or stretches it as
  /// requested.
  ///
  /// - Parameters:
  ///   - capInsets: The thickness of the edges, in points.
  ///   - resizingMode: Whether the inner part is repeated or stretched.
  public func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode) -> UIImage {
    with { ($0.capInsets, $0.resizingMode) = (capInsets, resizingMode) }
  }

  /// A picture whose edges keep their size, with one point between them that is stretched.
  public func stretchableImage(withLeftCapWidth leftCapWidth: Int, topCapHeight: Int) -> UIImage {
    let (left, top) = (CGFloat(leftCapWidth), CGFloat(topCapHeight))
    return resizableImage(
      withCapInsets: UIEdgeInsets(
        top: top, left: left, bottom: max(size.height - top - 1, 0), right: max(size.width - left - 1, 0)),
      resizingMode: .stretch)
  }

  /// The picture with another rendering mode.
  public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { with { $0.renderingMode = renderingMode } }

  /// A picture with edges that alignment ignores; stored without effect.
  public func withAlignmentRectInsets(_ alignmentInsets: UIEdgeInsets) -> UIImage {
    with { $0.alignmentRectInsets = alignmentInsets }
  }

  /// The picture mirrored left to right.
  public func withHorizontallyFlippedOrientation() -> UIImage { with { $0.orientation = $0.orientation.flipped } }

  /// A picture of one colour with this picture's alpha.
  ///
  /// - Parameter color: The colour; its own alpha is multiplied in.
  public func withTintColor(_ color: UIColor) -> UIImage { withTintColor(color, renderingMode: renderingMode) }

  /// A picture of one colour with this picture's alpha, with a rendering mode.
  public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
    let tinted = tintedImage(color)
    var traits = traits
    (traits.orientation, traits.renderingMode) = (.up, renderingMode)
    return UIImage(tinted, traits)
  }

  /// The upright pixels, in one colour, with their alpha.
  func tintedImage(_ color: UIColor) -> CGImage? {
    guard let image = uprightImage else { return nil }
    let box = CGRect(x: 0, y: 0, width: image.width, height: image.height)
    guard let context = try? CGContext.drawing(bounds: box, scale: 1, isOpaque: false) else { return nil }
    context.interpolationQuality = .none
    draw(image, .up, in: box, context)
    context.setBlendMode(.sourceIn)
    context.setFillColor(color.cgColor)
    context.fill(box)
    return context.makeImage()
  }

  // MARK: Files

  /// The upright picture as PNG; `nil` if it has no pixels.
  public func pngData() -> Data? {
    guard let image = uprightImage, let bytes = try? PNGEncoder().encode(image) else { return nil }
    return Data(bytes)
  }

  /// The upright picture as JPEG on white; `nil` if it has no pixels.
  ///
  /// - Parameter compressionQuality: 0 for the smallest data, 1 for the best quality.
  public func jpegData(compressionQuality: CGFloat) -> Data? {
    let quality = compressionQuality.isFinite ? min(max(Double(compressionQuality), 0), 1) : 1
    guard let image = uprightImage, let bytes = try? JPEGEncoder(quality: quality).encode(image) else { return nil }
    return Data(bytes)
  }
}

/// A picture as PNG; see ``UIImage/pngData()``.
public func UIImagePNGRepresentation(_ image: UIImage) -> Data? { image.pngData() }

/// A picture as JPEG; see ``UIImage/jpegData(compressionQuality:)``.
public func UIImageJPEGRepresentation(_ image: UIImage, _ compressionQuality: CGFloat) -> Data? {
  image.jpegData(compressionQuality: compressionQuality)
}

extension UIImage.Orientation {
  /// The transform about the middle that turns the pixels upright, where y points down.
  var turn: CGAffineTransform {
    switch self {
    case .up: .identity
    case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
    case .left: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0)
    case .right: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
    case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
    case .leftMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    case .rightMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 0, ty: 0)
    }
  }

  var isQuarterTurn: Bool { turn.a == 0 }

  /// The orientation of the same picture, mirrored left to right.
  var flipped: UIImage.Orientation {
    let mirrored = turn.concatenating(CGAffineTransform(scaleX: -1, y: 1))
    let all: [UIImage.Orientation] = [
      .up, .down, .left, .right, .upMirrored, .downMirrored, .leftMirrored, .rightMirrored,
    ]
    return all.first { $0.turn == mirrored } ?? self
  }
}
