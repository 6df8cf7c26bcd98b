// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import Testing

/// Pictures of all sizes, filters and placements, from the one texture that holds them all.
@Suite(.needsDevice) struct PictureTests {
  static let filters: [CALayerContentsFilter] = [.nearest, .linear, .trilinear]

  static func pictureLayer(_ picture: CGImage, _ width: CGFloat, _ height: CGFloat) -> CALayer {
    let layer = makeLayer(width, height, at: CGPoint(x: width / 2, y: height / 2))
    layer.contents = picture
    return layer
  }

  @Test(
    "one texel a pixel gives the picture back",
    arguments: [(1, 1), (7, 5), (128, 128), (254, 254), (255, 254), (254, 255), (700, 513), (2300, 40), (40, 2300)])
  func identity(_ size: (Int, Int)) throws {
    let picture = makePicture(size.0, size.1, isOpaque: false)
    let layer = Self.pictureLayer(picture, CGFloat(size.0), CGFloat(size.1))
    for strategy in RenderStrategy.allCases {
      let plan = try makePlan(of: makeRoot(CGFloat(size.0), CGFloat(size.1), layer))
      #expect(try SharedRenderer.draw(plan, strategy: strategy).premultipliedRGBA == picture.premultipliedRGBA)
    }
  }

  @Test("scaled and turned", arguments: filters, [0.12, 0.3, 0.77, 1, 1.6, 5])
  func scaled(_ filter: CALayerContentsFilter, _ scale: CGFloat) throws {
    for (width, height) in [(61, 40), (600, 310)] {
      for isOpaque in [true, false] {
        let layer = Self.pictureLayer(makePicture(width, height, seed: 5, isOpaque: isOpaque), 61, 40)
        layer.position = CGPoint(x: 60, y: 50)
        layer.magnificationFilter = filter
        layer.minificationFilter = filter
        layer.minificationFilterBias = 0.2
        layer.transform = CATransform3DRotate(CATransform3DMakeScale(scale, scale * 0.9, 1), 0.37, 0, 0, 1)
        let plan = try makePlan(of: makeRoot(120, 100, layer))
        // A texel border may lie within the rounding of 32-bit floats at a pixel's centre.
        try expectParity(plan, exceptedPixels: filter == .nearest ? 20 : 0)
      }
    }
  }

  @Test("in perspective", arguments: filters, [-1.2, 0.6, 1.3])
  func perspective(_ filter: CALayerContentsFilter, _ angle: CGFloat) throws {
    for picture in [makePicture(64, 50, isOpaque: true), makePicture(900, 700, isOpaque: false)] {
      let layer = Self.pictureLayer(picture, 80, 60)
      layer.position = CGPoint(x: 60, y: 50)
      layer.magnificationFilter = filter
      layer.minificationFilter = filter
      var transform = CATransform3DIdentity
      transform.m34 = -1 / 120
      layer.transform = CATransform3DRotate(transform, angle, 0.3, 1, 0)
      layer.cornerRadius = 9
      layer.masksToBounds = true
      try expectParity(try makePlan(of: makeRoot(120, 100, layer)), exceptedPixels: filter == .nearest ? 40 : 0)
    }
  }

  @Test("nine slices", arguments: filters)
  func slices(_ filter: CALayerContentsFilter) throws {
    for side in [30, 500] {
      let layer = Self.pictureLayer(makePicture(side, side), 90, 70)
      layer.contentsCenter = CGRect(x: 0.3, y: 0.25, width: 0.4, height: 0.5)
      layer.contentsScale = side > 100 ? 10 : 1
      layer.minificationFilter = filter
      layer.magnificationFilter = filter
      layer.transform = CATransform3DMakeRotation(0.1, 0, 0, 1)
      layer.position = CGPoint(x: 55, y: 45)
      try expectParity(try makePlan(of: makeRoot(110, 90, layer)), exceptedPixels: filter == .nearest ? 20 : 0)
    }
  }

  @Test("a part of a picture shows no neighbour", arguments: [40, 600])
  func contentsRect(_ side: Int) throws {
    // Only the middle is red; everything around it, in the picture and in the texture, is not.
    let picture = try #require(
      CGImage(width: side, height: side) { x, y in
        let isMiddle = (side / 4..<side / 2).contains(x) && (side / 4..<side / 2).contains(y)
        return isMiddle ? [255, 0, 0, 255] : [0, 255, 0, 255]
      })
    let layer = Self.pictureLayer(picture, 90, 90)
    layer.contentsRect = CGRect(x: 0.25, y: 0.25, width: 0.25, height: 0.25)
    let image = try SharedRenderer.draw(try makePlan(of: makeRoot(90, 90, layer)))
    for y in 0..<90 {
      for x in 0..<90 { #expect(image[x, y] == [255, 0, 0, 255], "\(x), \(y)") }
    }
  }
}
