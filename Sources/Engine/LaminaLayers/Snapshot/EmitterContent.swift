// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
import LaminaGeometry
package import LaminaGraphics

/// The content of an emitter layer, as numbers that any thread may read; the planner computes the particles.
///
/// - Conformance: EMIT-1
package struct EmitterContent: Sendable {
  /// The shape that particles start from.
  package enum Shape: Sendable { case point, line, rectangle, cuboid, circle, sphere }
  /// The part of the shape that particles start from.
  package enum Mode: Sendable { case points, outline, surface, volume }
  /// The order in which particles are drawn, and whether their colours are added up.
  package enum Order: Sendable { case unordered, oldestFirst, oldestLast, backToFront, additive }

  /// The emitter's own time; it begins to emit at 0.
  package var time: Double
  /// The number of seconds of the emitter's time that pass in one second of the root's time.
  package var rate: Double
  /// The centre of the shape, in points of the layer's space.
  package var position: SIMD3<Double>
  /// The size of the shape in points: width, height, depth.
  package var size: SIMD3<Double>
  package var shape: Shape
  package var mode: Mode
  package var order: Order
  /// Whether particles keep their depth in the space around the layer.
  package var keepsDepth: Bool
  package var seed: UInt32
  /// All cells, each before the cells that its particles emit.
  package var cells: [EmitterCellContent]
  /// Settings that cannot be drawn as they are set.
  package var problems: [FilterProblem]
  /// The emitter's earlier values, where it is animated.
  package var history: EmitterHistory?
}

/// One kind of particle, with the layer's factors in its numbers.
package struct EmitterCellContent: Sendable {
  /// The cell whose particles emit these, or -1 for the layer.
  package var parent: Int32
  /// The index of the cell in its parent, mixed with the parent's own key: the seed of random numbers.
  package var key: UInt64
  /// The number of particles per second.
  package var birthRate: Double
  package var lifetime: Double
  package var lifetimeRange: Double
  package var latitude: Double
  package var longitude: Double
  package var emissionRange: Double
  package var velocity: Double
  package var velocityRange: Double
  package var acceleration: SIMD3<Double>
  package var scale: Double
  package var scaleRange: Double
  package var scaleSpeed: Double
  package var rotation: Double
  package var rotationRange: Double
  package var spin: Double
  package var spinRange: Double
  /// Straight red, green, blue, alpha.
  package var color: SIMD4<Float>
  package var colorRange: SIMD4<Float>
  package var colorSpeed: SIMD4<Float>
  package var image: CGImage?
  package var contentsRect: CGRect
  package var contentsScale: Double
  /// The number of frames side by side, at least 1, and the number shown per second; 0 shows the first frame.
  package var frames: Int
  package var framesPerSecond: Double
  package var magnification: ContentsFilter
  package var minification: ContentsFilter
  package var minificationBias: Double
  package var beginTime: Double
  package var speed: Double
  package var timeOffset: Double
  /// The time during which the cell emits, in seconds of its own time.
  package var activeDuration: Double

  /// The longest possible lifetime of a particle.
  package var longestLife: Double { max(0, lifetime + lifetimeRange / 2) }
}

extension EmitterContent {
  /// The maximum number of cells, and the maximum depth of their nesting; further cells are left out.
  static let maximumCells = 10_000
  static let maximumDepth = 8
  /// The number that stands for infinity: a rate or a time that no picture can show.
  static let enormous = 1e9

  /// Reads an emitter layer.
  ///
  /// - Returns: `nil` for a layer without cells.
  init?(_ layer: CAEmitterLayer, time: Double, rate: Double) {
    guard let cells = layer.emitterCells, !cells.isEmpty else { return nil }
    self.time = time
    self.rate = rate
    position = SIMD3(layer.emitterPosition.x, layer.emitterPosition.y, layer.emitterZPosition)
    size = SIMD3(layer.emitterSize.width, layer.emitterSize.height, layer.emitterDepth)
    shape = layer.emitterShape.content
    mode = layer.emitterMode.content
    order = layer.renderMode.content
    keepsDepth = layer.preservesDepth
    seed = layer.seed
    self.cells = []
    problems = []
    let check = position + size
    guard check - check == .zero, time.isFinite else {
      report("the emitter's place, size or time is not finite; nothing is emitted", "invalid-emitter")
      return
    }
    addAll(cells, layer)
  }

  private mutating func report(_ message: String, _ code: String) {
    let problem = FilterProblem(code: code, message: message)
    if !problems.contains(problem), problems.count < 100 { problems.append(problem) }
  }

  /// A cell whose index in the list is not known yet.
  private struct WaitingCell {
    var cell: CAEmitterCell
    var parent: Int32
    var key: UInt64
    var depth: Int
  }

  private mutating func addAll(_ roots: [CAEmitterCell], _ layer: CAEmitterLayer) {
    func waiting(_ cells: [CAEmitterCell], _ parent: Int32, _ key: UInt64, _ depth: Int) -> [WaitingCell] {
      cells.enumerated().map { index, cell in
        WaitingCell(cell: cell, parent: parent, key: key &* 1_000_003 &+ UInt64(index + 1), depth: depth)
      }
    }
    var open = Array(waiting(roots, -1, 1, 1).reversed())
    while let next = open.popLast() {
      guard next.cell.isEnabled else { continue }
      guard cells.count < Self.maximumCells, next.depth <= Self.maximumDepth else {
        report(
          "more than \(Self.maximumCells) emitter cells, or cells nested more than \(Self.maximumDepth) deep; "
            + "the others are left out", "too-many-cells")
        continue
      }
      cells.append(content(of: next.cell, parent: next.parent, key: next.key, layer))
      if let nested = next.cell.emitterCells, !nested.isEmpty {
        open += waiting(nested, Int32(cells.count - 1), next.key, next.depth + 1).reversed()
      }
    }
  }

  /// Returns a finite number, and reports a value that is NaN or infinite.
  private mutating func finite(_ value: Double, _ what: String, of cell: CAEmitterCell) -> Double {
    if value.isFinite, abs(value) <= Self.enormous { return value }
    let name = cell.name.map { " '\($0.prefix(60))'" } ?? ""
    report(
      "\(what) of the emitter cell\(name) is \(value); it draws as \(value.isNaN ? "0" : "1e9")", "invalid-emitter")
    return value.isNaN ? 0 : min(max(value, -Self.enormous), Self.enormous)
  }

  private mutating func content(
    of cell: CAEmitterCell, parent: Int32, key: UInt64, _ layer: CAEmitterLayer
  ) -> EmitterCellContent {
    func number(_ value: some BinaryFloatingPoint) -> Double { Double(value) }
    let cycles = max(1, number(cell.repeatCount)) * (cell.autoreverses ? 2 : 1)
    let cycle = cell.duration > 0 ? cell.duration * cycles : .infinity
    if cell.particleType == .plane, cell.orientationLatitude != 0 || cell.orientationRange != 0 {
      report("particles of type 'plane' are not tilted; they lie in the emitter's plane", "unsupported-particle-type")
    }
    if cell.contents != nil, !(cell.contents is CGImage) {
      report("contents of an emitter cell is no picture; its particles draw nothing", "invalid-emitter")
    }
    if cell.color?.isPattern == true {
      report("the color of an emitter cell is a pattern; its particles are transparent", "pattern-color")
    }
    return EmitterCellContent(
      parent: parent, key: key,
      birthRate: max(0, finite(number(cell.birthRate) * number(layer.birthRate), "birthRate", of: cell)),
      lifetime: finite(number(cell.lifetime) * number(layer.lifetime), "lifetime", of: cell),
      lifetimeRange: abs(finite(number(cell.lifetimeRange) * number(layer.lifetime), "lifetimeRange", of: cell)),
      latitude: finite(number(cell.emissionLatitude), "emissionLatitude", of: cell),
      longitude: finite(number(cell.emissionLongitude), "emissionLongitude", of: cell),
      emissionRange: abs(finite(number(cell.emissionRange), "emissionRange", of: cell)),
      velocity: finite(number(cell.velocity) * number(layer.velocity), "velocity", of: cell),
      velocityRange: finite(number(cell.velocityRange) * number(layer.velocity), "velocityRange", of: cell),
      acceleration: SIMD3(
        finite(number(cell.xAcceleration), "xAcceleration", of: cell),
        finite(number(cell.yAcceleration), "yAcceleration", of: cell),
        finite(number(cell.zAcceleration), "zAcceleration", of: cell)),
      scale: finite(number(cell.scale) * number(layer.scale), "scale", of: cell),
      scaleRange: finite(number(cell.scaleRange) * number(layer.scale), "scaleRange", of: cell),
      scaleSpeed: finite(number(cell.scaleSpeed) * number(layer.scale), "scaleSpeed", of: cell),
      rotation: finite(number(cell.rotation), "rotation", of: cell),
      rotationRange: finite(number(cell.rotationRange), "rotationRange", of: cell),
      spin: finite(number(cell.spin) * number(layer.spin) + number(layer.spinBias), "spin", of: cell),
      spinRange: finite(number(cell.spinRange) * number(layer.spin), "spinRange", of: cell),
      color: (cell.color?.straight ?? SIMD4(repeating: 1)).onlyNumbers,
      colorRange: SIMD4(cell.redRange, cell.greenRange, cell.blueRange, cell.alphaRange).onlyNumbers,
      colorSpeed: SIMD4(cell.redSpeed, cell.greenSpeed, cell.blueSpeed, cell.alphaSpeed).onlyNumbers,
      image: cell.contents as? CGImage, contentsRect: cell.contentsRect.standardized,
      contentsScale: cell.contentsScale > 0 && cell.contentsScale.isFinite ? Double(cell.contentsScale) : 1,
      frames: min(max(cell.contentsFrameCount, 1), 4096),
      framesPerSecond: cell.contentsFrameMode == .looping
        ? finite(number(cell.contentsFramesPerSecond), "contentsFramesPerSecond", of: cell) : 0,
      magnification: ContentsFilter(named: cell.magnificationFilter),
      minification: ContentsFilter(named: cell.minificationFilter),
      minificationBias: cell.minificationFilterBias.isFinite ? Double(cell.minificationFilterBias) : 0,
      beginTime: finite(cell.beginTime, "beginTime", of: cell), speed: finite(number(cell.speed), "speed", of: cell),
      timeOffset: finite(cell.timeOffset, "timeOffset", of: cell),
      activeDuration: cell.repeatDuration > 0 ? cell.repeatDuration : cycle)
  }
}

extension SIMD4<Float> {
  /// The vector with 0 in place of NaN and infinities.
  fileprivate var onlyNumbers: SIMD4<Float> { replacing(with: 0, where: (self - self) .!= 0) }
}

extension ContentsFilter {
  fileprivate init(named name: String) {
    switch name {
    case "nearest": self = .nearest
    case "trilinear": self = .trilinear
    default: self = .linear
    }
  }
}

extension CAEmitterLayerEmitterShape {
  fileprivate var content: EmitterContent.Shape {
    switch self {
    case .line: .line
    case .rectangle: .rectangle
    case .cuboid: .cuboid
    case .circle: .circle
    case .sphere: .sphere
    default: .point
    }
  }
}

extension CAEmitterLayerEmitterMode {
  fileprivate var content: EmitterContent.Mode {
    switch self {
    case .points: .points
    case .outline: .outline
    case .surface: .surface
    default: .volume
    }
  }
}

extension CAEmitterLayerRenderMode {
  fileprivate var content: EmitterContent.Order {
    switch self {
    case .oldestFirst: .oldestFirst
    case .oldestLast: .oldestLast
    case .backToFront: .backToFront
    case .additive: .additive
    default: .unordered
    }
  }
}
