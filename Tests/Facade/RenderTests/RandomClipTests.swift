// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// CLIP-4: whatever comes to the edge of a clip, the finished subtree is clipped once.
///
/// A pixel of which the clip covers c shows c of the subtree, drawn without the clip, and 1 - c of what is behind it. A
/// picture of the outline alone, white on black, gives c.
@Suite struct RandomClipTests {
  /// What makes a picture of a group of layers.
  enum Kind: String, CaseIterable, Sendable {
    case faded, nested, clipped, rasterized, masked, shaded, blurred, recolored, shadowed, shape, gradient, copies
    case multiplied, added, smoke, sparks
  }

  private static let bounds = CGRect(x: 0, y: 0, width: 90, height: 70)
  private static let white = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)

  private var random: RandomTree

  private init(_ kind: Kind, _ seed: Int) {
    random = RandomTree(changes: seed * 31 + (Kind.allCases.firstIndex(of: kind) ?? 0))
  }

  init() { self.init(.faded, 0) }

  private mutating func color(_ alpha: Double) -> CGColor {
    CGColor(srgbRed: random.number(0, 1), green: random.number(0, 1), blue: random.number(0, 1), alpha: alpha)
  }

  private mutating func sublayer(_ alpha: Double = 1) -> CALayer {
    let layer = CALayer()
    layer.bounds.size = CGSize(width: random.number(30, 130), height: random.number(20, 100))
    layer.position = CGPoint(x: random.number(-10, 100), y: random.number(-10, 80))
    layer.transform = CATransform3DMakeRotation(random.number(-1, 1), 0, 0, 1)
    layer.backgroundColor = color(alpha)
    return layer
  }

  private mutating func group() -> CALayer {
    let group = CALayer()
    group.frame = Self.bounds
    for _ in 0..<3 { group.addSublayer(sublayer(random.chance(0.5) ? 1 : 0.6)) }
    return group
  }

  /// Hundreds of particles anywhere in the bounds and at their edge, many of them over one another.
  private mutating func emitter(_ mode: CAEmitterLayerRenderMode) -> CALayer {
    let (emitter, cell) = (CAEmitterLayer(), CAEmitterCell())
    (emitter.frame, emitter.seed, emitter.renderMode) = (Self.bounds, UInt32(random.next() % 1000), mode)
    emitter.emitterPosition = CGPoint(x: 45, y: 35)
    (emitter.emitterShape, emitter.emitterSize) = (.rectangle, CGSize(width: 110, height: 90))
    emitter.beginTime = -3
    (cell.birthRate, cell.lifetime, cell.scale) = (100, 4, random.number(0.5, 2))
    cell.contents = CGImage.filled(width: 8, height: 8, premultiplied: [255, 255, 255, 255])
    cell.color = color(0.4)
    (cell.redRange, cell.greenRange, cell.blueRange) = (0.5, 0.5, 0.5)
    emitter.emitterCells = [cell]
    return emitter
  }

  private mutating func group(_ kind: Kind) -> CALayer {
    let group = group()
    switch kind {
    case .faded: group.opacity = Float(random.number(0.3, 0.9))
    case .nested:
      let inner = self.group(.faded)
      inner.transform = CATransform3DMakeScale(random.number(0.5, 1.5), random.number(0.5, 1.5), 1)
      group.addSublayer(inner)
      group.opacity = 0.8
    case .clipped:
      let clip = sublayer()
      (clip.cornerRadius, clip.masksToBounds) = (10, true)
      clip.addSublayer(self.group(.faded))
      group.addSublayer(clip)
    case .rasterized: (group.shouldRasterize, group.opacity) = (true, random.chance(0.5) ? 1 : 0.6)
    case .masked:
      let mask = CAShapeLayer()
      mask.path = CGPath(ellipseIn: CGRect(x: -20, y: -10, width: 100, height: 120), transform: nil)
      group.mask = mask
    case .shaded:
      let mask = CAGradientLayer()
      mask.frame = Self.bounds.insetBy(dx: -20, dy: -20)
      mask.colors = [random.color(), color(0.1)]
      group.mask = mask
    case .blurred: group.filters = [CAFilter(type: "gaussianBlur")]
    case .recolored: group.filters = [CAFilter(type: "colorInvert")]
    case .shadowed:
      (group.shadowOpacity, group.shadowRadius, group.shadowOffset) = (0.9, random.number(1, 6), .zero)
    case .shape:
      let shape = CAShapeLayer()
      shape.path = CGPath(ellipseIn: CGRect(x: -20, y: -10, width: 100, height: 120), transform: nil)
      (shape.fillColor, shape.opacity) = (random.color(), 0.8)
      group.addSublayer(shape)
    case .gradient:
      let shade = CAGradientLayer()
      shade.frame = Self.bounds.insetBy(dx: -20, dy: -20)
      shade.backgroundColor = color(0.4)
      shade.colors = [color(0.9), color(0.2)]
      group.addSublayer(shade)
    case .copies:
      let copies = CAReplicatorLayer()
      (copies.instanceCount, copies.opacity, copies.instanceAlphaOffset) = (4, 0.8, -0.1)
      copies.instanceTransform = CATransform3DMakeTranslation(20, 5, 0)
      copies.addSublayer(self.group(.faded))
      group.addSublayer(copies)
    case .multiplied: group.compositingFilter = "multiplyBlendMode"
    case .added: group.sublayers?.last?.compositingFilter = "plusL"
    case .smoke: group.addSublayer(emitter(.unordered))
    case .sparks:
      group.addSublayer(emitter(.unordered))
      group.addSublayer(emitter(.additive))
    }
    return group
  }

  /// The pictures of a random scene: clipped, without the clip, without the layer, and its outline.
  private mutating func scene() -> (layer: CALayer, radius: Double, background: CGColor) {
    let layer = CALayer()
    layer.bounds = Self.bounds
    layer.position = CGPoint(x: 70.3, y: 60.4)
    layer.transform = CATransform3DScale(
      CATransform3DMakeRotation(random.number(-0.7, 0.7), 0, 0, 1), random.number(0.8, 1.2), random.number(0.8, 1.2), 1)
    return (
      layer, random.element(of: [0, 12, 25]), color(random.chance(0.7) ? 1 : 0.5)
    )
  }

  private static func draw(_ layer: CALayer?, on color: CGColor = white, _ backEnd: BackEnd) throws -> PixelGrid {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 140, height: 120)
    root.backgroundColor = color
    if let layer { root.addSublayer(layer) }
    return PixelGrid(try SharedRenderers.draw(root, on: backEnd).image)
  }

  private static func worst(_ kind: Kind, _ seed: Int, _ backEnd: BackEnd) throws -> Double {
    var pictures: [PixelGrid] = []
    for role in 0..<3 {
      var test = RandomClipTests(kind, seed)
      let (layer, radius, background) = test.scene()
      switch role {
      case 0: (layer.cornerRadius, layer.masksToBounds, layer.backgroundColor) = (radius, true, background)
      case 1:
        let large = CALayer()
        (large.frame, large.backgroundColor) = (Self.bounds.insetBy(dx: -200, dy: -200), background)
        layer.addSublayer(large)
      default: (layer.cornerRadius, layer.backgroundColor) = (radius, white)
      }
      if role < 2 { for _ in 0..<2 { layer.addSublayer(test.group(kind)) } }
      pictures.append(try draw(layer, on: role < 2 ? white : CGColor(gray: 0, alpha: 1), backEnd))
    }
    var worst = 0.0
    for (index, drawn) in pictures[0].pixels.enumerated() {
      let (finished, share) = (SIMD4<Double>(pictures[1].pixels[index]), Double(pictures[2].pixels[index].x) / 255)
      let behind = SIMD4<Double>(repeating: 255)
      let apart = behind + (finished - behind) * share - SIMD4<Double>(drawn)
      worst = max(worst, apart.max(), -apart.min())
    }
    return worst
  }

  @Test("the edge of a clip shows the finished subtree", arguments: Kind.allCases, SharedRenderers.available)
  func edges(kind: Kind, backEnd: BackEnd) throws {
    for seed in 0..<12 {
      let worst = try Self.worst(kind, seed, backEnd)
      #expect(worst <= 8, "\(worst) levels, \(kind), seed \(seed)")
    }
  }
}
