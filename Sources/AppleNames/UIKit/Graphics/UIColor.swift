// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGraphics
public import QuartzCore

/// A colour, or a picture that is repeated as a pattern.
///
///     view.backgroundColor = .systemBlue
///     layer.borderColor = UIColor(white: 0.5, alpha: 1).cgColor
///
/// A colour is immutable, so it may be shared between threads. Two colours are equal if they have the same components
/// in the same colour space: white in a grey space is not equal to white in an RGB space, as in UIKit.
open class UIColor: NSObject, NSCopying, ColorAttribute, @unchecked Sendable {
  private let color: CGColor
  /// The picture of a pattern; `nil` for plain colours.
  let pattern: UIImage?
  private let provider: ((UITraitCollection) -> UIColor)?
  /// Keeps the pattern of the Core Graphics colour alive.
  private let held: ColorPattern?

  /// Makes a colour of a Core Graphics colour.
  public init(cgColor: CGColor) { (color, pattern, provider, held) = (cgColor, nil, nil, ColorPattern.of(cgColor)) }

  /// Makes a pattern of a picture. It begins at the origin of user space.
  ///
  /// The pattern fills and strokes paths, and is drawn as the background of views and, through its ``cgColor``, of
  /// layers.
  ///
  /// - Parameter image: The picture; one without pixels draws nothing.
  public init(patternImage image: UIImage) {
    let space = CGColorSpace(patternBaseSpace: nil)
    let made = image.makePattern().flatMap { pattern in
      space.flatMap { CGColor(patternSpace: $0, pattern: pattern, components: [1]) }
    }
    (color, pattern, provider, held) = (made ?? .clear, image, nil, made.flatMap { ColorPattern.of($0) })
  }

  /// Makes the colour of a literal `#colorLiteral(red:green:blue:alpha:)`.
  public required convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
    self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
  }

  /// Makes a colour that is computed at every use.
  ///
  /// - Parameter dynamicProvider: Returns the colour for ``UITraitCollection/current``.
  public init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
    (color, pattern, provider, held) = (.clear, nil, dynamicProvider, nil)
  }

  /// Makes a grey of sRGB.
  ///
  /// - Parameters:
  ///   - white: 0 is black, 1 is white.
  ///   - alpha: The opacity, 0...1.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(deviceGray: white, alpha: alpha, space: .extendedGray))
  }

  /// Makes a colour of extended sRGB components.
  ///
  /// - Parameters:
  ///   - red: Red, 0...1; other values are kept.
  ///   - green: Green, likewise.
  ///   - blue: Blue, likewise.
  ///   - alpha: The opacity, 0...1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
  }

  /// Makes a colour of hue, saturation and brightness.
  ///
  /// - Parameters:
  ///   - hue: The angle in turns: 0 is red, a third green, two thirds blue. Values are clamped to 0...1.
  ///   - saturation: 0 is grey, 1 a pure hue; values are clamped.
  ///   - brightness: 0 is black; values above 1 are kept.
  ///   - alpha: The opacity, 0...1.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let (hue, saturation) = (min(max(hue, 0), 1), min(max(saturation, 0), 1))
    func channel(_ offset: CGFloat) -> CGFloat {
      let place = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(place, 4 - place, 1))
    }
    self.init(red: channel(5), green: channel(3), blue: channel(1), alpha: alpha)
  }

  /// Makes a colour of Display P3 components.
  ///
  /// - Parameters:
  ///   - displayP3Red: Red in Display P3, 0...1.
  ///   - green: Green, likewise.
  ///   - blue: Blue, likewise.
  ///   - alpha: The opacity, 0...1.
  public convenience init(displayP3Red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    let components = [displayP3Red, green, blue, alpha]
    let wide = CGColorSpace(name: CGColorSpace.displayP3).flatMap { CGColor(colorSpace: $0, components: components) }
    self.init(cgColor: wide ?? CGColor(srgbRed: displayP3Red, green: green, blue: blue, alpha: alpha))
  }

  /// The colour for layers and contexts. The colour of a pattern can be drawn as long as this object exists, or a layer
  /// has it as its background.
  open var cgColor: CGColor { provider.map { $0(.current).cgColor } ?? color }

  /// The result of the dynamic provider for traits; the colour itself if there is no provider.
  open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    provider.map { $0(traitCollection).resolvedColor(with: traitCollection) } ?? self
  }

  /// The same colour with another opacity; a pattern is returned unchanged.
  ///
  /// - Parameter alpha: The opacity, 0...1.
  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    if pattern != nil { return self }
    if let provider { return UIColor { provider($0).withAlphaComponent(alpha) } }
    return UIColor(cgColor: color.copy(alpha: alpha) ?? color)
  }

  // MARK: Drawing

  /// Sets the fill and stroke colour of the current context.
  open func set() {
    setFill()
    setStroke()
  }

  /// Sets the fill colour of the current context.
  open func setFill() {
    UIGraphicsGetCurrentContext()?.setFillColor(resolvedColor(with: .current).cgColor)
  }

  /// Sets the stroke colour of the current context.
  open func setStroke() {
    UIGraphicsGetCurrentContext()?.setStrokeColor(resolvedColor(with: .current).cgColor)
  }

  // MARK: Equality

  /// Returns the colour itself, since colours are immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether another object is a colour with the same components in the same space, or a pattern of the same picture.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    if other === self { return true }
    if pattern != nil || other.pattern != nil { return pattern?.cgImage === other.pattern?.cgImage }
    return cgColor === other.cgColor
  }

  /// A hash of the components.
  open override var hash: Int { cgColor.hashValue }

  /// The components, or `a pattern`.
  open override var description: String { pattern == nil ? cgColor.description : "a pattern" }
}
