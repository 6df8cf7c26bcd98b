// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// `cube-field`: rotating cubes of six layers each in one three-dimensional space.
enum CubeFieldScene {
  /// A block of `count` cubes.
  static func make(count: Int) -> CALayer {
    let root = CardsScene.makeBackground()
    root.backgroundColor = CGColor(straight: [0.08, 0.09, 0.14, 1])
    root.sublayerTransform.m34 = -1 / 1_800
    let columns = max(1, Int(clamping: cbrt(Double(count) * 2).rounded(.up)))
    let rows = max(1, Int(clamping: cbrt(Double(count)).rounded(.up)))
    let step = 1_500 / CGFloat(columns)
    for index in 0..<count {
      let cube = makeCube(side: 0.45 * step, index: index)
      let (column, row, layer) = (index % columns, index / columns % rows, index / columns / rows)
      cube.position = CGPoint(
        x: CardsScene.size.width / 2 + (CGFloat(column) + 0.5) * step - 750,
        y: CardsScene.size.height / 2 + (CGFloat(row) + 0.5 - CGFloat(rows) / 2) * step)
      cube.zPosition = -CGFloat(layer) * step
      let turn = CABasicAnimation(keyPath: "transform.rotation.y")
      (turn.fromValue, turn.toValue) = (0, 2 * Double.pi)
      (turn.duration, turn.repeatCount) = (4 + Double(index % 5), .infinity)
      cube.add(turn, forKey: "turn")
      root.addSublayer(cube)
    }
    return root
  }

  /// A cube of six faces.
  private static func makeCube(side: CGFloat, index: Int) -> CALayer {
    let cube = CATransformLayer()
    cube.bounds = CGRect(x: 0, y: 0, width: side, height: side)
    cube.transform = CATransform3DMakeRotation(0.5, 1, 0, 0)
    for face in 0..<6 {
      let layer = CALayer()
      layer.bounds = cube.bounds
      layer.position = CGPoint(x: side / 2, y: side / 2)
      let turn =
        face < 4
        ? CATransform3DMakeRotation(CGFloat(face) * .pi / 2, 0, 1, 0)
        : CATransform3DMakeRotation(face == 4 ? .pi / 2 : -.pi / 2, 1, 0, 0)
      layer.transform = CATransform3DConcat(CATransform3DMakeTranslation(0, 0, side / 2), turn)
      let shade = Float(0.45 + 0.1 * Double(face))
      let (red, blue) = (0.4 + 0.1 * Float(index % 7), 1 - 0.1 * Float(index % 6))
      layer.backgroundColor = CGColor(straight: [shade * red, shade * 0.7, shade * blue, 1])
      layer.isDoubleSided = false
      cube.addSublayer(layer)
    }
    return cube
  }
}
