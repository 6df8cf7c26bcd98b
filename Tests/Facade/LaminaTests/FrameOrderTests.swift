// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// The look of a frame on a GPU follows from the frame alone, not from what its renderer drew before: else shards
/// and resumed exports would differ from one run.
@Suite struct FrameOrderTests {
  private static func picture(_ width: Int, _ height: Int, _ seed: Int) -> CGImage {
    CGImage(width: width, height: height) { x, y in
      let value = (x &* 73 &+ y &* 151 &+ x &* y &* seed) & 255
      let alpha = UInt8(255 - min(200, abs(2 * x - width) * 200 / width))
      return [
        UInt8(Int(alpha) * value / 255), UInt8(Int(alpha) * (255 - value) / 255), UInt8(Int(alpha) * seed / 10), alpha,
      ]
    }!
  }

  private static func root(_ layers: [CALayer]) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 120, height: 100)
    root.backgroundColor = CGColor(straight: [0.9, 0.9, 0.9, 1])
    for layer in layers { root.addSublayer(layer) }
    return root
  }

  /// Particles of particles, with two pictures: which comes first depends on the time.
  private static func emitter() -> CALayer {
    let emitter = CAEmitterLayer()
    emitter.frame = CGRect(x: 0, y: 0, width: 120, height: 100)
    emitter.emitterPosition = CGPoint(x: 50, y: 50)
    emitter.emitterSize = CGSize(width: 20, height: 20)
    emitter.emitterShape = .circle
    emitter.renderMode = .oldestLast
    emitter.seed = 7
    let inner = CAEmitterCell()
    inner.contents = picture(24, 36, 5)
    (inner.birthRate, inner.lifetime, inner.velocity) = (10, 1, 10)
    let cell = CAEmitterCell()
    cell.contents = picture(32, 32, 3)
    (cell.birthRate, cell.lifetime, cell.lifetimeRange, cell.beginTime) = (40, 2, 1, -3)
    (cell.velocity, cell.velocityRange, cell.emissionRange) = (30, 10, 6.28)
    (cell.scale, cell.scaleRange, cell.scaleSpeed, cell.alphaSpeed) = (0.3, 0.1, -0.1, -0.3)
    (cell.spin, cell.spinRange, cell.contentsScale) = (1, 2, 2)
    cell.emitterCells = [inner]
    emitter.emitterCells = [cell]
    return emitter
  }

  /// A picture on a plane of its own, in one of several ways.
  private static func image(_ index: Int) -> CALayer {
    let layer = CALayer()
    let sizes = [(40, 30), (300, 270), (17, 90), (64, 64), (254, 100), (511, 12)]
    let (width, height) = sizes[index % sizes.count]
    layer.contents = picture(width, height, index % 9 + 1)
    layer.bounds = CGRect(x: 0, y: 0, width: 70, height: 55)
    layer.position = CGPoint(x: 60, y: 50)
    layer.minificationFilter = index % 2 == 0 ? .trilinear : .linear
    var transform = CATransform3DMakeRotation(0.37 * CGFloat(index), 0, 0, 1)
    if index % 3 == 2 {
      transform.m34 = -1 / 200
      transform = CATransform3DRotate(transform, 0.8, 0, 1, 0)
    }
    layer.transform = CATransform3DScale(transform, 0.7 + 0.13 * CGFloat(index), 1.1, 1)
    layer.opacity = index % 4 == 3 ? 0.6 : 1
    return layer
  }

  /// A shadow whose corners have a table of their own.
  private static func shadow(_ index: Int) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: 20, y: 20, width: 70, height: 50)
    layer.backgroundColor = CGColor(straight: [0.2, 0.4, 0.8, 1])
    layer.cornerRadius = 3 + 2.3 * CGFloat(index)
    layer.shadowOpacity = 0.8
    layer.shadowRadius = 2.5 + 0.9 * CGFloat(index % 4)
    layer.shadowOffset = CGSize(width: 7.3, height: 9.1)
    layer.transform = CATransform3DMakeRotation(0.21 * CGFloat(index), 0, 0, 1)
    return layer
  }

  /// A path on a plane that is sampled, and a group that fades as one.
  private static func shape(_ index: Int) -> CALayer {
    let layer = CAShapeLayer()
    layer.frame = CGRect(x: 20, y: 10, width: 80, height: 80)
    layer.path = CGPath(ellipseIn: CGRect(x: 5, y: 5, width: 40 + 3 * CGFloat(index), height: 60), transform: nil)
    layer.strokeColor = CGColor(straight: [1, 0, 0, 0.7])
    layer.lineWidth = 5
    layer.lineDashPattern = [9, 4]
    layer.transform = CATransform3DMakeRotation(0.3 + 0.17 * CGFloat(index), 0, 0, 1)
    layer.opacity = 0.7
    return layer
  }

  private static func plans() throws -> [RenderPlan] {
    let emitter = root([emitter()])
    var plans = try (0..<12).map { try RenderPlan(emitter, at: Double($0) / 60) }
    plans += try (0..<8).map { try RenderPlan(root([image($0)])) }
    plans += try (0..<6).map { try RenderPlan(root([shadow($0)])) }
    plans += try (0..<4).map { try RenderPlan(root([shape($0), image($0 + 3), shadow($0)])) }
    return plans
  }

  @Test("a frame has the same bytes whatever came before it", .enabled(if: SharedRenderers.hasGPU))
  func order() throws {
    let plans = try Self.plans()
    let orders = [
      Array(plans.indices), plans.indices.reversed(), plans.indices.map { ($0 * 7 + 3) % plans.count },
    ]
    var first: [[UInt8]] = []
    for order in orders {
      // Its own device: nothing is in its memory.
      let renderer = try GPURenderer()
      var pictures = [[UInt8]](repeating: [], count: plans.count)
      for index in order { pictures[index] = try renderer.render(plans[index]).premultipliedRGBA }
      if first.isEmpty { first = pictures }
      let differing = plans.indices.filter { pictures[$0] != first[$0] }
      #expect(differing.isEmpty, "frames \(differing) in the order \(order)")
    }
  }
}
