// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The named colour spaces, and the numbers that define them.

internal import Foundation

/// A colour space that is known by name.
@usableFromInline package enum ColorSpaceKind: UInt8, CaseIterable, Hashable, Sendable {
  case sRGB, deviceRGB, extendedSRGB, linearSRGB, extendedLinearSRGB
  case displayP3, extendedDisplayP3, linearDisplayP3, extendedLinearDisplayP3
  case adobeRGB1998
  case genericRGB, genericRGBLinear
  case itur709, itur2020, extendedITUR2020, linearITUR2020, extendedLinearITUR2020
  case itur2020sRGBGamma
  case rommRGB, acescgLinear, dciP3
  case deviceGray, genericGray, genericGray22, extendedGray, linearGray, extendedLinearGray
  case deviceCMYK, genericCMYK
  /// The space of patterns, whose colours are numbers of ``ColorPattern``s.
  case pattern
}

extension ColorSpaceKind {
  /// The kind of a space's components.
  enum Model {
    /// Grey: one component.
    case gray
    /// Red, green and blue.
    case rgb(ColorPrimaries)
    /// Inks: cyan, magenta, yellow and black.
    case inks
    /// None: patterns.
    case pattern
  }

  /// The kind of the space's components.
  var model: Model {
    switch self {
    case .sRGB, .deviceRGB, .extendedSRGB, .linearSRGB, .extendedLinearSRGB, .itur709: .rgb(.sRGB)
    case .displayP3, .extendedDisplayP3, .linearDisplayP3, .extendedLinearDisplayP3: .rgb(.displayP3)
    case .adobeRGB1998: .rgb(.adobeRGB)
    case .genericRGB, .genericRGBLinear: .rgb(.genericRGB)
    case .itur2020, .extendedITUR2020, .linearITUR2020, .extendedLinearITUR2020, .itur2020sRGBGamma: .rgb(.bt2020)
    case .rommRGB: .rgb(.romm)
    case .acescgLinear: .rgb(.acescg)
    case .dciP3: .rgb(.dciP3)
    case .deviceGray, .genericGray, .genericGray22, .extendedGray, .linearGray, .extendedLinearGray: .gray
    case .deviceCMYK, .genericCMYK: .inks
    case .pattern: .pattern
    }
  }

  /// The number of components without alpha.
  var componentCount: Int {
    switch model {
    case .gray: 1
    case .rgb: 3
    case .inks: 4
    case .pattern: 0
    }
  }

  /// The curve from components to light. Greys of the device, and UIKit's extended greys, have the curve of sRGB.
  var transfer: ComponentCurve {
    switch self {
    case .linearSRGB, .extendedLinearSRGB, .linearDisplayP3, .extendedLinearDisplayP3, .linearITUR2020,
      .extendedLinearITUR2020, .acescgLinear, .genericRGBLinear, .linearGray, .extendedLinearGray:
      .linear
    case .genericRGB, .genericGray: .power(1.8)
    case .genericGray22: .power(2.2)
    case .rommRGB: .romm
    case .dciP3: .power(2.6)
    case .adobeRGB1998: .power(563.0 / 256)
    case .itur709, .itur2020, .extendedITUR2020: .video
    default: .sRGB
    }
  }

  /// Whether components beyond 0...1 are valid in the space.
  var isExtended: Bool {
    switch self {
    case .extendedSRGB, .extendedLinearSRGB, .extendedDisplayP3, .extendedLinearDisplayP3, .extendedITUR2020,
      .extendedLinearITUR2020, .extendedGray, .extendedLinearGray:
      true
    default: false
    }
  }

  /// Apple's name for the space.
  var name: String {
    switch self {
    case .sRGB: "kCGColorSpaceSRGB"
    case .deviceRGB: "kCGColorSpaceDeviceRGB"
    case .extendedSRGB: "kCGColorSpaceExtendedSRGB"
    case .linearSRGB: "kCGColorSpaceLinearSRGB"
    case .extendedLinearSRGB: "kCGColorSpaceExtendedLinearSRGB"
    case .displayP3: "kCGColorSpaceDisplayP3"
    case .extendedDisplayP3: "kCGColorSpaceExtendedDisplayP3"
    case .linearDisplayP3: "kCGColorSpaceLinearDisplayP3"
    case .extendedLinearDisplayP3: "kCGColorSpaceExtendedLinearDisplayP3"
    case .adobeRGB1998: "kCGColorSpaceAdobeRGB1998"
    case .genericRGB: "kCGColorSpaceGenericRGB"
    case .genericRGBLinear: "kCGColorSpaceGenericRGBLinear"
    case .itur709: "kCGColorSpaceITUR_709"
    case .itur2020: "kCGColorSpaceITUR_2020"
    case .extendedITUR2020: "kCGColorSpaceExtendedITUR_2020"
    case .linearITUR2020: "kCGColorSpaceLinearITUR_2020"
    case .extendedLinearITUR2020: "kCGColorSpaceExtendedLinearITUR_2020"
    case .itur2020sRGBGamma: "kCGColorSpaceITUR_2020_sRGBGamma"
    case .rommRGB: "kCGColorSpaceROMMRGB"
    case .acescgLinear: "kCGColorSpaceACESCGLinear"
    case .dciP3: "kCGColorSpaceDCIP3"
    case .deviceGray: "kCGColorSpaceDeviceGray"
    case .genericGray: "kCGColorSpaceGenericGray"
    case .genericGray22: "kCGColorSpaceGenericGrayGamma2_2"
    case .extendedGray: "kCGColorSpaceExtendedGray"
    case .linearGray: "kCGColorSpaceLinearGray"
    case .extendedLinearGray: "kCGColorSpaceExtendedLinearGray"
    case .deviceCMYK: "kCGColorSpaceDeviceCMYK"
    case .genericCMYK: "kCGColorSpaceGenericCMYK"
    case .pattern: "pattern"
    }
  }

  /// The space of each name.
  static let named: [String: ColorSpaceKind] = Dictionary(
    uniqueKeysWithValues: allCases.filter { $0 != .pattern }.map { ($0.name, $0) })
}

/// The curve from component to light, and back. Below 0 the curve is that of the positive number, rotated about the
/// origin.
enum ComponentCurve: Equatable {
  /// The component is the light.
  case linear
  /// The curve of sRGB.
  case sRGB
  /// Light is the component to this power.
  case power(Double)
  /// The curve of BT.709 and BT.2020.
  case video
  /// The curve of ISO 22028-2: a power of 1.8 with a straight beginning.
  case romm

  /// The light of a component.
  func light(_ value: Double) -> Double {
    let size = abs(value)
    let result: Double =
      switch self {
      case .linear: size
      case .sRGB: size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
      case .power(let exponent): pow(size, exponent)
      case .video: size < 0.081 ? size / 4.5 : pow((size + 0.099) / 1.099, 1 / 0.45)
      case .romm: size < 1.0 / 32 ? size / 16 : pow(size, 1.8)
      }
    return value < 0 ? -result : result
  }

  /// The component for an amount of light.
  func component(_ light: Double) -> Double {
    let size = abs(light)
    let result: Double =
      switch self {
      case .linear: size
      case .sRGB: size <= 0.04045 / 12.92 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055
      case .power(let exponent): pow(size, 1 / exponent)
      case .video: size < 0.018 ? size * 4.5 : 1.099 * pow(size, 0.45) - 0.099
      case .romm: size < 1.0 / 512 ? size * 16 : pow(size, 1 / 1.8)
      }
    return light < 0 ? -result : result
  }
}
