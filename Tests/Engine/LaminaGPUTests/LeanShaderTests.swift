// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import Testing

/// Shaders with few features draw the same as the shader with all of them, and as the CPU.
@Suite(.needsDevice) struct LeanShaderTests {
  static let colors = [
    CGColor(srgbRed: 0.9, green: 0.95, blue: 0.85, alpha: 1), CGColor(srgbRed: 0.2, green: 0.3, blue: 0.8, alpha: 1),
    CGColor(srgbRed: 0.9, green: 0.3, blue: 0.1, alpha: 0.6),
  ]

  @Test(
    "framed pictures at any level, square and rounded", arguments: [0.0, 6.0],
    [CALayerContentsFilter.trilinear, .linear])
  func frames(_ radius: CGFloat, _ filter: CALayerContentsFilter) throws {
    let root = makeRoot(200, 160, color: Self.colors[0])
    // Levels in one piece, in many, and no picture at all.
    let pictures = [makePicture(256, 192), makePicture(700, 500, isOpaque: false), nil, makePicture(40, 30)]
    for (index, picture) in pictures.enumerated() {
      let layer = makeLayer(
        70, 50, at: CGPoint(x: 45 + 100 * (index % 2), y: 40 + 80 * (index / 2)), color: Self.colors[1],
        radius: radius)
      layer.contents = picture
      layer.masksToBounds = radius > 0
      layer.minificationFilter = filter
      layer.minificationFilterBias = index == 0 ? 0.4 : 0
      layer.borderWidth = 2.3
      layer.borderColor = Self.colors[index == 3 ? 2 : 0]
      layer.opacity = index == 1 ? 0.7 : 1
      layer.transform = CATransform3DMakeRotation(0.2 * CGFloat(index), 0, 0, 1)
      root.addSublayer(layer)
    }
    try expectParity(try makePlan(of: root))
  }

  @Test("a layer that fills its superlayer, edges and all", arguments: [0.0, 9.0], [0.0, 0.3])
  func stacked(_ radius: CGFloat, _ angle: CGFloat) throws {
    let root = makeRoot(120, 100, color: Self.colors[0])
    for (index, pictures) in [[makePicture(90, 70, isOpaque: false)], [nil], [nil, makePicture(64, 64)]].enumerated() {
      let host = makeLayer(
        60, 44, at: CGPoint(x: 40 + 18 * index, y: 36 + 14 * index), color: Self.colors[1], radius: radius)
      host.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
      var top = host
      for picture in pictures {
        let filling = makeLayer(
          60, 44, at: CGPoint(x: 30, y: 22), color: CGColor(srgbRed: 1, green: 0.8, blue: 0, alpha: 1), radius: radius)
        filling.contents = picture
        filling.masksToBounds = true
        top.addSublayer(filling)
        top = filling
      }
      root.addSublayer(host)
    }
    try expectParity(try makePlan(of: root))
  }

  @Test("masked groups, faded too", arguments: [1, Float(0.4)])
  func masks(_ opacity: Float) throws {
    let root = makeRoot(100, 90, color: Self.colors[0])
    let group = makeLayer(60, 50, at: CGPoint(x: 48.5, y: 44), color: Self.colors[1])
    group.addSublayer(makeLayer(30, 30, at: CGPoint(x: 20, y: 20), color: Self.colors[2], radius: 8))
    group.opacity = opacity
    let mask = makeLayer(50, 50, at: CGPoint(x: 32, y: 24))
    mask.contents = makePicture(50, 50, isOpaque: false)
    group.mask = mask
    root.addSublayer(group)
    try expectParity(try makePlan(of: root))
  }

  @Test("opaque pictures a texel a pixel, in tiles and cut off", arguments: [(90, 60), (254, 40), (600, 300)])
  func texels(_ size: (Int, Int)) throws {
    let picture = makePicture(size.0, size.1)
    let layer = makeLayer(CGFloat(size.0), CGFloat(size.1), at: CGPoint(x: 150, y: 70))
    layer.contents = picture
    let part = makeLayer(40, 30, at: CGPoint(x: 30, y: 100))
    part.contents = picture
    part.contentsRect = CGRect(
      x: 10 / CGFloat(size.0), y: 8 / CGFloat(size.1), width: 40 / CGFloat(size.0), height: 30 / CGFloat(size.1))
    try expectParity(try makePlan(of: makeRoot(260, 130, layer, part, color: Self.colors[0])))
  }
}
