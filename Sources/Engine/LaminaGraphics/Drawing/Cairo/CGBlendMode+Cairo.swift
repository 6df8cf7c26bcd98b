// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CCairo

/// Cairo's implementation of a blend mode.
struct CairoBlend {
  /// The extent to which Cairo computes a mode correctly.
  enum Reach {
    /// All cases: Cairo mixes by coverage.
    case coverage
    /// Full coverage, mixed by clips.
    case clip
    /// Full coverage only. Cairo treats uncovered parts as transparent ink, or computes them wrongly (Pixman's modes
    /// that are not separable).
    case full
  }

  /// The operator of the same formula.
  var cairoOperator: cairo_operator_t
  var reach: Reach
}

extension CGBlendMode {
  /// Cairo's implementation; `nil` for ``plusDarker``, which Cairo lacks.
  var cairoBlend: CairoBlend? {
    let (value, reach) = cairoOperator
    return value.map { CairoBlend(cairoOperator: $0, reach: reach) }
  }

  private var cairoOperator: (cairo_operator_t?, CairoBlend.Reach) {
    switch self {
    case .normal: (CAIRO_OPERATOR_OVER, .coverage)
    case .multiply: (CAIRO_OPERATOR_MULTIPLY, .coverage)
    case .screen: (CAIRO_OPERATOR_SCREEN, .coverage)
    case .overlay: (CAIRO_OPERATOR_OVERLAY, .coverage)
    case .darken: (CAIRO_OPERATOR_DARKEN, .coverage)
    case .lighten: (CAIRO_OPERATOR_LIGHTEN, .coverage)
    case .colorDodge: (CAIRO_OPERATOR_COLOR_DODGE, .coverage)
    case .colorBurn: (CAIRO_OPERATOR_COLOR_BURN, .coverage)
    case .softLight: (CAIRO_OPERATOR_SOFT_LIGHT, .coverage)
    case .hardLight: (CAIRO_OPERATOR_HARD_LIGHT, .coverage)
    case .difference: (CAIRO_OPERATOR_DIFFERENCE, .coverage)
    case .exclusion: (CAIRO_OPERATOR_EXCLUSION, .coverage)
    case .hue: (CAIRO_OPERATOR_HSL_HUE, .full)
    case .saturation: (CAIRO_OPERATOR_HSL_SATURATION, .full)
    case .color: (CAIRO_OPERATOR_HSL_COLOR, .full)
    case .luminosity: (CAIRO_OPERATOR_HSL_LUMINOSITY, .full)
    case .clear: (CAIRO_OPERATOR_CLEAR, .clip)
    case .copy: (CAIRO_OPERATOR_SOURCE, .clip)
    case .sourceIn: (CAIRO_OPERATOR_IN, .full)
    case .sourceOut: (CAIRO_OPERATOR_OUT, .full)
    case .sourceAtop: (CAIRO_OPERATOR_ATOP, .coverage)
    case .destinationOver: (CAIRO_OPERATOR_DEST_OVER, .coverage)
    case .destinationIn: (CAIRO_OPERATOR_DEST_IN, .full)
    case .destinationOut: (CAIRO_OPERATOR_DEST_OUT, .coverage)
    case .destinationAtop: (CAIRO_OPERATOR_DEST_ATOP, .full)
    case .xor: (CAIRO_OPERATOR_XOR, .coverage)
    case .plusDarker: (nil, .full)
    case .plusLighter: (CAIRO_OPERATOR_ADD, .coverage)
    }
  }
}
