// The part of Apple's CGColor interface that has a meaning without colour spaces: every colour here is sRGB.

public import Foundation

extension CGColor {
  /// Makes a colour from sRGB components.
  ///
  /// - Parameters:
  ///   - red: The red component. Values outside 0...1 are kept (extended sRGB); a NaN or an infinity is stored as 0.
  ///   - green: The green component, likewise.
  ///   - blue: The blue component, likewise.
  ///   - alpha: The opacity; below 0 is stored as 0, above 1 as 1, NaN as 0.
  @inlinable public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(straight: [
      CGColor.finite(red), CGColor.finite(green), CGColor.finite(blue),
      CGColor.finite(alpha > 1 ? 1 : alpha < 0 ? 0 : alpha),
    ])
  }

  /// Makes a colour from sRGB components; the same as ``init(red:green:blue:alpha:)``.
  ///
  /// - Parameters:
  ///   - red: The red component, as there.
  ///   - green: The green component, as there.
  ///   - blue: The blue component, as there.
  ///   - alpha: The opacity, as there.
  @inlinable public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Makes a grey whose three components are `gray`, sRGB-encoded.
  ///
  /// - Parameters:
  ///   - gray: 0 is black, 1 is white; other values are kept.
  ///   - alpha: The opacity, clamped to 0...1.
  @inlinable public init(gray: CGFloat, alpha: CGFloat) {
    self.init(red: gray, green: gray, blue: gray, alpha: alpha)
  }

  /// Makes a grey; the same as ``init(gray:alpha:)``, whose sRGB encoding is close to a gamma of 2.2.
  ///
  /// - Parameters:
  ///   - gray: 0 is black, 1 is white; other values are kept.
  ///   - alpha: The opacity, clamped to 0...1.
  @inlinable public init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(gray: gray, alpha: alpha)
  }

  /// Makes a colour from amounts of ink, without an ink profile: red is `(1 - cyan) * (1 - black)`, and so on.
  ///
  /// - Parameters:
  ///   - cyan: 0 is no ink, 1 is full ink.
  ///   - magenta: Likewise.
  ///   - yellow: Likewise.
  ///   - black: Likewise.
  ///   - alpha: The opacity, clamped to 0...1.
  public init(
    genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
  ) {
    let light = 1 - black
    self.init(red: (1 - cyan) * light, green: (1 - magenta) * light, blue: (1 - yellow) * light, alpha: alpha)
  }

  /// Opaque black.
  @inlinable public static var black: CGColor { CGColor(straight: [0, 0, 0, 1]) }
  /// Opaque white.
  @inlinable public static var white: CGColor { CGColor(straight: [1, 1, 1, 1]) }
  /// Transparent black.
  @inlinable public static var clear: CGColor { CGColor(straight: [0, 0, 0, 0]) }

  /// The opacity, 0...1.
  @inlinable public var alpha: CGFloat { CGFloat(straight.w) }

  /// Red, green, blue and alpha, straight. Never `nil`; optional as Apple's is.
  public var components: [CGFloat]? {
    [CGFloat(straight.x), CGFloat(straight.y), CGFloat(straight.z), CGFloat(straight.w)]
  }

  /// The number of ``components``: always 4, greys included.
  @inlinable public var numberOfComponents: Int { 4 }

  /// Returns this colour with another opacity. Never `nil`; optional as Apple's is.
  ///
  /// - Parameter alpha: The new opacity, clamped to 0...1.
  public func copy(alpha: CGFloat) -> CGColor? {
    CGColor(red: CGFloat(straight.x), green: CGFloat(straight.y), blue: CGFloat(straight.z), alpha: alpha)
  }

  /// `value` as stored: one that is not finite, or too large for a `Float`, becomes 0, so that no NaN reaches a blend.
  @usableFromInline static func finite(_ value: CGFloat) -> Float {
    let stored = Float(value)
    return stored.isFinite ? stored : 0
  }
}
