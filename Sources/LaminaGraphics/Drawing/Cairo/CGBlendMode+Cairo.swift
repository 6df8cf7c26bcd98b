internal import CCairo

extension CGBlendMode {
  /// The Cairo operator of the same formula; ``plusDarker`` has none.
  ///
  /// Cairo's own `bounded` operators mix by coverage, as the formulas say. The others, which the flag names, take what is
  /// not covered for transparent ink, so they are drawn through a clip instead, by which Cairo always mixes.
  var cairoOperator: (operator: cairo_operator_t, isBounded: Bool)? {
    switch self {
    case .normal: (CAIRO_OPERATOR_OVER, true)
    case .multiply: (CAIRO_OPERATOR_MULTIPLY, true)
    case .screen: (CAIRO_OPERATOR_SCREEN, true)
    case .overlay: (CAIRO_OPERATOR_OVERLAY, true)
    case .darken: (CAIRO_OPERATOR_DARKEN, true)
    case .lighten: (CAIRO_OPERATOR_LIGHTEN, true)
    case .colorDodge: (CAIRO_OPERATOR_COLOR_DODGE, true)
    case .colorBurn: (CAIRO_OPERATOR_COLOR_BURN, true)
    case .softLight: (CAIRO_OPERATOR_SOFT_LIGHT, true)
    case .hardLight: (CAIRO_OPERATOR_HARD_LIGHT, true)
    case .difference: (CAIRO_OPERATOR_DIFFERENCE, true)
    case .exclusion: (CAIRO_OPERATOR_EXCLUSION, true)
    case .hue: (CAIRO_OPERATOR_HSL_HUE, true)
    case .saturation: (CAIRO_OPERATOR_HSL_SATURATION, true)
    case .color: (CAIRO_OPERATOR_HSL_COLOR, true)
    case .luminosity: (CAIRO_OPERATOR_HSL_LUMINOSITY, true)
    case .clear: (CAIRO_OPERATOR_CLEAR, false)
    case .copy: (CAIRO_OPERATOR_SOURCE, false)
    case .sourceIn: (CAIRO_OPERATOR_IN, false)
    case .sourceOut: (CAIRO_OPERATOR_OUT, false)
    case .sourceAtop: (CAIRO_OPERATOR_ATOP, true)
    case .destinationOver: (CAIRO_OPERATOR_DEST_OVER, true)
    case .destinationIn: (CAIRO_OPERATOR_DEST_IN, false)
    case .destinationOut: (CAIRO_OPERATOR_DEST_OUT, true)
    case .destinationAtop: (CAIRO_OPERATOR_DEST_ATOP, false)
    case .xor: (CAIRO_OPERATOR_XOR, true)
    case .plusDarker: nil
    case .plusLighter: (CAIRO_OPERATOR_ADD, true)
    }
  }
}
