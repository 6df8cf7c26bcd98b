// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaShaders
import Testing

/// Opaque interiors first, front to back: the same picture, in few draws.
@Suite(.needsDevice) struct DepthTests {
  /// Cards as in the benchmark, and the picture of each.
  static func cards(_ count: Int, pictures: [CGImage], radius: CGFloat = 12) -> CALayer {
    var dice = Dice(11)
    let root = makeRoot(640, 360, color: CGColor(srgbRed: 0.1, green: 0.1, blue: 0.15, alpha: 1))
    for index in 0..<count {
      let card = makeLayer(
        dice.roll(60...160), dice.roll(40...120), at: CGPoint(x: dice.roll(0...640), y: dice.roll(0...360)),
        color: CGColor(srgbRed: dice.roll(0...1), green: dice.roll(0...1), blue: 0.5, alpha: 1), radius: radius)
      card.transform = CATransform3DMakeRotation(dice.roll(-0.3...0.3), 0, 0, 1)
      card.masksToBounds = true
      if !pictures.isEmpty { card.contents = pictures[index % pictures.count] }
      root.addSublayer(card)
    }
    return root
  }

  @Test("depth and painter give the same picture")
  func equality() throws {
    for pictures in [[], [makePicture(128, 128)], [makePicture(128, 128), makePicture(700, 500, isOpaque: false)]] {
      let plan = try makePlan(of: Self.cards(200, pictures: pictures))
      let (depth, painter) = (try SharedRenderer.draw(plan), try SharedRenderer.draw(plan, strategy: .painter))
      // The interior's shader places texels by another, equal formula.
      #expect(depth.difference(from: painter).largest <= 2)
      try expectParity(plan)
    }
  }

  @Test("with one picture, at most four draws", arguments: RenderStrategy.allCases)
  func fewDraws(_ strategy: RenderStrategy) throws {
    let renderer = try GPURenderer()
    _ = try renderer.render(try makePlan(of: Self.cards(1000, pictures: [makePicture(128, 128)])), strategy: strategy)
    #expect(renderer.statistics.drawCalls <= 4)
    #expect(renderer.statistics.passes == 1)
    #expect(renderer.statistics.offscreenBytes == 0)
  }

  @Test("with many pictures of any size, as few")
  func manyPictures() throws {
    let renderer = try GPURenderer()
    let pictures = (0..<300).map { makePicture(60 + $0, 128, seed: $0) }
    let plan = try makePlan(of: Self.cards(300, pictures: pictures))
    let image = try renderer.render(plan)
    #expect(renderer.statistics.drawCalls <= 4)
    #expect(image.difference(from: try SharedRenderer.draw(plan, strategy: .painter)).largest <= 2)
  }

  @Test("a background is what the canvas is cleared with")
  func background() throws {
    let renderer = try GPURenderer()
    let colors = [
      CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1), CGColor(srgbRed: 1, green: 0.5, blue: 0.25, alpha: 1),
    ]
    let plan = try makePlan(
      of: makeRoot(64, 48, makeLayer(64, 48, at: CGPoint(x: 32, y: 24), color: colors[1]), color: colors[0]))
    let image = try renderer.render(plan)
    #expect(renderer.statistics.drawCalls == 0)
    #expect(image.premultipliedRGBA == (0..<64 * 48).flatMap { _ in [255, 128, 64, 255] as [UInt8] })
    // The driver rounds drawn values: a half to 128 on Mesa's, to 127 on NVIDIA's.
    #expect(try renderer.render(plan, strategy: .painter).difference(from: image).largest <= 1)
    // Not where something of it stays free.
    for (width, alpha) in [(63, 1.0), (64, 0.5)] {
      let cover = makeLayer(
        CGFloat(width), 48, at: CGPoint(x: 32, y: 24), color: CGColor(srgbRed: 1, green: 0, blue: 0, alpha: alpha))
      try expectParity(try makePlan(of: makeRoot(64, 48, cover, color: colors[0])))
    }
  }

  @Test("an opaque layer that fills whole pixels is one draw")
  func wholePixels() throws {
    let renderer = try GPURenderer()
    let plan = try makePlan(
      of: makeRoot(
        64, 64, makeLayer(30, 20, at: CGPoint(x: 25, y: 20), color: CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)),
        color: CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)))
    let image = try renderer.render(plan)
    #expect(renderer.statistics.drawCalls == 1)
    for (x, y, isRed) in [(9, 20, false), (10, 10, true), (39, 29, true), (40, 29, false), (39, 30, false)] {
      #expect(image[x, y] == (isRed ? [255, 0, 0, 255] : [0, 0, 255, 255]), "\(x), \(y)")
    }
  }

  @Test("ten thousand layers keep their order")
  func manyDepths() throws {
    let root = makeRoot(40, 40)
    for index in 0..<10_000 {
      let value = CGFloat(index % 251) / 250
      root.addSublayer(
        makeLayer(
          30, 30, at: CGPoint(x: 20, y: 20), color: CGColor(srgbRed: value, green: 1 - value, blue: 0, alpha: 1),
          radius: 5)
      )
    }
    let image = try SharedRenderer.draw(try makePlan(of: root))
    let value = Int(clamping: (Double(9_999 % 251) / 250 * 255).rounded())
    #expect(image[20, 20] == [value, 255 - value, 0, 255])
  }

  @Test("everything at once agrees with the CPU", arguments: 0..<24)
  func random(_ seed: UInt64) throws {
    try expectParity(try makePlan(of: RandomTree.make(seed: seed)), exceptedPixels: 12)
  }
}

/// Trees with a bit of everything.
enum RandomTree {
  static func make(seed: UInt64) -> CALayer {
    var dice = Dice(seed + 7)
    let pictures = [makePicture(90, 70), makePicture(400, 300, isOpaque: false)]
    let root = makeRoot(
      220, 160, color: seed.isMultiple(of: 2) ? nil : CGColor(srgbRed: 0.2, green: 0.3, blue: 0.4, alpha: 1))
    var parents = [root]
    for _ in 0..<24 {
      let layer = makeLayer(
        dice.roll(5...120), dice.roll(5...90), at: CGPoint(x: dice.roll(0...180), y: dice.roll(0...140)),
        color: dice.pick(4) == 0
          ? nil
          : CGColor(
            srgbRed: dice.roll(0...1), green: dice.roll(0...1), blue: dice.roll(0...1),
            alpha: dice.pick(2) == 0 ? 1 : dice.roll(0...1)),
        radius: dice.pick(2) == 0 ? dice.roll(0...30) : 0)
      layer.transform = transform(&dice)
      layer.masksToBounds = dice.pick(3) == 0
      layer.cornerCurve = dice.pick(3) == 0 ? .continuous : .circular
      if dice.pick(4) == 0 { layer.opacity = Float(dice.roll(0.2...1)) }
      if dice.pick(3) == 0 {
        layer.borderWidth = dice.roll(0.5...6)
        layer.borderColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: dice.roll(0.3...1))
      }
      if dice.pick(2) == 0 {
        layer.contents = pictures[dice.pick(2)]
        layer.minificationFilter = dice.pick(2) == 0 ? .trilinear : .linear
      }
      parents[dice.pick(parents.count)].addSublayer(layer)
      if dice.pick(2) == 0 { parents.append(layer) }
    }
    return root
  }

  private static func transform(_ dice: inout Dice) -> CATransform3D {
    switch dice.pick(4) {
    case 0: return CATransform3DIdentity
    case 1:
      var transform = CATransform3DIdentity
      transform.m34 = -1 / 300
      return CATransform3DRotate(transform, dice.roll(-1.2...1.2), dice.roll(-1...1), 1, 0)
    case 2: return CATransform3DMakeScale(dice.roll(0.4...1.5), dice.roll(0.4...1.5), 1)
    default: return CATransform3DMakeRotation(dice.roll(-3...3), 0, 0, 1)
    }
  }
}
