// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The ways of blending a layer with its backdrop: the blend modes and the Porter-Duff operators of
/// `compositingFilter`.
///
/// - Conformance: GROUP-4
package enum LayerBlend: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  case normal
  // Separable modes, for each component by itself.
  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference, exclusion
  case subtract, divide, linearBurn, linearDodge, linearLight, pinLight
  // Modes for whole colours.
  case hue, saturation, color, luminosity
  // The Porter-Duff operators and related ones.
  case clear, copy, sourceIn, sourceOut, sourceAtop, destination, destinationOver, destinationIn, destinationOut
  case destinationAtop, xor, plusLighter, plusDarker, minimum, maximum

  /// Apple's name.
  package var name: String {
    switch self {
    case .normal: "normalBlendMode"
    case .clear: "clear"
    case .copy: "copy"
    case .sourceIn: "sourceIn"
    case .sourceOut: "sourceOut"
    case .sourceAtop: "sourceAtop"
    case .destination: "dest"
    case .destinationOver: "destOver"
    case .destinationIn: "destIn"
    case .destinationOut: "destOut"
    case .destinationAtop: "destAtop"
    case .xor: "xor"
    case .plusLighter: "plusL"
    case .plusDarker: "plusD"
    case .minimum: "minimum"
    case .maximum: "maximum"
    case .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight, .hardLight, .difference,
      .exclusion, .subtract, .divide, .linearBurn, .linearDodge, .linearLight, .pinLight, .hue, .saturation, .color,
      .luminosity:
      "\(self)BlendMode"
    }
  }

  /// Whether the operator removes the backdrop where the layer is clear.
  ///
  /// Such an operator acts inside the layer's bounds, rounded by its corners, and wherever the layer draws.
  package var clearsBackdrop: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop, .minimum: true
    default: false
    }
  }

  /// Whether a small difference of its inputs may make a large difference of its result, so that 8 bits are too few.
  package var amplifies: Bool {
    switch self {
    case .colorDodge, .colorBurn, .divide, .hue, .saturation, .color, .luminosity, .softLight: true
    default: false
    }
  }

  /// Makes the mode of a name: Apple's name, or another spelling of it.
  package init?(name: String) {
    guard let known = Self.byName[name] else { return nil }
    self = known
  }

  private static let byName: [String: LayerBlend] = {
    var names = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
    names["sourceOver"] = .normal
    names["normal"] = .normal
    names["destinationOver"] = .destinationOver
    names["destinationIn"] = .destinationIn
    names["destinationOut"] = .destinationOut
    names["destinationAtop"] = .destinationAtop
    names["plusLighter"] = .plusLighter
    names["plusDarker"] = .plusDarker
    names["minimumBlendMode"] = .minimum
    names["maximumBlendMode"] = .maximum
    return names
  }()

  /// All names, for messages.
  package static var names: [String] { byName.keys.sorted() }
}
