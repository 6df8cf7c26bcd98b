// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// A view that shows a picture as its layer's contents.
///
/// ``UIView/contentMode`` places the picture, whose points are the view's points. A picture with cap insets stretches
/// between them.
open class UIImageView: UIView {
  /// The picture. Default `nil`.
  open var image: UIImage? { didSet { show() } }
  /// The picture that is shown while ``isHighlighted`` is true; `nil` shows ``image``. Default `nil`.
  open var highlightedImage: UIImage? { didSet { show() } }
  /// Whether ``highlightedImage`` is shown. Default `false`.
  open var isHighlighted = false { didSet { show() } }
  /// Pictures that ``startAnimating()`` shows one after another. Default `nil`.
  open var animationImages: [UIImage]?
  /// The duration of all pictures together, in seconds; 0 for a thirtieth of a second per picture. Default 0.
  open var animationDuration: TimeInterval = 0
  /// The number of repetitions; 0 for unlimited. Default 0.
  open var animationRepeatCount = 0

  /// Makes a view with a frame, without a picture.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// Makes a view of zero size; see ``UIView/init(coder:)``.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }

  /// Makes a view with a picture's size.
  public convenience init(image: UIImage?) { self.init(image: image, highlightedImage: nil) }

  /// Makes a view with a picture's size.
  public convenience init(image: UIImage?, highlightedImage: UIImage?) {
    self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    self.highlightedImage = highlightedImage
    self.image = image
    // Property observers do not run in an initialiser of the class.
    show()
  }

  private func prepare() {
    isOpaque = false
    isUserInteractionEnabled = false
  }

  /// The placement of the picture in the bounds.
  open override var contentMode: ContentMode {
    get { super.contentMode }
    set {
      super.contentMode = newValue
      show()
    }
  }

  /// Shows template pictures in the new colour.
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    show()
  }

  /// The picture's size; without a picture, the size of a plain view's content.
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

  /// The part of a picture that stretches, in fractions of its size.
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

  /// Shows ``animationImages`` one after another, from the time of the thread's `MediaClock`. Nothing happens if there
  /// are none.
  open func startAnimating() {
    guard let images = animationImages ?? image?.images, !images.isEmpty else { return }
    play(images, duration: animationDuration, count: animationRepeatCount)
  }

  /// Ends the animation, and shows the picture again.
  open func stopAnimating() { layer.removeAnimation(forKey: Self.playingKey) }

  /// Whether the animation is running.
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
