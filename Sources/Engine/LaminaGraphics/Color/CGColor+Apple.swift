// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Apple's CGColor interface: how colours are made.

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

  /// Makes a grey: sRGB whose three components are `gray`. As on Apple's platforms it has two components, grey and alpha.
  ///
  /// - Parameters:
  ///   - gray: 0 is black, 1 is white; other values are kept.
  ///   - alpha: The opacity, clamped to 0...1.
  @inlinable public init(gray: CGFloat, alpha: CGFloat) {
    self.init(red: gray, green: gray, blue: gray, alpha: alpha)
    space = .genericGray22
  }

  /// Makes a grey; the same as ``init(gray:alpha:)``, whose sRGB encoding is close to a gamma of 2.2.
  ///
  /// - Parameters:
  ///   - gray: 0 is black, 1 is white; other values are kept.
  ///   - alpha: The opacity, clamped to 0...1.
  @inlinable public init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(gray: gray, alpha: alpha)
  }

  /// Makes a colour from amounts of ink, without an ink profile: red is `(1 - cyan) * (1 - black)`, and so on. It is an sRGB
  /// colour from then on.
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

  /// Makes a colour of a space.
  ///
  /// - Parameters:
  ///   - colorSpace: The space. That of patterns makes no colour.
  ///   - components: As many numbers as the space has components, and the alpha after them, clamped to 0...1. A number that is
  ///     not finite counts as 0; further ones are not looked at.
  /// - Returns: `nil` when there are too few components, or the space is one of patterns. A colour of inks, of a profile
  ///   or of a table is the sRGB colour that it is converted to.
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
    // An array by its type: as an argument alone it would become a pointer again.
    let own: [CGFloat] = Array(UnsafeBufferPointer(start: components, count: space.numberOfComponents + 1))
    self.init(colorSpace: space, components: own)
  }

  /// - Precondition: There is one more component than the space has.
  private init(_ kind: ColorSpaceKind, _ components: [CGFloat]) {
    let own = components.prefix(kind.componentCount).map { $0.isFinite ? Double($0) : 0 }
    let color = kind.sRGB(own)
    self.init(
      red: CGFloat(color.x), green: CGFloat(color.y), blue: CGFloat(color.z), alpha: components[kind.componentCount])
    if case .inks = kind.model { return }
    space = kind
  }

  /// Opaque black, a grey.
  @inlinable public static var black: CGColor { CGColor(straight: [0, 0, 0, 1], space: .genericGray22) }
  /// Opaque white, a grey.
  @inlinable public static var white: CGColor { CGColor(straight: [1, 1, 1, 1], space: .genericGray22) }
  /// Transparent black, a grey.
  @inlinable public static var clear: CGColor { CGColor(straight: [0, 0, 0, 0], space: .genericGray22) }

  /// `value` as stored: one that is not finite, or too large for a `Float`, becomes 0, so that no NaN reaches a blend.
  @usableFromInline static func finite(_ value: CGFloat) -> Float {
    let stored = Float(value)
    return stored.isFinite ? stored : 0
  }
}
