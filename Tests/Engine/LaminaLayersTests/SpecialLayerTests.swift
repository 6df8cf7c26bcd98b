// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import Testing

@Suite struct SpecialLayerTests {
  @Test func kinds() {
    let layers: [(CALayer, LayerKind)] = [
      (CALayer(), .layer), (CATransformLayer(), .transform), (CAShapeLayer(), .shape), (CAGradientLayer(), .gradient),
      (CATextLayer(), .text), (CAReplicatorLayer(), .replicator), (CAEmitterLayer(), .emitter),
      (CAScrollLayer(), .scroll), (CATiledLayer(), .tiled),
    ]
    for (layer, kind) in layers { #expect(layer.properties.kind == kind) }
  }

  @Test("SHAPE-1")
  func shape() {
    let layer = CAShapeLayer()
    #expect(layer.path == nil && layer.fillColor == CGColor(straight: [0, 0, 0, 1]) && layer.strokeColor == nil)
    #expect(layer.lineWidth == 1 && layer.miterLimit == 10 && layer.strokeStart == 0 && layer.strokeEnd == 1)
    #expect(layer.fillRule == .nonZero && layer.lineCap == .butt && layer.lineJoin == .miter)
    #expect(layer.lineDashPattern == nil && layer.lineDashPhase == 0)
    layer.lineWidth = 5
    layer.lineCap = .round
    layer.path = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
    let copy = CAShapeLayer(layer: layer)
    #expect(copy.lineWidth == 5 && copy.lineCap == .round && copy.path == layer.path)
  }

  @Test("GRAD-1")
  func gradient() {
    let layer = CAGradientLayer()
    #expect(layer.startPoint == CGPoint(x: 0.5, y: 0) && layer.endPoint == CGPoint(x: 0.5, y: 1))
    #expect(layer.type == .axial && layer.colors == nil && layer.locations == nil)
    layer.locations = [0, 0.25, 1]
    #expect(CAGradientLayer(layer: layer).locations == [0, 0.25, 1])
  }

  @Test("TEXT-1")
  func text() {
    let layer = CATextLayer()
    #expect(layer.fontSize == 36 && layer.foregroundColor == CGColor(straight: [1, 1, 1, 1]) && layer.string == nil)
    #expect(!layer.isWrapped && layer.truncationMode == .none && layer.alignmentMode == .natural)
    layer.string = "text"
    #expect(CATextLayer(layer: layer).string as? String == "text")
  }

  @Test("SCROLL-1")
  func scroll() {
    let layer = CAScrollLayer()
    #expect(layer.masksToBounds && layer.scrollMode == .both)
    layer.masksToBounds = false
    #expect(!CAScrollLayer(layer: layer).masksToBounds)
  }

  @Test("REPL-1, TILE-1")
  func replicatorAndTiles() {
    let replicator = CAReplicatorLayer()
    #expect(replicator.instanceCount == 1 && replicator.instanceTransform == CATransform3DIdentity)
    #expect(replicator.instanceColor == CGColor(straight: [1, 1, 1, 1]) && !replicator.preservesDepth)
    let tiled = CATiledLayer()
    #expect(tiled.tileSize == CGSize(width: 256, height: 256) && tiled.levelsOfDetail == 1)
    #expect(tiled.levelsOfDetailBias == 0 && CATiledLayer.fadeDuration() == 0.25)
  }

  @Test("EMIT-1")
  func emitter() {
    let layer = CAEmitterLayer()
    #expect(layer.birthRate == 1 && layer.lifetime == 1 && layer.velocity == 1 && layer.scale == 1 && layer.spin == 1)
    #expect(layer.emitterShape == .point && layer.emitterMode == .volume && layer.renderMode == .unordered)
    let cell = CAEmitterCell()
    #expect(cell.birthRate == 0 && cell.lifetime == 0 && cell.scale == 1 && cell.isEnabled && cell.speed == 1)
    layer.emitterCells = [cell]
    #expect(CAEmitterLayer(layer: layer).emitterCells?.first === cell)
  }

  @Test("EMIT-1: the numbers of a cell are those of its keys, with the layer's factors")
  func emitterNumbers() throws {
    let layer = CAEmitterLayer()
    (layer.birthRate, layer.lifetime, layer.velocity, layer.scale) = (2, 3, 5, 7)
    (layer.spin, layer.spinBias) = (11, 13)
    let factors: [String: Double] = [
      "birthRate": 2, "lifetime": 3, "lifetimeRange": 3, "velocity": 5, "velocityRange": 5, "scale": 7, "scaleRange": 7,
      "scaleSpeed": 7, "spin": 11, "spinRange": 11,
    ]
    let cell = CAEmitterCell()
    cell.contentsFrameMode = .looping
    for number in EmitterNumber.allCases {
      let key = try #require(LayerKeyTable.cell.key("\(number)"))
      #expect(key.set(.number(0.25 + Double(number.rawValue)), on: cell), "\(number)")
    }
    layer.emitterCells = [cell]
    guard case .emitter(let content)? = TreeSnapshot(of: layer, at: 0).contents.first else {
      Issue.record("the layer has no emitter content")
      return
    }
    for number in EmitterNumber.allCases {
      let bias = number == .spin ? 13.0 : 0
      let expected = (0.25 + Double(number.rawValue)) * (factors["\(number)"] ?? 1) + bias
      #expect(content.cells.first?[number] == expected, "\(number)")
    }
  }

  @Test func nestedCellsAreFreedWithoutRecursion() {
    weak var last: CAEmitterCell?
    do {
      var top = CAEmitterCell()
      last = top
      for _ in 0..<300_000 {
        let next = CAEmitterCell()
        next.emitterCells = [top]
        top = next
      }
    }
    #expect(last == nil)
  }
}
