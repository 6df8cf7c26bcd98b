// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// A view that shows a picture as its layer's contents.
///
/// The picture lies as ``UIView/contentMode`` says, its points those of the view. One with cap insets stretches between
/// them.
open class UIImageView: UIView {
  /// The picture. Default `nil`.
  open var image: UIImage? { didSet { show() } }
  /// The picture while ``isHighlighted`` is true; without it, ``image``. Default `nil`.
  open var highlightedImage: UIImage? { didSet { show() } }
  /// Whether ``highlightedImage`` shows. Default `false`.
  open var isHighlighted = false { didSet { show() } }
  /// Pictures that ``startAnimating()`` shows one after another. Default `nil`.
  open var animationImages: [UIImage]?
  /// How long all of them take, in seconds; 0 for a thirtieth of a second each. Default 0.
  open var animationDuration: TimeInterval = 0
  /// How often they are shown; 0 without an end. Default 0.
  open var animationRepeatCount = 0

  /// Makes a view of a frame, without a picture.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// Makes a view of zero size; see ``UIView/init(coder:)``.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }

  /// Makes a view of a picture's size.
  public convenience init(image: UIImage?) { self.init(image: image, highlightedImage: nil) }

  /// Makes a view of a picture's size.
  public convenience init(image: UIImage?, highlightedImage: UIImage?) {
    self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    self.highlightedImage = highlightedImage
    self.image = image
    // In an initialiser of the class the observers do not run.
    show()
  }

  private func prepare() {
    isOpaque = false
    isUserInteractionEnabled = false
  }

  /// Where the picture lies, as the layer takes it.
  open override var contentMode: ContentMode {
    get { super.contentMode }
    set {
      super.contentMode = newValue
      show()
    }
  }

  /// Shows templates in the new colour.
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    show()
  }

  /// The picture's size; that of a view without one where there is none.
  open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }

  /// The picture's size.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? .zero }

  private var shown: UIImage? { isHighlighted ? highlightedImage ?? image : image }

  private func show() {
    let image = shown
    if let frames = image?.images, frames.count > 1 { play(frames, duration: image?.duration ?? 0, count: 0) }
    layer.contents = image.flatMap(pixels)
    layer.contentsScale = image?.scale ?? UIScreen.main.scale
    layer.contentsCenter = image.map(Self.center) ?? CGRect(x: 0, y: 0, width: 1, height: 1)
  }

  private func pixels(of image: UIImage) -> CGImage? {
    image.renderingMode == .alwaysTemplate ? image.tintedImage(tintColor) : image.uprightImage
  }

  /// What of a picture stretches, in fractions of it.
  private static func center(of image: UIImage) -> CGRect {
    let (size, insets) = (image.size, image.capInsets)
    guard insets != .zero, size.width > 0, size.height > 0 else { return CGRect(x: 0, y: 0, width: 1, height: 1) }
    return CGRect(
      x: insets.left / size.width, y: insets.top / size.height,
      width: max(size.width - insets.left - insets.right, 0) / size.width,
      height: max(size.height - insets.top - insets.bottom, 0) / size.height)
  }

  // MARK: Playing

  private static let playingKey = "UIImageView.images"

  /// Shows ``animationImages`` one after another, from the time of the thread's `MediaClock`. Nothing happens without
  /// any.
  open func startAnimating() {
    guard let images = animationImages ?? image?.images, !images.isEmpty else { return }
    play(images, duration: animationDuration, count: animationRepeatCount)
  }

  /// Shows the picture again that was shown before.
  open func stopAnimating() { layer.removeAnimation(forKey: Self.playingKey) }

  /// Whether pictures are shown one after another.
  open var isAnimating: Bool { layer.animation(forKey: Self.playingKey) != nil }

  private func play(_ images: [UIImage], duration: TimeInterval, count: Int) {
    let animation = CAKeyframeAnimation(keyPath: "contents")
    animation.values = images.compactMap(pixels)
    animation.keyTimes = (0...images.count).map { NSNumber(value: Double($0) / Double(images.count)) }
    animation.calculationMode = .discrete
    animation.duration = duration > 0 ? duration : Double(images.count) / 30
    animation.repeatCount = count > 0 ? Float(count) : .infinity
    layer.add(animation, forKey: Self.playingKey)
  }
}
