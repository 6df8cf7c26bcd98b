// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The modes of blending a drawn object (the source) with the existing pixels (the destination).
///
/// In the formulas, `S` and `D` are the premultiplied values of the source and of the destination, `Sa` and `Da` their
/// alphas. Where a pixel is only partly covered, the result is mixed with the destination.
///
/// - Conformance: Apple's `CGBlendMode`, documented.
public enum CGBlendMode: Int32, CaseIterable, Sendable {
  /// `S + D (1 - Sa)`.
  case normal = 0
  /// The product of the colours.
  case multiply
  /// The complement of the product of the complements.
  case screen
  /// ``hardLight`` with the layers exchanged.
  case overlay
  /// The darker of each component.
  case darken
  /// The lighter of each component.
  case lighten
  /// Brightens the destination to reflect the source.
  case colorDodge
  /// Darkens the destination to reflect the source.
  case colorBurn
  /// Darkens or lightens softly.
  case softLight
  /// Multiplies or screens.
  case hardLight
  /// The difference of the colours.
  case difference
  /// Like ``difference``, with lower contrast.
  case exclusion
  /// The hue of the source, the saturation and luminosity of the destination.
  case hue
  /// The saturation of the source, the hue and luminosity of the destination.
  case saturation
  /// The hue and saturation of the source, the luminosity of the destination.
  case color
  /// The luminosity of the source, the hue and saturation of the destination.
  case luminosity
  /// `0`.
  case clear
  /// `S`.
  case copy
  /// `S Da`.
  case sourceIn
  /// `S (1 - Da)`.
  case sourceOut
  /// `S Da + D (1 - Sa)`.
  case sourceAtop
  /// `S (1 - Da) + D`.
  case destinationOver
  /// `D Sa`.
  case destinationIn
  /// `D (1 - Sa)`.
  case destinationOut
  /// `S (1 - Da) + D Sa`.
  case destinationAtop
  /// `S (1 - Da) + D (1 - Sa)`.
  case xor
  /// The sum of the darknesses: `max(0, a - (Sa - S) - (Da - D))` with the alpha `a = min(1, Sa + Da)`.
  case plusDarker
  /// `min(1, S + D)`.
  case plusLighter
}
