// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGraphics
public import QuartzCore

/// The vertical position of text that was made smaller to fit.
public enum UIBaselineAdjustment: Int, Sendable {
  /// On the baseline of the full-size text.
  case alignBaselines = 0
  /// In the middle of the full-size text.
  case alignCenters = 1
  /// At the top of the full-size text.
  case none = 2
}

/// A view that draws text.
///
///     let title = UILabel()
///     title.text = "Good morning"
///     title.font = .boldSystemFont(ofSize: 24)
///     title.sizeToFit()
///
/// Text is drawn into a bitmap with ``UIView/contentScaleFactor`` pixels per point, centred vertically.
open class UILabel: UIView {
  /// The text. Default `nil`. A new text takes the label's font, colour and alignment.
  open var text: String? {
    get { styled?.string ?? plain }
    set {
      (plain, styled) = (newValue, nil)
      changed()
    }
  }

  /// The text with attributes; missing attributes are taken from the label. Default `nil`.
  open var attributedText: NSAttributedString? {
    get { styled ?? plain.map { NSAttributedString(string: $0, attributes: look) } }
    set {
      styled = newValue?.copy() as? NSAttributedString
      plain = nil
      changed()
    }
  }

  private var plain: String?
  private var styled: NSAttributedString?

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The font. Default: the system's, of 17 points; `nil` restores the default.
  open var font: UIFont! {
    get { ownFont }
    set {
      ownFont = newValue ?? .systemFont(ofSize: UIFont.labelFontSize)
      changed()
    }
  }
  private var ownFont = UIFont.systemFont(ofSize: UIFont.labelFontSize)

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The colour of the text. Default: ``UIColor/label``, black; `nil` restores the default.
  open var textColor: UIColor! {
    get { ownTextColor }
    set {
      ownTextColor = newValue ?? .label
      changed()
    }
  }
  private var ownTextColor = UIColor.label

  /// Stored without effect: text that is made smaller is centred vertically, like all text. Default `alignBaselines`.
  open var baselineAdjustment: UIBaselineAdjustment = .alignBaselines
  /// Stored without effect: letter spacing is never reduced before text is truncated. Default `false`.
  open var allowsDefaultTighteningForTruncation = false
  /// The horizontal alignment of lines. Default `natural`.
  open var textAlignment: NSTextAlignment = .natural { didSet { changed() } }
  /// The breaking of lines, and the part of the last line that is left out if the text does not fit. Default
  /// `byTruncatingTail`.
  open var lineBreakMode: NSLineBreakMode = .byTruncatingTail { didSet { changed() } }
  /// The largest number of lines; 0 for as many as fit. Default 1.
  open var numberOfLines = 1 { didSet { changed() } }
  /// The colour of the text's shadow. Default `nil`: no shadow.
  open var shadowColor: UIColor? { didSet { changed() } }
  /// The offset of the shadow from the text, in points. Default (0, -1), which is upwards.
  open var shadowOffset = CGSize(width: 0, height: -1) { didSet { changed() } }
  /// The colour of the text while ``isHighlighted`` is true. Default `nil`: ``textColor``.
  open var highlightedTextColor: UIColor? { didSet { changed() } }
  /// Whether the text has ``highlightedTextColor``. Default `false`.
  open var isHighlighted = false { didSet { changed() } }
  /// Whether the text has its full opacity; otherwise half of it. Default `true`.
  open var isEnabled = true { didSet { changed() } }
  /// Whether a single line of text is made smaller until it fits. Default `false`.
  open var adjustsFontSizeToFitWidth = false { didSet { changed() } }
  /// The smallest scale of text that is made smaller; 0 for any. Default 0.
  open var minimumScaleFactor: CGFloat = 0 { didSet { changed() } }
  /// The width at which ``UIView/intrinsicContentSize`` wraps lines; 0 for none. Default 0.
  open var preferredMaxLayoutWidth: CGFloat = 0

  /// Makes a label with a frame.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// Makes a label of zero size; see ``UIView/init(coder:)``.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }

  private func prepare() {
    isOpaque = false
    isUserInteractionEnabled = false
    contentMode = .redraw
  }

  private func changed() { setNeedsDisplay() }

  // MARK: Layout

  /// The attributes of plain text.
  private var look: [NSAttributedString.Key: Any] {
    let paragraph = NSMutableParagraphStyle()
    paragraph.alignment = textAlignment
    // Lines are wrapped at words wherever several lines are possible; the truncation of the last line is passed to the
    // layout.
    paragraph.lineBreakMode = lineBreakMode == .byCharWrapping ? .byCharWrapping : .byWordWrapping
    var color = ownTextColor
    if isHighlighted { color = highlightedTextColor ?? color }
    if !isEnabled { color = color.withAlphaComponent(color.cgColor.alpha / 2) }
    return [.font: ownFont, .foregroundColor: color.cgColor, .paragraphStyle: paragraph]
  }

  /// The text with the label's attributes where it has none of its own.
  private func content(scaledBy factor: CGFloat = 1) -> NSAttributedString? {
    guard let source = styled ?? plain.map({ NSAttributedString(string: $0) }), source.length > 0 else { return nil }
    let result = NSMutableAttributedString(string: source.string, attributes: look)
    source.enumerateAttributes(in: NSRange(location: 0, length: source.length)) { attributes, range, _ in
      result.addAttributes(attributes, range: range)
    }
    if factor != 1 {
      result.enumerateAttributes(in: NSRange(location: 0, length: result.length)) { attributes, range, _ in
        guard let font = attributes[.font] as? UIFont else { return }
        result.addAttribute(.font, value: font.withSize(font.pointSize * factor), range: range)
      }
    }
    return result
  }

  private var truncation: TextLayout.Truncation {
    switch lineBreakMode {
    case .byTruncatingHead: .start
    case .byTruncatingMiddle: .middle
    case .byTruncatingTail: .end
    case .byWordWrapping, .byCharWrapping, .byClipping: .none
    }
  }

  /// The text in lines of a width; `nil` without text.
  ///
  /// - Parameters:
  ///   - size: The available room, in points.
  ///   - lines: The largest number of lines; 0 for unlimited.
  private func layOut(in size: CGSize, lines: Int) -> TextBox? {
    guard var text = content() else { return nil }
    if lines == 1, adjustsFontSizeToFitWidth, size.width > 0 {
      let natural = text.size().width
      if natural > size.width {
        text = content(scaledBy: max(size.width / natural, max(minimumScaleFactor, 1e-2))) ?? text
      }
    }
    let height = size.height > 0 && size.height < 1e6 ? size.height : nil
    return TextBox(
      text, width: size.width < 1e6 ? size.width : nil, height: height, isWrapped: lines != 1, truncation: truncation,
      maximumLines: lines)
  }

  /// The rectangle of the text in bounds, with at most a given number of lines; subclasses may override it.
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
    guard let box = layOut(in: bounds.size, lines: numberOfLines) else {
      return CGRect(origin: bounds.origin, size: .zero)
    }
    return CGRect(
      x: bounds.minX, y: bounds.minY, width: min(box.size.width, bounds.width),
      height: min(box.size.height, bounds.height))
  }

  /// The size of the text, wrapped at the width if several lines are allowed, rounded up to whole pixels.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let width = numberOfLines == 1 || size.width <= 0 ? CGFloat.greatestFiniteMagnitude : size.width
    let room = CGSize(width: width, height: .greatestFiniteMagnitude)
    let box = layOut(in: room, lines: numberOfLines)
    let scale = max(contentScaleFactor, 1)
    func up(_ length: CGFloat) -> CGFloat { (length * scale - 1e-3).rounded(.up) / scale }
    return CGSize(width: up(box?.size.width ?? 0), height: up(box?.size.height ?? 0))
  }

  /// The size of the text.
  open override var intrinsicContentSize: CGSize {
    sizeThatFits(CGSize(width: preferredMaxLayoutWidth, height: .greatestFiniteMagnitude))
  }

  // MARK: Drawing

  /// Draws the text.
  open override func draw(_ rect: CGRect) {
    guard content() != nil else { return }
    drawText(in: bounds)
  }

  /// Draws the text into a rectangle, centred vertically; subclasses may override it to inset the rectangle.
  open func drawText(in rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext(), let box = layOut(in: rect.size, lines: numberOfLines) else {
      return
    }
    // Baselines stay on whole pixels, so that equal lines look the same.
    let scale = max(contentScaleFactor, 1)
    let top = rect.minY + (((rect.height - box.size.height) / 2) * scale).rounded() / scale
    context.saveGState()
    if let shadowColor { context.setShadow(offset: shadowOffset, blur: 0, color: shadowColor.cgColor) }
    box.draw(at: CGPoint(x: rect.minX, y: top), in: context)
    context.restoreGState()
  }
}
