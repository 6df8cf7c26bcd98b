// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Apple's CGColor interface: making colours.

public import Foundation

extension CGColor {
  /// Makes a colour of the space Generic RGB, with a gamma of 1.8 and its own primaries.
  ///
  /// The colour is converted to sRGB: 0.5 of each is drawn as 0.57. ``init(srgbRed:green:blue:alpha:)`` makes a colour
  /// of sRGB.
  ///
  /// - Parameters:
  ///   - red: The red component. Values outside 0...1 are kept; a NaN, an infinity, and a value that no `Float` holds
  ///     count as 0.
  ///   - green: The green component, likewise.
  ///   - blue: The blue component, likewise.
  ///   - alpha: The opacity; below 0 is stored as 0, above 1 as 1, NaN as 0.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(.genericRGB, [red, green, blue, alpha])
  }

  /// Makes a colour from sRGB components.
  ///
  /// - Parameters:
  ///   - red: The red component. Values outside 0...1 are kept (extended sRGB); a NaN or an infinity is stored as 0.
  ///   - green: The green component, likewise.
  ///   - blue: The blue component, likewise.
  ///   - alpha: The opacity; below 0 is stored as 0, above 1 as 1, NaN as 0.
  @inlinable public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(straight: [
      CGColor.finite(red), CGColor.finite(green), CGColor.finite(blue),
      CGColor.finite(alpha > 1 ? 1 : alpha < 0 ? 0 : alpha),
    ])
  }

  /// Makes a grey of the space Generic Gray, with a gamma of 1.8. The colour has two components, grey and alpha.
  ///
  /// The colour is converted to sRGB: 0.9 is drawn as 0.92, which is 235 of 255.
  ///
  /// - Parameters:
  ///   - gray: 0 is black, 1 is white; other values are kept.
  ///   - alpha: The opacity, clamped to 0...1.
  public init(gray: CGFloat, alpha: CGFloat) {
    self.init(.genericGray, [gray, alpha])
  }

  /// Makes a grey of the space Generic Gray Gamma 2.2, which is close to sRGB except in dark greys.
  ///
  /// - Parameters:
  ///   - gray: 0 is black, 1 is white; other values are kept.
  ///   - alpha: The opacity, clamped to 0...1.
  public init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(.genericGray22, [gray, alpha])
  }

  /// Makes a grey of sRGB: the space is the grey of the device, or another space with the greys of sRGB.
  package init(deviceGray gray: CGFloat, alpha: CGFloat, space: ColorSpaceKind = .deviceGray) {
    self.init(srgbRed: gray, green: gray, blue: gray, alpha: alpha)
    self.space = space
  }

  /// Makes a colour from amounts of ink, without an ink profile: red is `(1 - cyan) * (1 - black)`, and so on. The
  /// result is an sRGB colour.
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
    self.init(srgbRed: (1 - cyan) * light, green: (1 - magenta) * light, blue: (1 - yellow) * light, alpha: alpha)
  }

  /// Makes a colour of a space.
  ///
  /// - Parameters:
  ///   - colorSpace: The space; a space of patterns makes no colour.
  ///   - components: As many numbers as the space has components, and the alpha after them, clamped to 0...1. A number
  ///     that is not finite counts as 0; further numbers are ignored.
  /// - Returns: `nil` when there are too few components, or the space is a space of patterns. Colours of inks, of a
  ///   profile or of a table are converted to sRGB and kept as sRGB.
  public init?(colorSpace: CGColorSpace, components: [CGFloat]) {
    guard components.count > colorSpace.numberOfComponents else { return nil }
    if let details = colorSpace.details {
      self.init(details, base: colorSpace.baseColorSpace, components)
    } else if let kind = colorSpace.kind {
      self.init(kind, components)
    } else {
      return nil
    }
  }

  /// Makes a colour of a space; see ``init(colorSpace:components:)``.
  ///
  /// - Parameters:
  ///   - space: The space.
  ///   - components: As many numbers as the space has components, and one more for alpha, to be read from memory.
  public init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    guard space.model != .pattern else { return nil }
    // The type is given: without it the array would be passed as a pointer again.
    let own: [CGFloat] = Array(UnsafeBufferPointer(start: components, count: space.numberOfComponents + 1))
    self.init(colorSpace: space, components: own)
  }

  /// - Precondition: There is one more component than the space has.
  private init(_ kind: ColorSpaceKind, _ components: [CGFloat]) {
    // A number outside the range of `Float` would lead to other numbers that are not finite.
    let own = components.prefix(kind.componentCount).map { Float($0).isFinite ? Double($0) : 0 }
    let color = kind.sRGB(own)
    self.init(
      srgbRed: CGFloat(color.x), green: CGFloat(color.y), blue: CGFloat(color.z), alpha: components[kind.componentCount]
    )
    if case .inks = kind.model { return }
    space = kind
  }

  /// Opaque black, of the space Generic Gray.
  @inlinable public static var black: CGColor { CGColor(straight: [0, 0, 0, 1], space: .genericGray) }
  /// Opaque white, of the space Generic Gray.
  @inlinable public static var white: CGColor { CGColor(straight: [1, 1, 1, 1], space: .genericGray) }
  /// Transparent black, of the space Generic Gray.
  @inlinable public static var clear: CGColor { CGColor(straight: [0, 0, 0, 0], space: .genericGray) }

  /// `value` as stored: a value that is not finite, or too large for a `Float`, becomes 0, so that no NaN reaches a
  /// blend.
  @usableFromInline static func finite(_ value: CGFloat) -> Float {
    let stored = Float(value)
    return stored.isFinite ? stored : 0
  }
}
