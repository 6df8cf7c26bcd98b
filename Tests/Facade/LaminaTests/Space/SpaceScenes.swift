// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// A generator with a seed, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func number(_ range: ClosedRange<Double>) -> CGFloat { CGFloat(Double.random(in: range, using: &self)) }
}

/// Trees in space that tests draw.
enum SpaceScenes {
  static let size = CGSize(width: 160, height: 120)

  static func root(_ sublayers: [CALayer] = [], eye: CGFloat? = nil) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(origin: .zero, size: size)
    root.position = CGPoint(x: size.width / 2, y: size.height / 2)
    root.backgroundColor = CGColor(gray: 1, alpha: 1)
    if let eye { root.sublayerTransform.m34 = -1 / eye }
    root.sublayers = sublayers
    return root
  }

  /// A plane with the middle of the canvas as its place.
  static func plane(_ width: CGFloat, _ height: CGFloat, _ color: CGColor, _ transform: CATransform3D) -> CALayer {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    layer.position = CGPoint(x: size.width / 2, y: size.height / 2)
    layer.backgroundColor = color
    layer.transform = transform
    return layer
  }

  /// A colour of its own for each index below 251, and far from white; no even mixture of two is that of a third.
  static func color(_ index: Int) -> CGColor {
    func component(_ factor: Int, _ start: Int) -> CGFloat { CGFloat((index * factor + start) % 251 * 7 / 10) / 255 }
    return CGColor(srgbRed: component(73, 20), green: component(151, 90), blue: component(199, 160), alpha: 1)
  }

  /// Opaque planes of every kind: turned about any axis, at any depth, some in transform layers, some of them
  /// single-sided, before an eye that may be among them.
  ///
  /// - Parameter singleSided: Whether all are.
  static func random(_ seed: UInt64, count: Int = 12, singleSided: Bool = false) -> CALayer {
    var random = SeededGenerator(seed)
    for _ in 0..<8 { _ = random.next() }
    let root = root(eye: [60, 200, 500].randomElement(using: &random))
    if Bool.random(using: &random) {
      root.sublayerTransform = CATransform3DRotate(root.sublayerTransform, random.number(-1...1), 0.3, 1, 0.1)
    }
    var containers: [CALayer] = [root]
    for index in 0..<count {
      var turn = CATransform3DMakeRotation(
        random.number(-3...3), random.number(-1...1), random.number(-1...1), random.number(-1...1))
      turn.m43 += random.number(-30...30)
      let layer: CALayer
      if index % 5 == 4 {
        layer = CATransformLayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 80)
        layer.transform = turn
        if Bool.random(using: &random) { layer.sublayerTransform = CATransform3DMakeRotation(0.4, 1, 0, 0) }
      } else {
        layer = plane(random.number(20...120), random.number(20...90), color(index), turn)
        layer.isDoubleSided = !singleSided && index % 7 != 3
        layer.anchorPointZ = random.number(-10...10)
        layer.anchorPoint = CGPoint(x: random.number(0...1), y: random.number(0...1))
      }
      layer.position = CGPoint(x: random.number(40...120), y: random.number(30...90))
      layer.zPosition = random.number(-20...20)
      containers.randomElement(using: &random)?.addSublayer(layer)
      if layer is CATransformLayer { containers.append(layer) }
    }
    return root
  }

  /// Opaque squares of one size, turned about both axes, strewn over a part of the canvas and through its depth.
  static func strewn(_ count: Int, size side: CGFloat, over part: Double, seed: UInt64) -> CALayer {
    var random = SeededGenerator(seed)
    for _ in 0..<8 { _ = random.next() }
    return root(
      (0..<count).map { index in
        let turn = CATransform3DRotate(
          CATransform3DMakeRotation(random.number(-1.3...1.3), 1, 0, 0), random.number(-1.3...1.3), 0, 1, 0)
        let depth = CATransform3DMakeTranslation(0, 0, random.number(-40...40))
        let layer = plane(side, side, color(index % 251), CATransform3DConcat(turn, depth))
        layer.position.x += random.number(-80...80) * CGFloat(part)
        layer.position.y += random.number(-60...60) * CGFloat(part)
        return layer
      }, eye: 320)
  }
}
