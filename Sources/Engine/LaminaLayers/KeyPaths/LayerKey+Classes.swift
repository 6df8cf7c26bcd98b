// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics

// The keys that the special layers add.

extension LayerKey {
  /// The keys that a kind of layers adds to the keys of every layer.
  static func added(by kind: LayerKind) -> [LayerKey] {
    switch kind {
    case .layer, .transform: []
    case .shape: shapeKeys
    case .gradient: gradientKeys
    case .text: textKeys
    case .replicator: replicatorKeys
    case .emitter: emitterKeys
    case .scroll:
      [LayerKey("scrollMode", words: ["none", "vertically", "horizontally", "both"], \CAScrollLayer.scrollMode)]
    case .tiled: tiledKeys
    }
  }

  private static let shapeKeys = [
    LayerKey("path", \CAShapeLayer.path),
    LayerKey("fillColor", \CAShapeLayer.fillColor, animates: .implicitly),
    LayerKey("fillRule", words: ["non-zero", "even-odd"], \CAShapeLayer.fillRule),
    LayerKey("strokeColor", \CAShapeLayer.strokeColor, animates: .implicitly),
    LayerKey("strokeStart", \CAShapeLayer.strokeStart, animates: .implicitly),
    LayerKey("strokeEnd", \CAShapeLayer.strokeEnd, animates: .implicitly),
    LayerKey("lineWidth", \CAShapeLayer.lineWidth, animates: .implicitly),
    LayerKey("miterLimit", \CAShapeLayer.miterLimit, animates: .implicitly),
    LayerKey("lineCap", words: ["butt", "round", "square"], \CAShapeLayer.lineCap),
    LayerKey("lineJoin", words: ["miter", "round", "bevel"], \CAShapeLayer.lineJoin),
    LayerKey("lineDashPhase", \CAShapeLayer.lineDashPhase, animates: .implicitly),
    LayerKey("lineDashPattern", as: .numbers, read: { (layer: CAShapeLayer) in numbers(layer.lineDashPattern) }) {
      (layer, value) throws(Problem) in layer.lineDashPattern = try numbers(value)
    },
    // Lamina's own key, as are all names with this prefix: other readers ignore them and draw in their own way.
    LayerKey("lamina_exactEdges", \CAShapeLayer.drawsExactEdges),
  ]

  private static let gradientKeys = [
    LayerKey(
      "colors", as: .colors, animates: .implicitly, read: { (layer: CAGradientLayer) in colors(layer.colors) }
    ) {
      (layer, value) throws(Problem) in layer.colors = try array(value)
    },
    LayerKey(
      "locations", as: .numbers, animates: .implicitly, read: { (layer: CAGradientLayer) in numbers(layer.locations) }
    ) {
      (layer, value) throws(Problem) in
      // Documents write an empty list for `nil`.
      layer.locations = try numbers(value).flatMap { $0.isEmpty ? nil : $0 }
    },
    LayerKey("startPoint", \CAGradientLayer.startPoint, animates: .implicitly),
    LayerKey("endPoint", \CAGradientLayer.endPoint, animates: .implicitly),
    LayerKey("type", words: ["axial", "radial", "conic"], \CAGradientLayer.type),
    LayerKey("lamina_mixing", words: ["encoded", "generic-rgb"], \CAGradientLayer.mixing),
  ]

  private static let textKeys = [
    LayerKey("string", as: .string, read: { (layer: CATextLayer) in text(layer.string) }) { layer, value in
      layer.string = object(value)
    },
    LayerKey("font", as: .string, read: { (layer: CATextLayer) in text(layer.font) }) { layer, value in
      layer.font = object(value)
    },
    LayerKey("fontSize", \CATextLayer.fontSize, animates: .implicitly),
    LayerKey("foregroundColor", \CATextLayer.foregroundColor, animates: .implicitly),
    LayerKey("wrapped", \CATextLayer.isWrapped),
    LayerKey("truncationMode", words: ["none", "start", "end", "middle"], \CATextLayer.truncationMode),
    LayerKey(
      "alignmentMode", words: ["natural", "left", "right", "center", "justified"], \CATextLayer.alignmentMode),
    LayerKey("allowsFontSubpixelQuantization", \CATextLayer.allowsFontSubpixelQuantization),
  ]

  private static let replicatorKeys = [
    LayerKey("instanceCount", \CAReplicatorLayer.instanceCount, animates: .implicitly),
    LayerKey("instanceDelay", \CAReplicatorLayer.instanceDelay, animates: .implicitly),
    LayerKey("instanceTransform", \CAReplicatorLayer.instanceTransform, animates: .implicitly),
    LayerKey("instanceColor", \CAReplicatorLayer.instanceColor, animates: .implicitly),
    LayerKey("instanceRedOffset", \CAReplicatorLayer.instanceRedOffset, animates: .implicitly),
    LayerKey("instanceGreenOffset", \CAReplicatorLayer.instanceGreenOffset, animates: .implicitly),
    LayerKey("instanceBlueOffset", \CAReplicatorLayer.instanceBlueOffset, animates: .implicitly),
    LayerKey("instanceAlphaOffset", \CAReplicatorLayer.instanceAlphaOffset, animates: .implicitly),
    LayerKey("preservesDepth", \CAReplicatorLayer.preservesDepth),
  ]

  private static let tiledKeys = [
    LayerKey("tileSize", \CATiledLayer.tileSize),
    LayerKey("levelsOfDetail", \CATiledLayer.levelsOfDetail),
    LayerKey("levelsOfDetailBias", \CATiledLayer.levelsOfDetailBias),
  ]

  static func numbers(_ numbers: [NSNumber]?) -> LayerValue {
    numbers.map { .numbers($0.map(\.doubleValue)) } ?? .none
  }

  static func numbers(_ value: LayerValue) throws(Problem) -> [NSNumber]? {
    switch value {
    case .none: return nil
    case .numbers(let numbers): return numbers.map(NSNumber.init(value:))
    default: throw .wrongValue
    }
  }

  private static func colors(_ colors: [Any]?) -> LayerValue {
    guard let colors else { return .none }
    let typed = colors.compactMap { $0 as? CGColor }
    return typed.count == colors.count ? .colors(typed) : .object(colors)
  }
}
