// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Scenes for the figures about three-dimensional spaces in docs/benchmarks.md.

import Foundation
import Lamina

/// The benchmark's own scenes in space.
enum SpaceScene {
  /// The cards of `CardsScene` in one space with perspective, all with the same inclination and each at its own depth,
  /// so that none intersects another.
  static func makeCards(count: Int, pictures: [CGImage]) -> CALayer {
    let root = CardsScene.make(count: count, pictures: pictures)
    root.sublayerTransform.m34 = -1 / 2000
    for (index, card) in (root.sublayers ?? []).enumerated() {
      let depth = Double((index * 7919) % count) / Double(count) * 400 - 200
      let place = CATransform3DRotate(CATransform3DMakeTranslation(0, 0, CGFloat(depth)), 0.4, 0, 1, 0)
      card.transform = CATransform3DConcat(card.transform, place)
    }
    return root
  }

  /// Squares at one point, rotated about different axes, so that each intersects all others.
  static func makeCrossing(count: Int) -> CALayer {
    let root = CardsScene.makeBackground()
    root.sublayerTransform.m34 = -1 / 2000
    for index in 0..<count {
      let plane = CALayer()
      plane.bounds = CGRect(x: 0, y: 0, width: 800, height: 800)
      plane.position = CGPoint(x: CardsScene.size.width / 2, y: CardsScene.size.height / 2)
      // Axes distributed evenly over a hemisphere by the golden angle.
      let height = (Double(index) + 0.5) / Double(count)
      let around = Double(index) * 2.399_963_229_728_653
      let radius = (1 - height * height).squareRoot()
      plane.transform = CATransform3DMakeRotation(0.9, radius * cos(around), radius * sin(around), height)
      plane.backgroundColor = CGColor(
        straight: [Float(height), Float(0.5 + 0.5 * sin(around)), Float(0.5 + 0.5 * cos(around)), 1])
      root.addSublayer(plane)
    }
    return root
  }
}
