// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// `deep`: a chain of layers, each inside the previous one, rotated a little and moved; every tenth is rounded and
/// clips.
enum DeepScene {
  /// A chain of `count` layers.
  static func make(count: Int) -> CALayer {
    let root = CardsScene.makeBackground()
    var parent = root
    // Sizes shrink from the canvas to a tenth of it, independent of the length of the chain.
    let shrink = pow(0.1, 1 / CGFloat(count))
    var size = CGSize(width: 1_800, height: 1_000)
    for index in 0..<count {
      let layer = CALayer()
      layer.bounds = CGRect(origin: .zero, size: size)
      layer.position = CGPoint(x: parent.bounds.midX, y: parent.bounds.midY)
      layer.transform = CATransform3DMakeRotation(1.5 / CGFloat(count), 0, 0, 1)
      let level = Float(index % 32) / 32
      layer.backgroundColor = CGColor(straight: [level, 0.5, 1 - level, 1])
      if index.isMultiple(of: 10) {
        layer.cornerRadius = 0.04 * size.width
        layer.masksToBounds = true
      }
      parent.addSublayer(layer)
      parent = layer
      size = CGSize(width: size.width * shrink, height: size.height * shrink)
    }
    return root
  }
}
