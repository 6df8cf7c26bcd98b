// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGeometry

/// The kind of the components of a colour space.
public enum CGColorSpaceModel: Int32, Sendable {
  /// Unknown.
  case unknown = -1
  /// Grey.
  case monochrome = 0
  /// Red, green and blue.
  case rgb = 1
  /// Cyan, magenta, yellow and black.
  case cmyk = 2
  /// Lightness and two axes of colour.
  case lab = 3
  /// Any number of inks.
  case deviceN = 4
  /// Indexes into a table of colours.
  case indexed = 5
  /// A pattern.
  case pattern = 6
  /// CIE XYZ.
  case XYZ = 7
}

/// The conversion of colours that another space cannot show.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// The context's choice: as ``relativeColorimetric``.
  case defaultIntent = 0
  /// As ``relativeColorimetric``: white stays white.
  case absoluteColorimetric = 1
  /// Colours stay the same; colours that the other space cannot show are clamped.
  case relativeColorimetric = 2
  /// As ``relativeColorimetric``: the spaces here have no tables for it.
  case perceptual = 3
  /// As ``relativeColorimetric``: the spaces here have no tables for it.
  case saturation = 4
}

/// A colour space: the meaning of the components of a colour.
///
///     let wide = CGColorSpace(name: CGColorSpace.displayP3)
///
/// Everything is drawn in sRGB. Colours and pictures of another space are converted when they are made.
public final class CGColorSpace: Hashable, Sendable {
  /// The known space that this is; `nil` for spaces of patterns, profiles and tables.
  let kind: ColorSpaceKind?
  /// The space that an uncoloured pattern is coloured in, or the space of the colours of a table; `nil` for any other
  /// space.
  public let baseColorSpace: CGColorSpace?
  /// The profile or table of the space; `nil` for any other space.
  let details: ColorSpaceDetails?

  init(kind: ColorSpaceKind?, base: CGColorSpace?, details: ColorSpaceDetails? = nil) {
    self.kind = kind
    baseColorSpace = base
    self.details = details
  }

  private static let all: [CGColorSpace] = ColorSpaceKind.allCases.map {
    CGColorSpace(kind: $0 == .pattern ? nil : $0, base: nil)
  }

  /// The space of a kind, always the same object.
  static func known(_ kind: ColorSpaceKind) -> CGColorSpace { all[Int(kind.rawValue)] }

  /// Makes the colour space of a name.
  ///
  /// - Parameter name: A name that is a property of this class, such as ``sRGB``.
  /// - Returns: `nil` for any other name.
  public convenience init?(name: String) {
    guard let kind = ColorSpaceKind.named[name] else { return nil }
    self.init(kind: kind, base: nil)
  }

  /// Makes the space of colours that are patterns.
  ///
  /// - Parameter baseSpace: The space that an uncoloured pattern is coloured in; `nil` for patterns in their own
  ///   colours.
  /// - Returns: `nil` when `baseSpace` is itself a space of patterns.
  public convenience init?(patternBaseSpace baseSpace: CGColorSpace?) {
    guard baseSpace?.model != .pattern else { return nil }
    self.init(kind: nil, base: baseSpace)
  }

  /// The name; `nil` for the spaces of patterns, profiles and tables.
  public var name: String? { kind?.name }

  /// The kind of the space's components.
  public var model: CGColorSpaceModel {
    if let details { return details.model }
    return switch kind?.model {
    case .gray: .monochrome
    case .rgb: .rgb
    case .inks: .cmyk
    case .pattern, nil: .pattern
    }
  }

  /// The number of components, without alpha: 1 for greys, 3 for red, green and blue, 4 for inks; 1 for indexes into a
  /// table; for patterns the number of the base, or 0.
  public var numberOfComponents: Int {
    details?.componentCount ?? kind?.componentCount ?? baseColorSpace?.numberOfComponents ?? 0
  }

  /// Whether the space holds colours outside sRGB: Display P3, Adobe RGB, BT.2020 and others of wide primaries, and all
  /// extended spaces of colours.
  public var isWideGamutRGB: Bool {
    guard let kind, case .rgb(let primaries) = kind.model else { return false }
    return primaries != .sRGB || kind.isExtended
  }

  /// Whether components beyond 0...1 are valid in the space: true for the extended spaces. Pictures are drawn in 0...1
  /// of sRGB whatever the space.
  public var usesExtendedRange: Bool { kind?.isExtended == true }

  /// Whether pictures can be drawn in it: true for all spaces except spaces of patterns and tables.
  public var supportsOutput: Bool { model != .pattern && model != .indexed }

  /// Whether components have the same meaning in both spaces.
  public static func == (first: CGColorSpace, second: CGColorSpace) -> Bool {
    first.kind == second.kind && first.baseColorSpace == second.baseColorSpace && first.details == second.details
  }

  /// Adds the space to a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(baseColorSpace)
    hasher.combine(details)
  }
}

extension CGColorSpace: CustomStringConvertible {
  /// The name, or "pattern", "indexed" or "profile".
  public var description: String {
    switch details {
    case .profile: "profile"
    case .table: "indexed"
    case nil: name ?? "pattern"
    }
  }
}

extension CGColorSpace {
  /// The name of sRGB.
  public static var sRGB: String { ColorSpaceKind.sRGB.name }
  /// The name of sRGB with components beyond 0...1.
  public static var extendedSRGB: String { ColorSpaceKind.extendedSRGB.name }
  /// The name of sRGB's primaries with linear components.
  public static var linearSRGB: String { ColorSpaceKind.linearSRGB.name }
  /// The name of sRGB's primaries with linear components, also beyond 0...1.
  public static var extendedLinearSRGB: String { ColorSpaceKind.extendedLinearSRGB.name }
  /// The name of Display P3, the space of wide-gamut screens: redder reds and greener greens under sRGB's curve.
  public static var displayP3: String { ColorSpaceKind.displayP3.name }
  /// The name of Display P3 with components beyond 0...1.
  public static var extendedDisplayP3: String { ColorSpaceKind.extendedDisplayP3.name }
  /// The name of Display P3's primaries with linear components.
  public static var linearDisplayP3: String { ColorSpaceKind.linearDisplayP3.name }
  /// The name of Display P3's primaries with linear components, also beyond 0...1.
  public static var extendedLinearDisplayP3: String { ColorSpaceKind.extendedLinearDisplayP3.name }
  /// The name of Adobe RGB (1998).
  public static var adobeRGB1998: String { ColorSpaceKind.adobeRGB1998.name }
  /// The name of Generic RGB's primaries with linear components.
  public static var genericRGBLinear: String { ColorSpaceKind.genericRGBLinear.name }
  /// The name of ITU-R BT.709: sRGB's primaries under the curve of video.
  public static var itur_709: String { ColorSpaceKind.itur709.name }
  /// The name of ITU-R BT.2020.
  public static var itur_2020: String { ColorSpaceKind.itur2020.name }
  /// The name of ITU-R BT.2020 with components beyond 0...1.
  public static var extendedITUR_2020: String { ColorSpaceKind.extendedITUR2020.name }
  /// The name of ITU-R BT.2020's primaries with linear components.
  public static var linearITUR_2020: String { ColorSpaceKind.linearITUR2020.name }
  /// The name of ITU-R BT.2020's primaries with linear components, also beyond 0...1.
  public static var extendedLinearITUR_2020: String { ColorSpaceKind.extendedLinearITUR2020.name }
  /// The name of ITU-R BT.2020's primaries under sRGB's curve.
  public static var itur_2020_sRGBGamma: String { ColorSpaceKind.itur2020sRGBGamma.name }
  /// The name of ROMM RGB, known as ProPhoto. Its white is D50; colours are adapted to sRGB's white.
  public static var rommrgb: String { ColorSpaceKind.rommRGB.name }
  /// The name of ACEScg, whose components are linear. Its white is near D60; colours are adapted to sRGB's white.
  public static var acescgLinear: String { ColorSpaceKind.acescgLinear.name }
  /// The name of the P3 space of cinemas with a gamma of 2.6. Its white is greener than D65; colours are adapted to
  /// sRGB's white.
  public static var dcip3: String { ColorSpaceKind.dciP3.name }
  /// The name of greys with a gamma of 2.2.
  public static var genericGrayGamma2_2: String { ColorSpaceKind.genericGray22.name }
  /// The name of greys beyond 0...1, as UIKit uses them. They are taken as the greys of sRGB.
  public static var extendedGray: String { ColorSpaceKind.extendedGray.name }
  /// The name of greys with a linear component.
  public static var linearGray: String { ColorSpaceKind.linearGray.name }
  /// The name of greys with a linear component, also beyond 0...1.
  public static var extendedLinearGray: String { ColorSpaceKind.extendedLinearGray.name }
  /// The name of inks without a profile.
  public static var genericCMYK: String { ColorSpaceKind.genericCMYK.name }
}

/// The space of red, green and blue as the bitmap has them: sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .known(.deviceRGB) }

/// The space of greys as the bitmap has them: sRGB's greys.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .known(.deviceGray) }

/// The space of inks without a profile.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { .known(.deviceCMYK) }
