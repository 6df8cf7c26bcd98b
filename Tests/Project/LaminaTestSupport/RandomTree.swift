// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import Lamina

/// Layer trees made of random numbers, the same on every machine, for cases that nobody thought of.
package struct RandomTree {
  private var state: UInt64
  private var remaining: Int
  /// The numbers used before the sequence begins.
  private var bytes: ArraySlice<UInt8>

  private init(state: UInt64, layers: Int, bytes: ArraySlice<UInt8> = []) {
    (self.state, remaining, self.bytes) = (state, layers, bytes)
  }

  /// A tree of up to 25 layers on 120 x 100 points.
  ///
  /// - Parameter seed: Which tree.
  package static func make(seed: Int) -> CALayer {
    // Not the step of the sequence itself, or the trees of two seeds would be one sequence, shifted.
    make(RandomTree(state: UInt64(seed) &* 0xD134_2543_DE82_EF95, layers: 24))
  }

  /// A tree of up to 13 layers whose numbers are made of some bytes, two a number, so that whoever changes a byte
  /// changes one of them.
  package static func make(bytes: [UInt8]) -> CALayer {
    make(RandomTree(state: UInt64(bytes.count), layers: 12, bytes: bytes[...]))
  }

  private static func make(_ start: RandomTree) -> CALayer {
    var random = start
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 120, height: 100)
    if random.chance(0.7) { root.backgroundColor = random.color() }
    while random.remaining > 0 { root.addSublayer(random.layer(depth: 1)) }
    return root
  }

  /// Numbers for changes of trees: as a tree's own, from a seed.
  package init(changes seed: Int) {
    self.init(state: UInt64(seed) &* 0xA24B_AED4_963E_E407, layers: 3)
  }

  /// A layer, perhaps with one or two below it.
  package mutating func branch() -> CALayer {
    remaining = 3
    return layer(depth: 3)
  }

  // Steele, Lea and Flood 2014.
  package mutating func next() -> UInt64 {
    if let high = bytes.popFirst() {
      return UInt64(high) << 56 | UInt64(bytes.popFirst() ?? 0) << 48
    }
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  package mutating func number(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) / Double(1 << 53)
  }

  package mutating func chance(_ probability: Double) -> Bool {
    number(0, 1) < probability
  }

  package mutating func element<Value>(of values: [Value]) -> Value {
    values[Int(next() % UInt64(values.count))]
  }

  package mutating func color() -> CGColor {
    CGColor(
      srgbRed: number(0, 1), green: number(0, 1), blue: number(0, 1), alpha: chance(0.6) ? 1 : number(0.1, 1))
  }

  private mutating func layer(depth: Int) -> CALayer {
    remaining -= 1
    let layer = CALayer()
    // Whole pixels are a case of their own everywhere. Sizes are even there, so that nothing turns about the centre
    // of a pixel: a hard edge or cut through one goes to either side, as rounding has it.
    let isWhole = chance(0.3)
    let frame = CGRect(
      x: number(-20, 90), y: number(-20, 80), width: number(4, 80), height: number(4, 70))
    layer.frame = isWhole ? frame.even : frame
    if chance(0.6) { layer.backgroundColor = color() }
    if chance(0.4) {
      layer.cornerRadius = number(0, 30)
      if chance(0.3) { layer.cornerCurve = .continuous }
      if chance(0.3) { layer.maskedCorners = CACornerMask(rawValue: UInt(next() % 16)) }
    }
    if chance(0.35) {
      layer.borderWidth = number(0.3, 9)
      layer.borderColor = color()
    }
    if chance(0.35) { addContents(to: layer) }
    if chance(0.35) { layer.masksToBounds = true }
    if chance(0.3) { layer.opacity = Float(number(0.1, 1)) }
    if chance(0.15) { layer.allowsGroupOpacity = false }
    if chance(0.1) { layer.isGeometryFlipped = true }
    if chance(0.1) { layer.bounds.origin = CGPoint(x: number(-10, 10), y: number(-10, 10)) }
    if chance(0.25) { layer.zPosition = number(-5, 5) }
    if chance(0.1) { layer.allowsEdgeAntialiasing = false }
    transform(layer)
    while depth < 5, remaining > 0, chance(0.45) { layer.addSublayer(self.layer(depth: depth + 1)) }
    return layer
  }

  private mutating func transform(_ layer: CALayer) {
    guard chance(0.5) else { return }
    var transform = CATransform3DIdentity
    if chance(0.3) {
      transform.m34 = -1 / number(60, 400)
      transform = CATransform3DRotate(transform, number(-1.4, 1.4), number(-1, 1), number(-1, 1), 0)
    }
    transform = CATransform3DRotate(transform, chance(0.2) ? .pi / 2 : number(-3, 3), 0, 0, 1)
    if chance(0.4) { transform = CATransform3DScale(transform, number(0.3, 2), number(-1.5, 1.5), 1) }
    layer.transform = transform
  }

  package mutating func addContents(to layer: CALayer) {
    let (width, height) = (Int(clamping: number(1, 40)), Int(clamping: number(1, 40)))
    let isOpaque = chance(0.5)
    let salt = Int(next() % 251)
    layer.contents = CGImage(width: width, height: height) { x, y in
      let alpha = isOpaque ? 255 : 40 + (x * 13 + y * 29 + salt) % 216
      func component(_ value: Int) -> UInt8 { UInt8(value % 256 * alpha / 255) }
      return SIMD4(component(x * 255 / width + salt), component(y * 255 / height), component(salt * 3), UInt8(alpha))
    }
    layer.contentsGravity = element(of: [.resize, .resizeAspect, .resizeAspectFill, .center, .topLeft, .bottomRight])
    layer.contentsScale = element(of: [0.5, 1, 2])
    if chance(0.2) { layer.contentsRect = CGRect(x: number(-0.2, 0.5), y: number(-0.2, 0.5), width: 0.6, height: 0.7) }
    if chance(0.2) { layer.contentsCenter = CGRect(x: 0.3, y: 0.4, width: number(0, 0.5), height: number(0, 0.4)) }
    // Nearest is left out: a rounding of the place there is a different texel, which says nothing.
    layer.minificationFilter = element(of: [.linear, .trilinear])
  }
}

extension CGRect {
  /// The smallest rectangle around this one whose sides are even numbers and whose origin is whole.
  fileprivate var even: CGRect {
    let whole = integral
    return CGRect(
      x: whole.minX, y: whole.minY, width: 2 * (whole.width / 2).rounded(.up),
      height: 2 * (whole.height / 2).rounded(.up))
  }
}
