// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
package import LaminaGraphics

/// The shape of a gradient.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a type from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The colours change along a line.
  public static let axial = CAGradientLayerType(rawValue: "axial")
  /// The colours change outwards from a point, in ellipses.
  public static let radial = CAGradientLayerType(rawValue: "radial")
  /// The colours change around a point.
  public static let conic = CAGradientLayerType(rawValue: "conic")
}

/// A layer that draws a gradient over its background in place of contents.
///
/// - Conformance: GRAD-1, GRAD-2
open class CAGradientLayer: CALayer {
  /// The colours, each a `CGColor`; other objects are skipped.
  ///
  /// - Range: One colour fills the layer, an empty list draws nothing.
  /// - Default: `nil`. Animatable.
  open var colors: [Any]? {
    willSet { willChange("colors") }
    didSet { didChange("colors") }
  }

  /// The position of each colour along the gradient.
  ///
  /// - Units: fractions of the way from start to end.
  /// - Range: increasing, in `0...1`; surplus positions are ignored.
  /// - Default: `nil`, which spreads the colours evenly. Animatable.
  open var locations: [NSNumber]? {
    willSet { willChange("locations") }
    didSet { didChange("locations") }
  }

  /// The start of the gradient; the centre of a radial or conic one.
  ///
  /// - Units: fractions of the bounds.
  /// - Default: (0.5, 0). Animatable.
  open var startPoint = CGPoint(x: 0.5, y: 0) {
    willSet { willChange("startPoint") }
    didSet { didChange("startPoint") }
  }

  /// The end of the gradient.
  ///
  /// - Units: fractions of the bounds.
  /// - Default: (0.5, 1). Animatable.
  open var endPoint = CGPoint(x: 0.5, y: 1) {
    willSet { willChange("endPoint") }
    didSet { didChange("endPoint") }
  }

  /// The shape of the gradient.
  ///
  /// - Range: A name that is none of Apple's is stored and draws as `axial`.
  /// - Default: `axial`.
  open var type: CAGradientLayerType = .axial {
    didSet { markChanged() }
  }

  /// The colour space in which colours are mixed.
  package var mixing = GradientMixing.encoded {
    didSet { markChanged() }
  }

  /// Makes an empty layer.
  public override init() {
    super.init()
    properties.kind = .gradient
  }

  /// Makes a copy of a layer's own values; see ``CALayer/init(layer:)``.
  public override init(layer: Any) {
    super.init(layer: layer)
    properties.kind = .gradient
    guard let layer = layer as? CAGradientLayer else { return }
    colors = layer.colors
    locations = layer.locations
    startPoint = layer.startPoint
    endPoint = layer.endPoint
    type = layer.type
    mixing = layer.mixing
  }

  /// Makes a layer from an archive; see ``CALayer/init(coder:)``.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  package override var patternColorNames: [String] {
    colors?.contains { ($0 as? CGColor)?.isPattern == true } == true ? ["colors"] : []
  }

  package override func snapshotContent(_ moment: SnapshotMoment) -> LayerContent? {
    let kind: GradientContent.Kind =
      switch type {
      case .radial: .radial
      case .conic: .conic
      default: .axial
      }
    let content = GradientContent(
      kind: kind, start: startPoint, end: endPoint, colors: (colors ?? []).compactMap { $0 as? CGColor },
      locations: locations?.map(\.doubleValue), mixing: moment.reference == .context ? .genericRGB : mixing)
    return content.map(LayerContent.gradient)
  }
}
