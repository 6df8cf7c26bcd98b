// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// An effect on the background of a visual effect view.
open class UIVisualEffect: NSObject {
  /// The filters for the background.
  var filters: [CAFilter] { [] }
  /// The colour that is laid over the filtered background.
  var overlay: UIColor? { nil }
}

/// Blurs the background.
///
/// The composition of Apple's blurs is not documented. Here a blur consists of a Gaussian and a higher saturation,
/// covered with translucent white or black; the radius and the opacities are Lamina's own choice.
open class UIBlurEffect: UIVisualEffect {
  /// The look of a blur.
  public enum Style: Int, Sendable {
    /// Covered with much white.
    case extraLight = 0
    /// Covered with some white.
    case light = 1
    /// Covered with black.
    case dark = 2
    /// The same as ``light``.
    case regular = 4
    /// The same as ``extraLight``.
    case prominent = 5
  }

  private let style: Style

  /// Makes an effect.
  public init(style: Style) {
    self.style = style
    super.init()
  }

  /// The Gaussian's standard deviation in points.
  private static let radius = 20.0

  override var filters: [CAFilter] {
    [("gaussianBlur", "inputRadius", Self.radius), ("colorSaturate", "inputAmount", 1.8)].compactMap {
      type, key, value in
      let filter = CAFilter(type: type)
      filter.setValue(value, forKey: key)
      return filter
    }
  }

  override var overlay: UIColor? {
    switch style {
    case .extraLight, .prominent: UIColor(white: 0.97, alpha: 0.82)
    case .light, .regular: UIColor(white: 1, alpha: 0.3)
    case .dark: UIColor(white: 0.11, alpha: 0.73)
    }
  }
}

/// Makes the content of a view on a blur stand out.
///
/// Apple's mixture of such content with the blur is not documented; here the content is drawn in its own colours.
open class UIVibrancyEffect: UIVisualEffect {
  /// Makes an effect for a view that lies in a view with a blur.
  public init(blurEffect: UIBlurEffect) { super.init() }
}

/// A view that shows its background through an effect, with its ``contentView`` on top.
open class UIVisualEffectView: UIView {
  /// The effect. Default `nil`, which leaves the background unchanged.
  open var effect: UIVisualEffect? { didSet { show() } }

  /// The view for subviews.
  public let contentView = UIView()

  /// Makes a view of zero size with an effect.
  public convenience init(effect: UIVisualEffect?) {
    self.init(frame: .zero)
    self.effect = effect
    // Property observers do not run in an initialiser of the class.
    show()
  }

  /// Makes a view with a frame, without an effect.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// Makes a view of zero size; see ``UIView/init(coder:)``.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }

  private func prepare() {
    contentView.frame = bounds
    contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(contentView)
  }

  private func show() {
    let filters = effect?.filters ?? []
    layer.backgroundFilters = filters.isEmpty ? nil : filters
    contentView.backgroundColor = effect?.overlay
  }
}
