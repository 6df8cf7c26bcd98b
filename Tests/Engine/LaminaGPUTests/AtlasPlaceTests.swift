// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import Testing

/// Where a picture lies in the atlas does not reach what is sampled of it: a frame that begins with the one before it,
/// whose pictures lie where those of earlier frames left room, is byte for byte the one that is drawn from nothing.
@Suite(.needsDevice, .serialized) struct AtlasPlaceTests {
  /// Pictures of several sizes, turned, leaning, made smaller and larger, whole and in part, with each filter, and a
  /// text and a path among them.
  private static func scene(_ pictures: [CGImage]) throws -> RenderPlan {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 480, height: 360)
    root.sublayerTransform.m34 = -1 / 500
    for (index, picture) in pictures.enumerated() {
      let layer = CALayer()
      let (column, row) = (index % 6, index / 6)
      layer.frame = CGRect(x: 14 + column * 76, y: 10 + row * 84, width: 60 + index % 5, height: 47 + index % 7)
      layer.contents = picture
      layer.minificationFilter = [.linear, .nearest, .trilinear][index % 3]
      layer.magnificationFilter = index % 2 == 0 ? .linear : .nearest
      switch index % 4 {
      case 0: layer.transform = CATransform3DMakeRotation(0.1 * CGFloat(index), 0, 0, 1)
      case 1: layer.transform = CATransform3DMakeRotation(0.9, 0.3, 1, 0)
      case 2: layer.contentsRect = CGRect(x: 0.13, y: 0.21, width: 0.61, height: 0.43)
      default: layer.contentsCenter = CGRect(x: 0.3, y: 0.4, width: 0.2, height: 0.3)
      }
      root.addSublayer(layer)
    }
    let text = CATextLayer()
    (text.string, text.fontSize, text.frame) = ("where it lies", 13, CGRect(x: 20, y: 338, width: 150, height: 18))
    text.transform = CATransform3DMakeRotation(0.05, 0, 0, 1)
    let line = CAShapeLayer()
    line.path = CGPath(ellipseIn: CGRect(x: 200, y: 330, width: 90, height: 25), transform: nil)
    (line.fillColor, line.strokeColor, line.lineWidth) = (nil, CGColor(deviceGray: 0.4, alpha: 0.8), 3)
    line.transform = CATransform3DMakeRotation(0.02, 0, 0, 1)
    root.addSublayer(text)
    root.addSublayer(line)
    return try makePlan(of: root)
  }

  @Test("pictures are sampled the same wherever they lie in the atlas", arguments: 0..<6)
  func places(round: Int) throws {
    let pictures = (0..<24).map { index in
      makePicture(17 + 23 * (index * 7 % 11), 9 + 19 * (index * 5 % 13), seed: index, isOpaque: index % 3 > 0)
    }
    let plan = try Self.scene(pictures)
    let expected = try GPURenderer().render(plan).premultipliedRGBA
    #expect(Set(expected).count > 100)
    let renderer = try GPURenderer()
    // The pictures drawn first lie in the places that the scene's pictures would have; more of them each time, and of
    // other sizes. Each is held until the end: pictures that nobody has any more make room.
    let others = (0..<(1 + 9 * round)).map {
      makePicture(31 + 37 * (($0 + round) % 9), 12 + 41 * (($0 * 3 + round) % 7), seed: 100 + $0)
    }
    _ = try renderer.render(DevicePicturesTests.grid(others, side: 20, columns: 5))
    let known = renderer.cachedPictures
    #expect(known == others.count)
    #expect(try renderer.render(plan).premultipliedRGBA == expected)
    // All of them are there at once, so none lies where it would have lain.
    #expect(renderer.cachedPictures >= known + pictures.count)
    #expect(renderer.statistics.uploadedPictures >= pictures.count)
    withExtendedLifetime(others) {}
    // And in an order that the atlas was not filled in.
    let again = try GPURenderer()
    for picture in pictures.reversed() {
      _ = try again.render(DevicePicturesTests.grid([picture], side: 20, columns: 1))
    }
    #expect(try again.render(plan).premultipliedRGBA == expected)
  }
}
