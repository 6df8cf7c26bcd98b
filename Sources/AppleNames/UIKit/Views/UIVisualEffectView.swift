// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// What a visual effect view does with what is behind it.
open class UIVisualEffect: NSObject {
  /// Filters for what is behind.
  var filters: [CAFilter] { [] }
  /// The colour laid over it.
  var overlay: UIColor? { nil }
}

/// Blurs what is behind.
///
/// Apple does not say what its blurs are made of. Here they are a Gaussian and a little more colour under a veil of
/// white or black; radius and veil are ours.
open class UIBlurEffect: UIVisualEffect {
  /// The look of a blur.
  public enum Style: Int, Sendable {
    /// Under much white.
    case extraLight = 0
    /// Under some white.
    case light = 1
    /// Under black.
    case dark = 2
    /// As ``light``.
    case regular = 4
    /// As ``extraLight``.
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

/// Lets what is in a view of a blur stand out.
///
/// Apple mixes such content with the blur in a way that it does not say; here it is drawn in its own colours.
open class UIVibrancyEffect: UIVisualEffect {
  /// Makes an effect for a view that lies in that of a blur.
  public init(blurEffect: UIBlurEffect) { super.init() }
}

/// A view that shows what is behind it through an effect, under what is in its ``contentView``.
open class UIVisualEffectView: UIView {
  /// The effect. Default `nil`, which shows what is behind as it is.
  open var effect: UIVisualEffect? { didSet { show() } }

  /// Where subviews belong.
  public let contentView = UIView()

  /// Makes a view of zero size with an effect.
  public convenience init(effect: UIVisualEffect?) {
    self.init(frame: .zero)
    self.effect = effect
    // In an initialiser of the class the observer does not run.
    show()
  }

  /// Makes a view of a frame without an effect.
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
