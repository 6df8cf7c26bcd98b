// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Layer trees pulled apart along z.
@Suite struct ExplodedViewTests {
  static let size = CGSize(width: 300, height: 225)

  private func box(_ name: String, _ frame: CGRect, _ index: Int) -> CALayer {
    let layer = CALayer()
    layer.name = name
    layer.frame = frame
    layer.backgroundColor = SpaceScenes.color(index)
    return layer
  }

  /// A root with two panels side by side, one of them with two sublayers that overlap.
  private func makeTree() -> CALayer {
    let root = box("root", CGRect(x: 0, y: 0, width: 200, height: 100), 1)
    let left = box("left", CGRect(x: 10, y: 10, width: 80, height: 80), 2)
    left.addSublayer(box("under", CGRect(x: 10, y: 10, width: 40, height: 40), 3))
    left.addSublayer(box("over", CGRect(x: 30, y: 30, width: 40, height: 40), 4))
    root.addSublayer(left)
    root.addSublayer(box("right", CGRect(x: 110, y: 10, width: 80, height: 80), 5))
    return root
  }

  private func stage(_ view: ExplodedView) throws -> [CALayer] {
    try #require(view.root.sublayers?.first?.sublayers)
  }

  /// Depth after the division by w, of each card by its background.
  private func depths(_ view: ExplodedView) throws -> [SIMD4<Float>: CGFloat] {
    var result: [SIMD4<Float>: CGFloat] = [:]
    for layer in try stage(view) {
      guard let color = layer.backgroundColor, layer.contents == nil else { continue }
      result[color.straight] = layer.transform.m43 / layer.transform.m44
    }
    return result
  }

  @Test func layersStandAboveWhatTheyCover() throws {
    let view = ExplodedView(of: makeTree(), size: Self.size)
    let depths = try depths(view)
    func depth(_ index: Int) throws -> CGFloat { try #require(depths[SpaceScenes.color(index).straight]) }
    let step = try depth(2)
    #expect(try depth(1) == 0)
    #expect(step > 0)
    #expect(try abs(depth(3) - 2 * step) < 1e-9 && abs(depth(4) - 3 * step) < 1e-9)
    // Side by side, panels share a level.
    #expect(try depth(5) == step)
  }

  @Test func everyLayerIsSeenOutlinedAndNamed() throws {
    let view = ExplodedView(of: makeTree(), size: CGSize(width: 600, height: 450))
    let layers = try stage(view)
    #expect(layers.count { $0.contents != nil } == 5)
    #expect(layers.count { $0.borderWidth > 0 } == 5)
    for backEnd in SharedRenderers.available {
      let image = try SharedRenderers.draw(view.root, on: backEnd).image
      #expect(image.width == 600 && image.height == 450)
      var counts: [[UInt8]: Int] = [:]
      for y in 0..<image.height { for x in 0..<image.width { counts[image.pixel(x, y), default: 0] += 1 } }
      for index in 1...5 {
        let color = SpaceScenes.color(index).straight
        let bytes = (0..<4).map { UInt8(clamping: (color[$0] * 255).rounded()) }
        #expect(counts[bytes, default: 0] > 300, "\(backEnd): layer \(index)")
      }
      // It fills the picture, and nothing is cut off: the margin is empty.
      let background = image.pixel(0, 0)
      for x in 0..<600 { #expect(image.pixel(x, 4) == background && image.pixel(x, 445) == background) }
    }
  }

  @Test func theTreeItselfStaysAsItWas() {
    let tree = makeTree()
    tree.sublayers?[0].mask = CALayer()
    let before = SceneOutline(tree).text
    _ = ExplodedView(of: tree, size: Self.size)
    #expect(SceneOutline(tree).text == before)
  }

  /// A layer turned in space keeps its shape within its level; documents stand y-up.
  @Test func placesFollowTransformsAndFlips() throws {
    let tree = makeTree()
    tree.sublayerTransform.m34 = -1 / 300
    let left = try #require(tree.sublayers?[0])
    left.transform = CATransform3DMakeRotation(0.8, 0, 1, 0)
    for isFlipped in [false, true] {
      let view = ExplodedView(of: tree, size: Self.size, hostIsFlipped: isFlipped)
      let card = try #require(try stage(view).first { $0.backgroundColor == left.backgroundColor })
      let (x, y) = (80.0, 0.0)
      let map = card.transform
      let w = x * map.m14 + y * map.m24 + map.m44
      let place = CGPoint(
        x: (x * map.m11 + y * map.m21 + map.m41) / w, y: (x * map.m12 + y * map.m22 + map.m42) / w)
      var expected = tree.convert(CGPoint(x: 80, y: 0), from: left)
      // The copy flips its own space about its middle.
      if isFlipped { expected = tree.convert(CGPoint(x: 80, y: 80), from: left) }
      if isFlipped { expected.y = 100 - expected.y }
      #expect(abs(place.x - expected.x) < 1e-6 && abs(place.y - expected.y) < 1e-6, "\(place) \(expected)")
    }
  }

  @Test func transformLayersAreLookedThrough() throws {
    let tree = makeTree()
    let carrier = CATransformLayer()
    carrier.transform = CATransform3DMakeTranslation(5, 0, 40)
    carrier.addSublayer(box("carried", CGRect(x: 0, y: 0, width: 10, height: 10), 8))
    tree.addSublayer(carrier)
    let layers = try stage(ExplodedView(of: tree, size: Self.size))
    #expect(layers.count { $0.borderWidth > 0 } == 6)
    let card = try #require(layers.first { $0.backgroundColor == SpaceScenes.color(8) })
    #expect(card.transform.m41 == 5)
  }

  @Test func badTreesAreDrawnOrSaidNot() throws {
    let broken = makeTree()
    broken.sublayers?[1].position.x = .nan
    #expect(ExplodedView(of: broken, size: Self.size).diagnostics.map(\.code) == ["invalid-geometry"])
    let huge = makeTree()
    huge.sublayers?[1].transform = CATransform3DMakeScale(1e30, 1e30, 1)
    let many = CALayer()
    many.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    for _ in 0..<2_500 { many.addSublayer(CALayer()) }
    #expect(ExplodedView(of: many, size: Self.size).diagnostics.map(\.code) == ["too-many-layers"])
    for tree in [broken, huge, many, CALayer()] {
      for size in [Self.size, .zero, CGSize(width: CGFloat.nan, height: 5)] {
        _ = try SharedRenderers.draw(ExplodedView(of: tree, size: size).root, on: .cpu)
      }
    }
  }
}
