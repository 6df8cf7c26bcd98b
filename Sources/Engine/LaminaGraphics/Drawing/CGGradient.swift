// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// The continuation of a gradient beyond its ends.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Makes options from their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The first colour continues before the start.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  /// The last colour continues after the end.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// Colours and their locations, to be drawn along a line or between circles.
///
/// - Conformance: GRAD-1; Apple's `CGGradient`, documented.
public final class CGGradient: Sendable {
  /// The colours along the length.
  let ramp: GradientRamp

  init(ramp: GradientRamp) {
    self.ramp = ramp
  }

  /// Makes a gradient.
  ///
  /// - Parameters:
  ///   - space: Ignored: colours are mixed in sRGB.
  ///   - colors: The colours, each a `CGColor`.
  ///   - locations: As many locations as colours, from 0 to 1, ascending; `nil` spreads the colours evenly. Other
  ///     numbers are clamped, and a location less than the one before counts as the one before.
  /// - Returns: `nil` without colours, or when one of `colors` is no `CGColor`.
  public init?(colorsSpace space: CGColorSpace?, colors: [Any], locations: UnsafePointer<CGFloat>?) {
    let known = colors.compactMap { $0 as? CGColor }
    let places = locations.map { Array(UnsafeBufferPointer(start: $0, count: colors.count)) }
    guard known.count == colors.count, let ramp = GradientRamp(colors: known, locations: places) else { return nil }
    self.ramp = ramp
  }

  /// Makes a gradient of colours in Foundation's array; see ``init(colorsSpace:colors:locations:)-(_,[Any],_)``.
  public convenience init?(colorsSpace space: CGColorSpace?, colors: NSArray, locations: UnsafePointer<CGFloat>?) {
    self.init(colorsSpace: space, colors: colors.map { $0 }, locations: locations)
  }

  /// Makes a gradient from the components of its colours.
  ///
  /// - Parameters:
  ///   - space: The space of the components. Colours are mixed in sRGB.
  ///   - components: For each colour, the components of the space, and alpha after them.
  ///   - locations: As many locations as colours, or `nil`; see `init(colorsSpace:colors:locations:)`.
  ///   - count: The number of colours.
  /// - Returns: `nil` without colours, and for a space of patterns.
  public init?(
    colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
    locations: UnsafePointer<CGFloat>?, count: Int
  ) {
    guard space.kind != nil else { return nil }
    let step = space.numberOfComponents + 1
    let colors = (0..<max(count, 0)).compactMap { CGColor(colorSpace: space, components: components + step * $0) }
    let places = locations.map { Array(UnsafeBufferPointer(start: $0, count: colors.count)) }
    guard let ramp = GradientRamp(colors: colors, locations: places) else { return nil }
    self.ramp = ramp
  }
}
