// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Delegates that change the tree while they draw.
@Suite struct TreeChangesWhileDrawingTests {
  /// Does something to the tree at each callback.
  private final class Meddler: CALayerDelegate {
    var calls = 0
    let meddle: (CALayer, Int) -> Void

    init(_ meddle: @escaping (CALayer, Int) -> Void) { self.meddle = meddle }

    func draw(_ layer: CALayer, in context: CGContext) {
      calls += 1
      context.setFillColor(.red)
      context.fill(layer.bounds)
      meddle(layer, calls)
    }
  }

  private func draw(_ meddle: @escaping (CALayer, Int) -> Void) throws -> (image: CGImage, calls: Int) {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    let meddler = Meddler(meddle)
    layer.delegate = meddler
    layer.setNeedsDisplay()
    let root = ShapeFixtures.root(40, 40, layer)
    let image = try SharedRenderers.draw(root, on: .cpu).image
    return (image, meddler.calls)
  }

  @Test("one that removes its own layer")
  func removes() throws {
    #expect(try draw { layer, _ in layer.removeFromSuperlayer() }.calls == 1)
  }

  @Test("one that adds layers, which are displayed as well")
  func adds() throws {
    let (image, calls) = try draw { layer, calls in
      guard calls < 5 else { return }
      let child = CALayer()
      child.frame = layer.bounds
      child.delegate = layer.delegate
      child.setNeedsDisplay()
      layer.addSublayer(child)
    }
    #expect(calls == 5)
    #expect(image.levels(20, 20) == [255, 0, 0, 255])
  }

  @Test("one that asks for display again is not drawn without end", .timeLimit(.minutes(30)))
  func again() throws {
    let calls = try draw { layer, _ in layer.setNeedsDisplay() }.calls
    #expect(calls == 1)
  }

  @Test("one that changes the bounds it draws in")
  func resizes() throws {
    let image = try draw { layer, _ in layer.bounds.size = CGSize(width: 20, height: 20) }.image
    #expect(image.levels(20, 20) == [255, 0, 0, 255])
  }
}
