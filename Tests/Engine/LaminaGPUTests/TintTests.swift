// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import Testing

/// Tints: colours that multiply a picture or gradient.
@Suite(.needsDevice) struct TintTests {
  static let tints: [SIMD4<Float>] = [
    [0.2, 0.7, 1, 1], [0.3, 0.1, 0.4, 0.5], [1, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 0],
  ]

  @Test("a tinted picture is its texels times the tint, over the fill", arguments: tints, RenderStrategy.allCases)
  func product(_ tint: SIMD4<Float>, _ strategy: RenderStrategy) throws {
    for isOpaque in [true, false] {
      let picture = makePicture(40, 30, isOpaque: isOpaque)
      let layer = makeLayer(
        40, 30, at: CGPoint(x: 20, y: 15), color: CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 0.6))
      layer.contents = picture
      let image = try SharedRenderer.draw(
        try makePlan(of: makeRoot(40, 30, layer)).tinted { _ in tint }, strategy: strategy)
      for y in 0..<30 {
        for x in 0..<40 {
          let texel = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: picture[x, y])) * tint
          let expected = texel + SIMD4(0, 153, 0, 153) * (1 - texel.w / 255)
          for component in 0..<4 {
            #expect(abs(Float(image[x, y][component]) - expected[component]) <= 1, "\(x), \(y)")
          }
        }
      }
    }
  }

  @Test("a white mask in a colour is the colour where the mask covers")
  func mask() throws {
    let picture = try #require(
      CGImage(width: 16, height: 1) { x, _ in SIMD4(repeating: UInt8(17 * x)) })
    let layer = makeLayer(16, 1, at: CGPoint(x: 8, y: 0.5))
    layer.contents = picture
    let image = try SharedRenderer.draw(
      try makePlan(of: makeRoot(16, 1, layer)).tinted { _ in [0.4, 0.2, 0, 0.8] })
    for x in 0..<16 {
      let coverage = Float(17 * x)
      #expect(abs(Float(image[x, 0].x) - 0.4 * coverage) <= 0.6)
      #expect(abs(Float(image[x, 0].w) - 0.8 * coverage) <= 0.6)
    }
  }

  @Test("both renderers agree on pictures of every kind", arguments: PictureTests.filters)
  func parityOfPictures(_ filter: CALayerContentsFilter) throws {
    let root = makeRoot(160, 120, color: CGColor(srgbRed: 0.9, green: 0.8, blue: 0.2, alpha: 1))
    for index in 0..<12 {
      let layer = makeLayer(50, 36, at: CGPoint(x: 30 + 34 * (index % 4), y: 24 + 36 * (index / 4)), radius: 6)
      let width = index.isMultiple(of: 3) ? 300 : 40
      layer.contents = makePicture(width, 32, seed: index, isOpaque: index.isMultiple(of: 2))
      layer.minificationFilter = filter
      layer.magnificationFilter = filter
      layer.masksToBounds = index % 3 != 1
      if index % 4 == 3 { layer.contentsCenter = CGRect(x: 0.3, y: 0.3, width: 0.4, height: 0.4) }
      if index % 5 == 1 { layer.backgroundColor = CGColor(srgbRed: 0, green: 0.5, blue: 0, alpha: 0.7) }
      if index % 5 == 2 { layer.borderWidth = 3 }
      if index >= 8 {
        var transform = CATransform3DIdentity
        transform.m34 = -1 / 120
        layer.transform = CATransform3DRotate(transform, 0.7, 0.3, 1, 0.2)
      } else if index >= 4 {
        layer.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
      }
      root.addSublayer(layer)
    }
    let plan = try makePlan(of: root).tinted { Self.tints[$0 % Self.tints.count] }
    // Hardware may weigh the texels that it mixes in steps of 1/256, as NVIDIA's does.
    let isSoftware = try SharedRenderer.renderer().deviceDescription.isSoftware
    try expectParity(plan, exceptedPixels: filter == .nearest ? 60 : isSoftware ? 0 : 4)
  }

  @Test("both renderers agree on gradients", arguments: [CAGradientLayerType.axial, .radial, .conic])
  func parityOfGradients(_ type: CAGradientLayerType) throws {
    let root = makeRoot(120, 60)
    for (index, tint) in [0, 1, 2].enumerated() {
      let layer = CAGradientLayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 36, height: 40)
      layer.position = CGPoint(x: 20 + 40 * tint, y: 30)
      layer.type = type
      layer.startPoint = CGPoint(x: 0.4, y: 0.4)
      layer.endPoint = CGPoint(x: 1, y: 1.1)
      layer.cornerRadius = 5
      layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
      layer.colors = [
        CGColor(srgbRed: 1, green: 1, blue: 0, alpha: 1), CGColor(srgbRed: 0, green: 0.5, blue: 1, alpha: 1),
      ]
      if index == 2 { layer.transform = CATransform3DMakeRotation(0.4, 0, 0, 1) }
      root.addSublayer(layer)
    }
    try expectParity(try makePlan(of: root).tinted { Self.tints[$0 % 3] })
  }

  @Test("what a tint makes translucent hides nothing behind")
  func translucent() throws {
    let picture = makePicture(20, 20, isOpaque: true)
    let behind = makeLayer(20, 20, at: CGPoint(x: 10, y: 10), color: CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1))
    let layer = makeLayer(20, 20, at: CGPoint(x: 10, y: 10))
    layer.contents = picture
    let plan = try makePlan(of: makeRoot(20, 20, behind, layer)).tinted { _ in [0.5, 0.5, 0.5, 0.5] }
    #expect(try SharedRenderer.draw(plan)[3, 3].z >= 127)
    try expectParity(plan)
  }
}

extension RenderPlan {
  /// The plan with a tint on every box that has a picture or a gradient.
  func tinted(_ tint: (Int) -> SIMD4<Float>) -> RenderPlan {
    var plan = self
    var count = 0
    for pass in plan.passes.indices {
      for (index, operation) in plan.passes[pass].draws.enumerated() {
        guard case .box(var box) = operation, box.image.exists || box.gradient.exists else { continue }
        box.tint = tint(count)
        if box.tint.w < 1, box.fill.w < 1 { box.isInnerOpaque = false }
        plan.passes[pass].draws[index] = .box(box)
        count += 1
      }
    }
    return plan
  }
}
