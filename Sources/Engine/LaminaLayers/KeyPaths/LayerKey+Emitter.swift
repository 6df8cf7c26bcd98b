// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGraphics

// The keys of emitters and their cells.

extension LayerKey {
  /// The keys that `CAEmitterLayer` adds.
  static let emitterKeys = [
    LayerKey("birthRate", \CAEmitterLayer.birthRate, animates: .implicitly),
    LayerKey("lifetime", \CAEmitterLayer.lifetime, animates: .implicitly),
    LayerKey("emitterPosition", \CAEmitterLayer.emitterPosition, animates: .implicitly),
    LayerKey("emitterZPosition", \CAEmitterLayer.emitterZPosition, animates: .implicitly),
    LayerKey("emitterSize", \CAEmitterLayer.emitterSize, animates: .implicitly),
    LayerKey("emitterDepth", \CAEmitterLayer.emitterDepth, animates: .implicitly),
    LayerKey(
      "emitterShape", words: ["point", "line", "rectangle", "cuboid", "circle", "sphere"],
      \CAEmitterLayer.emitterShape),
    LayerKey("emitterMode", words: ["points", "outline", "surface", "volume"], \CAEmitterLayer.emitterMode),
    LayerKey(
      "renderMode", words: ["unordered", "oldestFirst", "oldestLast", "backToFront", "additive"],
      \CAEmitterLayer.renderMode),
    LayerKey("preservesDepth", \CAEmitterLayer.preservesDepth),
    LayerKey("velocity", \CAEmitterLayer.velocity, animates: .implicitly),
    LayerKey("scale", \CAEmitterLayer.scale, animates: .implicitly),
    LayerKey("spin", \CAEmitterLayer.spin, animates: .implicitly),
    LayerKey("spinBias", \CAEmitterLayer.spinBias),
    LayerKey("seed", \CAEmitterLayer.seed),
    LayerKey(
      "emitterCells", as: .object("an array of CAEmitterCell"),
      read: { (layer: CAEmitterLayer) in boxed(layer.emitterCells) }
    ) { (layer, value) throws(Problem) in layer.emitterCells = try typed(value, CAEmitterCell.self) },
  ]

  /// The keys of `CAEmitterCell`.
  static let cellKeys: [LayerKey] =
    cellMotionKeys + cellColorKeys + cellPictureKeys + timingKeys(of: CAEmitterCell.self) + cellTreeKeys
    + [
      alias("isEnabled", \CAEmitterCell.isEnabled),
      LayerKey("style", as: .object("a dictionary"), read: { (cell: CAEmitterCell) in boxed(cell.style) }) {
        (cell, value) throws(Problem) in
        guard let style = object(value) else { return cell.style = nil }
        guard let style = style as? [AnyHashable: Any] else { throw .wrongValue }
        cell.style = style
      }.onlyInPrograms(),
    ]

  private static let cellMotionKeys = [
    LayerKey("name", \CAEmitterCell.name),
    LayerKey("enabled", \CAEmitterCell.isEnabled),
    LayerKey("birthRate", \CAEmitterCell.birthRate),
    LayerKey("lifetime", \CAEmitterCell.lifetime, as: .number(.float, allowsInfinity: true)),
    LayerKey("lifetimeRange", \CAEmitterCell.lifetimeRange),
    LayerKey("emissionLatitude", \CAEmitterCell.emissionLatitude),
    LayerKey("emissionLongitude", \CAEmitterCell.emissionLongitude),
    LayerKey("emissionRange", \CAEmitterCell.emissionRange),
    LayerKey("velocity", \CAEmitterCell.velocity),
    LayerKey("velocityRange", \CAEmitterCell.velocityRange),
    LayerKey("xAcceleration", \CAEmitterCell.xAcceleration),
    LayerKey("yAcceleration", \CAEmitterCell.yAcceleration),
    LayerKey("zAcceleration", \CAEmitterCell.zAcceleration),
    LayerKey("mass", \CAEmitterCell.mass),
    LayerKey("scale", \CAEmitterCell.scale),
    LayerKey("scaleRange", \CAEmitterCell.scaleRange),
    LayerKey("scaleSpeed", \CAEmitterCell.scaleSpeed),
    LayerKey("spin", \CAEmitterCell.spin),
    LayerKey("spinRange", \CAEmitterCell.spinRange),
    LayerKey("rotation", \CAEmitterCell.rotation),
    LayerKey("rotationRange", \CAEmitterCell.rotationRange),
    LayerKey("orientationLatitude", \CAEmitterCell.orientationLatitude),
    LayerKey("orientationLongitude", \CAEmitterCell.orientationLongitude),
    LayerKey("orientationRange", \CAEmitterCell.orientationRange),
    LayerKey("particleType", words: ["sprite", "plane"], \CAEmitterCell.particleType),
  ]

  private static let cellColorKeys = [
    LayerKey("color", \CAEmitterCell.color),
    LayerKey("redRange", \CAEmitterCell.redRange),
    LayerKey("greenRange", \CAEmitterCell.greenRange),
    LayerKey("blueRange", \CAEmitterCell.blueRange),
    LayerKey("alphaRange", \CAEmitterCell.alphaRange),
    LayerKey("redSpeed", \CAEmitterCell.redSpeed),
    LayerKey("greenSpeed", \CAEmitterCell.greenSpeed),
    LayerKey("blueSpeed", \CAEmitterCell.blueSpeed),
    LayerKey("alphaSpeed", \CAEmitterCell.alphaSpeed),
  ]

  private static let cellPictureKeys = [
    LayerKey("contents", as: .image, read: { (cell: CAEmitterCell) in picture(cell.contents) }) { cell, value in
      cell.contents = object(value)
    },
    LayerKey("contentsRect", \CAEmitterCell.contentsRect),
    LayerKey("contentsScale", \CAEmitterCell.contentsScale),
    LayerKey("contentsFrameCount", \CAEmitterCell.contentsFrameCount),
    LayerKey("contentsFrameMode", words: ["single", "looping"], \CAEmitterCell.contentsFrameMode),
    LayerKey("contentsFramesPerSecond", \CAEmitterCell.contentsFramesPerSecond),
    LayerKey(
      "magnificationFilter", as: .word(filterWords),
      get: { (cell: CAEmitterCell) in cell.magnificationFilter as String? },
      set: { $0.magnificationFilter = $1 ?? "linear" }),
    LayerKey(
      "minificationFilter", as: .word(filterWords),
      get: { (cell: CAEmitterCell) in cell.minificationFilter as String? },
      set: { $0.minificationFilter = $1 ?? "linear" }),
    LayerKey("minificationFilterBias", \CAEmitterCell.minificationFilterBias),
  ]

  private static let cellTreeKeys = [
    LayerKey(
      "emitterCells", as: .object("an array of CAEmitterCell"),
      read: { (cell: CAEmitterCell) in boxed(cell.emitterCells) }
    ) { (cell, value) throws(Problem) in
      let inside = try typed(value, CAEmitterCell.self)
      if let inside, CAEmitterCell.holds(cell, under: inside) { throw .cycle }
      cell.emitterCells = inside
    }
  ]
}

extension CAEmitterCell {
  /// Whether a cell is among `cells` or the cells inside them.
  static func holds(_ cell: CAEmitterCell, under cells: [CAEmitterCell]) -> Bool {
    var seen = Set<ObjectIdentifier>()
    var pending = cells
    while let next = pending.popLast() {
      if next === cell { return true }
      if seen.insert(ObjectIdentifier(next)).inserted { pending += next.emitterCells ?? [] }
    }
    return false
  }
}
