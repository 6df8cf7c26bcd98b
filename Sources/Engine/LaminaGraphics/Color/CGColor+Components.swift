// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Apple's CGColor interface: the properties of a colour, and copies of it.

public import Foundation

extension CGColor {
  /// The opacity, 0...1; for a pattern, the opacity with which it is drawn.
  public var alpha: CGFloat { isPattern ? ColorPattern.of(self)?.alpha ?? 0 : CGFloat(straight.w) }

  /// The components in the colour's own space, straight, and alpha after them. Never `nil`; optional as in Apple's
  /// interface.
  ///
  /// The components are stored as extended sRGB with 24 significant bits. Components of another space are returned as
  /// the shortest numbers with the same stored value: unchanged, where they had up to six digits or were whole 255ths.
  public var components: [CGFloat]? {
    switch space {
    case .sRGB, .deviceRGB, .extendedSRGB:
      [CGFloat(straight.x), CGFloat(straight.y), CGFloat(straight.z), CGFloat(straight.w)]
    case .deviceGray, .extendedGray:
      [CGFloat(straight.x), CGFloat(straight.w)]
    case .pattern: [alpha]
    default:
      shortest.map { CGFloat($0) } + [CGFloat(straight.w)]
    }
  }

  /// The number of ``components``, alpha included: 2 for greys, 4 for other colours.
  public var numberOfComponents: Int { space.componentCount + 1 }

  /// The space that ``components`` are in. Never `nil`; optional as in Apple's interface.
  public var colorSpace: CGColorSpace? { .known(space) }

  /// Returns this colour. Never `nil`; optional as in Apple's interface.
  public func copy() -> CGColor? { self }

  /// Returns this colour with another opacity. Never `nil`; optional as in Apple's interface.
  ///
  /// - Parameter alpha: The new opacity, clamped to 0...1; NaN is 0.
  public func copy(alpha: CGFloat) -> CGColor? {
    if isPattern { return patternCopy(alpha: alpha) }
    var result = self
    result.straight.w = CGColor.finite(alpha > 1 ? 1 : alpha < 0 ? 0 : alpha)
    return result
  }

  /// Returns the same colour in another space.
  ///
  /// - Parameters:
  ///   - space: The space. In a space that is not extended, components are clamped to 0...1; in a space of greys, a
  ///     colour becomes the grey of its luminance.
  ///   - intent: Ignored: white stays white, and spaces have no tables.
  ///   - options: Ignored.
  /// - Returns: `nil` for a space of patterns, for a pattern, and for inks, which have no profile here.
  public func converted(to space: CGColorSpace, intent: CGColorRenderingIntent, options: [String: Any]?) -> CGColor? {
    guard let kind = space.kind, !isPattern else { return nil }
    if case .inks = kind.model { return nil }
    var own = kind.components(sRGB: precise)
    if !kind.isExtended { own = own.map { min(max($0, 0), 1) } }
    return CGColor(colorSpace: space, components: own.map { CGFloat($0) } + [alpha])
  }

  /// The components in the colour's space with the fewest digits that are stored as this colour.
  private var shortest: [Double] {
    let exact = space.components(sRGB: precise)
    for steps in [1000.0, 255, 1_000_000] {
      let short = exact.map { ($0 * steps).rounded() / steps }
      let stored = space.sRGB(short)
      let singles = SIMD3(Float(stored.x), Float(stored.y), Float(stored.z))
      if singles == SIMD3(straight.x, straight.y, straight.z) { return short }
    }
    return exact
  }

  private var precise: SIMD3<Double> { SIMD3(Double(straight.x), Double(straight.y), Double(straight.z)) }
}

/// Whether two colours are the same, space included. Colours are values here, so they have no other identity.
public func === (first: CGColor?, second: CGColor?) -> Bool {
  first?.straight == second?.straight && first?.space == second?.space
}

/// Whether two colours are not the same, space included.
public func !== (first: CGColor?, second: CGColor?) -> Bool { !(first === second) }
