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
@usableFromInline package struct EmitterCellContent: Sendable {
  /// The cell whose particles emit these, or -1 for the layer.
  package var parent: Int32
  /// The index of the cell in its parent, mixed with the parent's own key: the seed of random numbers.
  package var key: UInt64
  /// The numbers of the cell, in the units of their properties; `contentsFramesPerSecond` is 0 where only the first
  /// frame shows.
  @usableFromInline package var numbers: EmitterNumbers
  /// Straight red, green, blue, alpha.
  package var color: SIMD4<Float>
  package var colorRange: SIMD4<Float>
  package var colorSpeed: SIMD4<Float>
  package var image: CGImage?
  package var contentsRect: CGRect
  package var contentsScale: Double
  /// The number of frames side by side, at least 1.
  package var frames: Int
  package var magnification: ContentsFilter
  package var minification: ContentsFilter
  package var minificationBias: Double
  /// The time during which the cell emits, in seconds of its own time.
  package var activeDuration: Double

  /// The longest possible lifetime of a particle.
  package var longestLife: Double { max(0, self[.lifetime] + self[.lifetimeRange] / 2) }

  /// A number of the cell.
  @inlinable package subscript(number: EmitterNumber) -> Double { numbers[number] }
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
  private mutating func finite(_ value: Double, _ number: EmitterNumber, of cell: CAEmitterCell) -> Double {
    if value.isFinite, abs(value) <= Self.enormous { return value }
    let name = cell.name.map { " '\($0.prefix(60))'" } ?? ""
    report(
      "\(number) of the emitter cell\(name) is \(value); it draws as \(value.isNaN ? "0" : "1e9")", "invalid-emitter")
    return value.isNaN ? 0 : min(max(value, -Self.enormous), Self.enormous)
  }

  /// The numbers of a cell, with the layer's factors in them.
  private mutating func numbers(of cell: CAEmitterCell, _ layer: CAEmitterLayer) -> EmitterNumbers {
    var numbers = EmitterNumbers()
    for (number, key) in EmitterNumber.keys {
      if number == .contentsFramesPerSecond, cell.contentsFrameMode != .looping { continue }
      guard case .number(let own) = key.read(cell) else { continue }
      let (factor, bias) = number.factor(of: layer)
      let value = finite(own * factor + bias, number, of: cell)
      numbers[number] = number == .birthRate ? max(0, value) : number.isWidth ? abs(value) : value
    }
    return numbers
  }

  private mutating func content(
    of cell: CAEmitterCell, parent: Int32, key: UInt64, _ layer: CAEmitterLayer
  ) -> EmitterCellContent {
    let cycles = max(1, Double(cell.repeatCount)) * (cell.autoreverses ? 2 : 1)
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
      parent: parent, key: key, numbers: numbers(of: cell, layer),
      color: (cell.color?.straight ?? SIMD4(repeating: 1)).onlyNumbers,
      colorRange: SIMD4(cell.redRange, cell.greenRange, cell.blueRange, cell.alphaRange).onlyNumbers,
      colorSpeed: SIMD4(cell.redSpeed, cell.greenSpeed, cell.blueSpeed, cell.alphaSpeed).onlyNumbers,
      image: cell.contents as? CGImage, contentsRect: cell.contentsRect.standardized,
      contentsScale: cell.contentsScale > 0 && cell.contentsScale.isFinite ? Double(cell.contentsScale) : 1,
      frames: min(max(cell.contentsFrameCount, 1), 4096),
      magnification: ContentsFilter(named: cell.magnificationFilter),
      minification: ContentsFilter(named: cell.minificationFilter),
      minificationBias: cell.minificationFilterBias.isFinite ? Double(cell.minificationFilterBias) : 0,
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
