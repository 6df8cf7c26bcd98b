import Foundation
import LaminaGraphics
import LaminaLayers

extension PropertyTables {
  /// What a `CAEmitterLayer` adds.
  static let emitter = [
    PropertyBinding<CAEmitterLayer>("emitterCells", EmitterCellBuilder.cells) { $0.emitterCells = $1 },
    PropertyBinding<CAEmitterLayer>("birthRate", ValueReaders.float) { $0.birthRate = $1 },
    PropertyBinding<CAEmitterLayer>("lifetime", ValueReaders.float) { $0.lifetime = $1 },
    PropertyBinding<CAEmitterLayer>("emitterPosition", ValueReaders.point) { $0.emitterPosition = $1 },
    PropertyBinding<CAEmitterLayer>("emitterZPosition", ValueReaders.double) { $0.emitterZPosition = $1 },
    PropertyBinding<CAEmitterLayer>("emitterSize", ValueReaders.size) { $0.emitterSize = $1 },
    PropertyBinding<CAEmitterLayer>("emitterDepth", ValueReaders.double) { $0.emitterDepth = $1 },
    PropertyBinding<CAEmitterLayer>(
      "emitterShape", ValueReaders.keyword("point", "line", "rectangle", "cuboid", "circle", "sphere")
    ) { $0.emitterShape = CAEmitterLayerEmitterShape(rawValue: $1) },
    PropertyBinding<CAEmitterLayer>(
      "emitterMode", ValueReaders.keyword("points", "outline", "surface", "volume")
    ) { $0.emitterMode = CAEmitterLayerEmitterMode(rawValue: $1) },
    PropertyBinding<CAEmitterLayer>(
      "renderMode", ValueReaders.keyword("unordered", "oldestFirst", "oldestLast", "backToFront", "additive")
    ) { $0.renderMode = CAEmitterLayerRenderMode(rawValue: $1) },
    PropertyBinding<CAEmitterLayer>("preservesDepth", ValueReaders.bool) { $0.preservesDepth = $1 },
    PropertyBinding<CAEmitterLayer>("velocity", ValueReaders.float) { $0.velocity = $1 },
    PropertyBinding<CAEmitterLayer>("scale", ValueReaders.float) { $0.scale = $1 },
    PropertyBinding<CAEmitterLayer>("spin", ValueReaders.float) { $0.spin = $1 },
    PropertyBinding<CAEmitterLayer>("seed", ValueReaders.bits) { $0.seed = $1 },
  ].map { $0.lifted(to: CALayer.self) }

  private typealias CellBinding = PropertyBinding<CAEmitterCell>

  /// What a `CAEmitterCell` has, but for the cells inside it.
  static let cell: [PropertyBinding<CAEmitterCell>] =
    cellMotion + cellAppearance + timing(of: CAEmitterCell.self)

  private static let cellMotion = [
    CellBinding("name", ValueReaders.string) { $0.name = $1 },
    CellBinding("enabled", ValueReaders.bool) { $0.isEnabled = $1 },
    CellBinding("birthRate", ValueReaders.float) { $0.birthRate = $1 },
    CellBinding("lifetime", ValueReaders.float) { $0.lifetime = $1 },
    CellBinding("lifetimeRange", ValueReaders.float) { $0.lifetimeRange = $1 },
    CellBinding("emissionLatitude", ValueReaders.double) { $0.emissionLatitude = $1 },
    CellBinding("emissionLongitude", ValueReaders.double) { $0.emissionLongitude = $1 },
    CellBinding("emissionRange", ValueReaders.double) { $0.emissionRange = $1 },
    CellBinding("velocity", ValueReaders.double) { $0.velocity = $1 },
    CellBinding("velocityRange", ValueReaders.double) { $0.velocityRange = $1 },
    CellBinding("xAcceleration", ValueReaders.double) { $0.xAcceleration = $1 },
    CellBinding("yAcceleration", ValueReaders.double) { $0.yAcceleration = $1 },
    CellBinding("zAcceleration", ValueReaders.double) { $0.zAcceleration = $1 },
    CellBinding("scale", ValueReaders.double) { $0.scale = $1 },
    CellBinding("scaleRange", ValueReaders.double) { $0.scaleRange = $1 },
    CellBinding("scaleSpeed", ValueReaders.double) { $0.scaleSpeed = $1 },
    CellBinding("spin", ValueReaders.double) { $0.spin = $1 },
    CellBinding("spinRange", ValueReaders.double) { $0.spinRange = $1 },
  ]

  private static let cellAppearance = [
    CellBinding("color", ValueReaders.color) { $0.color = $1 },
    CellBinding("redRange", ValueReaders.float) { $0.redRange = $1 },
    CellBinding("greenRange", ValueReaders.float) { $0.greenRange = $1 },
    CellBinding("blueRange", ValueReaders.float) { $0.blueRange = $1 },
    CellBinding("alphaRange", ValueReaders.float) { $0.alphaRange = $1 },
    CellBinding("redSpeed", ValueReaders.float) { $0.redSpeed = $1 },
    CellBinding("greenSpeed", ValueReaders.float) { $0.greenSpeed = $1 },
    CellBinding("blueSpeed", ValueReaders.float) { $0.blueSpeed = $1 },
    CellBinding("alphaSpeed", ValueReaders.float) { $0.alphaSpeed = $1 },
    CellBinding("contents", ValueReaders.image) { $0.contents = $1 },
    CellBinding("contentsRect", ValueReaders.rect) { $0.contentsRect = $1 },
    CellBinding("contentsScale", ValueReaders.double) { $0.contentsScale = $1 },
    CellBinding("magnificationFilter", filterNames) { $0.magnificationFilter = $1 },
    CellBinding("minificationFilter", filterNames) { $0.minificationFilter = $1 },
    CellBinding("minificationFilterBias", ValueReaders.float) { $0.minificationFilterBias = $1 },
  ]
}
