// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import Testing

/// Converting there and back, and by the way of a third layer, in random trees in perspective.
@Suite("GEO-6: conversion as a property") struct ConversionPropertyTests {
  /// Numbers that look random and are the same every time.
  private struct Dice {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func roll(_ range: ClosedRange<Double>) -> CGFloat {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return range.lowerBound + (range.upperBound - range.lowerBound) * Double(state >> 11) / 0x1p53
    }

    mutating func pick(_ count: Int) -> Int { min(Int(roll(0...Double(count))), count - 1) }
  }

  /// Layers of every kind of geometry, none of which reaches its eye: w is above 0 all over all of them.
  private func makeTree(_ dice: inout Dice) -> [CALayer] {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 300, height: 200)
    root.sublayerTransform.m34 = -1 / 2_500
    var layers = [root]
    for index in 0..<12 {
      let layer = index % 4 == 3 ? CATransformLayer() : CALayer()
      layer.bounds = CGRect(
        x: dice.roll(-50...50), y: dice.roll(-50...50), width: dice.roll(20...150), height: dice.roll(20...150))
      layer.position = CGPoint(x: dice.roll(0...150), y: dice.roll(0...150))
      layer.anchorPoint = CGPoint(x: dice.roll(0...1), y: dice.roll(0...1))
      layer.anchorPointZ = dice.roll(-20...20)
      layer.zPosition = dice.roll(-30...30)
      layer.isGeometryFlipped = dice.pick(3) == 0
      // Never edge-on: a plane without area has no inverse.
      let turn = CATransform3DMakeRotation(
        dice.roll(-1...1), dice.roll(-1...1), dice.roll(-1...1), dice.roll(-0.5...0.5))
      layer.transform = CATransform3DScale(turn, dice.roll(0.4...1.6), -dice.roll(0.4...1.6), dice.roll(0.5...2))
      if dice.pick(3) == 0 { layer.sublayerTransform.m34 = -1 / dice.roll(1_500...4_000) }
      if dice.pick(4) == 0 { layer.transform.m34 = -1 / dice.roll(1_500...4_000) }
      layers[dice.pick(min(layers.count, 6))].addSublayer(layer)
      layers.append(layer)
    }
    return layers
  }

  @Test(arguments: 1...200)
  func thereAndBackIsTheIdentity(_ seed: Int) {
    var dice = Dice(seed)
    let layers = makeTree(&dice).filter { !($0 is CATransformLayer) }
    for _ in 0..<40 {
      let (from, to, by) = (layers[dice.pick(layers.count)], layers[dice.pick(layers.count)], layers[0])
      let bounds = from.bounds
      let point = CGPoint(
        x: bounds.minX + dice.roll(0...1) * bounds.width, y: bounds.minY + dice.roll(0...1) * bounds.height)
      let there = from.convert(point, to: to)
      guard isInReach(there, of: to) else { continue }
      #expect(isClose(to.convert(there, to: from), point, tolerance: 1e-6), "\(point) by \(there)")
      #expect(isClose(to.convert(point, from: from), there, tolerance: 1e-9))
      // Where both stand in a transform layer, they meet in its plane and not in the root's.
      guard !standsInTransformLayer(from), !standsInTransformLayer(to) else { continue }
      let detour = by.convert(from.convert(point, to: by), to: to)
      #expect(isClose(detour, there, tolerance: 1e-6), "\(detour) instead of \(there)")
    }
  }

  private func standsInTransformLayer(_ layer: CALayer) -> Bool {
    var above = layer.superlayer
    while let current = above, !(current is CATransformLayer) { above = current.superlayer }
    return above != nil
  }

  /// Far beyond a tilted layer lies its horizon, and there w is 0.
  private func isInReach(_ point: CGPoint, of layer: CALayer) -> Bool {
    max(abs(point.x - layer.bounds.midX), abs(point.y - layer.bounds.midY)) < 500
  }

  /// A rectangle's image holds the images of its points.
  @Test(arguments: 1...60)
  func rectanglesHoldWhatIsInThem(_ seed: Int) {
    var dice = Dice(seed)
    let layers = makeTree(&dice).filter { !($0 is CATransformLayer) }
    for _ in 0..<20 {
      let (from, to) = (layers[dice.pick(layers.count)], layers[dice.pick(layers.count)])
      let box = from.convert(from.bounds, to: to).insetBy(dx: -1e-6, dy: -1e-6)
      guard isInReach(CGPoint(x: box.midX, y: box.midY), of: to), box.width < 1_000, box.height < 1_000 else {
        continue
      }
      for _ in 0..<5 {
        let point = CGPoint(
          x: from.bounds.minX + dice.roll(0...1) * from.bounds.width,
          y: from.bounds.minY + dice.roll(0...1) * from.bounds.height)
        #expect(box.contains(from.convert(point, to: to)))
      }
    }
  }
}
